"""`Player`: the one small protocol of everybody who plays, and the views that players are handed.

A player never gets the real table. It is handed a `View` (its own observation, what it may do, and
worlds in which all that it cannot know is dealt anew) or, for many games at once, rows of
observations and masks.
"""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from lostcities_env.core.game import Variant
from lostcities_env.core.state import State

Rows = NDArray[Any]


class View:
    """What one player knows of a game in which it is to move."""

    __slots__ = ("_tables", "_world", "action_mask", "observation", "player", "variant")

    def __init__(self, state: State) -> None:
        self.variant: Variant = state.variant
        self.player: int = state.current_player
        self.observation = state.observation()
        self.action_mask = state.action_mask()
        player = self.player

        def world(seed: int) -> State:
            return state.determinize(player, seed)

        def tables(count: int, seed: int) -> Rows:
            return state.worlds(player, count, seed)

        self._world: Callable[[int], State] = world
        self._tables: Callable[[int, int], Rows] = tables

    def legal_actions(self) -> list[int]:
        """The ids of what may be done, ascending."""
        return [int(action) for action in np.flatnonzero(self.action_mask)]

    def determinize(self, seed: int) -> State:
        """A game that looks the same to this player, all that he cannot know dealt anew."""
        return self._world(seed)

    def worlds(self, count: int, seed: int) -> Rows:
        """So many tables that look the same to this player, for compiled playouts."""
        return self._tables(count, seed)


@runtime_checkable
class Player(Protocol):
    """Somebody who plays. A player may keep random streams, but no memory of the game.

    A player that cannot answer rows of observations, because it wants worlds to search, has an
    attribute `needs_views` that is True.
    """

    name: str

    def act(self, view: View) -> int:
        """The action for one game."""

    def act_rows(self, variant: Variant, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """The actions for many games at once, a row for each."""


@runtime_checkable
class StreamedPlayer(Player, Protocol):
    """A player that leaves things to chance only by random streams that are handed to it.

    With a stream for each game it plays a game alone exactly as it plays it among many.
    """

    def act_streams(
        self, variant: Variant, observations: Rows, masks: Rows, streams: NDArray[np.uint64]
    ) -> NDArray[np.int64]:
        """The actions for many games at once; each row's stream moves on, in place."""


def needs_views(player: Player) -> bool:
    """Whether a player can only be asked about one game at a time, by its view."""
    return bool(getattr(player, "needs_views", False))


def act_on(player: Player, state: State) -> int:
    """What a player does in a game in progress, having been shown its own view only."""
    return player.act(View(state))
