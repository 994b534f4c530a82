"""Players that are a compiled rule over an observation and a mask, for one game or for many."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.player import Rows, View
from lostcities_env.core import rng
from lostcities_env.core.engine import random_legal
from lostcities_env.core.game import Cells, Variant
from lostcities_env.core.jit import bind, rule

# The rule of a player; `ScriptedPlayer` puts its own in this place.
choose: Any = None


def choose_rows(observations: Cells, masks: Cells, streams: Cells, out: Cells) -> None:
    """The action of every row, by a random stream of its own, which moves on."""
    for i in range(out.size):
        streams[i] = rng.advance(streams[i])
        out[i] = choose(observations[i], masks[i], streams[i])


@cache
def rows_of(name: str, chooser: Any) -> Any:
    """`choose_rows` compiled with a player's rule, once in a process."""
    return bind(choose_rows, {"choose": chooser}, f"{chooser.__module__}.{name}")


class ScriptedPlayer:
    """A player by a compiled rule `choose(observation, mask, stream) -> action`."""

    def __init__(self, name: str, chooser: Any, seed: int | None = None) -> None:
        self.name = name
        self.choose = chooser
        self._rows = rows_of(name, chooser)
        self._stream = np.uint64(rng.choice_stream(rng.key_of(seed), np.uint64(0)))

    def act(self, view: View) -> int:
        """The action for one game."""
        action = self.act_rows(view.variant, view.observation[None], view.action_mask[None])
        return int(action[0])

    def act_rows(self, variant: Variant, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """The actions for many games at once, a row for each, by the player's own chance."""
        streams = np.empty(len(masks), np.uint64)
        rng.choice_streams(self._stream, 0, streams)
        self._stream = np.uint64(rng.advance(self._stream))
        return self.act_streams(variant, observations, masks, streams)

    def act_streams(
        self, variant: Variant, observations: Rows, masks: Rows, streams: NDArray[np.uint64]
    ) -> NDArray[np.int64]:
        """The actions for many games at once; each row's stream moves on, in place."""
        out = np.empty(len(masks), np.int64)
        self._rows(observations, masks, streams, out)
        return out


@rule
def choose_at_random(observation: Cells, mask: Cells, stream: np.uint64) -> int:
    """Any legal action, all equally likely."""
    return random_legal(mask, stream)
