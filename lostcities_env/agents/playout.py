"""Compiled playouts: worlds are copied, a move is tried in each, and a rule plays them to the end."""

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from lostcities_env.core import rng
from lostcities_env.core.engine import VERBS, build
from lostcities_env.core.game import RUNNING, Cells, Game, Table
from lostcities_env.core.jit import bind

# The verbs of a game and the rule that plays; `playouts` puts their own in these places.
legal_actions: Any = None
apply: Any = None
observe: Any = None
score: Any = None
standing: Any = None
choose: Any = None
best_other_score: Any = None


def play_on(s: Table, mask: Cells, observation: Cells, stream: np.uint64) -> None:
    """Play to the end of the deal, the same rule in every seat."""
    while s.status == RUNNING:
        legal_actions(s, mask)
        observe(s, s.player, observation)
        stream = rng.advance(stream)
        apply(s, choose(observation, mask, stream))


def win_share(s: Table, seat: int) -> float:
    """1 for a seat that is ahead of all others, a share of it for a tie, 0 for one behind."""
    mine, ties = standing(s, seat), 0
    for other in range(s.players):
        rank = standing(s, other)
        if rank > mine:
            return 0.0
        ties += rank == mine
    return 1.0 / ties


def try_moves(
    worlds: Cells,
    moves: Cells,
    seat: int,
    table: Cells,
    mask: Cells,
    observation: Cells,
    margins: Cells,
    wins: Cells,
) -> None:
    """Try every move in every world, and write by how much and whether the seat is ahead then."""
    for i in range(worlds.size):
        for j in range(moves.size):
            table[0] = worlds[i]
            s = table[0]
            stream = s.rng
            apply(s, moves[j])
            play_on(s, mask, observation, stream)
            margins[j, i] = score(s, seat) - best_other_score(s, seat)
            wins[j, i] = win_share(s, seat)


LOOPS = (play_on, win_share, try_moves)


@cache
def playouts(game: Game, rule_of_all: Any) -> SimpleNamespace:
    """The loops compiled with a game's verbs and the rule that plays every seat."""
    names: dict[str, Any] = {verb: getattr(game, verb) for verb in VERBS}
    names["choose"] = rule_of_all
    names["best_other_score"] = build(game).best_other_score
    for function in LOOPS:
        names[function.__name__] = bind(function, names, f"{game.name}.{rule_of_all.__name__}")
    return SimpleNamespace(**names)
