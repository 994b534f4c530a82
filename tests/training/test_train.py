"""The command: a whole small run, its resumption, its line, its warning, and the benchmark."""

from pathlib import Path

import numpy as np
import pytest
import torch

from lostcities_env.core.catalogue import find_game
from tests.training.small import small, words
from training import benchmark
from training.checkpoint import checkpoints
from training.imitation import returns_of
from training.progress import PlayedShare, line
from training.train import main
from training.trainer import read_story


def test_a_run_is_trained_and_then_resumed_for_longer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = small(tmp_path, imitate="random", imitate_decisions=1000)
    assert main(words(settings)) == 0
    said = capsys.readouterr().out
    assert "imitated random for 1000 decisions" in said
    assert "time: environment" in said
    assert [int(each.name) for each in checkpoints(settings.run)] == [0, 256, 512, 768, 1024]
    assert list(settings.run.glob("tensorboard/*"))
    before = read_story(checkpoints(settings.run)[-1])
    assert main(["--resume", str(settings.run), "steps=1536"]) == 0
    after = read_story(checkpoints(settings.run)[-1])
    assert after["steps"] == 1536
    assert after["seconds"] > before["seconds"]
    old = {each["steps"] for each in before["pool"]["past"]}
    assert old <= {each["steps"] for each in after["pool"]["past"]}
    assert main(["--resume", str(settings.run)]) == 0
    assert "has come to its end: a larger steps=" in capsys.readouterr().out
    assert read_story(checkpoints(settings.run)[-1]) == after


def test_the_help_is_the_manual(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "learning_rate_end" in capsys.readouterr().out


def test_when_cards_are_no_longer_played_it_warns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = small(
        tmp_path,
        imitate="discard_only",
        imitate_decisions=150_000,
        games=64,
        steps=4096,
        rollout=64,
    )
    assert main(words(settings)) == 0
    assert "of cards are played, the rest discarded" in " ".join(capsys.readouterr().out.split())


def test_the_share_of_played_cards_counts_plays_and_discards_only() -> None:
    variant = find_game("card_game_v0").variant({})
    play, discard, draw = (variant.parse(text) for text in ("play Y7", "discard Y7", "draw"))
    share = PlayedShare(variant)
    assert share.of(np.array([play] * 500 + [discard] * 1500 + [draw] * 9000)) == 0.25
    assert share.of(np.array([play, discard])) is None
    assert PlayedShare(find_game("rivals_v0").variant({})).of(np.zeros(9000)) is None


def test_the_progress_line_says_it_all() -> None:
    facts = {
        "play/steps": 1.5e6,
        "play/steps_per_second": 12345.0,
        "play/score": 20.25,
        "play/entropy": 0.5,
        "against/careful": 0.55,
        "play/truncated": 0.001,
    }
    assert line(facts, 83) == (
        "1.50M steps · 12,345/s · 1:23 left · score 20.2 · entropy 0.50 · careful 55% · truncated 0.1%"
    )


def test_returns_run_to_the_end_of_the_game_for_the_seat_that_decided() -> None:
    rewards = np.zeros((5, 1, 2), np.float32)
    rewards[2, 0], rewards[3, 0] = (3, -3), (1, -1)
    ended = np.array([[False], [False], [True], [False], [False]])
    seats = np.array([[0], [1], [0], [1], [0]])
    returns, known = np.zeros((5, 1), np.float32), np.zeros((5, 1), np.bool_)
    returns_of(rewards, ended, seats, 1.0, returns, known)
    assert returns.ravel().tolist()[:3] == [3, -3, 3]
    assert known.ravel().tolist() == [True, True, True, False, False]


def test_the_benchmark_compares_all_ways_with_the_ceiling(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert benchmark.main(words(small(newest=0.5))) == 0
    said = capsys.readouterr().out
    for name in (benchmark.CEILING, benchmark.NEWEST, benchmark.POOL):
        assert name in said
    assert torch.get_num_threads() == 1


def test_the_benchmark_helps_and_names_settings_that_are_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as end:
        benchmark.main(["--help"])
    assert end.value.code == 0
    assert "CONFIG.yaml" in capsys.readouterr().out
    assert benchmark.main(["stps=3"]) == 2
    assert "did you mean steps?" in capsys.readouterr().err
