"""`Batch`: many games at once, stepped together in compiled code over buffers that stay in place."""

import operator
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lostcities_env.core import rng
from lostcities_env.core.engine import BEGIN, build, first_wrong
from lostcities_env.core.errors import IllegalAction
from lostcities_env.core.game import Variant
from lostcities_env.core.state import State
from lostcities_env.core.threads import Crew, Job
from lostcities_env.core.tickets import Tickets


class Buffers(NamedTuple):
    """What compiled code writes for every row of a batch."""

    players: NDArray[np.int32]
    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    rewards: NDArray[np.float32]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    final_scores: NDArray[np.int32]
    final_winners: NDArray[np.bool_]
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
        self._rows = np.arange(self.num_games)
        self._places = self._rows.copy()  # the rows to decide in, and
        self._choices = np.full(self.num_games, BEGIN)  # the decisions: threads look here
        self._buffers = self._make_buffers()
        self._crew = Crew(_whole("num_threads", num_threads, 1))
        self._deciding = self._job(self._engine.run_rows, self._places, self._choices)
        self._begin()

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
            final_winners=np.zeros((n, players), np.bool_),
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
    def final_winners(self) -> NDArray[np.bool_]:
        """(games, players): True for the winners of games that just ended, tie-breaks counted."""
        return self._buffers.final_winners

    @property
    def final_observations(self) -> NDArray[np.float32]:
        """(games, players, numbers): every seat's last view of a game that just ended, 0 elsewhere."""
        return self._buffers.final_observations

    @property
    def game_numbers(self) -> NDArray[np.uint64]:
        """(games,): which game of its row each one is, from 0."""
        return self._games

    @property
    def nbytes(self) -> int:
        """The memory that the games and their buffers take."""
        own = (self._states, self._games, self._rows, self._streams)
        return sum(array.nbytes for array in (*own, *self._buffers))

    @cached_property
    def _rolling(self) -> Job:
        """The job of rollouts."""
        return self._job(self._engine.roll_rows, self._rows, self._streams)

    @cached_property
    def _streams(self) -> NDArray[np.uint64]:
        """The streams of random choices, one for each row; made when they are first asked for."""
        streams = np.empty(self.num_games, np.uint64)
        rng.choice_streams(self._key, self._first_row, streams)
        return streams

    def state(self, row: int) -> State:
        """A copy of the game in a row as it is now; it has no record of how it came to be."""
        return State.from_table(self.variant, self._states[row])

    def step(self, actions: ArrayLike) -> None:
        """Make one decision in every game. If one is illegal, that is an error and none is made."""
        self._decide(self._rows, _whole_numbers(actions, self.num_games))

    def step_rows(self, rows: ArrayLike, actions: ArrayLike) -> None:
        """Make one decision in some games, given by their rows, ascending; the others stay as they are.

        What the buffers hold of the other games stays too. If one decision is illegal, that is an
        error and none is made.
        """
        places = _whole_numbers(rows, np.size(rows))
        self._decide(places, _whole_numbers(actions, places.size))

    def deal_anew(self) -> None:
        """Leave every game as it is and deal the next one of its row."""
        self._games += np.uint64(1)
        for buffer in self._buffers:
            buffer[:] = 0
        self._begin()

    def rollout(self, steps: int) -> None:
        """Play so many random legal decisions in every game, from a stream of their own."""
        self._crew.share(self._rolling, self.num_games, _whole("steps", steps, 0), lambda: None)

    def _check(self, rows: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        wrong = first_wrong(rows, actions, self._buffers.masks)
        if wrong < 0:
            return
        row = int(rows[wrong])
        if not (rows[wrong - 1] if wrong else -1) < row < self.num_games:
            raise IllegalAction(
                f"rows must be different, ascending and below {self.num_games}, but place {wrong} "
                f"holds {row}; nothing was done"
            )
        raise IllegalAction(
            f"row {row}: {self._why_not(row, int(actions[wrong]))}; nothing was done"
        )

    def _why_not(self, row: int, action: int) -> str:
        try:
            words = self.variant.describe(action)
        except IllegalAction as error:
            return str(error)
        where = self.variant.actions.locate(action)
        return f"{words} is not legal: {self.variant.game.explain(self._states[row], *where)}"

    def _begin(self) -> None:
        """Deal the game of every row."""
        self._run(self._rows, BEGIN, lambda: None)

    def _decide(self, rows: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """One decision in each of these rows, if all of them are legal."""
        self._run(rows, actions, partial(self._check, rows, actions))

    def _run(
        self, rows: NDArray[np.int64], choices: NDArray[np.int64] | int, check: Callable[[], None]
    ) -> None:
        """One decision in each of these rows, once `check` has found nothing wrong."""

        def lay_out() -> None:
            check()
            self._places[: rows.size] = rows
            self._choices[: rows.size] = choices

        self._crew.share(self._deciding, rows.size, 1, lay_out)

    def _job(self, loop: Any, places: NDArray[np.int64], choices: NDArray[Any]) -> Job:
        """A compiled loop over this batch; it must not keep the batch itself alive."""
        states, template, buffers = self._states, self.variant.template, self._buffers
        rest = template, self._key, self._first_row, self._games, buffers

        def work(tickets: Tickets, thread: int) -> None:
            loop(states, places, tickets, thread, choices, *rest)

        return Job(work, self._crew.threads)


def _whole_numbers(values: ArrayLike, count: int) -> NDArray[np.int64]:
    numbers = np.asarray(values)
    if numbers.shape != (count,) or (count and numbers.dtype.kind not in "iu"):
        raise IllegalAction(
            f"a step takes {count} whole numbers, one for each game, not an array of shape "
            f"{numbers.shape} and type {numbers.dtype}"
        )
    return numbers.astype(np.int64, copy=False)


def _whole(name: str, value: Any, least: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or number < least:
        raise ValueError(f"{name} must be a whole number of at least {least}, not {value!r}")
    return number
