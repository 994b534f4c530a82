"""Tianshou's PettingZoo wrapper takes the AEC environment as it is: games collected by its Collector.

Needs tianshou. Run it from the root of the clone: python -m examples.08_tianshou
"""

from tianshou.algorithm.multiagent.marl import MultiAgentOffPolicyAlgorithm
from tianshou.algorithm.random import MARLRandomDiscreteMaskedOffPolicyAlgorithm
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv, PettingZooEnv

from lostcities_env import card_game_v0

TABLES = 4


def make_env() -> PettingZooEnv:
    return PettingZooEnv(card_game_v0.env())


env = make_env()
players = [MARLRandomDiscreteMaskedOffPolicyAlgorithm(env.action_space) for _ in env.agents]
algorithm = MultiAgentOffPolicyAlgorithm(algorithms=players, env=env)
tables = DummyVectorEnv([make_env] * TABLES)
collector = Collector(algorithm.policy, tables, VectorReplayBuffer(10_000, TABLES))
collector.reset()
stats = collector.collect(n_episode=8)
print(stats.n_collected_episodes, "games,", stats.n_collected_steps, "decisions")
print("rewards by seat", stats.returns.tolist())
assert (stats.returns.sum(axis=1) == 0).all()
