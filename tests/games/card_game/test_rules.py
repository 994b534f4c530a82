"""The deal and the turn: rules R1 to R11."""

import pytest

import lostcities_env
from lostcities_env import IllegalAction
from tests.games.card_game.position import can, cards_in, do, legal, position, run_out, see

BOX = " ".join(
    colour + value
    for colour in "YBWGR"
    for value in ("w", "w", "w", "2", "3", "4", "5", "6", "7", "8", "9", "10")
)


def test_R1_two_players_take_turns():
    state = lostcities_env.new_game("card_game_v0", seed=1)
    assert state.num_players == 2
    seats = []
    for _ in range(6):
        seats.append(state.current_player)
        state.apply(state.legal_actions()[0])
        assert state.current_player == seats[-1], "the same player draws"
        state.apply("draw")
    assert seats == [0, 1, 0, 1, 0, 1]


def test_R1_the_number_of_players_is_no_option():
    with pytest.raises(ValueError, match="has no option 'players'"):
        lostcities_env.new_game("card_game_v0", players=3)


@pytest.mark.parametrize(("expeditions", "cards"), [(5, 60), (6, 72)])
def test_R2_a_colour_has_three_wagers_and_one_each_of_2_to_10(expeditions, cards):
    state = lostcities_env.new_game("card_game_v0", seed=3, expeditions=expeditions)
    deck = state.record()["setups"][0]["deck"].split()
    assert len(deck) == cards
    for colour in "YBWGRP"[:expeditions]:
        assert deck.count(f"{colour}w") == 3
        assert all(deck.count(f"{colour}{number}") == 1 for number in range(2, 11))


def test_R2_purple_is_not_in_the_base_game():
    state = lostcities_env.new_game("card_game_v0", seed=3)
    with pytest.raises(IllegalAction, match="'play P7' is not an action of card_game_v0"):
        state.parse("play P7")
    assert "P" not in state.record()["setups"][0]["deck"]


@pytest.mark.parametrize(("expeditions", "pile"), [(5, 44), (6, 56)])
def test_R3_eight_cards_each_and_the_rest_to_draw(expeditions, pile):
    state = lostcities_env.new_game("card_game_v0", seed=3, expeditions=expeditions)
    for player in range(2):
        assert sum(cards_in(state, player, "hand").values()) == 8
        assert see(state, player, "draw_pile") == pytest.approx(pile / (pile + 16))


@pytest.mark.parametrize("starter", [0, 1])
def test_R3_cards_are_dealt_one_at_a_time_beginning_with_the_starter(starter):
    setups = [{"starter": starter, "deck": BOX}]
    state = lostcities_env.new_game("card_game_v0", setups=setups)
    assert state.current_player == starter
    first = {"Yw": 2, "Y3": 1, "Y5": 1, "Y7": 1, "Y9": 1, "Bw": 2}
    second = {"Yw": 1, "Y2": 1, "Y4": 1, "Y6": 1, "Y8": 1, "Y10": 1, "Bw": 1, "B2": 1}
    assert cards_in(state, starter, "hand") == first
    assert cards_in(state, 1 - starter, "hand") == second
    do(state, "discard Y3, draw")
    assert cards_in(state, starter, "hand")["B3"] == 1, "the 17th card is the first one drawn"


def test_R3_a_later_deal_begins_from_a_clear_table():
    state = position(
        "me: Y2 | they: Bw | hand: R5 | their hand: R6 | known: G2 | left: 1 | turns: 30", rounds=3
    )
    do(state, "discard R5, draw")
    assert state.num_deals == 2
    assert not state.is_over
    for player in range(2):
        for span in ("discards", "known", "top", "wagers", "last", "sum", "length", "worth"):
            assert not see(state, player, span).any(), span
        assert sum(cards_in(state, player, "hand").values()) == 8
        assert sum(cards_in(state, player, "unseen").values()) == 52
        assert see(state, player, "turns") == 0
        assert see(state, player, "draw_pile") == pytest.approx(44 / 60)


def test_R4_first_a_card_is_played_or_discarded():
    state = position("hand: Y3 B7 | discards: R2")
    assert legal(state) == {"play Y3", "play B7", "discard Y3", "discard B7"}


def test_R4_then_one_is_drawn():
    state = position("hand: Y3 B7 | discards: R2 | draw: G9")
    do(state, "play Y3")
    assert legal(state) == {"draw", "draw R"}
    assert state.current_player == 0
    do(state, "draw")
    assert cards_in(state, 0, "hand") == {"B7": 1, "G9": 1}
    assert state.current_player == 1


def test_R5_a_card_joins_the_own_column_of_its_colour():
    state = do(position("me: Y2 | they: Y3 | hand: Y5"), "play Y5")
    sums = see(state, 0, "sum") * 54
    assert sums[0] == pytest.approx([7, 0, 0, 0, 0])
    assert sums[1] == pytest.approx([3, 0, 0, 0, 0])
    assert see(state, 0, "hand").sum() == 0


