"""Interruptions: SIGKILL at any moment, Ctrl-C, and a folder that cannot be written."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lostcities_env.agents.checkpoint import CheckpointPlayer
from tests.training.small import small, words
from training.callbacks import KeepCallback
from training.checkpoint import checkpoints, sweep
from training.train import main
from training.trainer import Trainer

KILLS = 20
ROOT = Path(__file__).parents[2]
SLOW = {**os.environ, "OMP_NUM_THREADS": "1", "PYTHONPATH": str(ROOT)}


def test_killed_at_random_moments_it_leaves_whole_checkpoints_and_goes_on(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.training.kill_loop", str(tmp_path), str(KILLS), "1"]
    done = subprocess.run(command, cwd=ROOT, env=SLOW, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    killed = [line for line in done.stdout.splitlines() if line.startswith("killed;")]
    assert len(killed) == KILLS
    assert any("checkpoints" in line for line in killed), "no kill fell into a checkpoint's writing"
    assert any("pool" in line for line in killed), "no kill fell into a snapshot's writing"
    resumed = re.search(r"resumed (\d+) times", done.stdout)
    assert resumed
    assert int(resumed[1]) > KILLS // 4


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


def test_a_run_killed_before_its_first_checkpoint_begins_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = small(tmp_path)
    Trainer(settings)._make_folder()
    assert not checkpoints(settings.run)
    assert main(["--resume", str(settings.run)]) == 0
    assert "1024 steps; the last checkpoint is" in capsys.readouterr().out
    assert int(checkpoints(settings.run)[-1].name) == 1024


def test_a_run_killed_before_its_folder_was_whole_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    settings = small(tmp_path, steps=256)
    leftover = tmp_path / f".unfinished-{settings.name}-7"
    leftover.mkdir()
    assert main(words(settings)) == 0
    assert not leftover.exists()


def test_ctrl_c_in_the_warm_start_leaves_a_run_that_begins_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stop(*_given: object) -> None:
        raise KeyboardInterrupt

    settings = small(tmp_path, steps=256)
    with monkeypatch.context() as patched:
        patched.setattr(Trainer, "warm_up", stop)
        assert main(words(settings)) == 130
    assert "stopped at once: --resume goes on" in capsys.readouterr().err
    assert main(["--resume", str(settings.run)]) == 0


def test_a_second_ctrl_c_stops_at_once(tmp_path: Path) -> None:
    told: list[str] = []
    keep = KeepCallback(Trainer(small(tmp_path)), told.append)
    before = signal.signal(signal.SIGINT, keep.interrupt)
    try:
        signal.raise_signal(signal.SIGINT)
        assert keep.interrupted
        assert "Ctrl-C again: stop at once" in told[0]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_killed_between_a_snapshot_and_its_checkpoint_it_goes_on_with_the_older_pool(
    tmp_path: Path,
) -> None:
    settings = small(tmp_path)
    killed = Trainer(settings)
    killed.begin(lambda _decisions, _agreement: None)
    killed.clock.steps = 256
    killed.snapshot()
    again = Trainer(settings)
    again.bring_back(checkpoints(settings.run)[-1])
    assert [again.pool.records[i].steps for i in again.pool.past] == [0]
    again.clock.steps = 512
    again.save()
    assert [file.stem for file in snapshots(settings.run)] == ["0000000000"]
    again.snapshot()
    again.clock.steps = 513
    Trainer(settings).bring_back(again.save())


def snapshots(run: Path) -> list[Path]:
    return sorted((run / "pool").iterdir())


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


def test_a_run_whose_folder_can_no_longer_be_written_is_reported_and_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = small(tmp_path, steps=256)
    assert main(words(settings)) == 0
    before = checkpoints(settings.run)
    (settings.run / "tensorboard").rename(tmp_path / "elsewhere")
    (settings.run / "tensorboard").touch()
    assert main(["--resume", str(settings.run), "steps=512"]) == 1
    assert "the run cannot be written:" in capsys.readouterr().err
    assert checkpoints(settings.run) == before
