"""One PettingZoo AEC environment for any game of the engine."""

import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from lostcities_env.core import rng
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.game import Variant
from lostcities_env.core.state import State
from lostcities_env.envs.colour import in_colour

RENDER_MODES = ("human", "ansi")
ILLEGAL_REWARD = -1.0

Observation = dict[str, NDArray[Any]]


class TableEnv(AECEnv[str, Observation, int]):
    """A table of one game, its players being the agents `player_0`, `player_1` and so on.

    An observation is a dictionary with the agent's own view and its action mask; the mask of an
    agent that is not to move is all zeros. An illegal action raises `IllegalAction`, and nothing has
    changed then.
    """

    def __init__(self, variant: Variant, render_mode: str | None = None) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode must be None, 'human' or 'ansi', not {render_mode!r}")
        self.render_mode = render_mode
        self.variant = variant
        self.metadata = {
            "name": variant.game.name,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(variant.players)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: observation_space(variant) for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(variant.actions.size) for agent in self.possible_agents
        }
        self.state_space = state_space(variant)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._key: np.uint64 | None = None
        self._number = 0
        self._rewarded = False
        self._idle = {"action_mask": np.zeros(variant.actions.size, np.int8)}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The view and the action mask; the same for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """All action ids of the game; the same for every agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game. Without a seed it is the next game of the seed given last.

        `options={"setups": [...]}` deals it from what is written down; as PettingZoo wants it, other
        keys are passed over.
        """
        setups = (options or {}).get("setups", ())
        key, number = self._key, self._number + 1
        if seed is not None or key is None:
            key, number = rng.key_of(seed), 0
        self.table = State(self.variant, key, number, setups)
        self._key, self._number = key, number
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = dict.fromkeys(self.agents, self._idle)
        self._skip_agent_selection = None
        self._rewarded = False
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        """Make the player to move the selected agent."""
        self.agent_selection = agent = self.possible_agents[self.table.current_player]
        self._mask = self.table.action_mask().view(np.int8)
        self.infos[agent] = {"action_mask": self._mask}

    def step(self, action: Any) -> None:
        """One decision of the selected agent; None once it has seen the end of its game."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.apply(action)
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = self._idle
        if self.table.ended_deal:
            self.rewards = dict(zip(self.possible_agents, self.table.rewards, strict=True))
            self._accumulate_rewards()
            self._rewarded = True
        elif self._rewarded:
            self._clear_rewards()
            self._rewarded = False
        if self.table.is_over:
            self._finish()
        else:
            self._select()
        if self.render_mode == "human":
            self.render()

    def _finish(self) -> None:
        """Tell every agent that the game is over, and how."""
        truncated = self.table.is_truncated
        self.terminations = dict.fromkeys(self.agents, not truncated)
        self.truncations = dict.fromkeys(self.agents, truncated)
        self.agent_selection = self.agents[0]
        self._mask = self._idle["action_mask"]

    def observe(self, agent: str) -> Observation:
        """What an agent sees now: its own view, and what it may do if it is to move."""
        mask = self._mask if agent == self.agent_selection else self._idle["action_mask"]
        view = self.table.observation(self._seats[agent])
        return {"observation": view, "action_mask": mask.copy()}

    def state(self) -> NDArray[np.float32]:
        """All there is, hidden cards included, for a centralised critic: see `State.full_state`."""
        return self.table.full_state()

    def render(self) -> str | None:
        """The table in text as the agent to move sees it: returned, or shown on the terminal."""
        if self.render_mode is None:
            gymnasium.logger.warn("render needs a render_mode: 'human' or 'ansi'")
            return None
        text = self.table.render()
        if self.render_mode == "ansi":
            return text
        print(in_colour(text) if sys.stdout.isatty() else text, end="\n\n")
        return None

    def close(self) -> None:
        """Nothing is held open."""


def observation_space(variant: Variant) -> spaces.Dict:
    """The space of one player's observations: the view and the action mask."""
    low, high = variant.observation.bounds()
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (variant.actions.size,), np.int8),
        }
    )


def state_space(variant: Variant) -> spaces.Box:
    """The space of `State.full_state`: every seat's view, then the deck."""
    low, high = variant.observation.bounds()
    deck = variant.game.dtype["deck"].shape[0]
    lowest = np.concatenate([np.tile(low, variant.players), np.zeros(deck, np.float32)])
    highest = np.concatenate([np.tile(high, variant.players), np.ones(deck, np.float32)])
    return spaces.Box(lowest, highest, dtype=np.float32)


def environment(name: str) -> tuple[Callable[..., AECEnv[str, Observation, int]], ...]:
    """`env` and `raw_env` of a game, as a PettingZoo module has them."""

    def raw_env(render_mode: str | None = None, **options: Any) -> TableEnv:
        return TableEnv(find_game(name).variant(options), render_mode)

    def env(render_mode: str | None = None, **options: Any) -> AECEnv[str, Observation, int]:
        inner: AECEnv[str, Observation, int] = raw_env(render_mode, **options)
        inner = wrappers.TerminateIllegalWrapper(inner, illegal_reward=ILLEGAL_REWARD)
        inner = wrappers.AssertOutOfBoundsWrapper(inner)
        return wrappers.OrderEnforcingWrapper(inner)

    raw_env.__doc__ = f"{name} as it is: an illegal action raises and changes nothing."
    env.__doc__ = f"{name} in PettingZoo's wrappers: an illegal move loses the game at once."
    return env, raw_env
