"""A player that searches, in forty lines: deal the unknown anew, try each move, play to the end.

Whatever you cannot see may be anywhere. So deal it out at random, many times, try every move in the
same worlds, let simple players finish the game, and do what came out best on average.

Run it from the root of the clone: python -m examples.05_search_in_40_lines
"""

import random

import lostcities_env

WORLDS = 12  # dealt for each decision
GAME = "card_game_v0"


def play_out(state: lostcities_env.State, choices: random.Random) -> int:
    """Finish a game: discard and draw, so that what is on the table is what counts."""
    while not state.is_over:
        legal = state.legal_actions()
        calm = [a for a in legal if state.describe(a) == "draw" or "discard" in state.describe(a)]
        state.apply(choices.choice(calm or legal))
    return state.scores()[0] - state.scores()[1]


def search(state: lostcities_env.State, choices: random.Random) -> int:
    """The move that leaves seat 0 best off, over worlds that look the same to it."""
    totals = dict.fromkeys(state.legal_actions(), 0)
    for _ in range(WORLDS):
        world = state.determinize(state.current_player, choices.getrandbits(32))
        for action in totals:
            trial = world.clone()
            trial.apply(action)
            totals[action] += play_out(trial, choices)
    return max(totals, key=lambda action: totals[action])


choices = random.Random(7)
state = lostcities_env.new_game(GAME, seed=7)
for _ in range(3):  # the first turns; a whole game goes on like this
    while state.current_player == 0:
        action = search(state, choices)
        print("search:", state.describe(action))
        state.apply(action)
    while state.current_player == 1:
        state.apply(choices.choice(state.legal_actions()))
print(state)
