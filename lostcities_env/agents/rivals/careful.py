"""The careful player of Rivals: it values the display against its gold.

For every expedition it reckons what it promises: the footprints that it has and its likely share of
those still to come, times the wagers, and the bonus as far as four numbers are in reach. A card is
worth what it adds to that promise, so a high card that closes the way for many low ones is worth
little, and a wager much in a colour with a future. From this follow all decisions:

- the display is worth the sum of the cards that it would take; in an auction it raises by one coin
  as long as the bid stays below that, and above it where the others would gain much. A coin counts
  more the more piles wait, for who is poor early gets nothing later;
- it opens an auction, with a single coin, when the display is worth clearly more than it is likely
  to cost; near the end less is enough. Else it uncovers a card;
- having won, it takes every card that raises a promise, low ones first, and removes the card that is
  worth most to somebody else.
"""

from typing import Any, NamedTuple

import numpy as np

from lostcities_env.agents.reading import for_size
from lostcities_env.agents.rivals.reading import (
    SIZES,
    STEPS,
    Expedition,
    any_displayed,
    cards_left,
    displayed,
    expedition_of,
    gold_of,
    piles_left,
    players_in,
    unturned,
    with_card,
)
from lostcities_env.core.game import Cells
from lostcities_env.core.jit import inlined, rule
from lostcities_env.games.rivals.actions import OFFSETS as DO
from lostcities_env.games.rivals.state import (
    BONUS,
    BONUS_AT,
    COLOURS,
    GOLD,
    PILE,
    PLAYER_COUNTS,
    RANKS,
    WAGER_RANK,
)
from lostcities_env.games.rivals.view import AT


class Habits(NamedTuple):
    """The numbers that make the player; `python -m lostcities_env.agents.tune` finds them."""

    luck: float  # the part that it counts on of its fair share of the cards to come
    coin: float  # points that a coin counts at the end
    thrift: float  # points that it counts more for each pile that waits
    spite: float  # how much it minds what the others would get
    open_at: float  # points over the likely price at which it opens an auction
    impatience: float  # by how much less is enough, for a full display
    fuss: float  # points that a card must be worth to be taken
    bonus: float  # how early it counts on the bonus, in cards


HABITS = Habits(
    luck=0.67,
    coin=1.9,
    thrift=6.2,
    spite=3.7,
    open_at=24.7,
    impatience=0.71,
    fuss=0.015,
    bonus=6.7,
)
# Two ways to go wrong, for tuning: to buy small displays at once, and to wait for one huge display.
SPENDER = HABITS._replace(luck=0.48, coin=2.6, thrift=1.8, spite=1.05, open_at=7.7, impatience=0.46)
HOARDER = HABITS._replace(thrift=3.4, spite=1.85, open_at=38.0, bonus=15.5)
# Three wait longer, since a display that nobody opens grows; four have so little gold that they do not.
# Both were chosen so that among players with these habits no others known here pay.
HABITS_OF_THREE = HABITS._replace(
    luck=0.59, coin=4.7, thrift=8.6, spite=7.4, open_at=71.8, impatience=1.9, fuss=0.003
)
HABITS_OF_FOUR = SPENDER._replace(thrift=0.9)
TABLES = (HABITS, HABITS_OF_THREE, HABITS_OF_FOUR)


class Hopes(NamedTuple):
    """What is likely to be added to an expedition."""

    numbers: float
    footprints: float


def habits_for(players: int) -> Habits:
    """The habits tuned for so many players."""
    return TABLES[PLAYER_COUNTS.index(players)]


@rule
def careful(observation: Cells, mask: Cells, stream: np.uint64) -> int:
    """The action of the careful player with the habits tuned for so many players."""
    return choose_by(for_size(observation.size, SIZES, TABLES), observation, mask)


@rule
def choose_by(habits: Any, o: Cells, mask: Cells) -> int:
    """The action of a careful player with these habits."""
    if mask[DO.done]:
        return use_display(habits, o, mask)
    if mask[DO.passing]:
        return raise_or_pass(habits, o, mask)
    return open_or_uncover(habits, o, mask)


@rule
def hopes_of(habits: Any, o: Cells, colour: int, last: int) -> Hopes:
    """The likely share of the cards to come that fit behind a rank."""
    chance = habits.luck / players_in(o)
    numbers, footprints = 0.0, 0.0
    for rank in range(max(last, 1), RANKS):
        cards = unturned(o, colour, rank)
        numbers += cards
        footprints += cards * STEPS[rank]
    return Hopes(chance * numbers, chance * footprints)


