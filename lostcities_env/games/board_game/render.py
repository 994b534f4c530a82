"""The board game in text: the table as a player sees it, and why a move is not allowed."""

from lostcities_env.core.cards import COLOUR_NAMES
from lostcities_env.core.cards import COLOURS as LETTERS
from lostcities_env.core.game import PERFECT, RUNNING, TRUNCATED
from lostcities_env.games.board_game.scoring import artifacts, score, standing
from lostcities_env.games.board_game.state import (
    ARROW,
    ARTIFACT,
    BRIDGE,
    CARDS,
    COLOURS,
    DOWN,
    DRAW,
    MOVE,
    PLACES,
    PLAY,
    RANKS,
    STONE_VALUES,
    STONES,
    UP,
    State,
)
from lostcities_env.games.board_game.tiles import WORDS

_CELL = 9
_WHO_IS_AWAY = {
    "play_adventurer": "all your adventurers are on paths",
    "play_researcher": "your researcher is on a path",
}
_TO_DO = {PLAY: "play or discard", MOVE: "move a piece or stay", DRAW: "draw"}


def render(s: State, viewer: int) -> str:
    """The table: the paths with their tiles and pieces, the discard piles, then every player."""
    near = max(viewer, 0)
    seats = [(near + i) % s.players for i in range(s.players)]
    lines = [_headline(s), "", _stones()]
    lines += [_path(s, colour) for colour in range(COLOURS)]
    lines += ["", "discards  " + "  ".join(_pile(s, colour) for colour in range(COLOURS))]
    for seat in seats:
        lines += ["", *_player(s, seat, viewer)]
    lines += ["", _to_move(s)]
    return "\n".join(line.rstrip() for line in lines)


def _headline(s: State) -> str:
    deal = f"expedition {s.deals} of {s.rounds}, " if s.rounds > 1 else ""
    scores = " : ".join(str(score(s, player)) for player in range(s.players))
    return (
        f"{deal}turns {s.turns}, draw pile {s.deck_size - s.drawn}, "
        f"{s.crossed} over the bridges, score {scores}"
    )


def _stones() -> str:
    """The values of the stones, and the bridge between two of them."""
    return _row("stone", [str(value) for value in STONE_VALUES])


def _path(s: State, colour: int) -> str:
    """A path: on each stone its tile in brackets and the seats of the pieces, `r` a researcher."""
    cells = []
    for stone in range(1, STONES + 1):
        tile, pieces = _tile(s, colour, stone), _pieces(s, colour, stone)
        cells.append(tile + "".join(pieces) or ".")
    return _row(f"{LETTERS[colour]} {COLOUR_NAMES[colour]}", cells)


def _tile(s: State, colour: int, stone: int) -> str:
    """The tile that lies on a stone, in brackets."""
    artifact, arrow, points = (int(tile) for tile in s.tile[colour * STONES + stone - 1 :: PLACES])
    tile = artifact * ARTIFACT + arrow * ARROW + points
    return f"[{WORDS[tile]}]" if tile else ""


def _pieces(s: State, colour: int, stone: int) -> list[str]:
    return [
        f"{player}r" if s.researcher[player, colour] else f"{player}"
        for player in range(s.players)
        if s.stone[player, colour] == stone
    ]


def _row(name: str, cells: list[str]) -> str:
    """Cells in columns, with the bridge where it is."""
    parts = [f"{cell:{_CELL}}" for cell in cells]
    return f"{name:10}" + "".join([*parts[:BRIDGE], "=  ", *parts[BRIDGE:]])


def _pile(s: State, colour: int) -> str:
    """The top card of a discard pile, and how many lie under it."""
    size = int(s.pile_size[colour])
    if size == 0:
        return f"{LETTERS[colour]}-"
    top = CARDS.name(colour * RANKS + int(s.pile[colour, size - 1]))
    return f"{top} (+{size - 1})" if size > 1 else top


