"""TorchRL's PettingZoo wrapper takes the AEC environment as it is: a whole game of random legal play.

Needs torchrl. Run it from the root of the clone: python -m examples.07_torchrl
"""

from torchrl.envs.libs.pettingzoo import PettingZooWrapper

from lostcities_env import card_game_v0

env = PettingZooWrapper(card_game_v0.env(), use_mask=True, done_on_any=False)
env.set_seed(0)
rollout = env.rollout(max_steps=1000)  # random actions; the masks keep them legal
print(rollout)
rewards = {agent: rollout["next", agent, "reward"].sum().item() for agent in env.possible_agents}
print(len(rollout), "decisions; rewards", rewards)
assert rollout["next", "done"][-1].all()
assert sum(rewards.values()) == 0