@rule
def promise(habits: Any, e: Expedition, hopes: Hopes) -> float:
    """What an expedition is likely to be worth at the end."""
    reach = (e.numbers + hopes.numbers - BONUS_AT) / habits.bonus + 1.0
    footprints = e.footprints + hopes.footprints
    return footprints * (1.0 + e.wagers) + BONUS * min(max(reach, 0.0), 1.0)


@rule
def worth_of_card(habits: Any, o: Cells, colour: int, e: Expedition, rank: int) -> float:
    """By how much a card raises the promise of an expedition; nothing where it does not fit."""
    if rank < e.last:
        return 0.0
    hopes = hopes_of(habits, o, colour, e.last)
    after = hopes if rank == WAGER_RANK else hopes_of(habits, o, colour, rank)
    return promise(habits, with_card(e, rank), after) - promise(habits, e, hopes)


@rule
def worth_of_display(habits: Any, o: Cells, seat: int) -> float:
    """What a seat would gain from the display: all cards that raise a promise, low ones first."""
    total = 0.0
    for colour in range(COLOURS):
        if any_displayed(o, colour):
            total += worth_of_colour(habits, o, seat, colour)
    return total


@inlined
def worth_of_colour(habits: Any, o: Cells, seat: int, colour: int) -> float:
    """What a seat would gain from the display in one colour."""
    total, e = 0.0, expedition_of(o, seat, colour)
    before = promise(habits, e, hopes_of(habits, o, colour, e.last))
    for rank in range(e.last, RANKS):
        count = int(displayed(o, colour, rank) + 0.5)
        if count > 0:
            hopes = hopes_of(habits, o, colour, rank)
            for _ in range(count):
                more = with_card(e, rank)
                after = promise(habits, more, hopes)
                if after - before > habits.fuss:
                    total += after - before
                    e, before = more, after
    return total


@rule
def price_of_coin(habits: Any, o: Cells) -> float:
    """What a coin counts in points: more while there are auctions to come."""
    return habits.coin + habits.thrift * piles_left(o)


@rule
def likely_price(habits: Any, o: Cells) -> float:
    """The coins that the display is likely to cost: one more than the others would give."""
    coin, price = price_of_coin(habits, o), 0.0
    for seat in range(1, players_in(o)):
        price = max(price, min(worth_of_display(habits, o, seat) / coin, gold_of(o, seat)))
    return price + 1.0


@rule
def threat(habits: Any, o: Cells) -> float:
    """What the display is worth to the player who needs it most among the others."""
    most = 0.0
    for seat in range(1, players_in(o)):
        most = max(most, worth_of_display(habits, o, seat))
    return most


@rule
def raise_or_pass(habits: Any, o: Cells, mask: Cells) -> int:
    """One coin more as long as the display is worth it, else pass."""
    bid = int(float(o[AT.bid]) * GOLD + 0.5) + 1
    if not mask[DO.bid + bid - 1]:
        return DO.passing
    missing = bid * price_of_coin(habits, o) - worth_of_display(habits, o, 0)
    if missing > 0 and missing > habits.spite * threat(habits, o) / (players_in(o) - 1):
        return DO.passing
    return DO.bid + bid - 1


@rule
def open_or_uncover(habits: Any, o: Cells, mask: Cells) -> int:
    """Open an auction if the display is worth more than its likely price, else uncover."""
    if not mask[DO.bid]:
        return DO.uncover
    worth, coin = worth_of_display(habits, o, 0), price_of_coin(habits, o)
    worth -= habits.open_at * min(1.0, cards_left(o) * habits.impatience / PILE)
    if worth > coin and worth > coin * likely_price(habits, o):
        return DO.bid
    return DO.uncover


@rule
def use_display(habits: Any, o: Cells, mask: Cells) -> int:
    """Take the lowest card of a colour that is worth it; then remove what helps another most."""
    for colour in range(COLOURS):
        e = expedition_of(o, 0, colour)
        for rank in range(RANKS):
            action = DO.take + colour * RANKS + rank
            if mask[action] and worth_of_card(habits, o, colour, e, rank) > habits.fuss:
                return action
    return remove_or_stop(habits, o, mask)


@rule
def remove_or_stop(habits: Any, o: Cells, mask: Cells) -> int:
    """Remove the card that is worth most to somebody else, if there is one."""
    best, most = DO.done, habits.fuss
    for kind in range(COLOURS * RANKS):
        if mask[DO.remove + kind]:
            for seat in range(1, players_in(o)):
                colour, rank = kind // RANKS, kind % RANKS
                e = expedition_of(o, seat, colour)
                worth = worth_of_card(habits, o, colour, e, rank)
                if worth > most:
                    best, most = DO.remove + kind, worth
    return best
