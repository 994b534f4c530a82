"""The progress line, the record for tensorboard, the time's shares, and the warning of the trap."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.live import Live
from rich.text import Text
from stable_baselines3.common.callbacks import BaseCallback

from lostcities_env.core.game import Variant
from training.selfplay import Finished
from training.trainer import Trainer

QUIET_SECONDS = 20.0  # between two lines where there is no terminal
FEWEST_CARDS = 1000  # played or discarded, before their share means anything


def positions(variant: Variant, word: str) -> NDArray[np.bool_]:
    """Which actions begin with this word."""
    return np.array([words.split()[0] == word for words in variant.words])


class PlayedShare:
    """The share of cards that are played, of those played or discarded; None without such moves."""

    def __init__(self, variant: Variant) -> None:
        self._plays, self._discards = positions(variant, "play"), positions(variant, "discard")

    def of(self, actions: NDArray[Any]) -> float | None:
        """The share among these actions."""
        chosen = actions.astype(np.int64).ravel()
        plays, discards = int(self._plays[chosen].sum()), int(self._discards[chosen].sum())
        return plays / (plays + discards) if plays + discards >= FEWEST_CARDS else None


class Stopwatch:
    """Where the time goes: environment, opponents, policy, learning."""

    def __init__(self, trainer: Trainer) -> None:
        self._env = trainer.env
        self._before = trainer.env.seconds
        self._playing = self._learning = 0.0
        self._since = perf_counter()

    def start_again(self) -> None:
        """Leave out the time until now."""
        self._since = perf_counter()

    def start_playing(self) -> None:
        """An update is over, games go on."""
        now = perf_counter()
        self._learning, self._since = self._learning + now - self._since, now

    def start_learning(self) -> None:
        """Games pause, an update begins."""
        now = perf_counter()
        self._playing, self._since = self._playing + now - self._since, now

    def shares(self) -> dict[str, float]:
        """The share of each in the time so far."""
        spent = {name: now - self._before[name] for name, now in self._env.seconds.items()}
        spent["policy"] = max(0.0, self._playing - sum(spent.values()))
        spent["learning"] = self._learning
        total = sum(spent.values()) or 1.0
        return {name: seconds / total for name, seconds in spent.items()}


class ProgressCallback(BaseCallback):
    """Shows how a run fares in one line, and warns when it stops playing cards."""

    def __init__(self, trainer: Trainer, console: Console, tell: Callable[[str], Any]) -> None:
        super().__init__()
        self.trainer, self.console, self.tell = trainer, console, tell
        self.played = PlayedShare(trainer.settings.variant)
        self.watch = Stopwatch(trainer)
        self.last_share: float | None = None
        self._live = Live(console=console, auto_refresh=False) if console.is_terminal else None
        self._told = perf_counter()
        self._warned = False

    def _on_training_start(self) -> None:
        self._first, self._start = self.trainer.clock.steps, perf_counter()
        self.watch = Stopwatch(self.trainer)
        if self._live:
            self._live.start()

    def _on_rollout_start(self) -> None:
        self.watch.start_playing()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_end(self) -> None:
        self.watch.start_learning()
        self.last_share = self.played.of(self.model.rollout_buffer.actions)  # type: ignore[attr-defined]
        self._warn()
        facts = self._facts(self.trainer.env.take_finished())
        for name, value in facts.items():
            self.logger.record(name, value)
        self._show(line(facts, self._time_left()))

    def _warn(self) -> None:
        """Warn once each time the share of played cards collapses."""
        collapsed = (
            self.last_share is not None and self.last_share < self.trainer.settings.warn_below
        )
        if collapsed and not self._warned:
            self.tell(
                f"warning: only {self.last_share:.0%} of cards are played, the rest discarded: play "
                "is settling on 0:0. The surest way out is a warm start (imitate=careful); "
                "docs/training.md compares it with anchors and with a cost that grows (relief=1)"
            )
        self._warned = collapsed

    def _facts(self, finished: Finished) -> dict[str, float]:
        steps = self.model.num_timesteps
        rate = (steps - self._first) / max(1e-9, perf_counter() - self._start)
        facts = {"play/steps": float(steps), "play/steps_per_second": rate}
        if finished.games:
            facts["play/score"] = float(np.mean(finished.scores))
            facts["play/truncated"] = finished.truncated / finished.games
        if self.last_share is not None:
            facts["play/cards_played"] = self.last_share
        if self.trainer.settings.relief:
            facts["play/relief"] = self.trainer.clock.relief()
        entropy = self.logger.name_to_value.get("train/entropy_loss")
        if entropy is not None:
            facts["play/entropy"] = -float(entropy)
        for name, score in self.trainer.pool.anchor_scores().items():
            facts[f"against/{name}"] = score
        for name, share in self.watch.shares().items():
            facts[f"time/{name}"] = share
        return facts

    def _time_left(self) -> float:
        """Seconds to the end at the pace since this process began."""
        progress = self.trainer.clock.progress
        return self.trainer.clock.seconds * (1 - progress) / progress if progress else 0.0

    def _show(self, text: str) -> None:
        if self._live:
            self._live.update(Text(text), refresh=True)
        elif perf_counter() - self._told > QUIET_SECONDS:
            self._told = perf_counter()
            self.console.print(text, highlight=False, soft_wrap=True)

    def _on_training_end(self) -> None:
        if self._live:
            self._live.stop()


def line(facts: dict[str, float], seconds_left: float) -> str:
    """The facts of a moment in one line."""
    parts = [
        f"{facts['play/steps'] / 1e6:.2f}M steps",
        f"{facts['play/steps_per_second']:,.0f}/s",
        f"{int(seconds_left // 60)}:{int(seconds_left % 60):02d} left",
    ]
    for name, shown in (("score", ".1f"), ("entropy", ".2f")):
        if f"play/{name}" in facts:
            parts.append(f"{name} {facts[f'play/{name}']:{shown}}")
    for name, value in facts.items():
        if name.startswith("against/"):
            parts.append(f"{name.removeprefix('against/')} {value:.0%}")
    for name, said in (("cards_played", "played"), ("relief", "relief")):
        if f"play/{name}" in facts:
            parts.append(f"{said} {facts[f'play/{name}']:.0%}")
    if "play/truncated" in facts:
        parts.append(f"truncated {facts['play/truncated']:.1%}")
    return " · ".join(parts)


def time_line(shares: dict[str, float]) -> str:
    """Where the time went, in one line."""
    return "time: " + ", ".join(f"{name} {share:.1%}" for name, share in shares.items())
