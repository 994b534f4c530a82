"""How the players of the card game read an observation: one column, and what a card is worth."""

from typing import Any, NamedTuple

from lostcities_env.core.game import Cells
from lostcities_env.core.jit import inlined, rule
from lostcities_env.games.card_game.actions import OFFSETS as DONE
from lostcities_env.games.card_game.state import (
    CARDS,
    EXPEDITIONS,
    HAND_SIZE,
    LOWEST_NUMBER,
    RANKS,
    WAGER_RANK,
)
from lostcities_env.games.card_game.view import LAYOUTS
from lostcities_env.games.card_game.view import OFFSETS as SEEN

BASE, LONG = EXPEDITIONS
BASE_SIZE = LAYOUTS[BASE].size
SEEN_BASE, SEEN_LONG = SEEN
DONE_BASE, DONE_LONG = DONE
BASE_DECK, LONG_DECK = (float(colours * CARDS.per_colour) for colours in EXPEDITIONS)
MOST_WAGERS = float(CARDS.copies[0])
HIGHEST_NUMBER = float(CARDS.values[-1])
HIGHEST_SUM = float(sum(int(value) for value in CARDS.values[1:]))
PER_COLOUR = float(CARDS.per_colour)
HAND = float(HAND_SIZE)
WAGER_GIFT = 4.0  # what a wager is worth to somebody who has not begun its colour, in points
FRESH = 0.35  # how likely a card helps somebody who has not begun its colour


class Column(NamedTuple):
    """A column as it is, or as it would be after a move."""

    last: int  # rank of the last number, 0 if none
    total: float  # sum of the numbers
    wagers: float  # wagers in it
    length: float  # cards in it


@inlined
def colours_in(observation: Cells) -> int:
    """How many colours are in play."""
    return BASE if observation.size == BASE_SIZE else LONG


@inlined
def seen_at(observation: Cells) -> Any:
    """Where the spans of this observation begin."""
    return SEEN_BASE if observation.size == BASE_SIZE else SEEN_LONG


@inlined
def done_at(observation: Cells) -> Any:
    """Where the spans of the actions begin in the game of this observation."""
    return DONE_BASE if observation.size == BASE_SIZE else DONE_LONG


@rule
def cards_left(observation: Cells) -> float:
    """How many cards are in the draw pile."""
    deck = BASE_DECK if observation.size == BASE_SIZE else LONG_DECK
    return float(observation[seen_at(observation).draw_pile]) * deck


@rule
def column_of(observation: Cells, seat: int, colour: int) -> Column:
    """A column that lies on the table."""
    at = seen_at(observation)
    i = seat * colours_in(observation) + colour
    last = int(float(observation[at.last + i]) * HIGHEST_NUMBER + 0.5) - LOWEST_NUMBER + 1
    return Column(
        max(last, 0),
        float(observation[at.sum + i]) * HIGHEST_SUM,
        float(observation[at.wagers + i]) * MOST_WAGERS,
        float(observation[at.length + i]) * PER_COLOUR,
    )


@rule
def value_of(rank: int) -> float:
    """The value of a number."""
    return float(rank - 1 + LOWEST_NUMBER)


@rule
def top_of(observation: Cells, colour: int) -> int:
    """The rank of the top card of a discard pile that has one."""
    top, rank = seen_at(observation).top + colour * RANKS, 0
    while observation[top + rank] == 0:
        rank += 1
    return rank


@rule
def gift(observation: Cells, kind: int) -> float:
    """What a card is worth to the other player, in points."""
    colour, rank = kind // RANKS, kind % RANKS
    other = column_of(observation, 1, colour)
    if rank == WAGER_RANK:
        return 0.0 if other.last > 0 else WAGER_GIFT
    if rank <= other.last:
        return 0.0
    value = value_of(rank)
    return value * (1.0 + other.wagers) if other.length > 0 else value * FRESH
