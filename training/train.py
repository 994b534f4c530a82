"""The command that trains: `python -m training.train configs/card_game.yaml [key=value ...]`."""

import argparse
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

from training.callbacks import KeepCallback
from training.checkpoint import checkpoints, sweep
from training.config import Settings, SettingsError, manual, read_settings, read_words
from training.progress import ProgressCallback, time_line
from training.trainer import CONFIG, Trainer, read_story

CHANGEABLE = {
    "steps",
    "minutes",
    "threads",
    "checkpoint_every",
    "snapshot_every",
}  # in a resumed run
STOPPED, UNSAVED, WRONG = 130, 1, 2  # exit codes

USAGE = """\
python -m training.train CONFIG.yaml [MORE.yaml ...] [key=value ...]
       python -m training.train --resume runs/NAME [key=value ...]"""


def parser() -> argparse.ArgumentParser:
    """The command line; its help is the manual of all settings."""
    given = argparse.ArgumentParser(
        usage=USAGE,
        description="Train a policy by PPO self-play, or go on with a run.",
        epilog=f"settings, with their defaults:\n{manual()}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    given.add_argument(
        "--resume", type=Path, metavar="RUN", help="go on from a run's last checkpoint"
    )
    given.add_argument("given", nargs="*", metavar="CONFIG.yaml | key=value", help="settings")
    return given


def read_new(words: Sequence[str]) -> Settings:
    """The settings of a new run; its folder must not exist yet."""
    settings = read_words(words)
    if settings.run.exists():
        raise SettingsError(
            [f"name: {settings.run} exists: --resume {settings.run}, or choose another name=..."]
        )
    return settings


def read_resumed(run: Path, words: Sequence[str]) -> Settings:
    """The settings of a run to go on with; only its length and the like may change."""
    if not (run / CONFIG).is_file():
        raise SettingsError([f"--resume: there is no run in {run}: it has no {CONFIG}"])
    fixed = [w for w in words if w.partition("=")[0] not in CHANGEABLE]
    if fixed:
        allowed = ", ".join(sorted(CHANGEABLE))
        raise SettingsError(f"{word}: a resumed run may only change {allowed}" for word in fixed)
    where = [f"folder={run.parent}", f"name={run.name}"]
    return read_settings([run / CONFIG], [*words, *where])


def prepare(settings: Settings, resumed: bool, tell: Callable[[str], None]) -> Trainer:
    """A trainer at the start of a run, or where its last whole checkpoint was written."""
    sweep(settings.run)
    found = checkpoints(settings.run) if resumed else []
    if found:
        steps = int(read_story(found[-1])["steps"])
        trainer = Trainer(settings, steps)
        trainer.bring_back(found[-1])
        tell(f"going on from {found[-1]}")
        return trainer
    trainer = Trainer(settings)

    def tell_imitated(decisions: int, agreement: float) -> None:
        if decisions >= settings.imitate_decisions:
            tell(
                f"imitated {settings.imitate} for {decisions} decisions: the same choice in "
                f"{agreement:.0%}"
            )

    trainer.begin(tell_imitated)
    return trainer


def train(settings: Settings, resumed: bool, console: Console) -> int:
    """Run to the end, or to Ctrl-C; returns the exit code."""

    def tell(message: str) -> None:
        console.print(message, highlight=False, soft_wrap=True)

    trainer = prepare(settings, resumed, tell)
    if trainer.clock.is_over:
        tell("the run has come to its end: a larger steps=... or minutes=... makes it longer")
        return 0
    keep = KeepCallback(trainer, tell)
    progress = ProgressCallback(trainer, console, tell)
    before = signal.signal(signal.SIGINT, keep.interrupt)
    try:
        trainer.learn([keep, progress], tell)
        saved = keep.save_last()
    finally:
        signal.signal(signal.SIGINT, before)
    tell(time_line(progress.watch.shares()))
    last = checkpoints(settings.run)
    tell(f"{trainer.clock.steps} steps; the last checkpoint is {last[-1] if last else 'missing'}")
    if keep.interrupted:
        tell(f"to go on: python -m training.train --resume {settings.run}")
        return STOPPED
    return 0 if saved else UNSAVED


def main(words: Sequence[str] | None = None) -> int:
    """Read the settings and train; what is wrong with them is told line by line."""
    command = parser()
    given = command.parse_intermixed_args(words)
    if not given.given and given.resume is None:
        command.print_usage(sys.stderr)
        return WRONG
    try:
        resumed = given.resume is not None
        settings = read_resumed(given.resume, given.given) if resumed else read_new(given.given)
        return train(settings, resumed, Console())
    except SettingsError as error:
        print(error, file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        print("stopped at once: --resume goes on from the last whole checkpoint", file=sys.stderr)
        return STOPPED
    except OSError as error:
        print(f"the run cannot be written: {error}", file=sys.stderr)
        return UNSAVED


if __name__ == "__main__":
    sys.exit(main())
