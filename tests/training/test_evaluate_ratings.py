"""Ratings explain who beats whom, and are as uncertain as the games leave them."""

import numpy as np
import pytest
from scipy.stats import beta

from lostcities_env.agents.match import Match
from training.evaluation.entrants import Entrant
from training.evaluation.matches import Meeting
from training.evaluation.ratings import Rating, rate


def meeting(first: str, second: str, shares: list[float] | np.ndarray) -> Meeting:
    wins = np.array(shares, float)[:, None]
    pair = Entrant(first, first, first), Entrant(second, second, second)
    match = Match((first, second), wins, wins, wins > 1)
    return Meeting(pair, match, None)


def by_name(table: list[Rating]) -> dict[str, Rating]:
    return {rating.name: rating for rating in table}


def test_ratings_recover_the_strengths_that_made_the_games():
    elo, random = {"A": 200.0, "B": 0.0, "C": -200.0}, np.random.default_rng(0)
    meetings = []
    for first, second in (("A", "B"), ("B", "C"), ("A", "C")):
        chance = 1 / (1 + 10 ** ((elo[second] - elo[first]) / 400))
        meetings.append(meeting(first, second, random.random(2000) < chance))
    table = by_name(rate(list(elo), meetings, 0.99, seed=0))
    for name, strength in elo.items():
        assert table[name].low < strength < table[name].high
        assert table[name].elo == pytest.approx(strength, abs=30)


def test_the_strongest_comes_first_and_the_mean_is_zero():
    meetings = [meeting("A", "B", [0] * 30 + [1] * 10), meeting("B", "C", [1] * 30 + [0] * 10)]
    table = rate(["A", "B", "C"], meetings, 0.95, seed=0)
    assert table[0].name == "B"
    assert sum(rating.elo for rating in table) == pytest.approx(0, abs=1e-6)


def test_somebody_who_never_lost_is_rated_with_the_uncertainty_that_is_due():
    winner = rate(["A", "B"], [meeting("A", "B", [1] * 50)], 0.9, seed=0)[0]
    low = beta(50.5, 0.5).ppf(0.05)  # Jeffreys' interval
    assert winner.low == pytest.approx(200 * np.log10(low / (1 - low)), abs=30)
    assert winner.high > winner.elo + 150


def test_players_who_met_fewer_deals_are_less_certain():
    few, many = (
        rate(["A", "B"], [meeting("A", "B", [0, 1] * deals)], 0.95, seed=0)[0]
        for deals in (20, 200)
    )
    assert few.high - few.low > 2 * (many.high - many.low)


def test_the_same_seed_gives_the_same_ratings():
    meetings = [meeting("A", "B", [0, 1, 1])]
    assert rate(["A", "B"], meetings, 0.95, 7) == rate(["A", "B"], meetings, 0.95, 7)
