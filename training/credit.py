"""Credit seat by seat: every decision is paid for by what its own seat earns from it on.

In self-play several seats of a game may learn, each from its own decisions. They take turns of
different lengths, and what a decision earns may arrive on anybody's move. So a rollout keeps who
decided and what every seat earned, and each seat's advantages run along its own decisions alone.
"""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer

from training.selfplay import Tables

Floats = NDArray[np.floating[Any]]


class SeatRolloutBuffer(MaskableRolloutBuffer):
    """A rollout of sb3-contrib in which each row holds decisions of several seats of one game."""

    def __init__(self, *given: Any, tables: Tables, **named: Any) -> None:
        self._tables = tables
        super().__init__(*given, **named)

    def reset(self) -> None:
        """Forget the last rollout."""
        super().reset()
        shape = (self.buffer_size, self.n_envs)
        self.seats = np.zeros(shape, np.int64)
        self.ended = np.zeros(shape, np.bool_)
        self.earned = np.zeros((*shape, self._tables.variant.players), np.float32)

    def add(self, *given: Any, **named: Any) -> None:
        """Keep a decision of every game, with whose it was and what all seats earned on it."""
        tables = self._tables
        self.seats[self.pos] = tables.deciders
        self.ended[self.pos] = tables.over
        self.earned[self.pos] = tables.earned
        super().add(*given, **named)

    def compute_returns_and_advantage(
        self, last_values: torch.Tensor, dones: NDArray[np.bool_]
    ) -> None:
        """Advantages by GAE along each seat's own decisions."""
        movers = self._tables.batch.current_players
        self.advantages = seat_advantages(
            self.values,
            self.seats,
            self.earned,
            self.ended,
            last_values.numpy().ravel(),
            movers.astype(np.int64),
            self.gamma,
            self.gae_lambda,
        )
        self.returns = self.advantages + self.values


def seat_advantages(
    values: Floats,
    seats: NDArray[np.int64],
    earned: Floats,
    ended: NDArray[np.bool_],
    last_values: Floats,
    last_seats: NDArray[np.int64],
    gamma: float,
    gae_lambda: float,
) -> NDArray[np.float32]:
    """The advantage of every decision, as arrays of (decisions, games).

    `earned` has a further axis for all seats: what each was paid between a decision and the next one
    in its game. `last_values` are those of the seats that decide after the last decision here. What
    comes after another seat's last decision is not known yet: it is taken to be what was expected
    there, so that all that counts for that decision is what its seat has earned since.
    """
    length, games = values.shape
    rows = np.arange(games)
    owed = np.zeros((games, earned.shape[2]), np.float32)
    following, ahead = np.full_like(owed, np.nan), np.zeros_like(owed)
    following[rows, last_seats] = last_values
    advantages = np.empty((length, games), np.float32)
    for t in range(length - 1, -1, -1):
        for of_seats in (owed, following, ahead):
            of_seats[ended[t]] = 0
        owed += earned[t]
        own = rows, seats[t]
        expected = np.where(np.isnan(following[own]), values[t], gamma * following[own])
        surprise = owed[own] + expected - values[t]
        advantages[t] = surprise + gamma * gae_lambda * ahead[own]
        owed[own], following[own], ahead[own] = 0, values[t], advantages[t]
    return advantages
