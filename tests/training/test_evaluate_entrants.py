"""Who takes part is understood as it is written, or refused in a sentence."""

from pathlib import Path

import pytest

from tests.training.checkpoints import write_checkpoint
from training.evaluation.entrants import find_entrants, settle_variant, spread


@pytest.fixture
def run(tmp_path: Path) -> Path:
    for steps in (300, 1000, 20):
        write_checkpoint(tmp_path / "first" / "checkpoints" / f"{steps:010d}", steps)
    (tmp_path / "first" / "checkpoints" / ".unfinished-7").mkdir()
    return tmp_path / "first"


def names(*given: object, at_most: int = 8) -> list[str]:
    return [entrant.name for entrant in find_entrants([str(word) for word in given], at_most)]


def test_a_run_stands_for_its_checkpoints_by_their_steps(run: Path):
    assert names(run, "careful") == ["first/20", "first/300", "first/1000", "careful"]
    assert names(run, at_most=2) == ["first/20", "first/1000"]


def test_a_checkpoint_goes_by_its_run_and_its_steps(run: Path):
    folder = run / "checkpoints" / "0000000300"
    assert names(folder, f"{folder}:sample") == ["first/300", "first/300:sample"]
    assert find_entrants([str(folder)], 8)[0].steps == 300


def test_best_is_a_checkpoint_of_its_run(run: Path):
    (run / "best").symlink_to("checkpoints/0000000300")
    assert names(run / "best") == ["first/best"]


def test_somebody_named_twice_takes_part_twice():
    assert names("random", "random") == ["random#1", "random#2"]


def test_checkpoints_are_spread_evenly_from_the_first_to_the_last():
    found = [Path(str(number)) for number in range(10)]
    assert [int(str(path)) for path in spread(found, 4)] == [0, 3, 6, 9]
    assert spread(found, 1) == found[-1:]


def test_an_empty_folder_is_refused(tmp_path: Path):
    with pytest.raises(ValueError, match="there is no checkpoint in"):
        names(tmp_path)


def test_the_checkpoints_say_which_game_is_played(tmp_path: Path):
    folder = write_checkpoint(tmp_path / "long", expeditions=6, reward="margin")
    variant = settle_variant(find_entrants([str(folder), "random"], 8), None, {})
    assert (variant.game.name, variant.values["expeditions"]) == ("card_game_v0", 6)


def test_checkpoints_of_other_options_are_refused(tmp_path: Path, run: Path):
    write_checkpoint(tmp_path / "long", expeditions=6)
    entrants = find_entrants([str(run), str(tmp_path / "long")], 8)
    with pytest.raises(ValueError, match="was trained with expeditions=6, this game has default"):
        settle_variant(entrants, None, {})


def test_checkpoints_of_another_game_are_refused(run: Path):
    entrants = find_entrants([str(run), "random"], 8)
    with pytest.raises(ValueError, match="plays card_game_v0, not rivals_v0"):
        settle_variant(entrants, "rivals_v0", {})


def test_without_a_checkpoint_the_game_must_be_named():
    with pytest.raises(ValueError, match="name it with --game"):
        settle_variant(find_entrants(["random", "careful"], 8), None, {})


def test_a_name_nobody_has_is_refused():
    with pytest.raises(ValueError, match="there is no player 'nobody' for card_game_v0"):
        settle_variant(find_entrants(["nobody", "random"], 8), "card_game_v0", {})
