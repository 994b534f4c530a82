"""Interruptions: SIGKILL at any moment, Ctrl-C, and a folder that cannot be written."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lostcities_env.agents.checkpoint import CheckpointPlayer
from tests.training.small import small, words
from training.checkpoint import checkpoints, sweep
from training.train import main

ROOT = Path(__file__).parents[2]
SLOW = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}


def test_killed_at_random_moments_it_leaves_whole_checkpoints_and_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.training.kill_loop", str(tmp_path), "6", "1"]
    done = subprocess.run(command, cwd=ROOT, env=SLOW, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("killed;") == 6


def test_ctrl_c_saves_and_says_how_to_resume(tmp_path: Path) -> None:
    settings = small(tmp_path, steps=10_000_000, checkpoint_every=10_000_000)
    command = [sys.executable, "-m", "training.train", *words(settings)]
    run = subprocess.Popen(command, cwd=ROOT, env=SLOW, stdout=subprocess.PIPE, text=True)
    while not list(settings.run.glob("tensorboard/*")):
        assert run.poll() is None
        time.sleep(0.05)
    time.sleep(1.0)
    run.send_signal(signal.SIGINT)
    said, _ = run.communicate(timeout=60)
    assert run.returncode == 130
    assert f"to go on: python -m training.train --resume {settings.run}" in said
    last = checkpoints(settings.run)[-1]
    assert int(last.name) > 0
    CheckpointPlayer(last, settings.variant)


def test_what_a_killed_process_left_unfinished_is_swept_away(tmp_path: Path) -> None:
    leftover = tmp_path / "checkpoints" / ".unfinished-0000000001-7"
    leftover.mkdir(parents=True)
    (tmp_path / "pool").mkdir()
    (tmp_path / "pool" / ".unfinished-0000000001.pt").touch()
    assert not checkpoints(tmp_path)
    sweep(tmp_path)
    assert not list(tmp_path.rglob(".unfinished*"))


def test_a_folder_that_cannot_be_written_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    assert main(words(small(tmp_path / "file"))) == 1
    assert "the run cannot be written:" in capsys.readouterr().err
