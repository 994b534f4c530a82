"""The event tiles of the board game: how they are written down, and where they may be laid."""

from collections import Counter
from typing import Any

from lostcities_env.core.cards import COLOURS as LETTERS
from lostcities_env.core.game import Chance
from lostcities_env.core.options import Option
from lostcities_env.games.board_game.state import (
    ARROW,
    ARTIFACT,
    COLOURS,
    SPACES,
    STONES,
    TILE_BOX,
    TILE_SPACES,
    TILES,
)

WORDS = {ARTIFACT: "A", ARROW: ">"} | {tile: str(tile) for tile in TILE_BOX if tile > 0}
_TILE_OF = {word: tile for tile, word in WORDS.items()}


def read_tiles(s: Any, written: object) -> None:
    """Put tiles that are written down on the table, to be laid out by the next deal."""
    if not isinstance(written, str):
        raise ValueError(f"tiles are written as one text, 'A > 5 ...', not {written!r}")
    words = written.upper().split()
    wanted, found = Counter(WORDS[tile] for tile in TILE_BOX), Counter(words)
    for word in sorted(wanted | found):
        if found[word] != wanted[word]:
            raise ValueError(
                f"there are {wanted[word]} tiles {word!r} in the box, here are {found[word]} "
                f"({len(words)} of {TILES} tiles; they are written {' '.join(WORDS.values())})"
            )
    s.tiles[:] = [_TILE_OF[word] for word in words]


def write_tiles(s: Any) -> str:
    """All tiles as they were dealt: path by path in the order of the colours, along each path."""
    return " ".join(WORDS[int(tile)] for tile in s.tiles)


TILES_IN_WORDS = Chance("tiles", read_tiles, write_tiles)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_path(stones: object) -> bool:
    """Whether these are five different stones of a path."""
    return (
        isinstance(stones, list)
        and all(_is_whole(stone) and 1 <= stone <= STONES for stone in stones)
        and len(stones) == len(set(stones)) == SPACES
    )


def _are_spaces(value: object) -> bool:
    return isinstance(value, list) and len(value) == COLOURS and all(map(_is_path, value))


_MOST = 10**9  # with it, scores and their differences stay within 32 bits


def _is_track(value: object) -> bool:
    return value is None or (
        isinstance(value, list)
        and len(value) > 0
        and all(_is_whole(points) and abs(points) <= _MOST for points in value)
    )


SPACES_OPTION = Option(
    "tile_spaces",
    TILE_SPACES,
    f"{COLOURS} lists, one for each of the colours {' '.join(LETTERS[:COLOURS])}, of {SPACES} "
    f"different stones from 1 to {STONES} each",
    _are_spaces,
    "the stones with a tile on each path; tiles are laid by ascending stone",
)
TRACK_OPTION = Option(
    "artifact_track",
    None,
    f"None or a list of at least one whole number from {-_MOST} to {_MOST}: what 0, 1, 2, ... "
    "artifacts pay",
    _is_track,
    "what 0, 1, 2, ... artifacts pay, the last value for more too; None is the printed track",
)
