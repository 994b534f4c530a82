"""A second opinion on random games: the engine against each game's slow referee, move by move.

python -m tests.conformance.referee --decisions 1000000 [--game card_game_v0]
"""

import argparse
import random
from typing import Any

import lostcities_env
from lostcities_env import State
from tests.conformance.cases import CASES, moves, of_game


def compare(game: str, options: dict[str, Any], decisions: int, seed: int = 0) -> int:
    """Play random games until so many decisions were compared; returns how many games it took."""
    referee = of_game(game, "referee").Referee
    choices = random.Random(seed)
    games = 0
    while decisions > 0:
        record = _random_game(game, options, seed + games, choices)
        _follow(record, referee(options, record["setups"]))
        decisions -= len(record["actions"])
        games += 1
    return games


def _random_game(
    game: str, options: dict[str, Any], seed: int, choices: random.Random
) -> dict[str, Any]:
    state = lostcities_env.new_game(game, seed=seed, **options)
    for _ in moves(state, choices):
        pass
    return state.record()


def _follow(record: dict[str, Any], referee: Any) -> None:
    """Play a record in the engine and under the referee, and compare them before every move."""
    state = lostcities_env.new_game(record["game"], setups=record["setups"], **record["options"])
    for action in record["actions"]:
        _agree(state, referee)
        state.apply(action)
        referee.apply(action)
    _agree(state, referee)


def _agree(state: State, referee: Any) -> None:
    assert referee.current_player == state.current_player
    assert referee.is_over == state.is_over
    assert referee.is_truncated == state.is_truncated
    assert referee.legal() == {state.describe(action) for action in state.legal_actions()}
    assert referee.scores() == state.scores()
    assert referee.winners() == state.winners()


def main() -> None:
    """Compare every case, or those of one game, and say how far it went."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument(
        "--decisions", type=int, default=1_000_000, help="decisions in each variant"
    )
    parser.add_argument("--game", help="one game only")
    parser.add_argument("--seed", type=int, default=1_000_000)
    arguments = parser.parse_args()
    for game, name, options in CASES:
        if arguments.game in (None, game):
            games = compare(game, options, arguments.decisions, arguments.seed)
            print(
                f"{game}: {name}: {arguments.decisions} decisions in {games} games agree",
                flush=True,
            )


if __name__ == "__main__":
    main()
