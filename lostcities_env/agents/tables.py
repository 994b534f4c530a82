"""Playing many deals with given players on given seats: the one loop behind every match."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.player import Player, act_on, needs_views
from lostcities_env.core import rng
from lostcities_env.core.batch import Batch
from lostcities_env.core.game import Variant
from lostcities_env.core.state import State

ROWS = 512  # games played at once


@dataclass(frozen=True)
class Ended:
    """How games ended, one in each row."""

    winners: NDArray[np.bool_]  # (games, seats)
    scores: NDArray[np.int32]  # (games, seats)
    truncated: NDArray[np.bool_]  # (games,): whether it was cut short

    @property
    def shares(self) -> NDArray[np.float64]:
        """(games, seats): 1 for a win, a share of it for a tie, 0 for a loss."""
        shares: NDArray[np.float64] = self.winners / self.winners.sum(axis=1, keepdims=True)
        return shares


def play_seating(variant: Variant, seated: Sequence[Player], deals: range, seed: int) -> Ended:
    """Play these deals of a seed, each once, with a player on every seat.

    The same player may hold several seats. A deal is the first game of a row of `make_batch` with
    this seed: the same for everybody who plays it.
    """
    if any(map(needs_views, seated)):
        return _one_by_one(variant, seated, deals, seed)
    return _all_at_once(variant, seated, deals, seed)


def _empty(games: int, seats: int) -> Ended:
    winners, scores = np.zeros((games, seats), np.bool_), np.zeros((games, seats), np.int32)
    return Ended(winners, scores, np.zeros(games, np.bool_))


def _all_at_once(variant: Variant, seated: Sequence[Player], deals: range, seed: int) -> Ended:
    """Through the batch engine, some hundred rows at a time."""
    parts = []
    for first in range(deals.start, deals.stop, ROWS):
        rows = min(ROWS, deals.stop - first)
        parts.append(_play_rows(Batch(variant, rows, seed, 1, first), seated))
    return Ended(
        np.concatenate([part.winners for part in parts]),
        np.concatenate([part.scores for part in parts]),
        np.concatenate([part.truncated for part in parts]),
    )


def _play_rows(batch: Batch, seated: Sequence[Player]) -> Ended:
    """The first game of every row; a row whose game is over stands still."""
    result, running = _empty(batch.num_games, len(seated)), np.arange(batch.num_games)
    while running.size:
        batch.step_rows(running, _answers(batch, seated, running))
        over = batch.terminations[running] | batch.truncations[running]
        ended = running[over]
        result.winners[ended] = batch.final_winners[ended]
        result.scores[ended] = batch.final_scores[ended]
        result.truncated[ended] = batch.truncations[ended]
        running = running[~over]
    return result


def _answers(
    batch: Batch, seated: Sequence[Player], running: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Everybody's decisions in the games that go on, each player asked once."""
    actions = np.empty(running.size, np.int64)
    for player in {id(player): player for player in seated}.values():
        own = np.array([other is player for other in seated])
        places = np.flatnonzero(own[batch.current_players[running]])
        if places.size:
            rows = running[places]
            views, masks = batch.observations[rows], batch.action_masks[rows]
            actions[places] = player.act_rows(batch.variant, views, masks)
    return actions


def _one_by_one(variant: Variant, seated: Sequence[Player], deals: range, seed: int) -> Ended:
    """Game by game, for players who want to be shown a view."""
    result = _empty(len(deals), len(seated))
    for i, number in enumerate(deals):
        state = State(variant, rng.key_of(seed), row=number)
        while not state.is_over:
            state.apply(act_on(seated[state.current_player], state))
        result.winners[i, state.winners()] = True
        result.scores[i] = state.scores()
        result.truncated[i] = state.is_truncated
    return result
