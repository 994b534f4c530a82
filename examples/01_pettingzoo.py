"""A game by PettingZoo's loop: every agent in turn sees its own view and picks a legal action.

Run it from the root of the clone: python -m examples.01_pettingzoo
"""

import numpy as np

from lostcities_env import card_game_v0

choices = np.random.default_rng(0)
env = card_game_v0.env(reward="score")  # options of the game go here
env.reset(seed=7)
totals = dict.fromkeys(env.agents, 0.0)

for agent in env.agent_iter():
    observation, reward, terminated, truncated, info = env.last()
    totals[agent] += reward
    if terminated or truncated:
        action = None
    else:
        action = int(choices.choice(np.flatnonzero(observation["action_mask"])))
    env.step(action)

table = env.unwrapped.table  # the game itself, in words
print(table)
print("scores", table.scores(), "winners", table.winners(), "rewards", totals)
assert list(totals.values()) == table.scores()
