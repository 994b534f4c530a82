"""Games still go as they went when they were written down."""

from typing import Any

import pytest

from tests.conformance.cases import CASES
from tests.conformance.playthroughs import HOME, path_of, playthrough

cases = pytest.mark.parametrize(
    ("game", "name", "options"), [pytest.param(*case, id=f"{case[0]}: {case[1]}") for case in CASES]
)


@cases
def test_a_golden_playthrough_is_repeated(game: str, name: str, options: dict[str, Any]) -> None:
    kept = path_of(game, name).read_text(encoding="utf-8").splitlines()
    played = playthrough(game, options).splitlines()
    for number, (was, now) in enumerate(zip(kept, played, strict=False), start=1):
        assert now == was, f"line {number}: behaviour has changed; a new version of the game is due"
    assert len(played) == len(kept)


def test_no_playthrough_is_left_over() -> None:
    assert set(HOME.rglob("*.txt")) == {path_of(game, name) for game, name, _ in CASES}
