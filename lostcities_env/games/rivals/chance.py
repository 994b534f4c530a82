"""The starting wagers as they are written down: two letters for each player, `["YB", "GR"]`."""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import Any

from lostcities_env.core.cards import COLOURS as LETTERS
from lostcities_env.core.game import Chance
from lostcities_env.games.rivals.state import COLOURS, STARTING_COPIES, STARTING_EACH


def _read(s: Any, written: object) -> None:
    """R6: put starting wagers on the table; those that could not have been dealt are refused."""
    players = int(s.players)
    if isinstance(written, str) or not isinstance(written, Sequence) or len(written) != players:
        raise ValueError(f"wagers must be a list of {players} texts like 'YB', not {written!r}")
    colours = [_colours(text) for text in written]
    for colour, count in Counter(chain(*colours)).items():
        if count > STARTING_COPIES:
            raise ValueError(
                f"there are {STARTING_COPIES} starting wagers of each colour, not {count} of "
                f"{LETTERS[colour]}"
            )
    s.starting[:players] = colours


def _colours(text: object) -> list[int]:
    """The colours of one player's starting wagers."""
    letters = text.upper() if isinstance(text, str) else ""
    allowed = LETTERS[:COLOURS]
    if len(letters) != STARTING_EACH or len(set(letters) & set(allowed)) != STARTING_EACH:
        raise ValueError(
            f"starting wagers are two different colours of {' '.join(allowed)}, as in 'YB', "
            f"not {text!r}"
        )
    return [allowed.index(letter) for letter in letters]


def _write(s: Any) -> list[str]:
    """The starting wagers of each player."""
    return ["".join(LETTERS[colour] for colour in pair) for pair in s.starting[: s.players]]


STARTING_WAGERS = Chance("wagers", _read, _write)
