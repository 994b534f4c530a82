"""`Player`: the one small protocol of everybody who plays, and the views that players are handed.

A player never gets the real table. It is handed a `View` (its own observation, what it may do, and
worlds in which all that it cannot know is dealt anew) or, for many games at once, rows of
observations and masks. A player that needs worlds is shown the rows of a batch one by one.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from lostcities_env.core.batch import Batch
from lostcities_env.core.game import Variant
from lostcities_env.core.state import State

Rows = NDArray[Any]


class View:
    """What one player knows of a game in which it is to move.

    `seed` settles all that the player leaves to chance in this decision, so that it plays a game
    alone as it plays it among many; where it is None, the player has chance of its own.
    """

    __slots__ = ("_tables", "_world", "action_mask", "observation", "player", "seed", "variant")

    def __init__(self, state: State, seed: int | None = None) -> None:
        self.seed = seed
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


def act_on(player: Player, state: State, seed: int | None = None) -> int:
    """What a player does in a game in progress, having been shown its own view only."""
    return player.act(View(state, seed))


def act_on_rows(
    player: Player, batch: Batch, rows: NDArray[np.int64], seeds: Sequence[int | None] | None = None
) -> NDArray[np.int64]:
    """What a player does in some rows of a batch, having been shown its own views only.

    A player that needs views takes what it leaves to chance from `seeds`, one for each row.
    """
    if not needs_views(player):
        return player.act_rows(batch.variant, batch.observations[rows], batch.action_masks[rows])
    pairs = zip(rows, seeds or [None] * rows.size, strict=True)
    return np.array([act_on(player, batch.state(row), seed) for row, seed in pairs], np.int64)
