"""Every card and every coin of a table of Rivals, counted wherever it lies."""

from collections import Counter
from typing import Any

from lostcities_env import State


def census(state: State) -> tuple[Counter[str], int]:
    """The cards by kind, those in the piles counted from the deck itself; and all the gold."""
    table: Any = state._tables[0]
    cards = state.game.cards
    everything = Counter(cards.names(table.deck[table.drawn : table.deck_size]).split())
    assert everything == Counter(_names(state, table.unseen))
    for counts in (table.display, table.boxed, *table.added):
        everything.update(_names(state, counts))
    assert table.display_size == table.display.sum()
    return everything, int(table.gold.sum() + table.supply)


def _names(state: State, counts: Any) -> list[str]:
    return [state.game.cards.name(kind) for kind, n in enumerate(counts) for _ in range(n)]
