"""Tunes the habits of a game's careful player by matches, and prints them to be copied.

    python -m lostcities_env.agents.tune card_game_v0 --steps 200
    python -m lostcities_env.agents.tune rivals_v0 --option players=3

Hill climbing: some habits are changed a little at random; a change stays if the player then does
better against the careful player as it is now, and against the yardsticks that the game's players
name (other players, or other habits), over the same deals from every seating. The same seed finds the
same habits.
"""

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.command import add_options, errors_in_words, read_options
from lostcities_env.agents.match import play_match
from lostcities_env.agents.player import Rows, View
from lostcities_env.agents.roster import CAREFUL, PlayerSpec, players_module
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.game import Cells, Variant
from lostcities_env.core.jit import bind

SPREAD = 0.3  # how much a habit changes in one step, as a share of it
MOST_CHANGES = 3  # habits changed in one step

# A careful player's rule with its habits given; `HabitPlayer` puts a game's own in this place.
choose_by: Any = None


def choose_rows_by(habits: Any, observations: Cells, masks: Cells, out: Cells) -> None:
    """The action of every row, by these habits."""
    for i in range(out.size):
        out[i] = choose_by(habits, observations[i], masks[i])


class HabitPlayer:
    """A careful player with habits of its own."""

    def __init__(self, habits: Any, rows: Any) -> None:
        self.name = "tuned"
        self._habits = habits
        self._rows = rows

    def act(self, view: View) -> int:
        """The action for one game."""
        action = self.act_rows(view.variant, view.observation[None], view.action_mask[None])
        return int(action[0])

    def act_rows(self, variant: Variant, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """The actions for many games at once, a row for each."""
        out = np.empty(len(masks), np.int64)
        self._rows(self._habits, observations, masks, out)
        return out


def rate(
    game: str,
    player: HabitPlayer,
    anchors: Sequence[PlayerSpec],
    deals: int,
    seed: int,
    options: dict[str, Any],
) -> float:
    """How well a player does: its mean share of wins against the anchors, each on all other seats."""
    matches = [play_match(game, [player, anchor], deals, seed, **options) for anchor in anchors]
    decided = [match.decided_rate for match in matches]
    return float(np.mean([rate.mean if rate else 0.5 for rate in decided]))


def changed(habits: Any, choices: np.random.Generator) -> Any:
    """Habits with a few of them a little larger or smaller."""
    values = np.array(habits)
    some = choices.choice(values.size, choices.integers(1, MOST_CHANGES + 1), replace=False)
    values[some] *= np.exp(choices.normal(0, SPREAD, some.size))
    return type(habits)(*(round(float(value), 4) for value in values))


def climb(
    game: str, steps: int, deals: int, seed: int, options: dict[str, Any] | None = None
) -> Any:
    """The best habits found, each improvement told as it comes."""
    options = options or {}
    variant = find_game(game).variant(options)
    own = players_module(variant.game)
    if own is None:
        raise SystemExit(f"{game} has no players of its own to tune")
    rows = bind(choose_rows_by, {"choose_by": own.choose_by}, game)
    yardsticks = getattr(own, "YARDSTICKS", ())
    anchors = [
        CAREFUL,
        *(one if isinstance(one, str) else HabitPlayer(one, rows) for one in yardsticks),
    ]
    choices = np.random.default_rng(seed)
    habits = own.habits_for(variant.players) if hasattr(own, "habits_for") else own.HABITS
    best = rate(game, HabitPlayer(habits, rows), anchors, deals, seed, options)
    for step in range(steps):
        candidate = changed(habits, choices)
        value = rate(game, HabitPlayer(candidate, rows), anchors, deals, seed, options)
        if value > best:
            best, habits = value, candidate
            print(f"step {step}: {best:.4f} {habits}", flush=True)
    return habits


def main() -> None:
    """Tune the careful player of a game and print its habits."""
    parser = argparse.ArgumentParser(
        prog="python -m lostcities_env.agents.tune", description=main.__doc__
    )
    parser.add_argument("game", help="card_game_v0, board_game_v0 or rivals_v0")
    parser.add_argument("--steps", type=int, default=200, help="changes to try (default 200)")
    parser.add_argument("--deals", type=int, default=500, help="deals of a match (default 500)")
    parser.add_argument("--seed", type=int, default=1, help="which deals and changes (default 1)")
    add_options(parser)
    given = parser.parse_args()
    options = read_options(given.option)
    with errors_in_words():
        print(climb(given.game, given.steps, given.deals, given.seed, options))


if __name__ == "__main__":
    main()
