"""What a player of the board game sees: the one place that speaks for a player.

Seats are relative: the viewer first, then clockwise. What does not depend on how many play comes
first, so that it begins at the same place for two, three and four players.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from lostcities_env.core.cards import COLOURS as LETTERS
from lostcities_env.core.game import PERFECT, Cells
from lostcities_env.core.jit import inlined, rule
from lostcities_env.core.layout import Layout, Span, Spans
from lostcities_env.games.board_game.rules import COPIES
from lostcities_env.games.board_game.scoring import WORTH
from lostcities_env.games.board_game.state import (
    ADVENTURERS,
    ARTIFACT,
    CARDS,
    COLOURS,
    CROSSINGS,
    DRAW,
    HAND_SIZE,
    KINDS,
    MOST_ARTIFACTS,
    MOVE,
    PLACES,
    PLAYER_COUNTS,
    RANKS,
    ROUNDS,
    STONES,
    TILE_BOX,
    TILE_SORTS,
    State,
)

HIGHEST_VALUE = RANKS - 1
TILES_OF_ARTIFACTS = TILE_BOX.count(ARTIFACT)
POINTS = 100  # points are given in hundreds
_BEST_WORTH = WORTH.max() / POINTS
_TILE_POINTS = sum(tile for tile in TILE_BOX if tile > 0)
_BEST_EXPEDITION = WORTH[1].max() + ADVENTURERS * WORTH[0].max() + _TILE_POINTS
_MOST_CROSSINGS = CROSSINGS + max(PLAYER_COUNTS) - 1  # R22: all others may cross after the fifth

_CARD = ("colour", "value")
_STONE = ("colour", "stone")
_PATH = ("seat", "colour")
SPANS = Spans(
    Span("hand", _CARD, "cards in my hand, as a share of the copies in the box"),
    Span("discards", _CARD, "cards in the discard piles that I know of, likewise"),
    Span("unseen", _CARD, "cards in the draw pile, in other hands or removed, likewise"),
    Span("top", _CARD, "1 for the top card of each discard pile"),
    Span("artifact_tiles", _STONE, "1 for a stone with an artifact tile"),
    Span("arrow_tiles", _STONE, "1 for a stone with an arrow tile"),
    Span("point_tiles", _STONE, "points of the tile on a stone / 15"),
    Span("pile_size", ("colour",), "cards in a discard pile / 22"),
    Span("discarded", ("colour",), "1 for the colour that was discarded this very turn"),
    Span("moving", (), "1 if the player to move may move a piece (arrow or finished path)"),
    Span("drawing", (), "1 if the player to move must draw"),
    Span("ending", (), "1 if the end of the expedition is settled: the last turns"),
    Span("crossed", (), "pieces over the bridges / 5", high=_MOST_CROSSINGS / CROSSINGS),
    Span("draw_pile", (), "cards left in the draw pile / cards in the deck"),
    Span("turns", (), "turns since the deal / max_turns"),
    Span("deals", (), "expeditions begun, this one counted / rounds"),
    Span("pieces", ("seat", "colour", "stone"), "1 for the stone that a piece stands on"),
    Span("researcher", _PATH, "1 if the piece on a path is the researcher"),
    Span("last", _PATH, "value of the last card played for a path / 10, 0 if none"),
    Span("direction", _PATH, "1 if only equal or higher cards fit, -1 lower, 0 open", low=-1),
    Span("worth", _PATH, "points of a piece as of now / 100", low=WORTH.min() / POINTS),
    Span("known", ("other", *_CARD), "cards in another's hand that I know of, likewise"),
    Span("hand_size", ("seat",), "cards in a hand / 8"),
    Span("adventurers", ("seat",), "adventurers that wait for a path / 4"),
    Span("researchers", ("seat",), "1 if the researcher waits for a path"),
    Span("tokens", ("seat",), "artifacts of earlier expeditions / 27"),
    Span("found", ("seat",), "artifact tiles found in this expedition / 9"),
    Span(
        "points",
        ("seat",),
        "victory points held / 100",
        high=max(ROUNDS) * _BEST_EXPEDITION / POINTS,
    ),
    Span("to_move", ("seat",), "1 for the player to move"),
    Span("opener", ("seat",), "1 for the player who began this expedition"),
)


def _layout(players: int) -> Layout:
    seats = ("me", "next", "third", "fourth")[:players]
    stones = tuple(str(stone) for stone in range(1, STONES + 1))
    return SPANS.layout(
        {
            "colour": LETTERS[:COLOURS],
            "value": CARDS.values,
            "stone": stones,
            "seat": seats,
            "other": seats[1:],
        }
    )


FEWEST = min(PLAYER_COUNTS)
LAYOUTS = {players: _layout(players) for players in PLAYER_COUNTS}
OFFSETS = tuple(LAYOUTS[players].offsets for players in PLAYER_COUNTS)
AT = OFFSETS[0]  # good for all that comes before `pieces`

SHARE = np.float32(1 / CARDS.copies[0])
TILE_SHARE = np.repeat(np.array([1, 1, 1 / max(TILE_BOX)], np.float32), PLACES)  # sort by sort
PER_CARD = np.float32(1 / CARDS.per_colour)
PER_CROSSING = np.float32(1 / CROSSINGS)
PER_POINT = np.float32(1 / POINTS)
PER_HAND_CARD = np.float32(1 / HAND_SIZE)
PER_ADVENTURER = np.float32(1 / ADVENTURERS)
PER_ARTIFACT = np.float32(1 / MOST_ARTIFACTS)
PER_ARTIFACT_TILE = np.float32(1 / TILES_OF_ARTIFACTS)
PER_VALUE = np.float32(1 / HIGHEST_VALUE)
WORTH_SEEN = WORTH.astype(np.float32) / np.float32(POINTS)


def observation(options: Mapping[str, Any]) -> Layout:
    """What each number of an observation means, for these options."""
    return LAYOUTS[options["players"]]


@rule
def observe(s: State, player: int, out: Cells) -> None:
    """R24: all that this player may know, and nothing else."""
    see_cards(s, player, out)
    see_discard_piles(s, out)
    see_tiles(s, out)
    see_course(s, out)
    if s.players == FEWEST:
        see_seats(s, player, FEWEST, AT, out)
    else:
        see_seats(s, player, s.players, OFFSETS[s.players - FEWEST], out)
    if s.memory != PERFECT:
        forget(s, player, out)


@inlined
def see_cards(s: State, player: int, out: Cells) -> None:
    """R24: own hand, and where the other cards are or may be.

    One loop for each span: loops that write to a single place are the ones that vectorize.
    """
    hand, known = s.hand[player], s.known[player]
    part = out[AT.hand : AT.hand + KINDS]
    for kind in range(KINDS):
        part[kind] = np.float32(hand[kind]) * SHARE
    part = out[AT.discards : AT.discards + KINDS]
    for kind in range(KINDS):
        part[kind] = np.float32(s.discards[kind]) * SHARE
    part = out[AT.unseen : AT.unseen + KINDS]
    for kind in range(KINDS):
        part[kind] = np.float32(np.int8(s.unseen[kind] - hand[kind] + known[kind])) * SHARE
    part = out[AT.top : AT.top + KINDS]
    for kind in range(KINDS):
        part[kind] = 0


@inlined
def see_discard_piles(s: State, out: Cells) -> None:
    """R10: the top card of each pile, its size, and the pile that was discarded to this turn."""
    for colour in range(COLOURS):
        size = s.pile_size[colour]
        top = int(s.pile[colour, max(size, 1) - 1])
        out[AT.top + colour * RANKS + top] = size > 0
        out[AT.pile_size + colour] = np.float32(size) * PER_CARD
        out[AT.discarded + colour] = s.discarded == colour


@inlined
def see_tiles(s: State, out: Cells) -> None:
    """R5: the tiles that lie on the stones, one sort after the other."""
    for i in range(TILE_SORTS * PLACES):
        out[AT.artifact_tiles + i] = np.float32(s.tile[i]) * TILE_SHARE[i]


@inlined
def see_course(s: State, out: Cells) -> None:
    """R6, R15, R16: what is to be done now, and how far the expedition and the game have come."""
    out[AT.moving] = s.phase == MOVE
    out[AT.drawing] = s.phase == DRAW
    out[AT.ending] = np.float32(s.ending)
    out[AT.crossed] = np.float32(s.crossed) * PER_CROSSING
    out[AT.draw_pile] = np.float32(s.deck_size - s.drawn) / np.float32(s.deck_size)
    out[AT.turns] = np.float32(s.turns) / np.float32(s.max_turns)
    out[AT.deals] = np.float32(s.deals) / np.float32(s.rounds)


@inlined
def see_seats(s: State, player: int, players: int, at: Any, out: Cells) -> None:
    """R1: every seat, the viewer's first, `at` being where the spans begin with so many players."""
    for i in range(players * PLACES):
        out[at.pieces + i] = 0
    for seat in range(players):
        owner = (player + seat) % players
        see_paths(s, owner, seat * COLOURS, at, out)
        see_player(s, owner, seat, at, out)
    for seat in range(players - 1):
        see_known(s, (player + 1 + seat) % players, at.known + seat * KINDS, out)


