"""The command: what it prints and writes, its exit codes, and the best checkpoint of a run."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.training.checkpoints import write_checkpoint
from training.evaluate import main
from training.evaluation.best import choose_best, point_to_best

GAME = ["--game", "card_game_v0", "--games", "20", "--workers", "1"]


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """A run whose middle checkpoint is the best: it never plays a card, which beats playing them all."""
    for steps, likes in ((100, "play"), (200, "discard"), (300, "play")):
        write_checkpoint(tmp_path / "run" / "checkpoints" / f"{steps:010d}", steps, {likes: 5.0})
    return tmp_path / "run"


def evaluate(out: Path, *arguments: str) -> int:
    return main([*arguments, *GAME, "--out", str(out)])


def test_the_report_holds_what_was_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert evaluate(tmp_path, "careful", "random", "discard_only") == 0
    report = json.loads((tmp_path / "report.json").read_text())
    first = report["matches"][0]
    assert first["players"] == ["careful", "random"]
    assert (first["games"], first["deals"]) == (20, 10)
    assert first["win_rate"]["mean"] == 1
    assert first["truncated"] == 0
    assert [rating["name"] for rating in report["ratings"]] == ["careful", "discard_only", "random"]
    text = capsys.readouterr().out
    margin = f"{first['margin']['mean']:+.1f}"
    for where in (text, (tmp_path / "report.html").read_text()):
        assert "careful against random" in where
        assert margin in where
        assert "truncated" in where


def test_the_page_needs_nothing_but_itself(tmp_path: Path):
    evaluate(tmp_path, "random", "discard_only")
    page = (tmp_path / "report.html").read_text()
    assert page.count("<svg") == 2
    assert not re.findall(r'(?:src|href)="(?!#|data:)[^"]*"|url\((?!#)|<script|@import', page)


def test_the_same_seed_writes_the_same_files(tmp_path: Path):
    for folder in ("first", "second"):
        evaluate(tmp_path / folder, "random", "discard_only", "--seed", "4")
    files = sorted(path.name for path in (tmp_path / "first").iterdir())
    assert files == ["payoff.svg", "ratings.svg", "report.html", "report.json"]
    for name in files:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()


def test_requirements_decide_the_exit_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert evaluate(tmp_path, "careful", "random", "--require", "careful>random:0.95") == 0
    assert evaluate(tmp_path, "careful", "random", "--require", "random>careful:0.05") == 1
    assert (
        "NOT met: random against careful: at least 5.0%, measured 0.0%" in capsys.readouterr().out
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["careful"], "name at least two players"),
        (["careful", "nobody"], "there is no player 'nobody'"),
        (["careful", "random", "--require", "careful:0.5"], "a requirement is written like"),
        (["careful", "random", "--require", "careful>nobody:0.5"], "'nobody' is not one of"),
        (["careful", "random", "--option", "rounds=7"], "rounds"),
        (["careful", "random", "--confidence", "2"], "--confidence must be"),
        (["careful", "random", "--seed", "-1"], "--seed must be at least 0"),
        (["careful", "random", "--sequential", "0.7"], "--sequential must be"),
        (["careful", "random", "--checkpoints", "0"], "--checkpoints must be at least 1"),
        (["nowhere", "--best"], "--best wants the folder of a run"),
    ],
)
def test_wrong_usage_is_told_in_a_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    assert evaluate(tmp_path / "out", *arguments) == 2
    assert sentence in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_stalling_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    evaluate(tmp_path, "random", "discard_only", "--option", "max_turns=20")
    sentence = "random against discard_only: 100% of the games were cut short"
    assert sentence in capsys.readouterr().out
    assert sentence in (tmp_path / "report.html").read_text()


def test_neither_torch_nor_pickled_weights_are_needed():
    command = "import sys, training.evaluate; sys.exit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", command], check=True)


def test_a_run_is_shown_over_its_steps(run: Path, tmp_path: Path):
    out = tmp_path / "out"
    assert main([str(run), "random", "--games", "8", "--workers", "1", "--out", str(out)]) == 0
    assert (out / "strength.svg").is_file()
    players = json.loads((out / "report.json").read_text())["players"]
    assert [player["steps"] for player in players] == [100, 200, 300, None]


@pytest.mark.parametrize("player", ["", "checkpoints/0000000300", "best", "best:sample"])
def test_the_report_of_a_run_lies_in_the_run_and_never_in_a_checkpoint(run: Path, player: str):
    best = point_to_best(run, run / "checkpoints" / "0000000200")
    assert main([str(run / player), "random", "--games", "8", "--workers", "1"]) == 0
    assert (run / "evaluation" / "report.html").is_file()
    assert sorted(path.name for path in best.iterdir()) == ["card.json", "policy.onnx"]


def test_best_is_chosen_by_matches_not_by_being_last(run: Path, capsys: pytest.CaptureFixture[str]):
    assert main([str(run), "random", "--best", "--games", "20", "--workers", "1"]) == 0
    assert (run / "best").resolve() == (run / "checkpoints" / "0000000200").resolve()
    assert "run/200 stay" in capsys.readouterr().out


def test_of_equal_checkpoints_the_one_trained_longer_is_best(tmp_path: Path):
    for steps in (1, 2):
        write_checkpoint(tmp_path / "checkpoints" / f"{steps:010d}", steps, {"discard": 1.0})
    assert choose_best(tmp_path, games=8).name == "0000000002"


def test_best_is_moved_in_one_step_and_read_anywhere(run: Path, tmp_path: Path):
    for name in ("0000000100", "0000000300"):
        point_to_best(run, run / "checkpoints" / name)
    run.rename(tmp_path / "moved")
    assert (tmp_path / "moved" / "best" / "card.json").is_file()
    assert (tmp_path / "moved" / "best").readlink() == Path("checkpoints/0000000300")
    assert sorted(path.name for path in (tmp_path / "moved").iterdir()) == ["best", "checkpoints"]
