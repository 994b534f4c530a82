"""The careful player of the card game: a heuristic that a sensible beginner would recognise.

For every colour it reckons what its column promises: the sum that it has, the cards in hand that
still fit, and its likely share of those not seen yet, less the cost, times the wagers. Then

- it opens an expedition only if that promise is clearly above 0, and puts a wager first only if it
  is well above;
- among the moves it makes the one that raises the promise of all columns most. Skipping cards that it
  holds or hopes for lowers a promise, so low cards come first; a card that is played is safe, so near
  the end, when there are more cards in hand than turns left, high ones are saved;
- what it discards helps neither itself nor, by its reckoning, the other;
- it takes a discard only if that raises a promise by much, and else draws from the draw pile, so that
  the deal comes to its end.
"""

from typing import Any, NamedTuple

import numpy as np

from lostcities_env.agents.card_game.reading import (
    HAND,
    MOST_WAGERS,
    Column,
    cards_left,
    colours_in,
    column_of,
    done_at,
    gift,
    seen_at,
    top_of,
    value_of,
)
from lostcities_env.agents.reading import any_legal
from lostcities_env.core.game import Cells
from lostcities_env.core.jit import inlined, rule
from lostcities_env.games.card_game.state import (
    BONUS,
    BONUS_AT,
    EXPEDITION_COST,
    RANKS,
    WAGER_RANK,
)

NONE = -1
PATIENCE = 0.5  # from this share of `max_turns` on it takes no more discards


class Habits(NamedTuple):
    """The numbers that make the player; `python -m lostcities_env.agents.tune` finds them."""

    luck: float  # the part that it counts on of its fair share of the unseen cards
    hold: float  # how sure it is to get a card in hand onto the table
    haste: float  # how much that drops as turns run out
    dream: float  # what the promise of a colour not yet begun counts
    nerve: float  # points that a colour must promise to be begun
    wager_nerve: float  # points that it must promise more for each wager
    mind: float  # how much it minds what a discard gives the other
    take: float  # points that a discard must bring to be taken
    deny: float  # how much it values that the other does not get it
    linger: float  # points that one more turn is worth for each card in hand too many
    bonus: float  # how far ahead it counts on the bonus for many cards, in cards


HABITS = Habits(
    luck=0.55,
    hold=0.95,
    haste=0.49,
    dream=0.5,
    nerve=9.8,
    wager_nerve=3.8,
    mind=0.61,
    take=4.5,
    deny=0.23,
    linger=0.54,
    bonus=8.2,
)


class Outlook(NamedTuple):
    """What is the same for all colours: how likely cards come, and are played in time."""

    chance: float  # that an unseen card comes to this hand and is played
    sure: float  # that a card in hand is played
    surplus: float  # cards in hand that fit a begun column, over the turns left


class Hopes(NamedTuple):
    """What is likely to be added to a column."""

    total: float  # to its sum
    length: float  # numbers
    wagers: float


@rule
def careful(observation: Cells, mask: Cells, stream: np.uint64) -> int:
    """The action of the careful player with its tuned habits."""
    return choose_by(HABITS, observation, mask)


@rule
def choose_by(habits: Any, observation: Cells, mask: Cells) -> int:
    """The action of a careful player with these habits."""
    if mask[done_at(observation).draw]:
        return draw(habits, observation, mask)
    return play_or_discard(habits, observation, mask)


@rule
def look_ahead(habits: Any, observation: Cells) -> Outlook:
    """How many turns are left, and what can still come."""
    left = cards_left(observation)
    turns = (left + 1.0) // 2.0
    fitting = 0.0
    for colour in range(colours_in(observation)):
        fitting += fitting_cards(observation, colour)
    chance = habits.luck * turns / (left + HAND)
    sure = habits.hold * min(1.0, habits.haste * turns / (fitting + 1.0))
    return Outlook(chance, sure, max(fitting - turns, 0.0))


@rule
def fitting_cards(observation: Cells, colour: int) -> float:
    """How many numbers in hand fit a column that has been begun."""
    column = column_of(observation, 0, colour)
    first = seen_at(observation).hand + colour * RANKS
    count = 0.0
    if column.length > 0:
        for rank in range(column.last + 1, RANKS):
            count += float(observation[first + rank])
    return count


@rule
def hopes_of(o: Cells, colour: int, column: Column, outlook: Outlook) -> Hopes:
    """What is likely to be added to a column as it is: what is in hand almost surely, and what comes."""
    at, first = seen_at(o), colour * RANKS
    hand, unseen, top = at.hand + first, at.unseen + first, at.top + first
    held, held_total, away, away_total = 0.0, 0.0, 0.0, 0.0
    for rank in range(column.last + 1, RANKS):
        mine, other, value = float(o[hand + rank]), float(o[unseen + rank]), value_of(rank)
        other += float(o[top + rank])
        held += mine
        held_total += mine * value
        away += other
        away_total += other * value
    wagers = float(o[hand]) * MOST_WAGERS if column.last == 0 else 0.0
    return Hopes(
        outlook.sure * held_total + outlook.chance * away_total,
        outlook.sure * held + outlook.chance * away,
        outlook.sure * wagers,
    )