def _player(s: State, owner: int, viewer: int) -> list[str]:
    """A player's points, artifacts and columns, and the hand as the viewer knows it."""
    you = " (you)" if owner == viewer else ""
    waiting = "a" * int(s.adventurers[owner]) + "r" * int(s.researchers[owner])
    return [
        f"player {owner}{you}: {int(s.points[owner])} points, {artifacts(s, owner)} artifacts, "
        f"pieces left {waiting or '-'}",
        "  columns " + ("  ".join(_columns(s, owner)) or "-"),
        "  hand    " + _hand(s, owner, viewer),
    ]


def _columns(s: State, owner: int) -> list[str]:
    """The cards of each path in the order in which they were played."""
    columns = []
    for colour in range(COLOURS):
        kinds = list(range(colour * RANKS, (colour + 1) * RANKS))
        if s.direction[owner, colour] == DOWN:
            kinds.reverse()
        cards = [CARDS.name(kind) for kind in kinds for _ in range(int(s.played[owner, kind]))]
        columns += [" ".join(cards)] if cards else []
    return columns


def _hand(s: State, owner: int, viewer: int) -> str:
    """A hand as the viewer knows it: all of one's own, of another's what was taken in the open."""
    size = int(s.hand[owner].sum())
    shown = s.hand[owner] if owner == viewer else s.known[owner]
    remembered = owner == viewer or s.memory == PERFECT
    cards = [CARDS.name(kind) for kind in range(shown.size) for _ in range(int(shown[kind]))]
    cards = cards if remembered else []
    return " ".join(cards + ["??"] * (size - len(cards)))


def _to_move(s: State) -> str:
    if s.status == RUNNING:
        last = " (the last turns)" if s.ending else ""
        return f"player {s.player} is to {_TO_DO[s.phase]}{last}"
    how = "cut short by max_turns" if s.status == TRUNCATED else "the game is over"
    ranks = [standing(s, player) for player in range(s.players)]
    winners = [str(player) for player in range(s.players) if ranks[player] == max(ranks)]
    if len(winners) > 1:
        return f"{how}: players {', '.join(winners)} share the win"
    return f"{how}: player {winners[0]} wins"


def explain(s: State, span: str, where: tuple[int, ...]) -> str:
    """R6 to R22: why the player to move may not do this now."""
    if s.phase == MOVE:
        return _why_no_move(s, where[0]) if span == "move" else "first move a piece, or stay"
    if span in ("move", "stay"):
        return "no arrow and no finished path lets you move a piece now"
    if s.phase == PLAY:
        if span in ("draw", "take", "skip"):
            return "play or discard a card first, then draw"
        return _why_no_card(s, span, *where)
    if span in ("draw", "take", "skip"):
        return _why_no_draw(s, span, where)
    return "you have played or discarded already; now draw a card"


def _why_no_move(s: State, colour: int) -> str:
    """R9, R14: which pieces cannot move."""
    name = COLOUR_NAMES[colour]
    if s.stone[s.player, colour] == 0:
        return f"you have no piece on the {name} path"
    return f"your piece on the {name} path has reached the last stone"


def _why_no_card(s: State, span: str, colour: int, value: int) -> str:
    """R7, R8, R21: which cards do not fit, and which pieces cannot start."""
    kind, name = colour * RANKS + value, COLOUR_NAMES[colour]
    if s.hand[s.player, kind] == 0:
        return f"you do not hold {CARDS.name(kind)}"
    started = s.stone[s.player, colour] > 0
    if span != "play":
        if started:
            return f"you have a piece on the {name} path already"
        return _WHO_IS_AWAY[span]
    if not started:
        return f"you have no piece on the {name} path: name the one that starts it"
    last = CARDS.name(colour * RANKS + int(s.last[s.player, colour]))
    which = "higher" if s.direction[s.player, colour] == UP else "lower"
    return f"your last {name} card is {last}; only equal or {which} ones may follow"


def _why_no_draw(s: State, span: str, where: tuple[int, ...]) -> str:
    """R11, R22: where there is nothing to draw."""
    if span == "skip":
        return "one skips only when there is nothing to draw"
    if span == "draw":
        return "the draw pile is empty"
    if s.pile_size[where[0]] == 0:
        return f"the {COLOUR_NAMES[where[0]]} discard pile is empty"
    return "you may not take back the card that you discarded this turn"
