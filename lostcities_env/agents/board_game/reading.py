"""How the careful player of the board game reads an observation: paths, cards and the course."""

from typing import Any, NamedTuple

import numpy as np

from lostcities_env.agents.reading import for_size
from lostcities_env.core.game import Cells
from lostcities_env.core.jit import allocating, inlined, rule
from lostcities_env.games.board_game.state import (
    BRIDGE,
    CARDS,
    COLOURS,
    CROSSINGS,
    PLAYER_COUNTS,
    RANKS,
    STONE_VALUES,
    STONES,
    TILE_BOX,
)
from lostcities_env.games.board_game.view import LAYOUTS, OFFSETS

SIZES = tuple(LAYOUTS[players].size for players in PLAYER_COUNTS)
AT = OFFSETS[0]  # good for all spans without seats
HIGHEST_VALUE = float(RANKS - 1)
COPIES = float(CARDS.copies[0])
DECK = float(COLOURS * CARDS.per_colour)
BEST_PRIZE = float(max(TILE_BOX))
WORTH = np.array([0, *STONE_VALUES], np.float64)  # of each stone, 0 for a path not begun


class Path(NamedTuple):
    """A path as it is, or as it would be after a move."""

    stone: int  # where the piece stands, 0 if none
    last: int  # value of the last card
    direction: int  # 1 if only equal or higher cards fit, -1 lower, 0 open
    counts: float  # times that a stone counts: more for the researcher


@inlined
def players_in(o: Cells) -> int:
    """How many play."""
    return int(for_size(o.size, SIZES, PLAYER_COUNTS))


@inlined
def seats_at(o: Cells) -> Any:
    """Where the spans of this observation begin."""
    return for_size(o.size, SIZES, OFFSETS)


@rule
def cards_left(o: Cells) -> float:
    """How many cards are in the draw pile."""
    return float(o[AT.draw_pile]) * DECK


@rule
def stone_of(o: Cells, seat: int, colour: int) -> int:
    """The stone under a piece, 0 if there is none."""
    first = seats_at(o).pieces + (seat * COLOURS + colour) * STONES
    for i in range(STONES):
        if o[first + i] > 0:
            return i + 1
    return 0


@rule
def path_of(o: Cells, seat: int, colour: int) -> Path:
    """A path as it lies on the table."""
    at, i = seats_at(o), seat * COLOURS + colour
    return Path(
        stone_of(o, seat, colour),
        int(float(o[at.last + i]) * HIGHEST_VALUE + 0.5),
        int(o[at.direction + i]),
        1.0 + float(o[at.researcher + i]),
    )


@rule
def with_card(path: Path, value: int) -> Path:
    """A path after a card was played: the piece a stone further, and what may follow."""
    direction = path.direction
    if direction == 0 and path.stone > 0:
        direction = int(value > path.last) - int(value < path.last)
    return Path(min(path.stone + 1, STONES), value, direction, path.counts)


@rule
def fits(path: Path, value: int) -> bool:
    """Whether a card may be played on a path."""
    return path.stone == 0 or (value - path.last) * path.direction >= 0


@rule
def top_of(o: Cells, colour: int) -> int:
    """The value of the top card of a discard pile that has one."""
    value = 0
    while o[AT.top + colour * RANKS + value] == 0:
        value += 1
    return value


@allocating
def steps_to_the_end(o: Cells) -> float:
    """How many steps the pieces nearest to the bridges still need until five have crossed."""
    waiting = np.zeros(BRIDGE + 1)  # pieces by the steps that they need to cross
    for seat in range(players_in(o)):
        for colour in range(COLOURS):
            stone = stone_of(o, seat, colour)
            if stone <= BRIDGE:
                waiting[BRIDGE - stone] += 1
    missing = CROSSINGS - int(float(o[AT.crossed]) * CROSSINGS + 0.5)
    steps = 0.0
    for need in range(BRIDGE + 1):
        count = min(int(waiting[need]), missing)
        steps += count * (need + 1)
        missing -= count
    return steps
