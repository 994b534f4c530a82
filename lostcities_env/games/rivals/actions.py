"""The actions of Rivals: what each id means, from one layout."""

from collections.abc import Mapping
from typing import Any

from lostcities_env.core.cards import COLOURS as LETTERS
from lostcities_env.core.layout import Layout, Span, Spans
from lostcities_env.games.rivals.state import CARDS, COLOURS, GOLD

SPANS = Spans(
    Span("uncover", (), "uncover"),
    Span("bid", ("coins",), "bid {coins}"),
    Span("passing", (), "pass"),
    Span("take", ("colour", "value"), "take {colour}{value}"),
    Span("remove", ("colour", "value"), "remove {colour}{value}"),
    Span("done", (), "done"),
)
LAYOUT = SPANS.layout(
    {
        "colour": LETTERS[:COLOURS],
        "value": CARDS.values,
        "coins": tuple(str(coins) for coins in range(1, GOLD + 1)),
    }
)
OFFSETS = LAYOUT.offsets


def actions(options: Mapping[str, Any]) -> Layout:
    """The action ids; they are the same for all options."""
    return LAYOUT
