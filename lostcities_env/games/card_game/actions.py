"""The actions of the card game: what each id means, from one layout."""

from collections.abc import Mapping
from typing import Any

from lostcities_env.core.cards import COLOURS as LETTERS
from lostcities_env.core.layout import Layout, Span, Spans
from lostcities_env.games.card_game.state import CARDS, EXPEDITIONS

SPANS = Spans(
    Span("play", ("colour", "value"), "play {colour}{value}"),
    Span("discard", ("colour", "value"), "discard {colour}{value}"),
    Span("draw", (), "draw"),
    Span("take", ("colour",), "draw {colour}"),
)


def _layout(expeditions: int) -> Layout:
    return SPANS.layout({"colour": LETTERS[:expeditions], "value": CARDS.values})


LAYOUTS = {expeditions: _layout(expeditions) for expeditions in EXPEDITIONS}
OFFSETS = tuple(LAYOUTS[expeditions].offsets for expeditions in EXPEDITIONS)


def actions(options: Mapping[str, Any]) -> Layout:
    """The action ids for these options."""
    return LAYOUTS[options["expeditions"]]
