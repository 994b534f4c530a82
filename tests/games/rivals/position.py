"""Positions of Rivals, drawn in a line of text.

    position("display: R4 R4 Gw W2 | p3: Rw R3 W5 G2 | gold: 9 9 9 9 | next: Y7 | to move: 0")

Parts are separated by bars, and each may be left out:

- `wagers`: starting wagers of each player, as in `YB GR` (what they are unless told is below)
- `p0` to `p3`: cards that a player has added to expeditions, in their order
- `display`, `box`: cards that lie there
- `gold`: coins of each player; as many numbers as players. The supply is what is left of 36
- `next`: the cards on top of the draw pile
- `left`: cards left in all piles; cards that lie nowhere else are in the box then
- `to move`: the seat whose turn begins, 0 unless told
"""

from collections import Counter
from itertools import chain
from typing import Any

import lostcities_env
from lostcities_env import State
from lostcities_env.games.rivals import rules

COINS = 36
WAGERS = ["YB", "WG", "RY", "BW"]
VALUES = ["w", "w", "w", "2", "2", "3", "3", "4", "4", "5", "5", "6", "7", "8", "9", "10"]
BOX = [colour + value for colour in "YBWGR" for value in VALUES]


def position(text: str, **options: Any) -> State:
    """The state that a text draws."""
    parts = dict(_part(part) for part in text.split("|") if part.strip())
    gold = [int(coins) for coins in parts.get("gold", "18 18").split()]
    piles = _piles(parts, len(gold))
    setup = {
        "starter": int(parts.get("to move", 0)),
        "wagers": parts["wagers"].split() if "wagers" in parts else WAGERS[: len(gold)],
        "deck": " ".join(chain(*piles.values())),
    }
    options = {"players": len(gold), **options}
    state = lostcities_env.new_game("rivals_v0", setups=[setup], **options)
    _lay_out(state, piles, gold)
    return state


def _part(text: str) -> tuple[str, str]:
    name, _, value = text.partition(":")
    return name.strip(), value.strip()


def _piles(parts: dict[str, str], players: int) -> dict[str, list[str]]:
    """All cards by where they are; those that are still in the piles stand last."""
    seats = [f"p{seat}" for seat in range(players)]
    piles = {name: parts.get(name, "").split() for name in (*seats, "display", "box", "next")}
    placed = Counter(chain(*piles.values()))
    assert placed <= Counter(BOX), f"not in the box: {placed - Counter(BOX)}"
    rest = sorted((Counter(BOX) - placed).elements(), key=BOX.index)
    left = int(parts["left"]) if "left" in parts else len(rest) + len(piles["next"])
    gone = len(rest) + len(piles["next"]) - left
    piles["box"] += rest[:gone]
    return piles | {"rest": rest[gone:]}


def _lay_out(state: State, piles: dict[str, list[str]], gold: list[int]) -> None:
    """Put cards and coins where they are drawn."""
    table: Any = state._tables[0]
    for name, cards in piles.items():
        if name not in ("next", "rest"):
            for card in cards:
                _put(state, table, name, state.game.cards.kind(card, 5))
    table.gold[: len(gold)] = gold
    table.supply = COINS - sum(gold)
    state._look()


def _put(state: State, table: Any, name: str, kind: int) -> None:
    """Turn one card of the deck and lay it into the display, the box or an expedition."""
    table.drawn += 1
    table.unseen[kind] -= 1
    if name == "box":
        table.boxed[kind] += 1
        return
    table.display[kind] += 1
    table.display_size += 1
    if name != "display":
        player = int(name[1:])
        assert table.fits[player, kind], f"{state.game.cards.name(kind)} does not fit for {name}"
        rules.take(table, player, kind)


def can(state: State, words: str) -> bool:
    """Whether the player to move may do this."""
    return bool(state.action_mask()[state.parse(words)])


def play(state: State, *moves: str) -> State:
    """Make these moves one after the other; returns the same state."""
    for words in moves:
        state.apply(words)
    return state


def cards_in(state: State, name: str) -> str:
    """The cards in the `display` or in the box (`boxed`), in words."""
    counts = state._tables[0][name]
    names = [[state.game.cards.name(kind)] * int(n) for kind, n in enumerate(counts)]
    return " ".join(chain(*names))


def gold(state: State) -> list[int]:
    """The coins of each player."""
    return [int(coins) for coins in state._tables[0].gold[: state.num_players]]


def supply(state: State) -> int:
    """The coins in the supply."""
    return int(state._tables[0].supply)
