"""Positions of the board game, drawn in a few words.

    position("me: Y3,5@4 Br@1 | hand: Y7 B2 | tiles: Y5=> B2=15 | pile: 3")

- `me`, `p1`, `p2`, `p3`: paths of the seats 0 to 3: colour, `r` for the researcher, the values played,
  and `@` the stone; without it the stone is the number of cards;
- `hand`, `hand1` ...: cards held; `next`: the next cards of the draw pile; `pile`: how many it has;
- `discards`: cards in their order, the last on top; `tiles`: what lies where, nothing elsewhere;
- `points`, `tokens`, `found`: numbers for the seats in turn;
- `to move`, `opener`, `turns`: a seat, a seat, a number.

What is not said is as after a deal; the pieces beyond the bridges are counted.
"""

import re
from itertools import pairwise
from typing import Any

import lostcities_env
from lostcities_env import State

LETTERS = "YBWGR"
VALUES = 11
TILE_SORT = {"A": 0, ">": 1}


def position(text: str, **options: Any) -> State:
    """The state that a text draws; the player to move is to play or discard."""
    state = lostcities_env.new_game("board_game_v0", seed=1, **options)
    table = state._tables[0]
    table.tile[:] = 0
    for part in re.split(r"[|\n]", text):
        if part.strip():
            key, words = (half.strip() for half in part.split(":"))
            put(table, key, words.split())
    table.crossed = int((table.stone >= 7).sum())
    state._look()
    return state


def put(table: Any, key: str, words: list[str]) -> None:
    """Put what one part of a text says on the table."""
    if key in ("me", "p1", "p2", "p3"):
        for word in words:
            put_path(table, 0 if key == "me" else int(key[1:]), word)
    elif key.startswith("hand"):
        seat = int(key[4:] or 0)
        table.hand[seat] = 0
        for card in words:
            table.hand[seat, kind(card)] += 1
        table.hand_size[seat] = len(words)
    elif key in ("points", "tokens", "found"):
        table[key][: len(words)] = [int(word) for word in words]
    elif key in ("to move", "opener", "turns"):
        table["player" if key == "to move" else key] = int(words[0])
    else:
        {"next": put_next, "pile": put_pile, "discards": put_discards, "tiles": put_tiles}[key](
            table, words
        )


def put_path(table: Any, seat: int, word: str) -> None:
    """One path: `Yr3,5@4`."""
    letter, leads, values, stone = re.fullmatch(r"(.)(r?)([\d,]*)(?:@(\d))?", word).groups()
    colour = LETTERS.index(letter)
    cards = [int(value) for value in values.split(",") if value]
    table.stone[seat, colour] = int(stone or len(cards))
    table.researcher[seat, colour] = leads == "r"
    table["researchers" if leads else "adventurers"][seat] -= 1
    for value in cards:
        table.played[seat, kind(letter + str(value))] += 1
    steps = [b - a for a, b in pairwise(cards) if a != b]
    if table.either and steps:
        table.direction[seat, colour] = 1 if steps[0] > 0 else -1
    last = cards[-1] if cards else 0
    table.last[seat, colour] = last
    for value in range(VALUES):
        up = (value - last) * int(table.direction[seat, colour]) >= 0
        table.fits[seat, kind(letter + str(value))] = 1 if up else 0


def put_next(table: Any, words: list[str]) -> None:
    """The next cards of the draw pile."""
    for i, card in enumerate(words):
        table.deck[table.drawn + i] = kind(card)


def put_pile(table: Any, words: list[str]) -> None:
    """How many cards the draw pile has left."""
    table.drawn = table.deck_size - int(words[0])
    table.ending = int(words[0]) == 0


def put_discards(table: Any, words: list[str]) -> None:
    """Discards, each onto the pile of its colour."""
    for card in words:
        colour = LETTERS.index(card[0])
        table.pile[colour, table.pile_size[colour]] = int(card[1:])
        table.pile_size[colour] += 1
        table.discards[kind(card)] += 1


def put_tiles(table: Any, words: list[str]) -> None:
    """Tiles on stones: `Y5=>`, `B2=15`, `G4=A`."""
    for word in words:
        where, tile = word.split("=", 1)
        place = LETTERS.index(where[0]) * 9 + int(where[1]) - 1
        table.tile[45 * TILE_SORT.get(tile, 2) + place] = 1 if tile in TILE_SORT else int(tile)


def kind(card: str) -> int:
    """The number of a kind of card."""
    return LETTERS.index(card[0]) * VALUES + int(card[1:])


def can(state: State, words: str) -> bool:
    """Whether the player to move may do this."""
    return state.parse(words) in state.legal_actions()


def options_now(state: State) -> set[str]:
    """All that the player to move may do, in words."""
    return {state.describe(action) for action in state.legal_actions()}


def play(state: State, *moves: str) -> State:
    """Make these moves one after the other."""
    for words in moves:
        state.apply(words)
    return state


def stone(state: State, player: int, letter: str) -> int:
    """Where a player's piece stands on a path, 0 if there is none."""
    return int(state._tables[0].stone[player, LETTERS.index(letter)])


def held(state: State, what: str, player: int = 0) -> int:
    """A player's `points`, `tokens`, `found` or `hand_size`."""
    return int(state._tables[0][what][player])


def tile(state: State, where: str) -> str:
    """The tile on a stone such as `B6`, as it is written; nothing where there is none."""
    here = state._tables[0].tile.reshape(3, 5, 9)[:, LETTERS.index(where[0]), int(where[1]) - 1]
    words = ["A"] * int(here[0]) + [">"] * int(here[1]) + [str(int(here[2]))] * bool(here[2])
    return "".join(words)
