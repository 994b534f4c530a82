"""Players that get somewhere: decks and choices under which random games reach every rule."""

import random

CARDS = [f"{colour}{value}" for colour in "YBWGR" for value in range(11) for _ in range(2)]
TILES = ["A"] * 9 + [">"] * 9 + ["5"] * 2 + ["10"] * 3 + ["15"] * 2


def friendly_setup(choices: random.Random, downward: bool = False) -> dict[str, object]:
    """A deal whose cards come roughly in ascending order (or descending), so that paths get far."""
    sign = -1 if downward else 1
    deck = sorted(CARDS, key=lambda card: sign * int(card[1:]) + choices.uniform(0, 3))
    tiles = choices.sample(TILES, len(TILES))
    return {"deck": " ".join(deck), "tiles": " ".join(tiles)}


def choose(legal: set[str], choices: random.Random) -> str:
    """Mostly go on: play the card that leaves most room, move pieces, draw from the draw pile."""
    moves = sorted(legal)
    onward = [words for words in moves if words.startswith(("play", "move"))]
    if choices.random() < 0.1:
        return choices.choice(moves)
    if onward:
        return min(onward, key=lambda words: (len(words.split()), choices.random()))
    return "draw" if "draw" in legal and choices.random() < 0.9 else choices.choice(moves)
