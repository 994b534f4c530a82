"""What columns are worth, who wins, who begins the next deal: rules R12 to R16."""

import pytest

import lostcities_env
from tests.games.card_game.position import do, position, run_out, see


def scores(text, **options):
    return position(text, **options).scores()


def test_R12_no_card_no_costs():
    assert scores("hand: Y2") == [0, 0]


def test_R13_a_column_is_its_sum_less_20():
    assert scores("me: Y2 Y3") == [-15, 0]
    assert scores("me: Y2 Y8 Y10 | they: B10") == [0, -10]
    assert scores("they: R6 R7 R8 R9") == [0, 10]


@pytest.mark.parametrize(
    ("wagers", "points"), [("", 7), ("Yw", 14), ("Yw Yw", 21), ("Yw Yw Yw", 28)]
)
def test_R13_wagers_multiply_gains(wagers, points):
    assert scores(f"me: {wagers} Y8 Y9 Y10") == [points, 0]


@pytest.mark.parametrize(("wagers", "points"), [("Yw", -40), ("Yw Yw", -60), ("Yw Yw Yw", -80)])
def test_R13_wagers_alone_multiply_the_costs(wagers, points):
    assert scores(f"they: {wagers}") == [0, points]


def test_R13_columns_add_up():
    assert scores("me: Y10 B10 W10 G10 R10") == [-50, 0]


def test_R14_eight_cards_earn_twenty_more():
    assert scores("me: Y2 Y3 Y4 Y5 Y6 Y7 Y8") == [15, 0]
    assert scores("me: Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9") == [24 + 20, 0]
    assert scores("me: Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10") == [34 + 20, 0]


def test_R14_wagers_count_as_cards_but_do_not_multiply_the_bonus():
    assert scores("me: Yw Yw Yw Y2 Y3 Y4 Y5 Y6") == [0 + 20, 0]
    assert scores("me: Yw Y4 Y5 Y6 Y7 Y8 Y9 Y10") == [29 * 2 + 20, 0]


def test_R14_seven_cards_with_wagers_earn_none():
    assert scores("me: Yw Yw Yw Y2 Y3 Y4 Y5") == [-24, 0]


def test_R14_the_best_column_there_is():
    text = "me: Yw Yw Yw Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10"
    assert scores(text) == [34 * 4 + 20, 0]


def test_R14_the_scoring_example_of_the_book():
    """Columns worth 3, -40, nothing, -10 and 45 + 20: the player has earned 18 points."""
    columns = "Y3 Y4 Y7 Y9 Bw Gw G7 G8 Rw Rw R2 R3 R5 R7 R8 R10"
    state = position(f"me: {columns}")
    assert state.scores() == [18, 0]
    assert see(state, 0, "worth")[0] * 100 == pytest.approx([3, -40, 0, -10, 65])
    assert see(state, 1, "worth")[1] * 100 == pytest.approx([3, -40, 0, -10, 65])


def test_R14_the_sixth_expedition_counts():
    assert scores("me: Pw P2 P3 P4 P5 P6 P7 P8 | they: P9", expeditions=6) == [30 + 20, -11]


def test_scores_are_those_of_the_table_at_every_moment():
    state = position("hand: Y9 Y10 | their hand: Bw B2")
    do(state, "play Y9")
    assert state.scores() == [-11, 0]
    do(state, "draw, play Bw, draw, play Y10")
    assert state.scores() == [-1, -40]
    assert state.winners() == []


def test_R15_the_higher_score_wins():
    assert do(position("me: Y10 | hand: B2 | left: 1"), "discard B2, draw").winners() == [1]
    assert do(position("they: Y10 | hand: B2 | left: 1"), "discard B2, draw").winners() == [0]


def test_R15_equal_scores_are_a_draw_and_both_have_won():
    state = do(position("me: Y10 | they: B10 | hand: B2 | left: 1"), "discard B2, draw")
    assert state.scores() == [-10, -10]
    assert state.winners() == [0, 1]


def test_R15_one_deal_is_the_default():
    assert run_out(lostcities_env.new_game("card_game_v0", seed=1)).is_over


def test_R15_a_match_has_three_deals_whose_scores_add_up():
    state = position("me: Y10 B10 | they: R9 | hand: B2 | left: 1", rounds=3)
    do(state, "discard B2, draw")
    assert (state.num_deals, state.is_over, state.winners()) == (2, False, [])
    assert state.scores() == [-20, -11]
    assert see(state, 0, "total") * 100 == pytest.approx([-20, -11])
    assert see(state, 1, "total") * 100 == pytest.approx([-11, -20])
    run_out(state)
    assert (state.num_deals, state.is_over, state.winners()) == (3, False, [])
    run_out(state)
    assert (state.num_deals, state.is_over, state.winners()) == (3, True, [1])
    assert state.scores() == [-20, -11]


def test_R15_the_total_decides_not_the_last_deal():
    drawn = "totals: 30 10 | deal: 3 | they: Y8 Y9 Y10 | hand: B2 | left: 1"
    state = do(position(drawn, rounds=3), "discard B2, draw")
    assert state.scores() == [30, 17]
    assert state.winners() == [0]


def test_R15_totals_that_end_equal_are_a_draw():
    drawn = "totals: 10 3 | deal: 3 | they: Y8 Y9 Y10 | hand: B2 | left: 1"
    assert do(position(drawn, rounds=3), "discard B2, draw").winners() == [0, 1]


def begins_next(text):
    return do(position(text, rounds=3), "discard B2, draw").current_player


@pytest.mark.parametrize("opened", ["me", "they"])
def test_R16_the_leader_begins_the_next_deal(opened):
    assert begins_next(f"they: Y10 | hand: B2 | left: 1 | opened: {opened}") == 0
    assert begins_next(f"me: Y10 | hand: B2 | left: 1 | opened: {opened}") == 1


def test_R16_tied_the_one_who_did_not_begin_the_last_deal_begins():
    assert begins_next("hand: B2 | left: 1 | opened: me") == 1
    assert begins_next("hand: B2 | left: 1 | opened: they") == 0


def test_R16_the_total_counts_not_the_last_deal():
    drawn = "totals: 30 0 | deal: 2 | they: Y8 Y9 Y10 | hand: B2 | left: 1 | opened: they"
    assert begins_next(drawn) == 0


def test_R16_totals_may_be_tied_after_two_deals():
    drawn = "totals: 7 0 | deal: 2 | they: Y8 Y9 Y10 | hand: B2 | left: 1 | opened: "
    assert begins_next(drawn + "me") == 1
    assert begins_next(drawn + "they") == 0


def test_R16_three_tied_deals_alternate():
    state = lostcities_env.new_game("card_game_v0", seed=4, rounds=3, starter=1)
    assert state.current_player == 1
    assert run_out(state).current_player == 0
    assert run_out(state).current_player == 1
