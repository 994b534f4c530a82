"""Players by name: who there is for a game, and how they are made."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.player import Player, Rows, View
from lostcities_env.agents.scripted import ScriptedPlayer, choose_at_random
from lostcities_env.core.game import Variant

PlayerSpec = str | Player | Callable[[NDArray[np.float32], NDArray[np.bool_]], int]


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


def player_names(variant: Variant) -> list[str]:
    """The names of the players that there are for a game."""
    return ["random"]


def make_player(spec: PlayerSpec, variant: Variant, seed: int | None = None) -> Player:
    """A player from a name, a function of (observation, mask), or a player already made."""
    if isinstance(spec, Player):
        return spec
    if callable(spec):
        return CallablePlayer(spec)
    if spec == "random":
        return ScriptedPlayer("random", choose_at_random, seed)
    names = ", ".join(player_names(variant))
    raise ValueError(f"there is no player {spec!r} for {variant.game.name}; there are {names}")
