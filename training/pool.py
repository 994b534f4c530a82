"""The pool of opponents: the newest self, past selves, and scripted players as anchors.

Every game is dealt against opponents drawn from here: the newest self with a set probability,
scripted players with theirs, past selves by how hard they are to beat. How the learner fares against
each of them is kept as a running score.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.player import Rows
from training.config import Settings

Ids = NDArray[np.int64]
NEWEST, NEWEST_ID = "newest", 0
MEMORY = 1 / 400  # weight of one more game in the running score
START_SCORE = 0.5


class Answerer(Protocol):
    """Somebody who answers many views at once."""

    def __call__(self, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """The action for every row."""


@dataclass
class Record:
    """How the learner fares against one opponent."""

    name: str
    steps: int = 0  # of a past self: how long it had been trained
    games: int = 0
    score: float = START_SCORE  # running mean: 1 for ahead, 0.5 for level, 0 for behind

    def add(self, results: NDArray[np.float64]) -> None:
        """Take in the results of some games, newer ones counting more."""
        kept = (1 - MEMORY) ** results.size
        self.score = kept * self.score + (1 - kept) * float(results.mean())
        self.games += results.size


class Pool:
    """Who is played against, and how often. An opponent's id never changes or comes again."""

    def __init__(self, settings: Settings, anchors: Mapping[str, Answerer], seed: int) -> None:
        self._settings = settings
        self._random = np.random.default_rng(seed)
        self.records = {NEWEST_ID: Record(NEWEST)}
        self._answer: dict[int, Answerer] = {}
        self._anchor_ids = {name: NEWEST_ID + 1 + i for i, name in enumerate(anchors)}
        for name, number in self._anchor_ids.items():
            self.records[number] = Record(name)
            self._answer[number] = anchors[name]
        self._next_id = len(self.records)
        self.past: list[int] = []
        self.active: list[int] = []

    def add(self, steps: int, answer: Answerer) -> int:
        """A snapshot joins; if there are too many, the easiest of the others leaves."""
        number = self._next_id
        self._next_id += 1
        self.records[number] = Record(f"self at {steps}", steps)
        self._answer[number] = answer
        if len(self.past) >= self._settings.pool:
            self.past.remove(max(self.past, key=lambda i: self.records[i].score))
        self.past.append(number)
        return number

    def choose_active(self) -> None:
        """Choose the past selves of the next games, hard ones rather."""
        wanted = min(self._settings.active, len(self.past))
        if wanted:
            chosen = self._random.choice(
                self.past, wanted, replace=False, p=self._chances(self.past)
            )
            self.active = sorted(int(i) for i in chosen)

    def forget(self, in_use: set[int]) -> None:
        """Forget past selves that have left and sit at no table any more."""
        lasting = {NEWEST_ID, *self._anchor_ids.values(), *self.past, *self.active}
        for number in set(self.records) - lasting - in_use:
            del self.records[number], self._answer[number]

    def _chances(self, numbers: list[int]) -> NDArray[np.float64]:
        """The chance of each past self: its chance to win, to a power; none is left out for ever."""
        losing = np.array([1 - self.records[i].score for i in numbers])
        weights = np.maximum(losing, 0.02) ** self._settings.hardness
        chances: NDArray[np.float64] = weights / weights.sum()
        return chances

    def draw(self, count: int) -> Ids:
        """Opponents for so many seats."""
        numbers = [NEWEST_ID, *self._anchor_ids.values(), *self.active]
        shares = [self._settings.newest, *self._settings.anchors.values()]
        rest = max(0.0, 1 - sum(shares))
        if self.active:
            chances = np.array([*shares, *(rest * self._chances(self.active))])
        else:
            chances = np.array([shares[0] + rest, *shares[1:]])
        drawn: Ids = self._random.choice(numbers, count, p=chances / chances.sum())
        return drawn

    def answer(self, ids: Ids, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """Everybody's actions; each opponent is asked once, for all its rows."""
        actions = np.empty(len(ids), np.int64)
        for number in np.unique(ids):
            rows = np.flatnonzero(ids == number)
            if rows.size == len(ids):
                return self._answer[int(number)](observations, masks)
            actions[rows] = self._answer[int(number)](observations[rows], masks[rows])
        return actions

    def report(self, ids: Ids, results: NDArray[np.float64]) -> None:
        """Take in how games ended for the learner: 1 ahead, 0.5 level, 0 behind each opponent."""
        for number in np.unique(ids):
            self.records[int(number)].add(results[ids == number])

    def ratings(self) -> dict[str, dict[str, float]]:
        """The learner's running score against everybody in the pool, by name."""
        known = [NEWEST_ID, *self._anchor_ids.values(), *self.past]
        return {
            self.records[i].name: {"games": self.records[i].games, "score": self.records[i].score}
            for i in known
        }

    def anchor_scores(self) -> dict[str, float]:
        """The learner's running score against the scripted players that it has met."""
        met = {name: self.records[i] for name, i in self._anchor_ids.items()}
        return {name: record.score for name, record in met.items() if record.games}

    def to_json(self) -> dict[str, Any]:
        """What a resumed run needs to go on with the same pool."""
        return {
            "records": [asdict(self.records[i]) for i in (NEWEST_ID, *self._anchor_ids.values())],
            "past": [asdict(self.records[i]) for i in self.past],
            "random": self._random.bit_generator.state,
        }

    def restore(self, written: dict[str, Any], load: Callable[[int], Answerer]) -> None:
        """Go on with a pool as it was written; `load` finds the snapshot of a number of steps."""
        for record in written["records"]:
            number = {NEWEST: NEWEST_ID, **self._anchor_ids}.get(record["name"])
            if number is not None:
                self.records[number] = Record(**record)
        for record in written["past"]:
            self.records[self.add(record["steps"], load(record["steps"]))] = Record(**record)
        self._random.bit_generator.state = written["random"]
