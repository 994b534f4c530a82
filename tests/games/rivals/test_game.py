"""The rules of Rivals one by one: piles, the end, scores, winners, and who knows what."""

import random
from collections import Counter

import pytest

import lostcities_env
from lostcities_env import State
from tests.games.rivals.position import BOX, can, cards_in, gold, play, position, supply


def seen(state: State, name: str, player: int = 0) -> list[float]:
    """A span of what a player sees."""
    view = state.variant.observation.view(state.observation(player), name)
    return [round(float(value), 4) for value in view.ravel()]


# -- piles and the end -----------------------------------------------------------------------------


def test_R17_the_last_card_of_a_pile_shares_out_the_supply():
    state = position("gold: 9 8 8 | left: 61 | next: Y2 B3")
    assert supply(state) == 11
    play(state, "uncover")
    assert gold(state) == [12, 11, 11]
    assert supply(state) == 2
    assert state.current_player == 1
    assert cards_in(play(state, "uncover"), "display") == "Y2 B3"


def test_R17_the_winner_of_an_auction_may_turn_it_too():
    state = position("display: R4 | gold: 9 9 9 9 | left: 41 | next: Y2")
    play(state, "bid 1", "pass", "bid 9", "pass", "pass")
    assert gold(state) == [9, 9, 0, 9]
    play(state, "take R4")
    assert supply(state) == 9
    play(state, "done")
    assert gold(state) == [11, 11, 2, 11]
    assert supply(state) == 1
    assert state.current_player == 3


def test_R17_a_useless_last_card_counts_as_turned():
    state = play(position("p0: Y6 | p1: Y7 | gold: 8 8 | left: 21 | next: Y5"), "uncover")
    assert "Y5" in cards_in(state, "boxed").split()
    assert gold(state) == [18, 18]


def test_R17_nothing_is_shared_out_before_the_last_card():
    assert gold(play(position("gold: 8 8 | left: 62"), "uncover")) == [8, 8]


def test_R17_a_supply_too_small_to_share_stays():
    state = play(position("gold: 9 8 8 9 | left: 61"), "uncover")
    assert gold(state) == [9, 8, 8, 9]
    assert supply(state) == 2


@pytest.mark.parametrize(("players", "most"), [(2, 33), (3, 28), (4, 24)])
def test_R17_no_purse_exceeds_33(players: int, most: int):
    """Everybody but player 0 throws away all gold in time for every share-out."""
    state = lostcities_env.new_game("rivals_v0", seed=1, players=players)
    richest = 0
    while not state.is_over:
        bids = [words for words in map(state.describe, state.legal_actions()) if "bid" in words]
        if can(state, "done"):
            play(state, "done")
        elif state.current_player == 0 or not bids:
            play(state, "pass" if can(state, "pass") else "uncover")
        else:
            play(state, bids[-1])
        richest = max(richest, *gold(state))
    assert richest == most


def test_R18_the_last_card_of_the_last_pile_ends_the_game_at_once():
    state = play(position("gold: 9 8 | left: 1 | next: Y2"), "uncover")
    assert state.is_over
    assert not state.is_truncated
    assert state.current_player == -1
    assert state.legal_actions() == []
    assert not state.action_mask().any()


def test_R18_no_gold_is_shared_out_at_the_end():
    state = play(position("gold: 9 8 | left: 1 | next: Y2"), "uncover")
    assert supply(state) == 19
    assert state.scores() == [9, 8]


def test_R18_the_winner_of_an_auction_may_end_the_game():
    state = position("display: R4 R7 | gold: 9 8 | left: 1 | next: Y2")
    play(state, "bid 2", "pass", "take R4", "take R7")
    assert not state.is_over
    assert play(state, "done").is_over
    assert state.scores() == [7 + 3, 8]
    assert state.winners() == [0]


def test_R18_a_useless_last_card_ends_the_game_too():
    state = play(position("p0: Y6 | p1: Y7 | gold: 8 8 | left: 1 | next: Y5"), "uncover")
    assert state.is_over


def test_R18_every_turn_turns_a_card_so_a_game_has_eighty_turns():
    state = lostcities_env.new_game("rivals_v0", seed=4, players=4)
    choices, turns = random.Random(4), 0
    while not state.is_over:
        words = state.describe(choices.choice(state.legal_actions()))
        play(state, words)
        turns += words in ("uncover", "done")
    assert turns == 80


# -- scores ----------------------------------------------------------------------------------------


