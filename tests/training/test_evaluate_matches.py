"""Matches: every seating of every deal, the same whoever counts, right for two players and for more."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from lostcities_env.agents.estimates import win_rate
from lostcities_env.agents.player import Player
from lostcities_env.agents.roster import make_player
from lostcities_env.agents.tables import Ended, play_seating
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.game import Variant
from training.evaluation import matches
from training.evaluation.entrants import find_entrants
from training.evaluation.matches import Meeting, Plan, play_all
from training.evaluation.sequential import BETTER, verdict


def variant_of(game: str = "card_game_v0", **options: object) -> Variant:
    return find_game(game).variant({**options, "reward": "win"})


def play(
    *names: str, plan: Plan, workers: int = 1, variant: Variant | None = None
) -> list[Meeting]:
    return play_all(find_entrants(names, 8), variant or variant_of(), plan, workers)


def rigged(variant: Variant, seated: Sequence[Player], deals: range, seed: int) -> Ended:
    """Whoever is called careful wins every game by ten points."""
    wins = np.array([player.name == "careful" for player in seated])
    winners = np.tile(wins, (len(deals), 1))
    return Ended(winners, (winners * 10).astype(np.int32), np.zeros(len(deals), bool))


def test_views_and_rows_meet_the_same_deals():
    variant, players = variant_of(), [make_player("careful", variant_of()) for _ in range(2)]
    in_rows = play_seating(variant, players, range(2, 6), seed=5)
    for player in players:
        player.needs_views = True  # type: ignore[attr-defined]
    one_by_one = play_seating(variant, players, range(2, 6), seed=5)
    assert (in_rows.scores == one_by_one.scores).all()
    assert (in_rows.winners == one_by_one.winners).all()


def test_a_deal_depends_on_its_number_alone():
    variant, players = variant_of(), [make_player("careful", variant_of()) for _ in range(2)]
    many = play_seating(variant, players, range(6), seed=5)
    last = play_seating(variant, players, range(4, 6), seed=5)
    assert (many.scores[4:] == last.scores).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_rigged_player_wins_all_or_nothing(players: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(matches, "play_seating", rigged)
    monkeypatch.setattr(matches, "make", lambda entrant, variant, seed: _Named(entrant.name))
    variant = variant_of("rivals_v0", players=players)
    won = play("careful", "random", plan=Plan(10), variant=variant)[0].match
    lost = play("random", "careful", plan=Plan(10), variant=variant)[0].match
    assert won.wins.shape == (10, 2**players - 2)
    assert (won.win_rate.mean, lost.win_rate.mean) == (1, 0)
    assert (won.margins == 10).all()
    assert (lost.margins == -10).all()


class _Named:
    def __init__(self, name: str) -> None:
        self.name = name


def test_equal_players_win_half_inside_the_interval():
    interval = play("careful", "careful", plan=Plan(100))[0].match.win_rate
    assert interval.low <= 0.5 <= interval.high
    assert interval.mean == pytest.approx(0.5), (
        "a player without chance against itself: pairing tells all"
    )


def test_equal_players_at_a_table_of_three_win_half():
    variant = variant_of("rivals_v0", players=3)
    meeting = play("random", "random", plan=Plan(60), variant=variant)[0]
    interval = win_rate(meeting.match.wins, 0.99)
    assert interval.low <= 0.5 <= interval.high
    assert meeting.match.games == 360


def test_the_number_of_workers_changes_nothing():
    alone = play("random", "discard_only", plan=Plan(150, seed=3))
    together = play("random", "discard_only", plan=Plan(150, seed=3), workers=2)
    assert same(alone[0].match.margins, together[0].match.margins)


def test_who_else_takes_part_changes_nothing():
    pair = play("random", "discard_only", plan=Plan(20))[0]
    among = play("random", "discard_only", "careful", plan=Plan(20))[0]
    assert same(pair.match.margins, among.match.margins)


def test_another_seed_deals_other_games():
    first, second = (play("random", "discard_only", plan=Plan(20, seed=seed))[0] for seed in (0, 1))
    assert not same(first.match.margins, second.match.margins)


def test_the_sequential_test_stops_early():
    meeting = play("careful", "random", plan=Plan(5000, tolerance=0.02))[0]
    assert meeting.deals <= 128
    assert meeting.sequence is not None
    assert verdict(meeting.sequence, 0.02) == BETTER


def test_progress_is_told_of_every_game():
    told: list[int] = []
    entrants = find_entrants(["random", "discard_only"], 8)
    play_all(entrants, variant_of(), Plan(10), progress=told.append)
    assert sum(told) == 20


def same(first: NDArray[np.float64], second: NDArray[np.float64]) -> bool:
    return first.shape == second.shape and bool((first == second).all())
