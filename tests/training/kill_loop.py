"""Kill a training run at random moments and check what is left; run by `test_interruptions`.

Runs as a process of its own: it loads everything once, then forks a child for each attempt, so that
many kills take little time. Some children are killed from outside, at any moment; the others kill
themselves at some touch of a file, so that kills fall for certain into the writing of checkpoints and
of snapshots.
"""

import os
import random
import signal
import sys
import time
from pathlib import Path
from typing import Any

import torch

from lostcities_env.agents.checkpoint import CheckpointPlayer
from lostcities_env.core.batch import Batch
from tests.training.small import small, words
from training.checkpoint import UNFINISHED, checkpoints, restore
from training.train import main
from training.trainer import Trainer, read_story

STEPS = 1_000_000
LONGEST = 0.8  # seconds that a child lives which is killed from outside
TOUCHES = {"open", "os.mkdir", "os.rename"}  # Python's own events of files being written
CHECKPOINT, SNAPSHOT, ANYWHERE = f"checkpoints/{UNFINISHED}", f"pool/{UNFINISHED}", "run/"
MOST = {CHECKPOINT: 60, SNAPSHOT: 9, ANYWHERE: 150}  # touches of files there that a child lives


def kill_at_touch(place: str, count: int) -> None:
    """Let this process be killed right before its so-manieth touch of a file there."""
    left = [count]

    def hook(event: str, given: tuple[Any, ...]) -> None:
        if event in TOUCHES and place in str(given[0]):
            left[0] -= 1
            if not left[0]:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)


class Killing:
    """One run that is started and killed again and again."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.settings = small(folder, steps=STEPS)
        self.run = self.settings.run
        self.said = folder / "said.txt"
        self.whole: list[Path] = []  # the checkpoints that were found whole
        self.resumed = 0  # children that said from where they went on
        self.batch = Batch(self.settings.variant, 4, 0, 1, 0)

    def start(self, place: str | None) -> int:
        """A child that begins the run or goes on with it; returns its process id."""
        arguments = ["--resume", str(self.run)] if self.run.exists() else words(self.settings)
        count = self.chance.randint(1, MOST[place]) if place else 0
        sys.stdout.flush()
        self.said.write_text("")
        child = os.fork()
        if child == 0:
            os.dup2(os.open(self.said, os.O_WRONLY), 1)
            sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
            if place:
                kill_at_touch(place, count)
            os._exit(main(arguments))
        return child

    def kill(self, place: str | None) -> None:
        """Start, kill, and look at what is left."""
        child = self.start(place)
        if place is None:
            time.sleep(self.chance.uniform(0, LONGEST))
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), f"the run ended by itself with {status}"
        self.check_what_it_said()
        self.check_checkpoints()
        where = [path.parent.name for path in self.run.rglob(f"{UNFINISHED}*")]
        print(f"killed; {len(self.whole)} whole, unfinished in: {' '.join(where)}", flush=True)

    def check_what_it_said(self) -> None:
        """A child goes on from the last checkpoint that was whole when it began."""
        said = self.said.read_text()
        if said and self.whole:
            assert said.startswith(f"going on from {self.whole[-1]}\n")
            self.resumed += 1

    def check_checkpoints(self) -> None:
        """None is lost, and all that are there can be played, and resumed from."""
        found = checkpoints(self.run)
        assert found[: len(self.whole)] == self.whole
        for each in found[len(self.whole) :]:
            self.check_portable(each)
            restore(each, Trainer(self.settings).model)
        self.whole = found
        if found:
            self.check_resumed(found[-1])

    def check_portable(self, folder: Path) -> None:
        player = CheckpointPlayer(folder, self.settings.variant)
        masks = self.batch.action_masks
        actions = player.act_rows(self.settings.variant, self.batch.observations, masks)
        assert masks[range(len(actions)), actions].all()

    def check_resumed(self, folder: Path) -> None:
        """Pool, steps and learning rate are those of the moment when the checkpoint was written."""
        story = read_story(folder)
        trainer = Trainer(self.settings, story["steps"])
        trainer.bring_back(folder)
        assert trainer.model.num_timesteps == trainer.clock.steps == int(folder.name)
        assert trainer.pool.ratings() == story["ratings"]
        assert len(trainer.pool.past) == len(story["pool"]["past"]) > 0
        assert trainer.clock.learning_rate(0.0) == story["learning_rate"]


def kill_often(folder: Path, kills: int, seed: int) -> None:
    """Kill at any moment, within a checkpoint, within a snapshot and at any file, in turns."""
    killing = Killing(folder, seed)
    for number in range(kills):
        killing.kill((None, CHECKPOINT, None, SNAPSHOT, ANYWHERE)[number % 5])
    steps = [int(each.name) for each in killing.whole]
    assert steps[-1] > steps[0] == 0, "the run did not come on"
    print(f"{steps[-1]} steps, resumed {killing.resumed} times")


if __name__ == "__main__":
    torch.set_num_threads(1)
    home = Path(sys.argv[1])
    main(words(small(home / "warm", steps=256)))
    kill_often(home, int(sys.argv[2]), seed=int(sys.argv[3]))
