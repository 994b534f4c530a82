"""The actions of the board game: what each id means, from one layout."""

from collections.abc import Mapping
from typing import Any

from lostcities_env.core.cards import COLOURS as LETTERS
from lostcities_env.core.layout import Layout, Span, Spans
from lostcities_env.games.board_game.state import CARDS, COLOURS

_CARD = ("colour", "value")
SPANS = Spans(
    Span("play_adventurer", _CARD, "play {colour}{value} adventurer"),
    Span("play_researcher", _CARD, "play {colour}{value} researcher"),
    Span("play", _CARD, "play {colour}{value}"),
    Span("discard", _CARD, "discard {colour}{value}"),
    Span("draw", (), "draw"),
    Span("take", ("colour",), "draw {colour}"),
    Span("skip", (), "skip"),
    Span("move", ("colour",), "move {colour}"),
    Span("stay", (), "stay"),
)
LAYOUT = SPANS.layout({"colour": LETTERS[:COLOURS], "value": CARDS.values})
AT = LAYOUT.offsets


def actions(options: Mapping[str, Any]) -> Layout:
    """The action ids: the same for all options."""
    return LAYOUT
