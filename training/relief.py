"""Relief: while a run is young, part of what expeditions cost is paid back with the reward.

From random weights nearly every card that is played is a loss, so the first thing that self-play
learns is to play none. Cheaper expeditions are worth beginning, and their price can then rise to what
the rules ask. A column costs 20 points for itself and 20 for each of its wagers, so every such cost
falls due at one play: relief pays a share of it back at that play. The rules know nothing of it.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.player import Rows
from lostcities_env.core.game import Variant
from lostcities_env.games.card_game.state import EXPEDITION_COST, PLAYERS, WAGER_RANK

Points = NDArray[np.float64]

ME = 0  # the seat of whoever looks, in a view
SHARED = "margin"  # the reward in which the other's relief is the learner's loss


class CostsDue:
    """How many times the cost of an expedition falls due at an action of the card game."""

    def __init__(self, variant: Variant) -> None:
        plays = variant.actions.view(np.arange(variant.actions.size), "play")
        lengths = variant.observation.view(np.arange(variant.observation.size), "length")[ME]
        self._is_play = np.zeros(variant.actions.size, np.bool_)
        self._is_play[plays] = True
        self._is_wager = np.zeros(variant.actions.size, np.bool_)
        self._is_wager[plays[:, WAGER_RANK]] = True
        self._length = np.zeros(variant.actions.size, np.int64)  # where a view tells the column's
        self._length[plays] = lengths[:, None]

    def of(self, observations: Rows, actions: NDArray[Any]) -> NDArray[np.int64]:
        """One for a play that begins a column, and one for a wager; views are from before it."""
        empty = observations[np.arange(len(actions)), self._length[actions]] == 0
        due: NDArray[np.int64] = (self._is_play[actions] & empty) + self._is_wager[actions].astype(
            int
        )
        return due


class Relief:
    """What is paid back at plays, at the share of the moment."""

    def __init__(self, variant: Variant, share: Callable[[], float]) -> None:
        self._due, self._share = CostsDue(variant), share
        self._others_sign = -1 if variant.values["reward"] == SHARED else 0

    def paid(self, observations: Rows, actions: NDArray[Any], movers: NDArray[Any]) -> Points:
        """(actions, seats): what actions bring both seats, in points."""
        points = self._due.of(observations, actions) * (EXPEDITION_COST * self._share())
        out = np.outer(points, np.full(PLAYERS, self._others_sign, np.float64))
        out[np.arange(len(actions)), movers] = points
        return out
