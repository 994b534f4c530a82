"""An independent referee agrees with the engine on every move of random games."""

from typing import Any

from tests.conformance.cases import every_case
from tests.conformance.referee import compare

DECISIONS = 20_000


@every_case
def test_the_referee_agrees(game: str, options: dict[str, Any]) -> None:
    compare(game, options, DECISIONS)
