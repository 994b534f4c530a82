"""Game records: play a game in words, write it to a file, read it back and play it again.

Run it from the root of the clone: python -m examples.02_records
"""

import tempfile
from pathlib import Path

import lostcities_env

game = lostcities_env.new_game("card_game_v0", seed=7)
print(game)

while not game.is_over:
    action = game.legal_actions()[0]  # ids ascend: plays stand first, then discards, then draws
    words = game.describe(action)
    game.apply(words)  # by words or by id; an illegal one says why and changes nothing

with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "games.jsonl"
    lostcities_env.write_records(path, [game.record()])  # a line of JSON for each game
    for record in lostcities_env.read_records(path):
        again = lostcities_env.replay(record)  # checks every move and the result
        print(len(record["actions"]), "moves, the first", record["actions"][:4])
        assert again.record() == game.record()

wrong = game.record()
wrong["actions"][2] = "draw"
try:
    lostcities_env.replay(wrong)
except lostcities_env.RecordError as error:
    print("refused:", error)
