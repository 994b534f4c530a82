"""Players by name: who there is for a game, and how they are made.

The players of a game are found in the folder of `lostcities_env.agents` that is called like the
game's own: its `PLAYERS` are compiled rules by name. A game without such a folder has the players
that need to know no rules.
"""

import importlib
import re
from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.checkpoint import CheckpointPlayer, is_checkpoint, shipped_policy
from lostcities_env.agents.player import Player, Rows, View
from lostcities_env.agents.scripted import ScriptedPlayer, choose_at_random
from lostcities_env.agents.search import SearchPlayer
from lostcities_env.core.game import Game, Variant

PlayerSpec = str | Player | Callable[[NDArray[np.float32], NDArray[np.bool_]], int]

RANDOM, CAREFUL, SEARCH, TRAINED = "random", "careful", "search", "trained"
_BUDGET = re.compile(rf"{SEARCH}(?::(?P<playouts>\d+)|:(?P<seconds>\d*\.?\d+)s)?")


class CallablePlayer:
    """A player by a plain function of an observation and a mask."""

    def __init__(self, function: Callable[[Any, Any], int]) -> None:
        self.name = getattr(function, "__name__", "callable")
        self._function = function

    def act(self, view: View) -> int:
        """The action for one game."""
        return int(self._function(view.observation, view.action_mask))

    def act_rows(self, variant: Variant, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """The actions for many games at once, a row for each."""
        pairs = zip(observations, masks, strict=True)
        return np.array([self._function(*pair) for pair in pairs], np.int64)


def players_module(game: Game) -> ModuleType | None:
    """The module with a game's own players, if it has one."""
    name = f"{__package__}.{game.name.rpartition('_v')[0]}"
    return importlib.import_module(name) if find_spec(name) else None


def rules_of_players(game: Game) -> dict[str, Any]:
    """The compiled rules of a game's players, by name."""
    own = players_module(game)
    return {RANDOM: choose_at_random, **(own.PLAYERS if own else {})}


def player_names(variant: Variant) -> list[str]:
    """The names of the players that there are for a game; a trained one not for all options."""
    trained = [TRAINED] if shipped_policy(variant) else []
    return [*rules_of_players(variant.game), SEARCH, *trained]


def make_player(spec: PlayerSpec, variant: Variant, seed: int | None = None) -> Player:
    """A player from a name, a checkpoint's folder, a function of (observation, mask), or as it is.

    The search player's name may say how long it thinks: `search:500` makes so many playouts a
    decision, `search:0.2s` takes so many seconds.
    """
    if isinstance(spec, Player):
        return spec
    if callable(spec):
        return CallablePlayer(spec)
    if not isinstance(spec, str):
        raise ValueError(
            f"a player is a name, a function of (observation, mask), or something with a name, act "
            f"and act_rows, not {spec!r}"
        )
    rules = rules_of_players(variant.game)
    if spec in rules:
        return ScriptedPlayer(spec, rules[spec], seed)
    if budget := _BUDGET.fullmatch(spec):
        return _searcher(spec, variant.game, rules, budget.groupdict(), seed)
    if spec == TRAINED and (shipped := shipped_policy(variant)):
        return CheckpointPlayer(shipped, variant, seed, name=TRAINED)
    if is_checkpoint(spec):
        return CheckpointPlayer(spec, variant, seed)
    names = ", ".join(player_names(variant))
    raise ValueError(
        f"there is no player {spec!r} for {variant.game.name}; there are {names} "
        f"({SEARCH}:500 makes 500 playouts a decision, {SEARCH}:0.2s takes 0.2 seconds); it is "
        f"no folder with a checkpoint either"
    )


def _searcher(
    name: str, game: Game, rules: dict[str, Any], budget: dict[str, str | None], seed: int | None
) -> SearchPlayer:
    """A search player whose playouts are played by the game's careful player, or at random."""
    playouts, seconds = budget["playouts"], budget["seconds"]
    return SearchPlayer(
        name,
        game,
        rules.get(CAREFUL, choose_at_random),
        playouts=int(playouts) if playouts else None,
        seconds=float(seconds) if seconds else None,
        seed=seed,
    )
