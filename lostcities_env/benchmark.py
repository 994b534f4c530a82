"""How fast everything is, measured in one run: `python -m lostcities_env.benchmark`.

Machines differ and drift, so what counts are ratios: things that are compared are measured in turns,
several times over, and the best of each is taken. Time is the processor's, so that other programs on the
machine do not count, except where threads are compared and at the start.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from lostcities_env.agents.roster import RANDOM, make_player
from lostcities_env.core.batch import Batch
from lostcities_env.core.catalogue import find_game, game_names
from lostcities_env.core.game import Variant
from lostcities_env.core.state import State
from lostcities_env.envs.aec import ILLEGAL_REWARD, TableEnv, observation_space
from lostcities_env.envs.registry import new_game

GAMES = 4096
SIZES = (64, 1024, 4096, 65_536)
TURNS = 5  # how often each of several things is measured, in turns
THREAD_TURNS = 15  # for threads, which a busy machine lets run side by side only now and then
_MILLION = 1e6

_START = """
import time
begin = time.perf_counter()
import lostcities_env
{code}
print(time.perf_counter() - begin)
"""
_STARTS = {
    "batch": "b = lostcities_env.make_batch({game!r}, 1, seed=0)\nb.step(b.action_masks.argmax(1))",
    "one game": "s = lostcities_env.new_game({game!r}, seed=0)\ns.apply(s.legal_actions()[0])",
}

Work = Callable[[], tuple[int, float]]  # does some decisions, says how many and in which time


class NothingEnv(AECEnv[str, Any, Any]):
    """An AEC environment that does nothing, in the shapes of another: what the interface costs."""

    metadata = {"name": "nothing_v0", "render_modes": [], "is_parallelizable": False}

    def __init__(self, variant: Variant) -> None:
        super().__init__()
        self.possible_agents = [f"player_{seat}" for seat in range(variant.players)]
        self._observation_space = observation_space(variant)
        self._action_space = spaces.Discrete(variant.actions.size)
        self._sizes = (variant.observation.size, variant.actions.size)
        self.render_mode = None

    def observation_space(self, agent: str) -> spaces.Dict:
        """The same space for every agent."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:
        """The same space for every agent."""
        return self._action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin again."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._seat = 0
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """Fresh arrays with nothing in them but that everything is allowed."""
        view, actions = self._sizes
        return {"observation": np.zeros(view, np.float32), "action_mask": np.ones(actions, np.int8)}

    def step(self, action: Any) -> None:
        """The next agent's turn."""
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._seat = (self._seat + 1) % len(self.agents)
        self.agent_selection = self.agents[self._seat]
        self._accumulate_rewards()


def in_turns(works: dict[str, Work], turns: int = TURNS) -> dict[str, float]:
    """The best decisions a second of each, all measured in turns so that drift hits them alike."""
    rates = dict.fromkeys(works, 0.0)
    for work in works.values():
        work()
    for _ in range(turns):
        for name, work in works.items():
            decisions, seconds = work()
            rates[name] = max(rates[name], decisions / seconds)
    return rates


