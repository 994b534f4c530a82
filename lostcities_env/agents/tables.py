"""Playing many deals with given players on given seats: the one loop behind every match."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.player import Player, act_on_rows
from lostcities_env.core.batch import Batch
from lostcities_env.core.game import Variant

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
    games, seats = batch.num_games, len(seated)
    winners, scores = np.zeros((games, seats), np.bool_), np.zeros((games, seats), np.int32)
    result, running = Ended(winners, scores, np.zeros(games, np.bool_)), np.arange(games)
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
            actions[places] = act_on_rows(player, batch, running[places])
    return actions