@rule
def changed(hopes: Hopes, column: Column, rank: int, weight: float) -> Hopes:
    """The hopes for a column if a card of this rank is so much likelier to come; most do not fit."""
    if rank == WAGER_RANK and column.last == 0:
        return Hopes(hopes.total, hopes.length, hopes.wagers + weight)
    if rank <= column.last:
        return hopes
    return Hopes(hopes.total + weight * value_of(rank), hopes.length + weight, hopes.wagers)


@rule
def promise(habits: Any, column: Column, hopes: Hopes) -> float:
    """The points that a column is likely to be worth; held wagers are used if they pay."""
    total, length = column.total + hopes.total, column.length + hopes.length
    points = total - EXPEDITION_COST
    if points > 0:
        length += hopes.wagers
        points += points * hopes.wagers
    points += (total - EXPEDITION_COST) * column.wagers
    reach = (length - BONUS_AT + habits.bonus) / habits.bonus
    points += BONUS * min(max(reach, 0.0), 1.0)
    if column.length == 0:
        return habits.dream * max(points, 0.0)
    return points


@rule
def play_or_discard(habits: Any, o: Cells, mask: Cells) -> int:
    """The play or discard that leaves the best promise, what it gives away counted."""
    outlook, discards = look_ahead(habits, o), done_at(o).discard
    best, most = NONE, -np.inf
    for colour in range(colours_in(o)):
        if any_legal(mask, discards + colour * RANKS, RANKS):
            action, gain = best_of_colour(habits, o, mask, colour, outlook)
            if gain > most:
                best, most = action, gain
    return best


@inlined
def best_of_colour(
    habits: Any, o: Cells, mask: Cells, colour: int, outlook: Outlook
) -> tuple[int, float]:
    """The best play or discard of one colour, and by how much it raises the promise."""
    at, column = done_at(o), column_of(o, 0, colour)
    hopes = hopes_of(o, colour, column, outlook)
    best, most = NONE, -np.inf
    for rank in range(RANKS):
        kind = colour * RANKS + rank
        if mask[at.discard + kind]:
            left = changed(hopes, column, rank, -outlook.sure)
            gain = promise(habits, column, left) - habits.mind * gift(o, kind)
            if gain > most:
                best, most = at.discard + kind, gain
            if mask[at.play + kind]:
                gain = gain_of_play(habits, o, colour, column, rank, left, outlook)
                if gain > most:
                    best, most = at.play + kind, gain
    return best, most - promise(habits, column, hopes)


@inlined
def gain_of_play(
    habits: Any, o: Cells, colour: int, column: Column, rank: int, left: Hopes, outlook: Outlook
) -> float:
    """The promise of a column after a card was played, less the nerve that it takes."""
    nerve = habits.nerve if column.length == 0 else 0.0
    if rank == WAGER_RANK:
        after = Column(0, column.total, column.wagers + 1.0, column.length + 1.0)
        return promise(habits, after, left) - nerve - habits.wager_nerve
    total = column.total + value_of(rank)
    after = Column(rank, total, column.wagers, column.length + 1.0)
    return promise(habits, after, hopes_of(o, colour, after, outlook)) - nerve


@rule
def draw(habits: Any, o: Cells, mask: Cells) -> int:
    """The discard that brings most if it brings enough, else the draw pile."""
    at, seen = done_at(o), seen_at(o)
    if o[seen.turns] > PATIENCE:
        return at.draw
    outlook = look_ahead(habits, o)
    best, most = at.draw, habits.take - habits.linger * outlook.surplus
    for colour in range(colours_in(o)):
        if mask[at.take + colour]:
            gain = gain_of_taking(habits, o, colour, outlook)
            if gain > most:
                best, most = at.take + colour, gain
    return best


@rule
def gain_of_taking(habits: Any, o: Cells, colour: int, outlook: Outlook) -> float:
    """By how much the top of a discard pile raises a promise, and what the other does not get."""
    rank, column = top_of(o, colour), column_of(o, 0, colour)
    kind = colour * RANKS + rank
    denied = habits.deny * gift(o, kind)
    if rank <= column.last and column.last > 0:
        return denied
    hopes = hopes_of(o, colour, column, outlook)
    surer = outlook.sure if rank == WAGER_RANK else outlook.sure - outlook.chance
    after = changed(hopes, column, rank, surer)
    return promise(habits, column, after) - promise(habits, column, hopes) + denied
