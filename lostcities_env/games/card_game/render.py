"""The card game in text: the table as a player sees it, and why a move is not allowed."""

from lostcities_env.core.cards import COLOUR_NAMES
from lostcities_env.core.cards import COLOURS as LETTERS
from lostcities_env.core.game import PERFECT, RUNNING, TRUNCATED
from lostcities_env.games.card_game.rules import column_score, score
from lostcities_env.games.card_game.state import CARDS, DRAW, PLAYERS, RANKS, State

_WIDTH = 30  # of the left column, unless a longer one needs more


def render(s: State, viewer: int) -> str:
    """The table: a line for each colour with both columns and the discard pile, then the hands."""
    near = max(viewer, 0)
    seats = (near, PLAYERS - 1 - near)
    heads = [f"player {seat}{' (you)' if seat == viewer else ''}" for seat in seats]
    rows = [("", heads[0], "discards", heads[1])]
    for colour in range(s.expeditions):
        name = f"{LETTERS[colour]} {COLOUR_NAMES[colour]}"
        left, right = (_column(s, seat, colour) for seat in seats)
        rows.append((name, left, _pile(s, colour), right))
    width = max(_WIDTH, *(len(left) + 2 for _, left, _, _ in rows))
    lines = [_headline(s), ""]
    lines += [f"{name:10}{left:{width}}{pile:12}{right}" for name, left, pile, right in rows]
    lines += ["", *(_hand(s, seat, viewer) for seat in seats), _to_move(s)]
    return "\n".join(lines)


def _headline(s: State) -> str:
    deal = f"deal {s.deals} of {s.rounds}, " if s.rounds > 1 else ""
    scores = " : ".join(str(score(s, player)) for player in range(PLAYERS))
    return f"{deal}turns {s.turns}, draw pile {s.deck_size - s.drawn}, score {scores}"


def _column(s: State, owner: int, colour: int) -> str:
    """The cards of a column in their order, and what it is worth."""
    first = colour * RANKS
    cards = [
        CARDS.name(kind)
        for kind in range(first, first + RANKS)
        for _ in range(int(s.played[owner, kind]))
    ]
    return f"{' '.join(cards)} = {column_score(s, owner, colour)}" if cards else "-"


def _pile(s: State, colour: int) -> str:
    """The top card of a discard pile, and how many lie under it."""
    size = int(s.pile_size[colour])
    if size == 0:
        return "-"
    top = CARDS.name(colour * RANKS + int(s.pile[colour, size - 1]))
    return f"{top} (+{size - 1})" if size > 1 else top


def _hand(s: State, owner: int, viewer: int) -> str:
    """A hand as the viewer knows it: all of one's own, of another's what was taken in the open."""
    size = int(s.hand[owner].sum())
    shown = s.hand[owner] if owner == viewer else s.known[owner]
    remembered = owner == viewer or s.memory == PERFECT
    cards = [CARDS.name(kind) for kind in range(shown.size) for _ in range(int(shown[kind]))]
    cards = cards if remembered else []
    return f"player {owner} holds  " + " ".join(cards + ["??"] * (size - len(cards)))


def _to_move(s: State) -> str:
    if s.status == RUNNING:
        return f"player {s.player} is to {'draw' if s.phase == DRAW else 'play or discard'}"
    points = [score(s, player) for player in range(PLAYERS)]
    how = "cut short by max_turns" if s.status == TRUNCATED else "the game is over"
    if points[0] == points[1]:
        return f"{how}: a draw"
    return f"{how}: player {points.index(max(points))} wins"


def explain(s: State, span: str, where: tuple[int, ...]) -> str:
    """R4 to R10: why the player to move may not do this now."""
    if s.phase == DRAW and span in ("play", "discard"):
        return "you have played or discarded already; now draw a card"
    if s.phase != DRAW and span in ("draw", "take"):
        return "play or discard a card first, then draw"
    if span in ("play", "discard"):
        colour, rank = where
        card = CARDS.name(colour * RANKS + rank)
        if s.hand[s.player, colour * RANKS + rank] == 0:
            return f"you do not hold {card}"
        last = CARDS.name(colour * RANKS + int(s.last[s.player, colour]))
        if rank == 0:
            return f"a wager goes before the first number, and your column has {last}"
        return f"your {COLOUR_NAMES[colour]} column has {last}; only higher numbers may follow"
    (colour,) = where
    if s.pile_size[colour] == 0:
        return f"the {COLOUR_NAMES[colour]} discard pile is empty"
    return "you may not take back the card that you discarded this turn"
