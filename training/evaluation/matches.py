"""Matches between all pairs of entrants, over the cores of a machine, on the same deals.

The work is cut into tasks: one pair, one seating, a range of deals. What comes of a task depends on the
task alone, so that the number of workers changes nothing but the time.
"""

import zlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.match import Match
from lostcities_env.agents.player import needs_views
from lostcities_env.agents.tables import play_seating
from lostcities_env.core.game import Variant
from training.evaluation.entrants import Entrant, make
from training.evaluation.seating import Seating, seatings
from training.evaluation.sequential import OPEN, ConfidenceSequence, verdict

DEALS_A_TASK = 128  # played together as rows of a batch
DEALS_A_SLOW_TASK = 4  # where somebody thinks about one game at a time
ROUND = 64  # deals between two looks of the sequential test

Pair = tuple[Entrant, Entrant]
Results = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.bool_]]
Progress = Callable[[int], None]  # is told of so many more games that were played


@dataclass(frozen=True)
class Task:
    """A piece of work for one worker."""

    variant: Variant
    pair: Pair
    seating: Seating
    deals: range
    seed: int

    def player_seed(self, which: int) -> int:
        """The seed of one of the two players, for this task alone."""
        words = [zlib.crc32(entrant.name.encode()) for entrant in self.pair]
        key = [self.seed, *words, *self.seating, self.deals.start, which]
        return int(np.random.SeedSequence(key).generate_state(1, np.uint64)[0])


@dataclass(frozen=True)
class Plan:
    """How much is played, and when to stop early."""

    deals: int  # for each pair, at most
    seed: int = 0
    confidence: float = 0.95
    tolerance: float | None = None  # of the sequential test; None plays all deals


@dataclass
class Meeting:
    """A pair with all it has played so far."""

    pair: Pair
    match: Match
    sequence: ConfidenceSequence | None  # of win rates, where the test may stop early

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len(self.match.wins)

    def add(self, results: list[Results]) -> None:
        """Take in new deals: the results of every seating."""
        wins, margins, truncated = (np.stack(part, axis=1) for part in zip(*results, strict=True))
        self.match = Match(
            self.match.names,
            np.concatenate([self.match.wins, wins]),
            np.concatenate([self.match.margins, margins]),
            np.concatenate([self.match.truncated, truncated]),
        )
        if self.sequence:
            self.sequence.add(wins.mean(axis=1))

    def is_open(self, plan: Plan) -> bool:
        """Whether more deals are to be played."""
        if self.deals >= plan.deals:
            return False
        return self.sequence is None or verdict(self.sequence, plan.tolerance or 0) == OPEN


def play_task(task: Task) -> Results:
    """What one seating brought the first player of a pair: wins, margins, truncations."""
    players = [
        make(entrant, task.variant, task.player_seed(i)) for i, entrant in enumerate(task.pair)
    ]
    seated = [players[holder] for holder in task.seating]
    ended = play_seating(task.variant, seated, task.deals, task.seed)
    first = np.array(task.seating) == 0
    wins = ended.winners[:, first].sum(axis=1) / ended.winners.sum(axis=1)
    margins = ended.scores[:, first].mean(axis=1) - ended.scores[:, ~first].mean(axis=1)
    return wins, margins, ended.truncated


def play_all(
    entrants: Sequence[Entrant],
    variant: Variant,
    plan: Plan,
    workers: int = 1,
    progress: Progress | None = None,
) -> list[Meeting]:
    """Every pair plays the same deals from every seating."""
    meetings = [_meeting(pair, variant, plan) for pair in combinations(entrants, 2)]
    with _executor(workers) as executor:
        while running := [meeting for meeting in meetings if meeting.is_open(plan)]:
            _play_round(running, variant, plan, executor, progress)
    return meetings


def _meeting(pair: Pair, variant: Variant, plan: Plan) -> Meeting:
    nothing = np.empty((0, len(seatings(variant.players))))
    match = Match((pair[0].name, pair[1].name), nothing, nothing, nothing.astype(bool))
    sequential = plan.tolerance is not None
    return Meeting(pair, match, ConfidenceSequence(1 - plan.confidence) if sequential else None)


def _play_round(
    running: list[Meeting],
    variant: Variant,
    plan: Plan,
    executor: Executor | None,
    progress: Progress | None,
) -> None:
    """More deals for every pair that goes on: some where the test may stop them, else all."""
    tasks = [_tasks(meeting, variant, plan) for meeting in running]
    flat = [task for task_lists in tasks for seating in task_lists for task in seating]
    results = _told(
        map(play_task, flat) if executor is None else executor.map(play_task, flat), progress
    )
    for meeting, task_lists in zip(running, tasks, strict=True):
        meeting.add([_in_a_row([next(results) for _ in seating]) for seating in task_lists])


def _told(results: Iterator[Results], progress: Progress | None) -> Iterator[Results]:
    """The results as they come; each is told of."""
    for result in results:
        if progress:
            progress(len(result[0]))
        yield result


def _tasks(meeting: Meeting, variant: Variant, plan: Plan) -> list[list[Task]]:
    """A list of tasks for every seating."""
    slow = any(needs_views(make(entrant, variant, 0)) for entrant in meeting.pair)
    size = DEALS_A_SLOW_TASK if slow else DEALS_A_TASK
    stop = min(plan.deals, meeting.deals + ROUND) if meeting.sequence else plan.deals
    starts = range(meeting.deals, stop, size)
    ranges = [range(start, min(start + size, stop)) for start in starts]
    return [
        [Task(variant, meeting.pair, seating, deals, plan.seed) for deals in ranges]
        for seating in seatings(variant.players)
    ]


def _in_a_row(parts: list[Results]) -> Results:
    wins, margins, truncated = (np.concatenate(part) for part in zip(*parts, strict=True))
    return wins, margins, truncated


@contextmanager
def _executor(workers: int) -> Iterator[Executor | None]:
    """So many processes, begun afresh so that no thread of the caller is copied; None for one."""
    if workers <= 1:
        yield None
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        yield executor