@inlined
def see_paths(s: State, owner: int, first: int, at: Any, out: Cells) -> None:
    """R7, R8: the paths of one player, `first` being where that seat's colours begin."""
    for colour in range(COLOURS):
        i = first + colour
        stone, leads = int(s.stone[owner, colour]), int(s.researcher[owner, colour])
        out[at.pieces + i * STONES + stone - (stone > 0)] = stone > 0
        out[at.researcher + i] = np.float32(leads)
        out[at.last + i] = np.float32(s.last[owner, colour]) * PER_VALUE
        out[at.direction + i] = np.float32(s.direction[owner, colour])
        out[at.worth + i] = WORTH_SEEN[leads, stone]


@inlined
def see_player(s: State, owner: int, seat: int, at: Any, out: Cells) -> None:
    """R7, R18: what lies before one player, and whose turn it is."""
    out[at.hand_size + seat] = np.float32(s.hand_size[owner]) * PER_HAND_CARD
    out[at.adventurers + seat] = np.float32(s.adventurers[owner]) * PER_ADVENTURER
    out[at.researchers + seat] = np.float32(s.researchers[owner])
    out[at.tokens + seat] = np.float32(s.tokens[owner]) * PER_ARTIFACT
    out[at.found + seat] = np.float32(s.found[owner]) * PER_ARTIFACT_TILE
    out[at.points + seat] = np.float32(s.points[owner]) * PER_POINT
    out[at.to_move + seat] = s.player == owner
    out[at.opener + seat] = s.opener == owner


@inlined
def see_known(s: State, owner: int, first: int, out: Cells) -> None:
    """R24: the cards in another's hand that everybody has seen, `first` being where they go."""
    known, part = s.known[owner], out[first : first + KINDS]
    for kind in range(KINDS):
        part[kind] = np.float32(known[kind]) * SHARE


@rule
def forget(s: State, player: int, out: Cells) -> None:
    """R24: without memory, known cards and buried discards are as good as unseen."""
    at = OFFSETS[s.players - FEWEST]
    out[at.known : at.hand_size] = 0
    for kind in range(KINDS):
        seen = 1 if out[at.top + kind] > 0 else 0
        away = COPIES[kind] - s.hand[player, kind] - seen
        for owner in range(s.players):
            away -= s.played[owner, kind]
        out[at.unseen + kind] = np.float32(away) * SHARE
        out[at.discards + kind] = np.float32(seen) * SHARE
