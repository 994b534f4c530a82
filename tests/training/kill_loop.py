"""Kill a training run at random moments and check what is left; run by `test_interruptions`.

Runs as a process of its own: it loads everything once, then forks a child for each attempt, so that
many kills take little time.
"""

import contextlib
import os
import random
import signal
import sys
import time
from pathlib import Path

import torch

from lostcities_env.agents.checkpoint import CheckpointPlayer
from tests.training.small import small, words
from training.checkpoint import checkpoints
from training.train import main
from training.trainer import Trainer, read_story

STEPS = 1_000_000


def fork(arguments: list[str]) -> int:
    """A child that trains; returns its process id."""
    child = os.fork()
    if child == 0:
        with open(os.devnull, "w") as silent, contextlib.redirect_stdout(silent):
            os._exit(main(arguments))
    return child


def check(folder: Path, least: int) -> int:
    """Load every checkpoint for play and the last one for resuming; returns the last one's steps."""
    settings = small(folder, steps=STEPS)
    found = checkpoints(settings.run)
    for each in found:
        CheckpointPlayer(each, settings.variant)
    if not found:
        return 0
    story = read_story(found[-1])
    trainer = Trainer(settings, story["steps"])
    trainer.bring_back(found[-1])
    assert story["steps"] == trainer.model.num_timesteps >= least
    assert trainer.pool.ratings() == story["ratings"]
    assert trainer.clock.learning_rate(0.0) == story["learning_rate"]
    return int(story["steps"])


def kill_often(folder: Path, kills: int, seed: int) -> None:
    """Start or resume, kill after a moment, check; again and again."""
    chance = random.Random(seed)
    run, last = small(folder, steps=STEPS).run, 0
    for _ in range(kills):
        started = (run / "config.yaml").exists()
        child = fork(["--resume", str(run)] if started else words(small(folder, steps=STEPS)))
        time.sleep(chance.uniform(0.4, 1.6))
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), f"the run ended by itself with {status}"
        last = check(folder, last)
        print(f"killed; {len(checkpoints(run))} checkpoints, the last at {last} steps", flush=True)
    assert last > 0, "no run lived long enough to write a checkpoint"


if __name__ == "__main__":
    torch.set_num_threads(1)
    warm = Path(sys.argv[1]) / "warm"
    main(words(small(warm, steps=256)))
    kill_often(Path(sys.argv[1]), int(sys.argv[2]), seed=int(sys.argv[3]))