def test_R19_footprints_are_multiplied_by_one_more_than_the_wagers():
    for wagers, worth in ((0, 3), (1, 6), (2, 9), (3, 12)):
        state = position(f"p0: {'Rw ' * wagers}R5 R6 | gold: 0 0")
        assert state.scores() == [worth, 0]


def test_R19_a_starting_wager_and_three_more_make_it_five_fold():
    assert position("wagers: YB GR | p0: Yw Yw Yw Y9 | gold: 0 0").scores() == [10, 0]


def test_R19_wagers_alone_are_worth_nothing():
    assert position("wagers: YB GR | p0: Yw Yw Yw | gold: 0 0").scores() == [0, 0]


def test_R20_four_numbers_get_a_bonus_that_is_not_multiplied():
    assert position("p0: Rw R2 R3 R4 | gold: 0 0").scores() == [6, 0]
    assert position("p0: Rw R2 R2 R3 R3 | gold: 0 0").scores() == [8 + 8, 0]
    assert position("p0: Rw R2 R3 R4 R5 R6 | gold: 0 0").scores() == [12 + 8, 0]


def test_R20_wagers_do_not_count_for_the_bonus():
    assert position("wagers: RB GY | p0: Rw Rw Rw R2 R3 R4 | gold: 0 0").scores() == [15, 0]


def test_R19_R20_the_scoring_example_of_the_rulebook():
    green, white, red, blue = "G2 G3 G4 G5 G6 G7", "W5 W6 W7", "R2 R3 R4 R5 R6", "B6 B7"
    state = position(
        f"wagers: YB GR | p0: {green} Ww {white} Rw Rw {red} Bw Bw Bw {blue} | gold: 0 36"
    )
    assert state.scores() == [72, 36]


def test_R21_every_coin_is_worth_a_point():
    assert position("p0: R6 | gold: 7 11").scores() == [9, 11]


def test_R21_the_supply_counts_for_nobody_and_a_running_bid_is_not_yet_paid():
    state = play(position("display: Y2 | gold: 10 20"), "bid 8")
    assert supply(state) == 6
    assert state.scores() == [10, 20]
    assert play(state, "pass").scores() == [2, 20]


def test_R22_most_points_win():
    state = play(position("p2: G6 | gold: 9 8 8 | left: 1"), "uncover")
    assert state.scores() == [9, 8, 10]
    assert state.winners() == [2]
    assert state.rewards == [-0.5, -0.5, 1]


def test_R22_equal_points_share_the_win():
    state = play(position("p2: G6 | gold: 9 8 7 8 | left: 1"), "uncover")
    assert state.scores() == [9, 8, 9, 8]
    assert state.winners() == [0, 2]
    assert state.rewards == [0.5, -0.5, 0.5, -0.5]


def test_R22_nobody_has_won_before_the_end():
    assert position("gold: 20 1").winners() == []


# -- who knows what --------------------------------------------------------------------------------


def test_R23_seats_are_seen_from_the_viewer_on():
    state = play(position("p2: Y8 | display: Y9 | gold: 9 8 7 | to move: 1"), "bid 2", "pass")
    assert seen(state, "to_move", 2) == [0, 1, 0]
    assert seen(state, "bidding", 2) == [0, 1, 1]
    assert seen(state, "leading", 2) == [0, 0, 1]
    assert seen(state, "gold", 2) == [round(7 / 36, 4), 0.25, round(8 / 36, 4)]
    assert seen(state, "last", 2)[:5] == [0.8, 0, 0, 0, 0]
    assert seen(state, "last", 1)[5:10] == [0.8, 0, 0, 0, 0]


def test_R23_the_table_is_seen_by_everybody():
    state = play(position("display: Y9 R2 R2 | gold: 9 8 | left: 45"), "bid 2")
    for player in range(2):
        assert seen(state, "phase", player) == [0, 1, 0]
        assert seen(state, "bid", player) == [round(2 / 36, 4)]
        assert seen(state, "supply", player) == [round(19 / 36, 4)]
        assert seen(state, "draw_pile", player) == [0.25]
        assert seen(state, "piles", player) == [round(2 / 3, 4)]
        assert seen(state, "removal", player) == [0]
    play(state, "pass")
    assert seen(state, "phase") == [0, 0, 1]
    assert seen(state, "removal") == [1]
    assert seen(play(state, "remove Y9"), "removal") == [0]


