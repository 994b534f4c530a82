"""Matches: pairing, intervals, and what is counted."""

import subprocess
import sys

import numpy as np
import pytest

from lostcities_env.agents.match import Match, main, play_match


def test_equals_are_exactly_equal_over_paired_deals():
    match = play_match("card_game_v0", ["careful", "careful"], 40)
    assert match.win_rate.mean == 0.5
    assert match.margin.low == match.margin.high == 0
    assert match.win_rate.high - match.win_rate.low < 0.25
    assert match.games == 80


def test_a_match_depends_on_its_seed_alone():
    one, two = (play_match("card_game_v0", ["careful", "random"], 20, 5) for _ in range(2))
    assert (one.margins == two.margins).all()
    other = play_match("card_game_v0", ["careful", "random"], 20, 6)
    assert (one.margins != other.margins).any()


def test_deals_do_not_depend_on_how_many_are_played():
    few, many = (play_match("card_game_v0", ["careful", "discard_only"], n) for n in (10, 20))
    assert (few.margins == many.margins[:10]).all()


def test_a_player_who_wants_views_plays_game_by_game():
    match = play_match("card_game_v0", ["search:10", "random"], 1)
    assert match.games == 2
    assert match.win_rate.mean == 1


@pytest.mark.parametrize("game", ["board_game_v0", "rivals_v0"])
def test_more_than_two_play_from_every_seat(game):
    match = play_match(game, ["careful", "random"], 5, players=3)
    assert match.wins.shape == (5, 3)
    assert match.names == ("careful", "random", "random")
    assert match.win_rate.mean > 0.9


def test_too_many_players_are_an_error():
    with pytest.raises(ValueError, match="3 players are named, 2 play"):
        play_match("card_game_v0", ["random"] * 3, 1)


def test_truncated_games_are_counted():
    match = play_match("card_game_v0", ["careful", "random"], 10, max_turns=6)
    assert match.truncated_share == 1
    assert "100.0%" in str(match).splitlines()[-1]


def test_draws_count_half_and_are_left_out_of_decided_games():
    match = play_match("card_game_v0", ["discard_only", "discard_only"], 5)
    assert match.win_rate.mean == 0.5
    assert match.decided_rate is None
    assert "of decided    none" in str(match)


def test_the_interval_of_margins_counts_a_deal_once():
    pairs = np.tile([[0.0], [1.0]], (50, 2))  # both games of a deal go alike
    interval = Match(("A", "B"), pairs, pairs, pairs > 2).margin
    reach = 1.96 * np.sqrt(0.25 * 100 / 99) / 10
    assert (interval.low, interval.high) == pytest.approx((0.5 - reach, 0.5 + reach), abs=1e-4)


def test_an_interval_of_win_rates_stays_between_none_and_all():
    match = play_match("rivals_v0", ["careful", "random"], 4)
    assert match.win_rate.mean == match.win_rate.high == 1
    assert 0 < match.win_rate.low < 1


def test_the_command():
    command = [sys.executable, "-m", "lostcities_env.agents.match", "card_game_v0"]
    more = ["careful", "random", "--games", "20", "--option", "expeditions=6"]
    told = subprocess.run([*command, *more], capture_output=True, text=True, check=True).stdout
    assert "20 games, 10 deals from 2 seatings" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess", "careful", "random"], "there is no game 'chess'"),
        (["card_game_v0", "careful", "nobody"], "there is no player 'nobody'"),
        (["card_game_v0", "careful", "random", "random"], "3 players are named, 2 play"),
        (["card_game_v0", "careful", "random", "--option", "rounds=2"], "rounds must be 1 or 3"),
        (["card_game_v0", "careful", "random", "--seed", "-1"], "a seed must be"),
    ],
)
def test_a_wrong_command_is_told_in_a_sentence(words, said):
    with pytest.raises(SystemExit, match=f"error: .*{said}"):
        main(words)
