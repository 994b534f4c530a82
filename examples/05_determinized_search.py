"""A search player in forty lines: deal anew all that it cannot know, play random games, choose the best.

Run it from the root of the clone: python -m examples.05_determinized_search
"""

import random

import lostcities_env
from lostcities_env import State

WORLDS = 8
choices = random.Random(0)


def playout(world: State, player: int) -> int:
    """The margin of `player` after random play to the end of the game."""
    while not world.is_over:
        world.apply(choices.choice(world.legal_actions()))
    scores = world.scores()
    own = scores.pop(player)
    return own - max(scores)


def search(state: State) -> int:
    """The legal action with the best mean margin; every action is tried in the same worlds."""
    player = state.current_player
    totals = dict.fromkeys(state.legal_actions(), 0)
    for _ in range(WORLDS):
        world = state.determinize(player, seed=choices.getrandbits(32))
        for action in totals:
            copy = world.clone()
            copy.apply(action)
            totals[action] += playout(copy, player)
    return max(totals, key=totals.__getitem__)


game = lostcities_env.new_game("card_game_v0", seed=3, max_turns=12)
while not game.is_over:
    searcher = game.current_player == 0
    game.apply(search(game) if searcher else choices.choice(game.legal_actions()))
print(game)
print("search (player 0) against random:", game.scores())
