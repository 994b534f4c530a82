"""Where every card of the card game is."""

from collections import Counter

from lostcities_env import State
from lostcities_env.core.game import Cells
from lostcities_env.games.card_game.state import CARDS, RANKS


def census(state: State) -> Counter[str]:
    """How many of each card lie in all places together."""
    s = state._tables[0]
    cards: Counter[str] = Counter()
    for counts in (*s.hand, *s.played, s.discards):
        cards += _named(counts)
    cards += Counter(CARDS.name(kind) for kind in s.deck[s.drawn : s.deck_size])
    piles = Counter(
        CARDS.name(colour * RANKS + int(rank))
        for colour in range(s.expeditions)
        for rank in s.pile[colour, : s.pile_size[colour]]
    )
    assert piles == _named(s.discards)
    return cards


def _named(counts: Cells) -> Counter[str]:
    return Counter({CARDS.name(kind): int(count) for kind, count in enumerate(counts) if count})
