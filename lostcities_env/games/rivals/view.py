"""What a player of Rivals sees: the one place that speaks for a player.

Seats are relative: the viewer first, then clockwise. Spans whose place does not depend on how many
play come first: their offsets are then constants for the compiler.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from lostcities_env.core.cards import COLOURS as LETTERS
from lostcities_env.core.game import PERFECT, Cells
from lostcities_env.core.jit import inlined, rule
from lostcities_env.core.layout import Layout, Span, Spans
from lostcities_env.games.rivals.rules import expedition_score
from lostcities_env.games.rivals.state import (
    CARDS,
    COLOURS,
    DECK,
    FOOTPRINTS,
    GOLD,
    KINDS,
    PILE,
    PILES,
    PLAYER_COUNTS,
    State,
)

PHASES = ("turn", "bidding", "choosing")
SEATS = ("me", "left", "second", "third")
MOST_WAGERS = CARDS.copies[0] + 1  # all of a colour, and one starting wager
HIGHEST_NUMBER = int(CARDS.values[-1])
MOST_NUMBERS = CARDS.per_colour - CARDS.copies[0]
MOST_FOOTPRINTS = sum(n * steps for n, steps in zip(CARDS.copies, FOOTPRINTS, strict=True))
POINTS = 100  # points are given in hundreds

_EACH = ("colour", "value")
_EXPEDITION = ("seat", "colour")
SPANS = Spans(
    Span("display", _EACH, "cards in the display, as a share of the copies in the box"),
    Span("unseen", _EACH, "cards that may still be in the piles, likewise"),
    Span("boxed", _EACH, "cards that I know are out of the game, likewise"),
    Span(
        "phase", ("phase",), "1 for what the player to move is asked: turn, bid, use of the display"
    ),
    Span("removal", (), "1 if the player to move may still remove a card"),
    Span("bid", (), "the highest bid of the running auction / 36, 0 if there is none"),
    Span("supply", (), "coins in the gold supply / 36"),
    Span("draw_pile", (), "cards left in the draw pile / 20"),
    Span("piles", (), "piles that wait beside the draw pile / 3"),
    Span("to_move", ("seat",), "1 for the player to move"),
    Span("bidding", ("seat",), "1 for each player still in the running auction"),
    Span("leading", ("seat",), "1 for the player with the highest bid"),
    Span("gold", ("seat",), "coins that a player owns / 36"),
    Span("points", ("seat",), "points of a player as of now / 100", high=4.72),
    Span("wagers", _EXPEDITION, "wagers in an expedition / 4"),
    Span("last", _EXPEDITION, "value of the last number in an expedition / 10, 0 if none"),
    Span("numbers", _EXPEDITION, "number cards in an expedition / 13"),
    Span("footprints", _EXPEDITION, "footprints in an expedition / 18"),
    Span("worth", _EXPEDITION, "points of an expedition as of now / 100"),
    Span("fits", (*_EXPEDITION, "value"), "1 for each kind of card that a player could add now"),
)
LAYOUTS = {
    players: SPANS.layout(
        {
            "colour": LETTERS[:COLOURS],
            "value": CARDS.values,
            "phase": PHASES,
            "seat": SEATS[:players],
        }
    )
    for players in PLAYER_COUNTS
}
FEWEST = PLAYER_COUNTS[0]
OFFSETS = tuple(LAYOUTS[players].offsets for players in PLAYER_COUNTS)
AT = OFFSETS[0]  # good for all spans without seats

COPIES = CARDS.copies_of_kinds(COLOURS)
SHARE = (1 / COPIES).astype(np.float32)
PER_WAGER = np.float32(1 / MOST_WAGERS)
LAST_VALUE = np.array([0, *map(int, CARDS.values[1:])], np.float32) / np.float32(HIGHEST_NUMBER)
PER_NUMBER = np.float32(1 / MOST_NUMBERS)
PER_FOOTPRINT = np.float32(1 / MOST_FOOTPRINTS)
PER_COIN = np.float32(1 / GOLD)
PER_POINT = np.float32(1 / POINTS)
PER_CARD = np.float32(1 / PILE)
PER_PILE = np.float32(1 / (PILES - 1))


def observation(options: Mapping[str, Any]) -> Layout:
    """What each number of an observation means, for these options."""
    return LAYOUTS[options["players"]]


@rule
def observe(s: State, player: int, out: Cells) -> None:
    """R23: all that this player may know, and nothing else."""
    see_cards(s, out)
    see_table(s, out)
    at = OFFSETS[s.players - FEWEST]
    owner = player
    for seat in range(s.players):
        see_player(s, owner, seat, at, out)
        owner = owner + 1 if owner + 1 < s.players else 0
    if s.memory != PERFECT:
        forget(s, out)


@inlined
def see_cards(s: State, out: Cells) -> None:
    """R23: where each kind of card lies or may lie.

    One loop for each span: loops that write to a single place are the ones that vectorize.
    """
    for kind in range(KINDS):
        out[AT.display + kind] = np.float32(s.display[kind]) * SHARE[kind]
    for kind in range(KINDS):
        out[AT.unseen + kind] = np.float32(s.unseen[kind]) * SHARE[kind]
    for kind in range(KINDS):
        out[AT.boxed + kind] = np.float32(s.boxed[kind]) * SHARE[kind]


@inlined
def see_table(s: State, out: Cells) -> None:
    """R4, R5, R7: what is asked, the bid, the supply and the piles."""
    for phase in range(len(PHASES)):
        out[AT.phase + phase] = s.phase == phase
    out[AT.removal] = s.removals
    out[AT.bid] = np.float32(s.bid) * PER_COIN
    out[AT.supply] = np.float32(s.supply) * PER_COIN
    left = DECK - s.drawn
    waiting = max(left - 1, 0) // PILE
    out[AT.draw_pile] = np.float32(left - waiting * PILE) * PER_CARD
    out[AT.piles] = np.float32(waiting) * PER_PILE


@inlined
def see_player(s: State, owner: int, seat: int, at: Any, out: Cells) -> None:
    """R23: the coins and the part in the auction of the player in a seat, and his expeditions."""
    out[at.to_move + seat] = s.player == owner
    out[at.bidding + seat] = s.bidding[owner]
    out[at.leading + seat] = s.leader == owner
    out[at.gold + seat] = np.float32(s.gold[owner]) * PER_COIN
    worth = see_expeditions(s, owner, seat * COLOURS, at, out)
    out[at.points + seat] = np.float32(int(s.gold[owner]) + worth) * PER_POINT
    see_fits(s.fits[owner], at.fits + seat * KINDS, out)


@inlined
def see_expeditions(s: State, owner: int, first: int, at: Any, out: Cells) -> int:
    """R16, R19: the expeditions of one player; returns what they are worth together.

    `first` is where that seat's colours begin. Slices spare a check of every single index.
    """
    wagers, last = out[at.wagers + first :], out[at.last + first :]
    numbers, footprints = out[at.numbers + first :], out[at.footprints + first :]
    worth = out[at.worth + first :]
    total = 0
    for colour in range(COLOURS):
        points = expedition_score(s, owner, colour)
        total += points
        wagers[colour] = np.float32(s.wagers[owner, colour]) * PER_WAGER
        last[colour] = LAST_VALUE[s.last[owner, colour]]
        numbers[colour] = np.float32(s.numbers[owner, colour]) * PER_NUMBER
        footprints[colour] = np.float32(s.footprints[owner, colour]) * PER_FOOTPRINT
        worth[colour] = np.float32(points) * PER_POINT
    return total


@inlined
def see_fits(fits: Cells, start: int, out: Cells) -> None:
    """R16: which kinds of card a player could add now.

    The loop asks the slice for its size: one of known length is unrolled instead of vectorized.
    """
    part = out[start : start + KINDS]
    for kind in range(part.size):
        part[kind] = np.float32(fits[kind])


@rule
def forget(s: State, out: Cells) -> None:
    """R23: without memory, cards out of the game are as good as unseen."""
    for kind in range(KINDS):
        away = int(s.unseen[kind]) + int(s.boxed[kind])
        out[AT.unseen + kind] = np.float32(away) * SHARE[kind]
        out[AT.boxed + kind] = 0
