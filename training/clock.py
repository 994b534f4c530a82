"""How far a run has come, in steps and in time, across its interruptions."""

from time import perf_counter

from training.config import Settings


class Clock:
    """Counts a run's steps and seconds; the seconds before an interruption count too."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._before = 0.0
        self._start = perf_counter()
        self.steps = 0

    def resume(self, steps: int, seconds: float) -> None:
        """Go on from an earlier point."""
        self.steps, self._before, self._start = steps, seconds, perf_counter()

    @property
    def seconds(self) -> float:
        """The seconds that the run has taken so far."""
        return self._before + perf_counter() - self._start

    @property
    def progress(self) -> float:
        """From 0 at the start to 1 at the end, whichever of steps and minutes is further."""
        share = self.steps / self._settings.steps
        if self._settings.minutes:
            share = max(share, self.seconds / (60 * self._settings.minutes))
        return min(1.0, share)

    @property
    def is_over(self) -> bool:
        """Whether the run has reached its end."""
        return self.progress >= 1.0

    def relief(self) -> float:
        """The relief now, on a straight line from the first to none."""
        return self._settings.relief * max(0.0, 1 - self.progress / self._settings.relief_until)

    def learning_rate(self, _remaining: float) -> float:
        """The learning rate now, on a straight line from the first to the last."""
        first, last = self._settings.learning_rate, self._settings.learning_rate_end
        return first + (last - first) * self.progress