def test_R5_what_the_other_has_played_is_no_hindrance():
    state = position("they: Y9 | hand: Yw Y4")
    assert can(state, "play Y4")
    assert can(state, "play Yw")


def test_R6_a_lower_card_cannot_follow():
    state = position("me: Y4 | hand: Y3 Y6 R2 | to move: me")
    assert can(state, "play Y6")
    assert can(state, "play R2")
    assert not can(state, "play Y3")


def test_R6_gaps_are_allowed():
    state = do(position("hand: Y2 Y10 | their hand: B2"), "play Y2, draw, discard B2, draw")
    assert can(state, "play Y10")


def test_R6_nothing_follows_the_ten():
    state = position("me: Y10 | hand: Yw Y2 Y9")
    assert not any(words.startswith("play") for words in legal(state))


def test_R7_wagers_come_before_the_first_number():
    state = position("me: Yw Yw B2 | hand: Yw Bw Rw")
    assert can(state, "play Yw")
    assert can(state, "play Rw")
    assert not can(state, "play Bw")


def test_R7_numbers_follow_wagers():
    state = position("me: Yw Yw Yw | hand: Y2 Y10")
    assert can(state, "play Y2")
    assert can(state, "play Y10")


def test_R8_a_discarded_card_lies_on_top_of_the_pile_of_its_colour():
    state = do(position("discards: Y2 B4 Y9 | hand: Y3"), "discard Y3")
    assert cards_in(state, 1, "top") == {"Y3": 1, "B4": 1}
    assert see(state, 1, "pile_size") * 12 == pytest.approx([3, 1, 0, 0, 0])


def test_R8_any_card_may_be_discarded():
    state = position("me: Y9 | hand: Yw Y2 Y10")
    assert {"discard Yw", "discard Y2", "discard Y10"} <= legal(state)


def test_R9_the_last_discard_is_drawn_first():
    state = do(position("discards: Y2 Y9 | hand: B3 | their hand: B4"), "discard B3, draw Y")
    assert cards_in(state, 0, "hand") == {"Y9": 1}
    assert cards_in(state, 0, "top") == {"Y2": 1, "B3": 1}
    do(state, "play B4, draw Y")
    assert cards_in(state, 1, "hand") == {"Y2": 1}
    assert not see(state, 0, "pile_size")[0]


def test_R9_an_empty_pile_gives_no_card():
    state = do(position("discards: Y2 | hand: B3"), "play B3")
    assert legal(state) == {"draw", "draw Y"}


def test_R10_the_card_just_discarded_stays():
    state = do(position("hand: Y3 B3 | discards: R4"), "discard Y3")
    assert legal(state) == {"draw", "draw R"}


def test_R10_nor_may_the_cards_under_it_be_drawn():
    state = do(position("hand: Y3 | discards: Y2 Y9"), "discard Y3")
    assert legal(state) == {"draw"}


def test_R10_the_other_player_may_take_it():
    state = do(position("hand: Y3 B2 | their hand: B3"), "discard Y3, draw, play B3")
    assert can(state, "draw Y")


def test_R10_in_a_later_turn_one_may_take_the_own_discard_back():
    state = position("hand: Y3 B2 | their hand: G3 | draw: R2 R3")
    do(state, "discard Y3, draw, play G3, draw, play B2, draw Y")
    assert cards_in(state, 0, "hand") == {"Y3": 1, "R2": 1}


def test_R10_playing_a_card_closes_no_pile():
    state = do(position("hand: Y3 | discards: Y2"), "play Y3")
    assert can(state, "draw Y")


def test_R11_the_deal_ends_at_once_with_the_last_card_drawn():
    state = do(position("hand: Y3 | their hand: B3 | left: 1"), "play Y3")
    assert not state.is_over
    do(state, "draw")
    assert state.is_over
    assert not state.is_truncated
    assert state.current_player == -1
    assert state.legal_actions() == []
    assert not state.action_mask().any()


def test_R11_a_discard_drawn_does_not_end_the_deal():
    state = do(position("hand: Y3 | their hand: B3 | left: 1"), "play Y3, draw B")
    assert not state.is_over
    assert state.current_player == 1


def test_R11_cards_in_hand_count_nothing():
    state = do(position("hand: Y3 Y10 Bw | their hand: G10 G9 | left: 1"), "discard Y3, draw")
    assert state.scores() == [0, 0]


def test_R11_a_whole_deal_takes_44_draws():
    state = run_out(lostcities_env.new_game("card_game_v0", seed=5))
    assert state.is_over
    assert state.record()["actions"].count("draw") == 44


def test_after_the_end_no_move_is_legal_and_views_want_a_player():
    state = do(position("hand: Y3 | left: 1"), "play Y3, draw")
    with pytest.raises(IllegalAction, match="draw is not legal: the game is over"):
        state.apply("draw")
    with pytest.raises(ValueError, match="name a player"):
        state.observation()
    assert state.observation(0).shape == state.observation(1).shape
    assert not see(state, 0, "my_turn")
    assert not see(state, 1, "my_turn")
