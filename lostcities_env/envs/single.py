"""One game for Gymnasium: one seat learns, the others are played."""

import sys
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from lostcities_env.agents.player import StreamedPlayer, act_on
from lostcities_env.core import rng
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.errors import IllegalAction
from lostcities_env.core.state import State
from lostcities_env.envs.aec import RENDER_MODES, Observation, observation_space
from lostcities_env.envs.colour import in_colour
from lostcities_env.envs.learner import (
    MOST_PASSED_OVER,
    Opponents,
    Seat,
    fresh_seed,
    learners_seat,
    make_opponents,
    never_to_move,
    seat_number,
)

_RESET_OPTIONS = ("row", "setups")


class Sampled(np.int64):
    """An action that `action_space.sample()` drew, for whichever table it will be made at."""


class LegalActions(spaces.Discrete):
    """All action ids of a game, of which `sample()` draws one that is legal now."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.legal = np.ones(n, np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A random legal action or, with a mask or probabilities, one by those."""
        if mask is None and probability is None:
            return Sampled(super().sample(self.legal))
        return super().sample(mask, probability)


class SeatEnv(gymnasium.Env[Any, np.int64]):
    """What `gymnasium.make` makes: a table at which the learner holds one seat.

    `opponents` play the others: one player for all or a list, one for each other seat in the order
    of the seats; a player is a name, a function of (observation, mask), or a `Player`. `seat` is the
    learner's, or "random": another one each game.

    An observation is a dictionary with the learner's view and its action mask; the mask is in
    `info` too. A reward is all that the learner earned since its last decision, on whosever move. An
    illegal action raises `IllegalAction`, and nothing has changed then; `action_space.sample()`
    draws legal ones only. A truncated game pays what the table says as it lies: a learner must not
    add a bootstrapped value.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}
    table: State  # dealt by `reset`

    def __init__(
        self,
        game: str,
        opponents: Opponents = "random",
        seat: Seat = 0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be None, 'human' or 'ansi', not {render_mode!r}")
        self.render_mode = render_mode
        self.variant = variant = find_game(game).variant(options)
        self.observation_space = observation_space(variant)
        self.action_space = self._legal = LegalActions(variant.actions.size)
        self.opponents = opponents
        self.seat = 0
        self._players = make_opponents(opponents, variant, None)
        self._given_seat = seat
        self._chosen_seat = seat_number(seat, variant.players)
        self._seed: int | None = None
        self._row, self._number = 0, 0
        self._owed = 0.0

    def action_masks(self) -> NDArray[np.bool_]:
        """True for what the learner may do; all False after the end."""
        return self.table.action_mask()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a new game and play it up to the learner's first decision.

        Without a seed it is the next game of the seed given last. `options={"row": i}` with a seed
        plays what environment i of `make_vec` plays; `options={"setups": [...]}` deals a game from
        what is written down.
        """
        wanted = self._checked(options or {}, seed)
        super().reset(seed=seed)
        number = self._number + 1
        if seed is not None or self._seed is None:
            self._seed = fresh_seed() if seed is None else int(seed)
            self._key = rng.key_of(self._seed)
            self._row, number = wanted.get("row", 0), 0
            self._players = make_opponents(self.opponents, self.variant, self._seed)
        if "setups" in wanted:
            self._deal(number, wanted["setups"])
        else:
            self._deal_one_to_decide(number)
        if self.table.is_over:
            raise never_to_move(self._given_seat)
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    @staticmethod
    def _checked(options: dict[str, Any], seed: int | None) -> dict[str, Any]:
        unknown = sorted(set(options) - set(_RESET_OPTIONS))
        if unknown:
            raise ValueError(f"reset has no option {unknown[0]!r}; it has row and setups")
        if "row" in options:
            row = options["row"]
            if isinstance(row, bool) or not isinstance(row, (int, np.integer)) or row < 0:
                raise ValueError(f"row must be a whole number of at least 0, not {row!r}")
            if seed is None:
                raise ValueError("row goes with a seed: reset(seed=..., options={'row': ...})")
        return options

    def _deal_one_to_decide(self, number: int) -> None:
        """Deal the next game in which the learner is to move at all."""
        for _ in range(1 + MOST_PASSED_OVER):
            self._deal(number, ())
            if not self.table.is_over:
                return
            number += 1

    def _deal(self, number: int, setups: Any) -> None:
        """Deal a game of this row and play it up to the learner's first decision."""
        self.table = State(self.variant, self._key, number, setups, self._row)
        self._number = number
        place = np.uint64(self._row), np.uint64(number)
        players = self.variant.players
        self.seat = int(learners_seat(self._key, *place, self._chosen_seat, players))
        self._streams = np.array(
            [rng.seat_stream(self._key, *place, seat) for seat in range(players)], np.uint64
        )
        self._owed = 0.0
        self._play_others()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's decision, and all others' until it is to move again or the game is over."""
        self.table.apply(self._meant(action))
        self._owed += self.table.rewards[self.seat]
        self._play_others()
        reward, self._owed = self._owed, 0.0
        truncated = self.table.is_truncated
        terminated = self.table.is_over and not truncated
        if self.render_mode == "human":
            self.render()
        return self._observation(), reward, terminated, truncated, self._info()

    def _meant(self, action: np.int64) -> np.int64:
        """The action itself; one that was drawn for another table stands for some legal one."""
        if isinstance(action, Sampled) and not self.action_masks()[action]:
            legal = self.table.legal_actions()
            return np.int64(legal[int(action) % len(legal)]) if legal else action
        return action

    def _play_others(self) -> None:
        """Let the others play until the learner is to move or the game is over."""
        while not self.table.is_over and self.table.current_player != self.seat:
            action = self._answer(self.table.current_player)
            try:
                self.table.apply(action)
            except IllegalAction as error:
                raise RuntimeError(f"an opponent chose an illegal action: {error}") from error
            self._owed += self.table.rewards[self.seat]

    def _answer(self, seat: int) -> int:
        """What the player of another seat does, having been shown its own view only."""
        player = self._players[seat - (seat > self.seat)]
        stream = self._streams[seat : seat + 1]
        if not isinstance(player, StreamedPlayer):
            rng.advance_all(stream)
            return act_on(player, self.table, int(stream[0]))
        view, mask = self.table.observation()[None], self.table.action_mask()[None]
        return int(player.act_streams(self.variant, view, mask, stream)[0])

    def _observation(self) -> Observation:
        self._legal.legal = mask = self.table.action_mask().astype(np.int8)
        return {"observation": self.table.observation(self.seat), "action_mask": mask.copy()}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._legal.legal.copy(), "seat": self.seat}
        if self.table.is_over:
            info |= {"scores": self.table.scores(), "winners": self.table.winners()}
        return info

    def render(self) -> str | None:
        """The table in text as the learner sees it: returned, or shown on the terminal."""
        if self.render_mode is None:
            gymnasium.logger.warn("render needs a render_mode: 'human' or 'ansi'")
            return None
        text = self.table.render(self.seat)
        if self.render_mode == "ansi":
            return text
        print(in_colour(text) if sys.stdout.isatty() else text, end="\n\n")
        return None
