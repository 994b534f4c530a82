"""Where every card and every artifact of the board game is."""

from collections import Counter

from lostcities_env import State
from lostcities_env.core.game import Cells
from lostcities_env.games.board_game.state import ARTIFACTS, CARDS, COLOURS, RANKS


def census(state: State) -> Counter[str]:
    """How many of each card lie in all places together, and how many artifact tiles."""
    s = state._tables[0]
    cards: Counter[str] = Counter()
    for counts in (*s.hand, *s.played, s.discards):
        cards += _named(counts)
    for places in (slice(0, s.removed), slice(s.drawn, s.deck_size)):
        cards += Counter(CARDS.name(kind) for kind in s.deck[places])
    piles = Counter(
        CARDS.name(colour * RANKS + int(rank))
        for colour in range(COLOURS)
        for rank in s.pile[colour, : s.pile_size[colour]]
    )
    assert piles == _named(s.discards)
    assert s.hand_size.tolist() == [int(hand.sum()) for hand in s.hand]
    cards["artifact tiles"] = int(s.tile[ARTIFACTS].sum() + s.found.sum())
    return cards


def _named(counts: Cells) -> Counter[str]:
    return Counter({CARDS.name(kind): int(count) for kind, count in enumerate(counts) if count})
