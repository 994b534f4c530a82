"""One seat that learns among seats that are played: what all Gymnasium environments here share.

Who sits where, what the others leave to chance, and `Learners`: the games of a batch, in each of
which all seats but one are answered for, many games by one call. The k-th game of row i depends on
(seed, i, k) and the learner's own moves alone, the learner's seat and the others' chance included.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from lostcities_env.agents.player import Player, StreamedPlayer, act_on_rows
from lostcities_env.agents.roster import PlayerSpec, make_player
from lostcities_env.core import rng
from lostcities_env.core.batch import Batch
from lostcities_env.core.errors import IllegalAction
from lostcities_env.core.game import Cells, Variant
from lostcities_env.core.jit import rule

RANDOM_SEAT = "random"
ANY_SEAT = -1  # what stands for RANDOM_SEAT in compiled code
MOST_PASSED_OVER = 1000  # games in a row that may end before the learner is to move

Opponents = PlayerSpec | Sequence[PlayerSpec]
Seat = int | str


def seat_number(seat: Seat, players: int) -> int:
    """A seat as a number, `ANY_SEAT` for a random one."""
    if isinstance(seat, str) and seat == RANDOM_SEAT:
        return ANY_SEAT
    if isinstance(seat, bool) or not isinstance(seat, (int, np.integer)):
        raise ValueError(f"seat must be a seat from 0 to {players - 1} or 'random', not {seat!r}")
    if not 0 <= seat < players:
        raise ValueError(f"seat must be a seat from 0 to {players - 1} or 'random', not {seat!r}")
    return int(seat)


def make_opponents(opponents: Opponents, variant: Variant, seed: int | None) -> list[Player]:
    """The players of the other seats, in the order of the seats: one for all, or a list of them."""
    others = variant.players - 1
    if isinstance(opponents, (list, tuple)):
        if len(opponents) != others:
            raise ValueError(
                f"opponents must be one player or a list of {others}, one for each other seat, "
                f"not {len(opponents)}"
            )
        return [make_player(spec, variant, seed) for spec in opponents]
    return [make_player(opponents, variant, seed)] * others  # type: ignore[arg-type]


@rule
def learners_seat(key: np.uint64, row: np.uint64, game: np.uint64, seat: int, players: int) -> int:
    """Where the learner sits in a game: in the given seat, or in a random one."""
    if seat != ANY_SEAT:
        return seat
    return rng.pick(rng.seat_stream(key, row, game, players), players)


@rule
def sit_down(
    key: np.uint64, first_row: int, rows: Cells, games: Cells, seat: int, seats: Cells, out: Cells
) -> None:
    """For the games that begin in some rows: the learner's seat, and every seat's random stream."""
    players = out.shape[1]
    for i in rows:
        row = np.uint64(first_row + i)
        seats[i] = learners_seat(key, row, games[i], seat, players)
        for other in range(players):
            out[i, other] = rng.seat_stream(key, row, games[i], other)


def fresh_seed() -> int:
    """A seed out of fresh entropy."""
    return int(np.random.SeedSequence().generate_state(1, np.uint64)[0])


def never_to_move(seat: Seat) -> ValueError:
    """The error where games, one or many, end before the learner is to move."""
    return ValueError(
        f"the learner (seat {seat!r}) is never to move: with these options or setups every game "
        f"ends before; give it another seat, or the games more turns"
    )


class Ends(NamedTuple):
    """The games that a step ended, as the learner saw them: one entry for each, by ascending row."""

    rows: NDArray[np.int64]
    observations: NDArray[np.float32]
    scores: NDArray[np.int32]
    winners: NDArray[np.bool_]
    seats: NDArray[np.int64]

    def where(self, chosen: NDArray[np.bool_]) -> "Ends":
        """A copy of the chosen entries."""
        return Ends(*(column[chosen] for column in self))  # type: ignore[arg-type]


class Learners:
    """The games of a batch, each always at a decision of the learner's.

    `step` makes the learner's decisions and then all others' until it is the learner's turn again in
    every game; finished games are dealt anew at once. What falls due on others' moves is added to
    what the learner is paid for its last decision; what falls due before its first decision of a
    game is paid with that decision. A game that ends before the learner is ever to move is passed
    over: the next one of its row is dealt.
    """

    batch: Batch  # dealt by `reset`

    def __init__(
        self,
        variant: Variant,
        num_games: int,
        opponents: Opponents = "random",
        seat: Seat = 0,
        num_threads: int = 1,
        first_row: int = 0,
    ) -> None:
        self.variant = variant
        self.num_games = num_games
        self.seat = seat
        self.seats = np.zeros(num_games, np.int64)
        self._seat = seat_number(seat, variant.players)
        self._seed: int | None = None
        self._num_threads, self._first_row = num_threads, first_row
        self._streams = np.zeros((num_games, variant.players), np.uint64)
        self._owed = np.zeros(num_games)  # what the learner has earned and not been paid
        self._decided = np.zeros(num_games, np.bool_)  # whether it has decided in this game
        self._ends = self._no_ends()
        self.rewards = np.zeros(num_games)
        self.terminations = np.zeros(num_games, np.bool_)
        self.truncations = np.zeros(num_games, np.bool_)
        self.opponents = opponents

    def _no_ends(self) -> Ends:
        n, players = self.num_games, self.variant.players
        return Ends(
            np.arange(n),
            np.zeros((n, self.variant.observation.size), np.float32),
            np.zeros((n, players), np.int32),
            np.zeros((n, players), np.bool_),
            np.zeros(n, np.int64),
        )

    @property
    def opponents(self) -> Opponents:
        """Who plays the other seats; they may be replaced at any time."""
        return self._opponents

    @opponents.setter
    def opponents(self, opponents: Opponents) -> None:
        self._players = make_opponents(opponents, self.variant, self._seed)
        self._opponents = opponents

    def reset(self, seed: int | None = None) -> None:
        """Deal new games: the first ones of a seed or, without one, the next ones of the last seed."""
        if seed is not None or self._seed is None:
            self._seed = fresh_seed() if seed is None else seed
            self._key = rng.key_of(self._seed)
            self.opponents = self._opponents
            self.batch = Batch(
                self.variant, self.num_games, self._seed, self._num_threads, self._first_row
            )
        else:
            self.batch.deal_anew()
        self._begin(np.arange(self.num_games))
        self._play_others()

    def step(self, actions: ArrayLike) -> Ends:
        """The learner's decision in every game, and all others' until it is to move again.

        If one decision is illegal, that is an error and none is made.
        """
        self.batch.step(actions)
        self._decided[:] = True
        self.rewards[:] = 0
        self.terminations[:] = self.truncations[:] = False
        self._settle(np.arange(self.num_games))
        self._play_others()
        over = self.terminations | self.truncations
        running = ~over
        self.rewards[running] = self._owed[running]
        self._owed[running] = 0
        return self._ends.where(over)

    def _begin(self, rows: NDArray[np.int64]) -> None:
        """Sit down to the games that begin in some rows."""
        games = self.batch.game_numbers
        sit_down(self._key, self._first_row, rows, games, self._seat, self.seats, self._streams)
        self._owed[rows] = 0
        self._decided[rows] = False

    def _settle(self, rows: NDArray[np.int64]) -> None:
        """After a decision in some rows: what it earned the learner, and whether the game is over."""
        self._owed[rows] += self.batch.rewards[rows, self.seats[rows]]
        over = rows[self.batch.terminations[rows] | self.batch.truncations[rows]]
        if over.size:
            self._write_down(over[self._decided[over]])
            self._begin(over)

    def _write_down(self, rows: NDArray[np.int64]) -> None:
        """Keep how games ended for the learner, before the next ones overwrite it."""
        seats = self.seats[rows]
        self.rewards[rows] = self._owed[rows]
        self.terminations[rows] = self.batch.terminations[rows]
        self.truncations[rows] = self.batch.truncations[rows]
        self._ends.observations[rows] = self.batch.final_observations[rows, seats]
        self._ends.scores[rows] = self.batch.final_scores[rows]
        self._ends.winners[rows] = self.batch.final_winners[rows]
        self._ends.seats[rows] = seats

    def _play_others(self) -> None:
        """Let the others play until the learner is to move in every game."""
        before = self.batch.game_numbers.copy()
        waiting = np.flatnonzero(self.batch.current_players != self.seats)
        while waiting.size:
            self._move(waiting)
            self._settle(waiting)
            waiting = waiting[self.batch.current_players[waiting] != self.seats[waiting]]
            if (self.batch.game_numbers - before).max() > MOST_PASSED_OVER:
                raise never_to_move(self.seat)

    def _move(self, rows: NDArray[np.int64]) -> None:
        """One decision of somebody else's in some rows."""
        movers = self.batch.current_players[rows].astype(np.int64)
        places = movers - (movers > self.seats[rows])
        actions = np.empty(rows.size, np.int64)
        for player in {id(one): one for one in self._players}.values():
            theirs = np.array([one is player for one in self._players])[places]
            actions[theirs] = self._answers(player, rows[theirs], movers[theirs])
        try:
            self.batch.step_rows(rows, actions)
        except IllegalAction as error:
            raise RuntimeError(f"an opponent chose an illegal action: {error}") from error

    def _answers(
        self, player: Player, rows: NDArray[np.int64], seats: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """What one player does in some rows, having been shown its own views only."""
        streams = self._streams[rows, seats]
        if isinstance(player, StreamedPlayer):
            observations, masks = self.batch.observations[rows], self.batch.action_masks[rows]
            actions = player.act_streams(self.variant, observations, masks, streams)
        else:
            rng.advance_all(streams)
            actions = act_on_rows(player, self.batch, rows, streams.tolist())
        self._streams[rows, seats] = streams
        return actions
