"""What the tests of learning seats share: opponents that anybody can compute, and a plain referee."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from lostcities_env import State
from lostcities_env.core import rng
from lostcities_env.core.catalogue import find_game

Array = np.ndarray[Any, Any]


def by_view(observation: Array, mask: Array) -> int:
    """A player whose move depends on all that it sees, and on nothing else."""
    legal = np.flatnonzero(mask)
    return int(legal[int(abs(observation).sum() * 8191) % legal.size])


def by_view_too(observation: Array, mask: Array) -> int:
    """Another one."""
    legal = np.flatnonzero(mask)
    return int(legal[int(abs(observation).sum() * 524287) % legal.size])


class Told(NamedTuple):
    """What the learner is to be told after one of its decisions, or before the first."""

    observation: bytes
    reward: float
    terminated: bool
    truncated: bool
    seat: int
    scores: list[int]  # of the finished game, empty while it runs
    winners: list[int]


def story(
    game: str, options: dict[str, Any], seed: int, row: int, seat: int, games: int
) -> Iterator[Told]:
    """What a learner that plays `by_view` against `by_view_too` is to be told, straight from the rules.

    All decisions of a game are played first; what each one earned is then shared out to the
    learner's decisions. It shares no code with the environments but the deals.
    """
    variant = find_game(game).variant(options)
    for number in range(games):
        state = State(variant, rng.key_of(seed), number, row=row)
        earned: list[float] = [0.0]  # before the first decision of the learner, after it, ...
        views: list[bytes] = []
        while not state.is_over:
            observation, mask = state.observation(), state.action_mask()
            if state.current_player == seat:
                views.append(observation.tobytes())
                earned.append(0.0)
                state.apply(by_view(observation, mask))
            else:
                state.apply(by_view_too(observation, mask))
            earned[-1] += state.rewards[seat]
        if not views:
            continue
        views.append(state.observation(seat).tobytes())
        earned[1] += earned[0]
        earned[0] = 0.0
        last = len(views) - 1
        for i, view in enumerate(views):
            over, cut = i == last, state.is_truncated
            end = (state.scores(), state.winners()) if over else ([], [])
            yield Told(view, earned[i], over and not cut, over and cut, seat, *end)
