"""A tournament: everybody meets everybody over the same deals from both seats.

Players are named as in `python -m lostcities_env.play --against NAME`.

Run it from the root of the clone: python -m examples.06_tournament
"""

from itertools import combinations

from lostcities_env.agents.match import play_match

GAME = "card_game_v0"
PLAYERS = ["careful", "discard_only", "random"]
DEALS = 100

table = {name: dict.fromkeys(PLAYERS, 0.5) for name in PLAYERS}
for one, other in combinations(PLAYERS, 2):
    match = play_match(GAME, [one, other], DEALS, seed=1)
    print(match)
    table[one][other] = match.win_rate.mean
    table[other][one] = 1 - match.win_rate.mean

print(f"\n{'share of wins':15}" + "".join(f"{name:>14}" for name in PLAYERS))
for name, row in table.items():
    print(f"{name:15}" + "".join(f"{row[other]:14.1%}" for other in PLAYERS))
