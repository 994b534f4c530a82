"""How fast training is, beside MaskablePPO on an environment that does nothing: one run, one table.

    python -m training.benchmark [CONFIG.yaml ...] [key=value ...]

The ceiling has the same shapes, the same network and the same numbers of games, decisions and epochs,
so that what is missing to it is what playing costs.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from training.clock import Clock
from training.config import Settings, SettingsError, read_words
from training.progress import Stopwatch, time_line
from training.trainer import Trainer, make_model
from training.vec_env import Infos, SeatVecEnv

DEFAULT = Path(__file__).parents[1] / "configs" / "card_game.yaml"
ROUNDS = 5  # each way of playing is timed so often, in turns; the middle one counts
SNAPSHOTS = 3
CEILING, NEWEST, POOL = "do-nothing environment", "newest self alone", "pool of opponents"


class IdleEnv(SeatVecEnv):
    """An environment of the same shapes that shows the same views for ever."""

    def reset(self) -> NDArray[np.float32]:
        """Deal once, so that views and masks are like real ones."""
        views = super().reset()
        self._views, self._masks = views, self.action_masks()
        self._rewards = np.zeros(self.num_envs, np.float32)
        self._dones = np.zeros(self.num_envs, np.bool_)
        self._nothing: Infos = [{} for _ in range(self.num_envs)]
        return views

    def step_wait(self) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], Infos]:
        """Do nothing."""
        return self._views, self._rewards, self._dones, self._nothing


class Playing(BaseCallback):
    """Tells a stopwatch when games go on and when they pause."""

    def __init__(self, watch: Stopwatch) -> None:
        super().__init__()
        self.watch = watch

    def _on_rollout_start(self) -> None:
        self.watch.start_playing()

    def _on_rollout_end(self) -> None:
        self.watch.start_learning()

    def _on_step(self) -> bool:
        return True


def idle_model(settings: Settings) -> MaskablePPO:
    """MaskablePPO on the environment that does nothing."""
    env = IdleEnv(settings.game, settings.games, seed=settings.seed, **settings.options)
    return make_model(settings, env, Clock(settings))


def pooled(settings: Settings) -> Trainer:
    """A trainer with some snapshots in its pool."""
    trainer = Trainer(settings)
    trainer.run.mkdir(parents=True)
    for steps in range(SNAPSHOTS):
        trainer.clock.steps = steps
        trainer.snapshot()
    trainer.pool.choose_active()
    return trainer


def changed(settings: Settings, **changes: Any) -> Settings:
    """The settings with some changed."""
    return Settings.model_validate({**settings.model_dump(), **changes})


def decisions_a_second(model: MaskablePPO, callback: BaseCallback | None = None) -> float:
    """Collect and learn once, and time it."""
    amount = model.n_steps * model.n_envs
    start = perf_counter()
    model.learn(amount, callback, reset_num_timesteps=False)
    return amount / (perf_counter() - start)


def measure(settings: Settings, folder: str) -> tuple[dict[str, list[float]], str]:
    """Decisions a second of all ways of playing, in turns, and where the pool's time went."""
    trainer = pooled(changed(settings, folder=folder, name="pool"))
    alone = changed(settings, folder=folder, name="newest", newest=1.0, anchors={})
    models = {
        CEILING: idle_model(settings),
        NEWEST: Trainer(alone).model,
        POOL: trainer.model,
    }
    for model in models.values():
        model.set_logger(Logger(None, []))
        decisions_a_second(model)
    watch = Stopwatch(trainer)
    rates: dict[str, list[float]] = {name: [] for name in models}
    for _ in range(ROUNDS):
        for name, model in models.items():
            watch.start_again()
            rates[name].append(decisions_a_second(model, Playing(watch) if name == POOL else None))
            if name == POOL:
                watch.start_playing()
    return rates, time_line(watch.shares())


def table(rates: dict[str, list[float]]) -> str:
    """The rates beside the ceiling, each ratio being the middle one of its rounds."""
    lines = []
    for name, own in rates.items():
        ratio = median(mine / most for mine, most in zip(own, rates[CEILING], strict=True))
        lines.append(f"{name:<24} {median(own):>9,.0f} decisions/s {ratio:>7.0%} of the ceiling")
    return "\n".join(lines)


def parser() -> argparse.ArgumentParser:
    """The command line."""
    given = argparse.ArgumentParser(
        usage="python -m training.benchmark [CONFIG.yaml ...] [key=value ...]",
        description="Time training beside MaskablePPO on an environment that does nothing.",
        epilog="python -m training.train --help explains every setting.",
    )
    given.add_argument(
        "given",
        nargs="*",
        metavar="CONFIG.yaml | key=value",
        help="settings; those of the card game unless a file is named",
    )
    return given


def main(words: Sequence[str] | None = None) -> int:
    """Time the settings of a config and print the table."""
    try:
        settings = read_words(parser().parse_args(words).given, [DEFAULT])
    except SettingsError as error:
        print(error, file=sys.stderr)
        return 2
    print(
        f"{settings.game}: {settings.games} games, {settings.network} network {settings.width} wide, "
        f"{settings.epochs} epochs"
    )
    with tempfile.TemporaryDirectory() as folder:
        rates, shares = measure(settings, folder)
    print(table(rates))
    print(shares)
    return 0


if __name__ == "__main__":
    sys.exit(main())
