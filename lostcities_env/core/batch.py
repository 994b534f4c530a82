"""`Batch`: many games at once, stepped together in compiled code over buffers that stay in place."""

import operator
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lostcities_env.core import rng
from lostcities_env.core.engine import build, first_illegal
from lostcities_env.core.errors import IllegalAction
from lostcities_env.core.game import Variant

_FEWEST_ROWS_A_THREAD = 64


class Buffers(NamedTuple):
    """What compiled code writes for every row of a batch."""

    players: NDArray[np.int32]
    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    final_scores: NDArray[np.int32]
    final_observations: NDArray[np.float32]


class Batch:
    """Many games of one variant, one in each row. Made by `lostcities_env.make_batch`.

    The arrays are live: they are written in place by every step, and `torch.from_numpy` shares them.
    A game that ends is dealt anew at once; its last rewards, scores and views stay readable until
    the next step.
    """

    def __init__(
        self, variant: Variant, num_games: int, seed: int | None, num_threads: int, first_row: int
    ) -> None:
        self.variant = variant
        self.num_games = _whole("num_games", num_games, 1)
        self.num_players = variant.players
        self._first_row = _whole("first_row", first_row, 0)
        self._key = rng.key_of(seed)
        self._engine = build(variant.game)
        self._states = np.zeros(self.num_games, variant.game.dtype)
        self._games = np.zeros(self.num_games, np.uint64)
        self._streams = np.empty(self.num_games, np.uint64)
        self._random = np.full(self.num_games, -1, np.int64)
        self._buffers = self._make_buffers()
        threads = min(_whole("num_threads", num_threads, 1), 1 + num_games // _FEWEST_ROWS_A_THREAD)
        self._edges = np.linspace(0, self.num_games, threads + 1).astype(int).tolist()
        self._pool = ThreadPoolExecutor(threads - 1) if threads > 1 else None
        rng.choice_streams(self._key, self._first_row, self._streams)
        self._run(0, self._random)

    def _make_buffers(self) -> Buffers:
        n, players = self.num_games, self.num_players
        size = self.variant.observation.size
        return Buffers(
            players=np.zeros(n, np.int32),
            observations=np.zeros((n, size), np.float32),
            masks=np.zeros((n, self.variant.actions.size), np.bool_),
            rewards=np.zeros((n, players), np.float32),
            terminations=np.zeros(n, np.bool_),
            truncations=np.zeros(n, np.bool_),
            final_scores=np.zeros((n, players), np.int32),
            final_observations=np.zeros((n, players, size), np.float32),
        )

    @property
    def observations(self) -> NDArray[np.float32]:
        """(games, numbers): the view of the player to move."""
        return self._buffers.observations

    @property
    def action_masks(self) -> NDArray[np.bool_]:
        """(games, actions): True for what the player to move may do."""
        return self._buffers.masks

    @property
    def current_players(self) -> NDArray[np.int32]:
        """(games,): the seat to move."""
        return self._buffers.players

    @property
    def rewards(self) -> NDArray[np.float32]:
        """(games, players): what the last step earned each seat."""
        return self._buffers.rewards

    @property
    def terminations(self) -> NDArray[np.bool_]:
        """(games,): True where the last step ended a game by its rules."""
        return self._buffers.terminations

    @property
    def truncations(self) -> NDArray[np.bool_]:
        """(games,): True where the last step ran into `max_turns`."""
        return self._buffers.truncations

    @property
    def final_scores(self) -> NDArray[np.int32]:
        """(games, players): the scores of games that just ended, 0 elsewhere."""
        return self._buffers.final_scores

    @property
    def final_observations(self) -> NDArray[np.float32]:
        """(games, players, numbers): every seat's last view of a game that just ended, 0 elsewhere."""
        return self._buffers.final_observations

    @property
    def nbytes(self) -> int:
        """The memory that the games and their buffers take."""
        own = (self._states, self._games, self._streams, self._random)
        return sum(array.nbytes for array in (*own, *self._buffers))

    def step(self, actions: ArrayLike) -> None:
        """Make one decision in every game. If one is illegal, that is an error and none is made."""
        chosen = self._checked(actions)
        self._run(1, chosen)

    def rollout(self, steps: int) -> None:
        """Play so many random legal decisions in every game, from a stream of their own."""
        steps = _whole("steps", steps, 0)
        if steps:
            self._run(steps, self._random)

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_games,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(
                f"step takes {self.num_games} whole numbers, one for each game, not an array of "
                f"shape {chosen.shape} and type {chosen.dtype}"
            )
        chosen = chosen.astype(np.int64, copy=False)
        row = first_illegal(chosen, self._buffers.masks)
        if row >= 0:
            raise IllegalAction(
                f"row {row}: {self._why_not(row, int(chosen[row]))}; nothing was done"
            )
        return chosen

    def _why_not(self, row: int, action: int) -> str:
        try:
            words = self.variant.describe(action)
        except IllegalAction as error:
            return str(error)
        where = self.variant.actions.locate(action)
        return f"{words} is not legal: {self.variant.game.explain(self._states[row], *where)}"

    def _run(self, steps: int, actions: NDArray[np.int64]) -> None:
        def slice_of_rows(low: int, high: int) -> None:
            self._engine.run_rows(
                self._states,
                low,
                high,
                steps,
                actions,
                self._streams,
                self.variant.template,
                self._key,
                self._first_row,
                self._games,
                self._buffers,
            )

        self._in_threads(slice_of_rows)

    def _in_threads(self, work: Callable[[int, int], None]) -> None:
        """Do the work for all rows, in slices of them where there are threads."""
        slices = list(zip(self._edges, self._edges[1:], strict=False))
        others = [self._pool.submit(work, *rows) for rows in slices[1:]] if self._pool else []
        work(*slices[0])
        for other in others:
            other.result()


def _whole(name: str, value: Any, least: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or number < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
    return number
