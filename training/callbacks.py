"""What happens between updates: snapshots, checkpoints, the end, and Ctrl-C."""

import signal
from collections.abc import Callable
from types import FrameType
from typing import Any

from stable_baselines3.common.callbacks import BaseCallback

from training.trainer import Trainer


class KeepCallback(BaseCallback):
    """Keeps the run: puts snapshots into the pool, writes checkpoints, and ends it in time.

    Checkpoints are written between updates only, when weights and steps belong together. One that
    cannot be written is reported, and the run goes on.
    """

    def __init__(self, trainer: Trainer, tell: Callable[[str], Any]) -> None:
        super().__init__()
        self.trainer, self.tell = trainer, tell
        self.interrupted = False
        self._saved = self._snapped = trainer.clock.steps

    def _on_training_start(self) -> None:
        self.trainer.pool.choose_active()

    def _on_rollout_start(self) -> None:
        trainer, settings = self.trainer, self.trainer.settings
        steps = trainer.clock.steps
        if steps - self._snapped >= settings.snapshot_every:
            self._snapped = steps
            self._attempt("snapshot", trainer.snapshot)
            trainer.pool.choose_active()
        if steps - self._saved >= settings.checkpoint_every:
            self._saved = steps
            self._attempt("checkpoint", trainer.save)
        trainer.pool.forget(trainer.env.tables.in_use())

    def _on_step(self) -> bool:
        return not (self.interrupted or self.trainer.clock.is_over)

    def _on_rollout_end(self) -> None:
        self.trainer.clock.steps = self.model.num_timesteps

    def _on_training_end(self) -> None:
        """Decisions that no update has learned from, when a rollout was broken off, do not count."""
        self.model.num_timesteps = self.trainer.clock.steps

    def save_last(self) -> bool:
        """Write the last checkpoint; False if that was not possible."""
        return self._attempt("checkpoint", self.trainer.save)

    def _attempt(self, what: str, write: Callable[[], Any]) -> bool:
        try:
            write()
        except (OSError, RuntimeError) as error:
            self.tell(
                f"the {what} at {self.trainer.clock.steps} steps could not be written: {error}. "
                f"What was saved before is whole"
            )
            return False
        return True

    def interrupt(self, number: int, _frame: FrameType | None) -> None:
        """The first Ctrl-C ends the run in order, the second one at once."""
        signal.signal(number, signal.default_int_handler)
        self.interrupted = True
        self.tell("stopping: the last checkpoint is being written (Ctrl-C again: stop at once)")
