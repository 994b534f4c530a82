"""Tensorboard's record of a run, which may fail without the run failing."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import Logger, TensorBoardOutputFormat


class Record(TensorBoardOutputFormat):
    """Writes the record; on a disk that is full it says so once, and the run goes on without it."""

    def __init__(self, folder: Path, tell: Callable[[str], Any]) -> None:
        super().__init__(str(folder))
        self._tell = tell
        self._ended = False

    def write(self, key_values: Any, key_excluded: Any, step: int = 0) -> None:
        """Write down the facts of a moment."""
        if self._ended:
            return
        try:
            super().write(key_values, key_excluded, step)
        except OSError as error:
            self._ended = True
            self._tell(f"tensorboard's record ends at {step} steps: {error}")

    def close(self) -> None:
        """End the record; what could not be written has been told of."""
        with suppress(OSError):
            super().close()


def recorder(folder: Path, tell: Callable[[str], Any]) -> Logger:
    """The logger of a run."""
    return Logger(str(folder), [Record(folder, tell)])
