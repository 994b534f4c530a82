"""Settings: every mistake is one clear line, told before anything is written."""

import re
from pathlib import Path

import pytest
import yaml

from tests.training.small import SMALL, small
from training.config import Settings, SettingsError, manual, read_settings, settle
from training.train import main, read_resumed

CONFIGS = Path(__file__).parents[2] / "configs"
DEFAULTS = sorted(CONFIGS.glob("*.yaml"))
OVERRIDES = sorted((CONFIGS / "overrides").glob("*.yaml"))


def lines_of(**changes: object) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        settle({**SMALL, **changes})
    return caught.value.lines


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"learning_rat": 1},
            "learning_rat: there is no such setting; did you mean learning_rate?",
        ),
        ({"steps": "many"}, "steps: should be a valid integer, not 'many'"),
        ({"steps": True}, "steps: should be a valid integer, not True"),
        ({"newest": 1.5}, "newest: should be less than or equal to 1, not 1.5"),
        ({"minibatch": 512}, "minibatch: 512 is more than the 256 decisions of an update"),
        ({"newest": 0.9}, "newest, anchors: their shares add up to more than 1"),
        ({"learning_rate_end": 1.0}, "learning_rate_end: must not be above learning_rate"),
        ({"name": "a/b"}, "name: must be a plain folder name, not 'a/b'"),
        ({"imitate": "genius"}, "imitate: there is no player 'genius'; there are random"),
        ({"anchors": {"genius": 0.1}}, "anchors: there is no player 'genius'; there are random"),
        ({"anchors": {"search": 0.1}}, "anchors: there is no player 'search'; there are random"),
        ({"game": "chess_v0"}, "game, options: there is no game 'chess_v0'"),
        ({"options": {"players": 9}}, "game, options: card_game_v0 has no option 'players'"),
        ({"relief": 0.5, "reward": "win"}, "relief: is paid in points, so it needs reward=margin"),
        (
            {"relief": 0.5, "game": "rivals_v0"},
            "relief: only card_game_v0 has it, for rivals_v0 it",
        ),
        ({"relief_until": 0}, "relief_until: should be greater than 0, not 0"),
        ({"options": {"reward": "win"}}, "options.reward: say reward=... instead"),
    ],
)
def test_a_mistake_is_one_clear_line(changes: dict[str, object], said: str) -> None:
    lines = lines_of(**changes)
    assert len(lines) == 1
    assert lines[0].startswith(said)


def test_several_mistakes_are_several_lines() -> None:
    assert len(lines_of(steps=0, width="wide", colour="red")) == 3


def test_a_small_number_may_be_written_without_a_point() -> None:
    given = read_settings([CONFIGS / "card_game.yaml"], ["learning_rate=6e-4"])
    assert given.learning_rate == 6e-4


@pytest.mark.parametrize("file", DEFAULTS, ids=lambda file: file.stem)
def test_a_default_names_every_setting_and_comments_on_it(file: Path) -> None:
    given = yaml.safe_load(file.read_text())
    assert set(given) == set(Settings.model_fields)
    settle(given)
    assert file.read_text().count("#") >= len(given)


@pytest.mark.parametrize("file", OVERRIDES, ids=lambda file: file.stem)
def test_an_override_fits_the_default_that_it_names(file: Path) -> None:
    default = re.search(r"configs/(\w+)\.yaml", file.read_text())
    assert default
    read_settings([CONFIGS / f"{default[1]}.yaml", file], [])


def test_the_manual_explains_every_setting() -> None:
    for name, field in Settings.model_fields.items():
        assert field.description
        assert re.search(rf"^  {name} .*{re.escape(field.description)}$", manual(), re.MULTILINE)


def test_nothing_is_written_when_settings_are_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = str(CONFIGS / "card_game.yaml")
    assert main([config, f"folder={tmp_path}", "games=many", "paint=red"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "games: should be a valid integer, not 'many'",
        "paint: there is no such setting",
    ]
    assert not list(tmp_path.iterdir())


def test_words_that_are_no_settings_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["quick"]) == 2
    assert capsys.readouterr().err == "quick: is neither a .yaml file nor key=value\n"
    assert main([str(tmp_path / "none.yaml")]) == 2
    assert "none.yaml: cannot be read" in capsys.readouterr().err


def test_a_run_is_not_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "card_game").mkdir()
    assert main([str(CONFIGS / "card_game.yaml"), f"folder={tmp_path}"]) == 2
    assert "exists: --resume" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["7", "a #b", "off", "1e3"])
def test_names_are_taken_as_they_stand(tmp_path: Path, name: str) -> None:
    run = tmp_path / name / name
    given = read_settings(
        [CONFIGS / "card_game.yaml"], [f"folder={tmp_path / name}", f"name={name}"]
    )
    assert given.run == run
    run.mkdir(parents=True)
    (run / "config.yaml").write_text(yaml.safe_dump(given.model_dump()))
    assert read_resumed(run, []).run == run


def test_a_resumed_run_may_change_its_length_only(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir()
    (run / "config.yaml").write_text(yaml.safe_dump(small(tmp_path).model_dump()))
    assert read_resumed(run, ["steps=9000"]).steps == 9000
    with pytest.raises(SettingsError, match="width=9: a resumed run may only change"):
        read_resumed(run, ["width=9"])
    with pytest.raises(SettingsError, match="there is no run in"):
        read_resumed(tmp_path / "nowhere", [])
