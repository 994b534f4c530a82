"""What a player of the card game sees: the one place that speaks for a player.

Seats are relative: the viewer first, then the other.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from lostcities_env.core.cards import COLOURS as LETTERS
from lostcities_env.core.game import PERFECT, Cells
from lostcities_env.core.jit import inlined, rule
from lostcities_env.core.layout import Layout, Span, Spans
from lostcities_env.games.card_game.rules import COPIES, column_score
from lostcities_env.games.card_game.state import (
    BASE,
    CARDS,
    COLOURS,
    DRAW,
    EXPEDITIONS,
    LONG,
    PLAYERS,
    RANKS,
    State,
)

MOST_WAGERS = CARDS.copies[0]
HIGHEST_NUMBER = int(CARDS.values[-1])
HIGHEST_SUM = sum(int(value) for value in CARDS.values[1:])
POINTS = 100  # points are given in hundreds

_EACH = ("colour", "value")
_COLUMN = ("seat", "colour")
SPANS = Spans(
    Span("hand", _EACH, "cards in my hand, as a share of the copies in the box"),
    Span("known", _EACH, "cards in the other's hand that I know of, likewise"),
    Span("discards", _EACH, "cards in the discard piles that I know of, likewise"),
    Span("unseen", _EACH, "cards that may be in the draw pile or in the other's hand, likewise"),
    Span("top", _EACH, "1 for the top card of each discard pile"),
    Span("wagers", _COLUMN, "wagers in a column / 3"),
    Span("last", _COLUMN, "value of the last number in a column / 10, 0 if none"),
    Span("sum", _COLUMN, "sum of the numbers in a column / 54"),
    Span("length", _COLUMN, "cards in a column / 12"),
    Span("worth", _COLUMN, "points of a column as of now / 100", low=-0.8, high=1.56),
    Span("pile_size", ("colour",), "cards in a discard pile / 12"),
    Span("discarded", ("colour",), "1 for the colour that was discarded this very turn"),
    Span("total", ("seat",), "points of earlier deals / 100", low=-9.6, high=18.72),
    Span("my_turn", (), "1 if I am to move"),
    Span("drawing", (), "1 if the player to move must draw, 0 if he must play or discard"),
    Span("draw_pile", (), "cards left in the draw pile / cards in the deck"),
    Span("turns", (), "turns since the deal / max_turns"),
    Span("deals", (), "deals begun, this one counted / rounds"),
)

SEATS = ("me", "other")
LAYOUTS = {
    expeditions: SPANS.layout(
        {"colour": LETTERS[:expeditions], "value": CARDS.values, "seat": SEATS}
    )
    for expeditions in EXPEDITIONS
}
OFFSETS = AT_BASE, AT_LONG = LAYOUTS[BASE].offsets, LAYOUTS[LONG].offsets

SHARE = (1 / CARDS.copies_of_kinds(COLOURS)).astype(np.float32)
PER_WAGER = np.float32(1 / MOST_WAGERS)
LAST_VALUE = np.array([0, *map(int, CARDS.values[1:])], np.float32) / np.float32(HIGHEST_NUMBER)
PER_SUM = np.float32(1 / HIGHEST_SUM)
PER_CARD = np.float32(1 / CARDS.per_colour)
PER_POINT = np.float32(1 / POINTS)


def observation(options: Mapping[str, Any]) -> Layout:
    """What each number of an observation means, for these options."""
    return LAYOUTS[options["expeditions"]]


@rule
def observe(s: State, player: int, out: Cells) -> None:
    """R18: all that this player may know, and nothing else."""
    if s.expeditions == BASE:
        look(s, player, BASE, AT_BASE, out)
    else:
        look(s, player, LONG, AT_LONG, out)
    if s.memory != PERFECT:
        forget(s, player, out)


@inlined
def look(s: State, player: int, colours: int, at: Any, out: Cells) -> None:
    """R18: the view of a perfect memory, `at` being where its spans begin with so many colours."""
    see_cards(s, player, colours, at, out)
    see_discard_piles(s, colours, at, out)
    for seat in range(PLAYERS):
        owner = (player + seat) % PLAYERS
        see_columns(s, owner, seat * colours, colours, at, out)
        out[at.total + seat] = np.float32(s.total[owner]) * PER_POINT
    out[at.my_turn] = s.player == player
    out[at.drawing] = s.phase == DRAW
    out[at.draw_pile] = np.float32(s.deck_size - s.drawn) / np.float32(s.deck_size)
    out[at.turns] = np.float32(s.turns) / np.float32(s.max_turns)
    out[at.deals] = np.float32(s.deals) / np.float32(s.rounds)


@inlined
def see_cards(s: State, player: int, colours: int, at: Any, out: Cells) -> None:
    """R18: own hand, and where the other cards are or may be.

    One loop for each span: loops that write to a single place are the ones that vectorize.
    """
    hand, known, others = s.hand[player], s.known[player], s.known[PLAYERS - 1 - player]
    for kind in range(colours * RANKS):
        out[at.hand + kind] = np.float32(hand[kind]) * SHARE[kind]
    for kind in range(colours * RANKS):
        out[at.known + kind] = np.float32(others[kind]) * SHARE[kind]
    for kind in range(colours * RANKS):
        out[at.discards + kind] = np.float32(s.discards[kind]) * SHARE[kind]
    for kind in range(colours * RANKS):
        out[at.unseen + kind] = np.float32(s.unseen[kind] - hand[kind] + known[kind]) * SHARE[kind]
    for kind in range(colours * RANKS):
        out[at.top + kind] = 0


@inlined
def see_discard_piles(s: State, colours: int, at: Any, out: Cells) -> None:
    """R8: the top card of each pile, its size, and the pile that is closed this turn."""
    for colour in range(colours):
        size = int(s.pile_size[colour])
        top = int(s.pile[colour, max(size, 1) - 1])
        out[at.top + colour * RANKS + top] = size > 0
        out[at.pile_size + colour] = np.float32(size) * PER_CARD
        out[at.discarded + colour] = s.discarded == colour


@inlined
def see_columns(s: State, owner: int, first: int, colours: int, at: Any, out: Cells) -> None:
    """R5: the columns of one player, `first` being where that seat's colours begin.

    One loop for each span, as in `see_cards`.
    """
    for colour in range(colours):
        out[at.wagers + first + colour] = np.float32(s.wagers[owner, colour]) * PER_WAGER
    for colour in range(colours):
        out[at.last + first + colour] = LAST_VALUE[s.last[owner, colour]]
    for colour in range(colours):
        out[at.sum + first + colour] = np.float32(s.sums[owner, colour]) * PER_SUM
    for colour in range(colours):
        out[at.length + first + colour] = np.float32(s.length[owner, colour]) * PER_CARD
    for colour in range(colours):
        out[at.worth + first + colour] = np.float32(column_score(s, owner, colour)) * PER_POINT


@rule
def forget(s: State, player: int, out: Cells) -> None:
    """R18: without memory, known cards and buried discards are as good as unseen."""
    at = OFFSETS[s.expeditions - BASE]
    for kind in range(s.expeditions * RANKS):
        seen = 1 if out[at.top + kind] > 0 else 0
        away = COPIES[kind] - s.hand[player, kind] - s.played[0, kind] - s.played[1, kind] - seen
        out[at.unseen + kind] = np.float32(away) * SHARE[kind]
        out[at.discards + kind] = np.float32(seen) * SHARE[kind]
        out[at.known + kind] = 0