def rolling(
    batch: Batch, decisions: int = 400_000, clock: Callable[[], float] = time.process_time
) -> Work:
    """Random play inside the engine."""
    steps = max(1, decisions // batch.num_games)

    def work() -> tuple[int, float]:
        begin = clock()
        batch.rollout(steps)
        return steps * batch.num_games, clock() - begin

    return work


def stepping(
    batch: Batch, decisions: int = 200_000, clock: Callable[[], float] = time.process_time
) -> Work:
    """Steps from Python with random legal actions; choosing them is not counted."""
    steps = max(1, decisions // batch.num_games)
    player = make_player(RANDOM, batch.variant, 0)

    def work() -> tuple[int, float]:
        seconds = 0.0
        for _ in range(steps):
            actions = player.act_rows(batch.variant, batch.observations, batch.action_masks)
            begin = clock()
            batch.step(actions)
            seconds += clock() - begin
        return steps * batch.num_games, seconds

    return work


def looping(env: Any, decisions: int = 2_000) -> Work:
    """PettingZoo's loop over one game: `last`, then `step` with the first legal action."""
    env.reset(seed=0)

    def work() -> tuple[int, float]:
        begin = time.process_time()
        for _ in range(decisions):
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
            else:
                env.step(int(observation["action_mask"].argmax()))
        return decisions, time.process_time() - begin

    return work


def applying(state: State, decisions: int = 2_000) -> Work:
    """One game after another through `State`: look, ask what is legal, apply the first of it."""
    game, options = state.variant.game.name, state.variant.given

    def work() -> tuple[int, float]:
        begin, now = time.process_time(), new_game(game, seed=0, **options)
        for number in range(decisions):
            if now.is_over:
                now = new_game(game, seed=number, **options)
            now.observation()
            now.apply(now.legal_actions()[0])
        return decisions, time.process_time() - begin

    return work


def wrapped(env: AECEnv[str, Any, Any]) -> AECEnv[str, Any, Any]:
    """An environment in the wrappers that `env()` has."""
    inner = wrappers.TerminateIllegalWrapper(env, illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


def measure_threads(variant: Variant) -> dict[str, float]:
    """How many times faster two threads are than one, by the clock on the wall."""
    one, two = Batch(variant, GAMES, 0, 1, 0), Batch(variant, GAMES, 0, 2, 0)
    ratios = {}
    for name, way in (("rollout", rolling), ("step", stepping)):
        works = {str(batch): way(batch, clock=time.perf_counter) for batch in (one, two)}
        rates = in_turns(works, THREAD_TURNS)
        ratios[f"{name}, 2 threads / 1"] = rates[str(two)] / rates[str(one)]
    return ratios


def measure_speed(variant: Variant) -> dict[str, Any]:
    """Decisions a second of every way to play one variant, and how they compare."""
    batch = Batch(variant, GAMES, 0, 1, 0)
    rates = in_turns(
        {
            "rollout": rolling(batch),
            "step": stepping(batch),
            "State": applying(State(variant, np.uint64(0))),
            "raw_env": looping(TableEnv(variant)),
            "nothing": looping(NothingEnv(variant)),
            "env": looping(wrapped(TableEnv(variant))),
            "wrapped nothing": looping(wrapped(NothingEnv(variant))),
        }
    )
    return {
        "decisions a second": rates,
        "ratios": {
            "step / rollout": rates["step"] / rates["rollout"],
            **measure_threads(variant),
            "cost of raw_env / nothing": rates["nothing"] / rates["raw_env"],
            "cost of env / wrapped nothing": rates["wrapped nothing"] / rates["env"],
        },
        "bytes a game": batch.nbytes / GAMES,
        "observation": variant.observation.size,
        "actions": variant.actions.size,
    }


def measure_sizes(variant: Variant) -> dict[str, float]:
    """The cost of a decision in batches of other sizes, as a share of that in the usual one."""
    rates = in_turns({str(size): rolling(Batch(variant, size, 0, 1, 0)) for size in SIZES})
    return {size: rates[str(GAMES)] / rate for size, rate in rates.items()}


def measure_start(game: str) -> dict[str, float]:
    """Seconds from import to the first step, with nothing compiled yet and then from the cache."""
    seconds = {}
    with tempfile.TemporaryDirectory() as folder:
        for way, code in _STARTS.items():
            cache = os.path.join(folder, way)
            environment = os.environ | {"NUMBA_CACHE_DIR": cache}
            script = _START.format(code=code.format(game=game))
            for state in ("cold", "warm"):
                seconds[f"{way}, {state}"] = min(
                    _seconds_of(script, environment) for _ in range(1 if state == "cold" else 3)
                )
    return seconds


def _seconds_of(script: str, environment: dict[str, str]) -> float:
    run = subprocess.run(  # noqa: S603 - our own script
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    return float(run.stdout)


def measure_yardstick(command: str, variant: Variant) -> dict[str, float]:
    """A command that prints its own millions of decisions a second, beside our rollout, in turns."""

    def other() -> tuple[int, float]:
        run = subprocess.run(  # noqa: S603 - the user's own command
            shlex.split(command), capture_output=True, text=True, check=True
        )
        found = re.search(r"([\d.]+)\s*M", run.stdout)
        if found is None:
            raise SystemExit(f"the yardstick printed no number like 4.2M: {run.stdout!r}")
        return int(float(found[1]) * _MILLION), 1.0

    rates = in_turns({"yardstick": other, "rollout": rolling(Batch(variant, 1024, 0, 1, 0))})
    return {**rates, "rollout / yardstick": rates["rollout"] / rates["yardstick"]}


def variants(only: str | None) -> list[Variant]:
    """Every game with every number of players."""
    names = [only] if only else game_names()
    found = []
    for game in map(find_game, names):
        counts = game.player_counts
        found += [game.variant({"players": n} if len(counts) > 1 else {}) for n in counts]
    return found


def measure(only: str | None, yardstick: str | None) -> dict[str, Any]:
    """All measurements, by game and number of players."""
    results: dict[str, Any] = {}
    for variant in variants(only):
        result = measure_speed(variant)
        if variant.players == variant.game.player_counts[0]:
            result["cost by batch size"] = measure_sizes(variant)
            result["seconds to the first step"] = measure_start(variant.game.name)
            if yardstick:
                result["yardstick"] = measure_yardstick(yardstick, variant)
        results[f"{variant.game.name}, {variant.players} players"] = result
        print(f"measured {variant.game.name} with {variant.players} players", file=sys.stderr)
    return results


def show(results: dict[str, Any]) -> str:
    """The measurements as text."""
    lines = []
    for name, result in results.items():
        lines += ["", f"{name}: {result['observation']} numbers, {result['actions']} actions"]
        for key, value in result.items():
            if isinstance(value, dict):
                lines.append(f"  {key}")
                lines += [f"    {entry:32}{_figure(figure)}" for entry, figure in value.items()]
        lines.append(f"  bytes a game{'':22}{result['bytes a game']:12,.0f}")
    return "\n".join(lines)


def _figure(figure: float) -> str:
    return f"{figure:12,.0f}" if figure >= 1000 else f"{figure:12.2f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--game", choices=game_names(), help="one game only")
    parser.add_argument("--json", action="store_true", help="print JSON, for machines")
    parser.add_argument("--yardstick", metavar="COMMAND", help="a program to compare rollouts with")
    arguments = parser.parse_args()
    results = measure(arguments.game, arguments.yardstick)
    print(json.dumps(results, indent=1) if arguments.json else show(results))


if __name__ == "__main__":
    main()
