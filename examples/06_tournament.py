"""A tournament: every pair of players on the same deals from both seats, in batches.

Run it from the root of the clone: python -m examples.06_tournament
"""

from itertools import combinations

import numpy as np

from lostcities_env.agents.roster import make_player, player_names
from lostcities_env.core.catalogue import find_game
from lostcities_env.envs.vector import SeatVectorEnv

GAME, DEALS = "card_game_v0", 200


def first_legal(observation, mask):
    """A player is any function of its view and its mask; this one plays low cards first."""
    return int(np.argmax(mask))


def points(name, opponent, seat):
    """The share of the pay-off that a player wins in its first game of every row, from -1 to 1."""
    env = SeatVectorEnv(GAME, num_envs=DEALS, opponents=opponent, seat=seat)
    variant = env.learners.variant
    player = make_player(name, variant, seed=1)
    observations, _ = env.reset(seed=0)  # the same deals for every pair and both seats
    result, running = np.zeros(DEALS), np.ones(DEALS, bool)
    while running.any():
        masks = observations["action_mask"].astype(bool)
        actions = player.act_rows(variant, observations["observation"], masks)
        observations, rewards, ended, cut, _ = env.step(actions)
        result += rewards * running
        running &= ~(ended | cut)
    return result


names = player_names(find_game(GAME).variant({}))
players = {name: name for name in names if name != "search"} | {"first_legal": first_legal}
for one, other in combinations(players, 2):
    pairs = (points(players[one], players[other], 0) + points(players[one], players[other], 1)) / 2
    error = 1.96 * pairs.std() / np.sqrt(DEALS)
    print(f"{one:>12} against {other:<12} {pairs.mean():+.2f} +- {error:.2f} a game")