def test_R23_expeditions_are_seen_by_everybody():
    state = position("wagers: YB GR | p1: Gw G2 G3 G3 G7 | gold: 9 8")
    assert seen(state, "wagers", 0) == [0.25, 0.25, 0, 0, 0, 0, 0, 0, 0.5, 0.25]
    assert seen(state, "last", 0)[8] == 0.7
    assert seen(state, "numbers", 0)[8] == round(4 / 13, 4)
    assert seen(state, "footprints", 0)[8] == round(5 / 18, 4)
    assert seen(state, "worth", 0)[8] == 0.23
    assert seen(state, "points", 0) == [0.09, 0.31]
    assert seen(state, "fits", 0)[80:90] == [0, 0, 0, 0, 0, 0, 1, 1, 1, 1]


def test_R23_the_best_expeditions_stay_within_the_bounds():
    state = position(f"p0: {' '.join(BOX[:-1])} | next: R10 | gold: 36 0")
    _, high = state.variant.observation.bounds()
    assert (state.observation(0) <= high).all()
    play(state, "uncover")
    assert state.scores()[0] == 36 + 2 * (18 * 5 + 8) + 2 * (18 * 4 + 8) + (16 * 4 + 8)


def test_R23_boxed_cards_are_known_unless_only_the_table_is_remembered():
    drawn = "p0: Y6 | p1: Y7 | box: R2 | next: Y5 | display: W10"
    perfect = play(position(drawn), "uncover")
    table = play(position(drawn, memory="table"), "uncover")
    red_two, yellow_five, white_ten = 41, 4, 29
    assert seen(perfect, "boxed")[red_two] == 0.5
    assert seen(perfect, "boxed")[yellow_five] == 0.5
    assert seen(perfect, "unseen")[red_two] == 0.5
    assert sum(seen(table, "boxed")) == 0
    assert seen(table, "unseen")[red_two] == 1
    assert seen(table, "unseen")[yellow_five] == 1
    for state in (perfect, table):
        assert seen(state, "display")[white_ten] == 1
        assert seen(state, "unseen")[white_ten] == 0


def test_R23_the_text_shows_the_box_only_to_a_perfect_memory():
    drawn = "box: R2 R9 | display: W10 | p1: Gw G4"
    assert "box       R2 R9" in position(drawn).render()
    forgetful = position(drawn, memory="table").render()
    assert "box       2 cards" in forgetful
    assert "R9" not in forgetful


def test_R23_the_text_shows_table_and_turn():
    state = position("display: W10 | p1: Gw G4 | gold: 9 8 7")
    text = state.render(1)
    assert "display   W10" in text
    assert "player 1 (you): 8 gold" in text
    assert "Gw Gw G4 = 3" in text
    assert "player 0 is to uncover a card or open an auction" in text
    play(state, "bid 1", "pass")
    assert "player 1: 8 gold, out" in state.render()
    assert "player 2 is to raise or pass; player 0 has bid 1" in str(state)
    assert "player 0 has won the auction" in str(play(state, "pass"))


def test_R23_the_text_names_the_winners():
    assert str(play(position("gold: 9 8 | left: 1"), "uncover")).endswith("player 0 wins")
    shared = str(play(position("gold: 8 8 | left: 1"), "uncover"))
    assert shared.endswith("players 0 and 1 share the win")


def test_R24_what_was_turned_stays_and_the_rest_is_dealt_anew_between_the_piles():
    state = lostcities_env.new_game("rivals_v0", seed=6, players=3)
    play(state, *["uncover"] * 25)
    deck = state.setups_played()[0]["deck"].split()
    other = state.determinize(1, seed=1).setups_played()[0]["deck"].split()
    assert other[:25] == deck[:25]
    assert Counter(other) == Counter(deck)
    assert Counter(other[25:40]) != Counter(deck[25:40])


def test_R24_nobody_sees_the_order_of_the_piles():
    state = play(lostcities_env.new_game("rivals_v0", seed=6), *["uncover"] * 7)
    for seed in range(10):
        other = state.determinize(0, seed)
        for player in range(2):
            assert (other.observation(player) == state.observation(player)).all()
            assert other.render(player) == state.render(player)


def test_R6_R24_a_setup_gives_back_the_same_game():
    state = play(lostcities_env.new_game("rivals_v0", seed=9, players=4), "uncover", "bid 2")
    setup = state.setups_played()[0]
    assert [len(pair) for pair in setup["wagers"]] == [2] * 4
    again = lostcities_env.new_game("rivals_v0", setups=[setup], players=4)
    assert play(again, "uncover", "bid 2").setups_played() == [setup]
    lower = setup | {"wagers": [pair.lower() for pair in setup["wagers"]]}
    same = lostcities_env.new_game("rivals_v0", setups=[lower], players=4)
    assert same.setups_played() == [setup]
