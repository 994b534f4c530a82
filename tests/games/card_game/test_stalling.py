"""Rule R17, that no game goes on for ever, and what the rewards pay at either end."""

import random

import pytest

import lostcities_env
from tests.games.card_game.position import do, position, run_out, see


def stall(state, turns):
    """Let both players pass cards to and fro by the discard piles: the draw pile stays as it is."""
    for _ in range(turns):
        names = [state.describe(action) for action in state.legal_actions()]
        do(state, next(words for words in names if words.startswith("discard")))
        takes = [state.describe(action) for action in state.legal_actions()]
        do(state, takes[-1])


def test_R17_the_default_is_500_turns():
    state = position("hand: Y2 B3 | their hand: G4 R5 | discards: W2 W3 | turns: 498")
    stall(state, 1)
    assert not state.is_over
    stall(state, 1)
    assert state.is_over
    assert state.is_truncated


def test_R17_turns_of_both_players_count_together():
    state = lostcities_env.new_game("card_game_v0", seed=1, max_turns=3)
    for turn in range(3):
        assert not state.is_over
        assert see(state, 0, "turns") == pytest.approx(turn / 3)
        do(state, state.describe(state.legal_actions()[0]))
        assert not state.is_over, "a turn counts when it is over"
        do(state, "draw")
    assert state.is_over
    assert state.is_truncated
    assert state.current_player == -1
    assert state.legal_actions() == []
    assert see(state, 0, "turns") == 1


def test_R17_a_single_turn_may_be_all():
    state = do(position("hand: Y2 | their hand: B2", max_turns=1), "play Y2, draw")
    assert state.is_truncated
    assert state.winners() == [1]


def test_R17_a_deal_that_ends_on_the_very_turn_ends_normally():
    state = run_out(lostcities_env.new_game("card_game_v0", seed=2, max_turns=44))
    assert state.is_over
    assert not state.is_truncated
    state = run_out(lostcities_env.new_game("card_game_v0", seed=2, max_turns=43))
    assert state.is_over
    assert state.is_truncated


def test_R17_turns_are_counted_from_the_last_deal():
    state = lostcities_env.new_game("card_game_v0", seed=2, max_turns=44, rounds=3)
    for deal in (2, 3):
        run_out(state)
        assert (state.num_deals, state.is_over) == (deal, False)
        assert see(state, 0, "turns") == 0
    assert not run_out(state).is_truncated


@pytest.mark.parametrize("deal", [1, 2, 3])
def test_R17_the_whole_match_ends_in_whichever_deal_it_stalls(deal):
    text = f"me: Y8 Y9 Y10 | hand: Y2 B2 | their hand: R2 R3 | discards: W2 W3 | deal: {deal}"
    state = position(f"{text} | totals: -5 8 | turns: 9", rounds=3, max_turns=10)
    stall(state, 1)
    assert state.is_over
    assert state.is_truncated
    assert state.scores() == [2, 8]
    assert state.winners() == [1]


def test_R17_a_match_cut_short_keeps_the_deals_before():
    options = {"rounds": 3, "max_turns": 44, "reward": "score"}
    state = position("me: Y10 | they: B9 | hand: B2 | left: 1", **options)
    do(state, "discard B2, draw")
    assert state.rewards == [-10, -11]
    card = next(state.describe(a) for a in state.legal_actions() if "play" in state.describe(a))
    do(state, f"{card}, draw")
    here = [before - after for before, after in zip(state.scores(), [-10, -11], strict=True)]
    while not state.is_over:
        stall(state, 1)
    assert state.is_truncated
    assert state.num_deals == 2
    assert state.scores() == [here[0] - 10, here[1] - 11]
    assert state.rewards == here


def test_R17_stalling_saves_nobody_who_is_behind():
    text = "me: Yw | hand: Y2 B2 | their hand: R2 R3 | discards: W2 W3 | turns: 9"
    state = position(text, max_turns=10)
    stall(state, 1)
    assert state.winners() == [1]
    assert state.rewards == [-1, 1]


@pytest.mark.parametrize("cards", ["me: Y10 | they: B10", "hand: Y5"])
def test_R17_a_game_cut_short_may_be_a_draw(cards):
    state = do(position(f"{cards} | my known: W2", max_turns=1), "discard W2, draw")
    assert state.is_truncated
    assert state.winners() == [0, 1]
    assert state.rewards == [0, 0]


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "10", True, None, 2**40])
def test_R17_max_turns_is_a_whole_number_of_at_least_1(wrong):
    with pytest.raises(ValueError, match="max_turns must be a whole number of at least 1"):
        lostcities_env.new_game("card_game_v0", max_turns=wrong)


LAST = "me: Y10 | they: B9 | hand: B2 | left: 1"


@pytest.mark.parametrize(
    ("reward", "paid"), [("win", [1, -1]), ("margin", [1, -1]), ("score", [-10, -11])]
)
def test_rewards_of_a_single_deal(reward, paid):
    state = do(position(LAST, reward=reward), "discard B2")
    assert state.rewards == [0, 0], "nothing before the end"
    do(state, "draw")
    assert state.rewards == paid


def test_a_draw_pays_nothing():
    state = position("me: Y10 | they: B10 | hand: B2 | left: 1")
    assert do(state, "discard B2, draw").rewards == [0, 0]


def test_win_pays_once_when_the_match_ends():
    state = position(LAST, rounds=3)
    assert do(state, "discard B2, draw").rewards == [0, 0]
    assert run_out(state).rewards == [0, 0]
    assert run_out(state).rewards == [1, -1]


@pytest.mark.parametrize("reward", ["margin", "score"])
@pytest.mark.parametrize("max_turns", [500, 60])
def test_rewards_of_a_match_add_up(reward, max_turns):
    chance = random.Random(3)
    options = {"rounds": 3, "reward": reward, "max_turns": max_turns}
    state = lostcities_env.new_game("card_game_v0", seed=6, **options)
    earned, payments = [0.0, 0.0], 0
    while not state.is_over:
        deal = state.num_deals
        state.apply(chance.choice(state.legal_actions()))
        earned = [sum(pair) for pair in zip(earned, state.rewards, strict=True)]
        payments += any(state.rewards)
        assert state.num_deals != deal or state.is_over or state.rewards == [0, 0]
    mine, theirs = state.scores()
    assert state.is_truncated == (max_turns == 60)
    assert payments == state.num_deals
    assert earned == ([mine, theirs] if reward == "score" else [mine - theirs, theirs - mine])
