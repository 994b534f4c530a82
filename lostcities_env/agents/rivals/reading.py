"""How the careful player of Rivals reads an observation: expeditions, gold and the display."""

from typing import Any, NamedTuple

from lostcities_env.agents.reading import for_size
from lostcities_env.core.game import Cells
from lostcities_env.core.jit import inlined, rule
from lostcities_env.games.rivals.state import (
    CARDS,
    COLOURS,
    FOOTPRINTS,
    GOLD,
    PILE,
    PILES,
    PLAYER_COUNTS,
    RANKS,
    WAGER_RANK,
)
from lostcities_env.games.rivals.view import LAYOUTS, OFFSETS

SIZES = tuple(LAYOUTS[players].size for players in PLAYER_COUNTS)
AT = OFFSETS[0]  # good for all spans without seats
LOWEST_NUMBER = int(CARDS.values[1])
HIGHEST_NUMBER = float(CARDS.values[-1])
MOST_WAGERS = float(CARDS.copies[0] + 1)
MOST_NUMBERS = float(CARDS.per_colour - CARDS.copies[0])
MOST_FOOTPRINTS = float(sum(n * steps for n, steps in zip(CARDS.copies, FOOTPRINTS, strict=True)))
COPIES = tuple(float(copies) for copies in CARDS.copies)
STEPS = tuple(float(steps) for steps in FOOTPRINTS)


class Expedition(NamedTuple):
    """An expedition as it is, or as it would be with another card."""

    last: int  # rank of the last number, 0 if none
    wagers: float
    numbers: float
    footprints: float


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
    """How many cards will still be turned."""
    return float(o[AT.draw_pile]) * PILE + float(o[AT.piles]) * (PILES - 1) * PILE


@rule
def piles_left(o: Cells) -> float:
    """How many piles wait: so often the supply will still be shared out."""
    return float(o[AT.piles]) * (PILES - 1)


@rule
def gold_of(o: Cells, seat: int) -> float:
    """The coins of a seat."""
    return float(o[seats_at(o).gold + seat]) * GOLD


@rule
def expedition_of(o: Cells, seat: int, colour: int) -> Expedition:
    """An expedition that lies on the table."""
    at = seats_at(o)
    i = seat * COLOURS + colour
    last = int(float(o[at.last + i]) * HIGHEST_NUMBER + 0.5) - LOWEST_NUMBER + 1
    return Expedition(
        max(last, 0),
        float(o[at.wagers + i]) * MOST_WAGERS,
        float(o[at.numbers + i]) * MOST_NUMBERS,
        float(o[at.footprints + i]) * MOST_FOOTPRINTS,
    )


@rule
def displayed(o: Cells, colour: int, rank: int) -> float:
    """How many cards of a kind lie in the display."""
    return float(o[AT.display + colour * RANKS + rank]) * COPIES[rank]


@rule
def any_displayed(o: Cells, colour: int) -> bool:
    """Whether the display has a card of this colour."""
    first = AT.display + colour * RANKS
    total = 0.0
    for i in range(first, first + RANKS):
        total += float(o[i])
    return total > 0


@rule
def unturned(o: Cells, colour: int, rank: int) -> float:
    """How many cards of a kind may still be turned."""
    return float(o[AT.unseen + colour * RANKS + rank]) * COPIES[rank]


@rule
def with_card(e: Expedition, rank: int) -> Expedition:
    """An expedition with one more card."""
    if rank == WAGER_RANK:
        return Expedition(e.last, e.wagers + 1.0, e.numbers, e.footprints)
    return Expedition(rank, e.wagers, e.numbers + 1.0, e.footprints + STEPS[rank])
