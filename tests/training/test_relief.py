"""Relief: a game's rewards add up to what it would have paid at a lower cost, to the point."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from lostcities_env import new_game
from lostcities_env.core.catalogue import find_game
from tests.training.small import small
from training.clock import Clock
from training.pool import NEWEST_ID
from training.relief import Relief
from training.selfplay import Tables
from training.trainer import Trainer

Columns = dict[tuple[int, str], list[str]]  # by seat and colour: the values that lie there


class Anyhow:
    """Opponents who make any legal move."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)

    def draw(self, count: int) -> NDArray[np.int64]:
        return np.full(count, NEWEST_ID + 1)

    def answer(self, ids: Any, views: Any, masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        return (self.random.random(masks.shape) * masks).argmax(axis=1)

    def report(self, ids: Any, results: Any) -> None:
        pass


class Told(Tables):
    """One game from its beginning to its end: what the learner was paid, and every move of both."""

    def __init__(self, seed: int, share: Callable[[], float] | None, **options: Any) -> None:
        variant, anyhow = find_game("card_game_v0").variant(options), Anyhow(seed)
        super().__init__(variant, 1, anyhow, relief=Relief(variant, share) if share else None)
        self.seed, self.options = seed, options
        self.moves: list[int] = []
        self.paid: list[float] = []
        self.reset(seed)
        self.seat = int(self.seats[0])
        self.before = self.earned[0, self.seat]  # the learner's first decision
        while not self.over[0]:
            self.step(anyhow.answer(None, None, self.batch.action_masks))
            self.paid.append(float(self.earned[0, self.seat]))

    def _move(self, rows: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        if not self.over[0]:  # what follows is the row's next game
            self.moves.extend(actions.tolist())
        super()._move(rows, actions)

    def _write_down(self, rows: NDArray[np.int64]) -> None:
        if rows.size:
            self.scores = self.batch.final_scores[0].tolist()
        super()._write_down(rows)

    def deals(self) -> list[Columns]:
        """The columns as they lay at the end of every deal, by replaying the moves."""
        state, columns, deals = new_game("card_game_v0", seed=self.seed, **self.options), {}, []
        for move in self.moves:
            seat, (verb, _, card) = state.current_player, state.describe(move).partition(" ")
            if verb == "play":
                columns.setdefault((seat, card[0]), []).append(card[1:])
            state.apply(move)
            if state.ended_deal:
                deals.append(columns)
                columns = {}
        return deals


def margin_of(columns: Columns, cost: float, own: int) -> float:
    """By how much one seat is ahead when a column costs this much, by the rules of scoring."""
    points = [0.0, 0.0]
    for (seat, _), cards in columns.items():
        numbers, wagers = [int(card) for card in cards if card != "w"], cards.count("w")
        points[seat] += (sum(numbers) - cost) * (1 + wagers) + 20 * (len(cards) >= 8)
    return points[own] - points[1 - own]


SEEDS = range(6)


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
@pytest.mark.parametrize(
    "options", [{}, {"rounds": 3}, {"expeditions": 6}, {"rounds": 3, "max_turns": 30}], ids=str
)
def test_rewards_add_up_to_the_margin_at_the_lower_cost(
    share: float, options: dict[str, Any]
) -> None:
    seats = set()
    for seed in SEEDS:
        game = Told(seed, lambda: share, reward="margin", **options)
        wanted = sum(margin_of(deal, 20 * (1 - share), game.seat) for deal in game.deals())
        assert game.before + sum(game.paid) == pytest.approx(wanted, abs=1e-3)
        seats.add(game.seat)
    assert seats == {0, 1}


def test_three_rounds_are_three_deals_of_costs() -> None:
    assert len(Told(1, lambda: 0.5, reward="margin", rounds=3).deals()) == 3


@pytest.mark.parametrize("rounds", [1, 3])
def test_with_the_own_score_as_reward_only_the_own_costs_are_relieved(rounds: int) -> None:
    for seed in SEEDS:
        free = Told(seed, lambda: 1.0, reward="score", rounds=rounds)
        full = Told(seed, None, reward="score", rounds=rounds)
        assert free.moves == full.moves
        assert free.before == full.before == 0
        due = sum(free.paid) - sum(full.paid)
        assert due == pytest.approx(own_costs(free))


def own_costs(game: Told) -> int:
    """20 points for each column of the learner's and each wager in it."""
    own = [cards for deal in game.deals() for (seat, _), cards in deal.items() if seat == game.seat]
    return sum(20 * (1 + cards.count("w")) for cards in own)


def test_switched_off_or_at_an_end_it_changes_nothing() -> None:
    for seed in SEEDS:
        off, ended = Told(seed, None, reward="margin"), Told(seed, lambda: 0.0, reward="margin")
        assert off.paid == ended.paid
        assert sum(off.paid) == off.scores[off.seat] - off.scores[1 - off.seat]


def test_relief_is_paid_at_the_share_of_the_moment() -> None:
    """Its fall within a game neither takes back what was paid nor pays later plays more."""
    shares = iter(np.linspace(1, 0, 10_000))
    falling = Told(2, lambda: float(next(shares)), reward="score")
    shares_of_full = sum(falling.paid) - sum(Told(2, None, reward="score").paid)
    assert 0 < shares_of_full < own_costs(falling)


def test_it_falls_on_a_straight_line_to_nothing() -> None:
    clock = Clock(small(steps=1000, relief=0.8, relief_until=0.5))
    seen = []
    for clock.steps in (0, 250, 500, 750, 1000):
        seen.append(clock.relief())
    assert seen == pytest.approx([0.8, 0.4, 0, 0, 0])
    clock.resume(250, 0.0)
    assert clock.relief() == pytest.approx(0.4)


def test_a_run_has_it_only_if_the_settings_say_so() -> None:
    assert Trainer(small()).env.tables.relief is None
    assert Trainer(small(relief=0.5)).env.tables.relief is not None
