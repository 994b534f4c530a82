"""Rivals in text: the table as a player sees it, and why a move is not allowed."""

from lostcities_env.core.cards import COLOUR_NAMES
from lostcities_env.core.cards import COLOURS as LETTERS
from lostcities_env.core.game import PERFECT, RUNNING, Cells
from lostcities_env.games.rivals.rules import expedition_score, score
from lostcities_env.games.rivals.state import (
    BIDDING,
    CARDS,
    CHOOSING,
    COLOURS,
    DECK,
    PILE,
    RANKS,
    State,
)

_WIDTH = 32


def render(s: State, viewer: int) -> str:
    """The table: piles and display, then a line for each colour with everybody's expedition."""
    first = max(viewer, 0)
    seats = [(first + i) % s.players for i in range(s.players)]
    heads = "".join(f"{_head(s, seat, viewer):{_WIDTH}}" for seat in seats)
    lines = [_headline(s), _row("display", s.display), _box(s), "", f"{'':10}{heads}".rstrip()]
    for colour in range(COLOURS):
        name = f"{LETTERS[colour]} {COLOUR_NAMES[colour]}"
        columns = "".join(f"{_expedition(s, seat, colour):{_WIDTH}}" for seat in seats)
        lines.append(f"{name:10}{columns}".rstrip())
    return "\n".join([*lines, "", _to_move(s)])


def _headline(s: State) -> str:
    left = DECK - int(s.drawn)
    waiting = max(left - 1, 0) // PILE
    scores = " : ".join(str(score(s, player)) for player in range(s.players))
    return (
        f"draw pile {left - waiting * PILE}, piles waiting {waiting}, supply {s.supply}, "
        f"score {scores}"
    )


def _names(counts: Cells) -> list[str]:
    """Cards in words, each as often as it is there."""
    return [CARDS.name(kind) for kind in range(counts.size) for _ in range(int(counts[kind]))]


def _row(name: str, counts: Cells) -> str:
    return f"{name:10}{' '.join(_names(counts)) or '-'}"


def _box(s: State) -> str:
    """The cards that are out of the game; without memory only how many they are."""
    if s.memory == PERFECT:
        return _row("box", s.boxed)
    return f"{'box':10}{int(s.boxed.sum())} cards"


def _head(s: State, seat: int, viewer: int) -> str:
    you = " (you)" if seat == viewer else ""
    out = ", out" if s.phase == BIDDING and s.bidding[seat] == 0 else ""
    return f"player {seat}{you}: {s.gold[seat]} gold{out}"


def _expedition(s: State, owner: int, colour: int) -> str:
    """The cards of an expedition in their order, the starting wager first, and its worth."""
    first = colour * RANKS
    cards = _names(s.added[owner])
    own = [card for card in cards if card.startswith(LETTERS[colour])]
    starting = int(s.wagers[owner, colour]) - int(s.added[owner, first])
    column = [CARDS.name(first)] * starting + own
    return f"{' '.join(column)} = {expedition_score(s, owner, colour)}" if column else "-"


def _to_move(s: State) -> str:
    if s.status != RUNNING:
        points = [score(s, player) for player in range(s.players)]
        best = [str(seat) for seat in range(s.players) if points[seat] == max(points)]
        if len(best) > 1:
            return f"the game is over: players {' and '.join(best)} share the win"
        return f"the game is over: player {best[0]} wins"
    if s.phase == BIDDING:
        return f"player {s.player} is to raise or pass; player {s.leader} has bid {s.bid}"
    if s.phase == CHOOSING:
        return f"player {s.player} has won the auction and may use the display"
    return f"player {s.player} is to uncover a card or open an auction"


def explain(s: State, span: str, where: tuple[int, ...]) -> str:
    """R7 to R16: why the player to move may not do this now."""
    if span == "bid":
        return _why_no_bid(s, where[0] + 1)
    if span in ("take", "remove") and s.phase == CHOOSING:
        return _why_no_choice(s, span, *where)
    if s.phase == CHOOSING:
        return "you have won the auction; take or remove cards, then say done"
    if span in ("take", "remove", "done"):
        return "only the winner of an auction uses the display"
    if span == "uncover":
        return "an auction is running; raise or pass"
    return "no auction is running; uncover a card or open one with a bid"


def _why_no_bid(s: State, coins: int) -> str:
    if s.phase == CHOOSING:
        return "you have won the auction already"
    if s.display_size == 0:
        return "there is no card in the display to bid for"
    if coins > s.gold[s.player]:
        return f"you own only {s.gold[s.player]} gold"
    return f"player {s.leader} has bid {s.bid}; bid more or pass"


def _why_no_choice(s: State, span: str, colour: int, rank: int) -> str:
    card = CARDS.name(colour * RANKS + rank)
    if s.display[colour * RANKS + rank] == 0:
        return f"{card} is not in the display"
    if span == "remove":
        return "you have removed a card already"
    last = CARDS.name(colour * RANKS + int(s.last[s.player, colour]))
    if rank == 0:
        return f"a wager goes before the first number, and your expedition has {last}"
    return f"your {COLOUR_NAMES[colour]} expedition has {last}; only equal or higher may follow"
