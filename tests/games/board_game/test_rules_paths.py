"""Paths of the board game: starting, moving on, finished paths, directions, discards, draws."""

import pytest

from lostcities_env import IllegalAction
from tests.games.board_game.position import (
    can,
    held,
    options_now,
    play,
    position,
    stone,
)


def test_R6_first_a_card_then_a_draw_then_the_next_player():
    state = position("hand: Y3 B4 | hand1: W2")
    assert not can(state, "draw")
    state.apply("discard Y3")
    assert options_now(state) == {"draw", "draw Y"}
    state.apply("draw")
    assert state.current_player == 1
    assert can(state, "discard W2")


def test_R6_a_move_of_a_piece_comes_before_the_draw():
    state = play(position("me: Y3 | hand: Y4 | tiles: Y2=>"), "play Y4")
    assert state.current_player == 0
    assert options_now(state) == {"move Y", "stay"}
    assert options_now(play(state, "stay")) == {"draw"}


def test_R7_any_card_starts_a_path_with_an_adventurer_or_the_researcher():
    state = position("hand: Y9 Y2 B10")
    wanted = {f"play {card} {who}" for card in ("Y9", "Y2", "B10") for who in WHO}
    assert wanted <= options_now(state)
    play(state, "play Y9 researcher")
    assert stone(state, 0, "Y") == 1
    assert state.scores()[0] == 0
    assert not state._tables[0].researchers[0]
    assert state._tables[0].adventurers[0] == 4


WHO = ("adventurer", "researcher")


def test_R7_one_piece_per_player_and_path():
    state = position("me: Y3 | hand: Y4")
    assert options_now(state) == {"play Y4", "discard Y4"}


def test_R7_others_may_be_on_the_same_path():
    state = position("p1: Y3 | p2: Y3 | hand: Y4", players=3)
    assert can(state, "play Y4 adventurer")


def test_R7_there_is_one_researcher():
    state = position("me: Yr3 | hand: B4")
    assert can(state, "play B4 adventurer")
    assert not can(state, "play B4 researcher")


def test_R7_there_are_four_adventurers():
    state = position("me: Y3 B3 W3 G3 | hand: R4")
    assert options_now(state) == {"play R4 researcher", "discard R4"}


def test_R7_a_tile_on_stone_one_is_resolved_when_a_path_is_started():
    state = position("me: B1 | hand: Y4 | tiles: Y1=>")
    play(state, "play Y4 adventurer")
    assert options_now(state) == {"move Y", "move B", "stay"}


def test_R8_equal_or_higher_cards_move_on():
    state = position("me: Y5 | hand: Y4 Y5 Y6")
    assert can(state, "play Y5")
    assert can(state, "play Y6")
    assert not can(state, "play Y4")
    assert stone(play(state, "play Y6"), 0, "Y") == 2


def test_R8_the_red_three_of_the_book_is_of_no_use():
    """The book's example: red 4, then red 7; a red 3 can only be discarded."""
    state = position("me: R4,7 | hand: R3")
    assert options_now(state) == {"discard R3"}


def test_R8_the_card_counts_not_the_stone():
    state = position("me: Y3,4@6 | hand: Y4 Y3")
    assert can(state, "play Y4")
    assert not can(state, "play Y3")


def test_R8_columns_are_ones_own():
    state = position("p1: Y9 | me: Y2 | hand: Y3")
    assert can(state, "play Y3")


DONE = "me: Y1,2,3@9 B4@3 | hand: Y3 Y2"


def test_R9_a_finished_path_moves_another_piece():
    state = play(position(DONE), "play Y3")
    assert options_now(state) == {"move B", "stay"}
    assert stone(play(state, "move B"), 0, "B") == 4


def test_R9_the_card_must_still_fit():
    assert not can(position(DONE), "play Y2")


def test_R9_the_move_may_be_declined():
    state = play(position(DONE), "play Y3", "stay")
    assert stone(state, 0, "B") == 3
    assert can(state, "draw")


def test_R9_it_is_legal_even_when_no_piece_can_move():
    state = play(position("me: Y3@9 B3@9 | hand: Y3"), "play Y3")
    assert options_now(state) == {"draw"}


def test_R9_the_tile_where_the_piece_lands_is_resolved():
    state = position(DONE + " | tiles: B4=A")
    assert held(play(state, "play Y3", "move B"), "found") == 1
    state = position(DONE + " | tiles: B4=>")
    assert options_now(play(state, "play Y3", "move B")) == {"move B", "stay"}


def test_R9_a_fifth_crossing_by_it_ends_the_expedition():
    state = position("me: Y3@9 B3@6 | p1: Y1@7 B1@7 W1@7 | hand: Y3", rounds=1)
    play(state, "play Y3", "move B")
    assert state.is_over
    assert not state.is_truncated


def test_R10_discards_go_face_up_onto_the_pile_of_their_colour():
    state = position("hand: Y3 Y4 | hand1: B1 | discards: Y9 B2", redraw_own_discard=False)
    play(state, "discard Y3", "draw B", "discard B1")
    assert options_now(state) == {"draw", "draw Y"}
    assert "Y3 (+1)" in str(state)


def test_R11_the_top_of_any_discard_pile_or_the_draw_pile():
    state = play(position("hand: Y3 | discards: B1 B2 G5 | next: W7"), "discard Y3")
    assert options_now(state) == {"draw", "draw Y", "draw B", "draw G"}
    hand = play(state.clone(), "draw B")._tables[0].hand[0]
    assert hand[11 + 2] == 1
    assert hand.sum() == 1
    assert play(state, "draw")._tables[0].hand[0, 22 + 7] == 1


def test_R11_the_own_discard_may_be_taken_back():
    assert can(play(position("hand: Y3"), "discard Y3"), "draw Y")


def test_R11_unless_the_option_forbids_it():
    state = position("hand: Y3 | hand1: B1 | discards: Y1 B2", redraw_own_discard=False)
    assert options_now(play(state, "discard Y3")) == {"draw", "draw B"}
    assert can(play(state, "draw", "discard B1"), "draw Y")


def test_R21_upward_is_the_only_direction_by_default():
    assert not can(position("me: Y5 | hand: Y4"), "play Y4")


def test_R21_either_direction_is_open_after_the_first_card():
    state = position("me: Y5 | hand: Y4 Y5 Y6", direction="either")
    assert all(can(state, f"play Y{value}") for value in (4, 5, 6))


ROUND = "| hand1: B1 | next: W1 W2"


def test_R21_the_first_different_card_fixes_the_direction():
    down = play(position(f"me: Y5 | hand: Y4 Y3 Y6 {ROUND}", direction="either"), "play Y4")
    assert after_a_round(down) == {"play Y3"}
    up = play(position(f"me: Y5 | hand: Y6 Y3 Y7 {ROUND}", direction="either"), "play Y6")
    assert after_a_round(up) == {"play Y7"}


def test_R21_equal_cards_fix_nothing_and_always_fit():
    state = play(position(f"me: Y5 | hand: Y5 Y4 Y6 {ROUND}", direction="either"), "play Y5")
    assert after_a_round(state) == {"play Y4", "play Y6"}
    state = position("me: Y5,3 B5,7 | hand: Y3 B7", direction="either")
    assert can(state, "play Y3")
    assert can(state, "play B7")


def test_R21_each_path_of_each_player_has_its_own_direction():
    state = position("me: Y5,3 B5,7 | p1: Y4,8 | hand: Y2 Y4 B6 B8", direction="either")
    plays = {words for words in options_now(state) if words.startswith("play")}
    assert plays == {"play Y2", "play B8"}


def test_R21_a_finished_path_keeps_its_direction():
    state = position("me: Y5,3@9 B1 | hand: Y2 Y4", direction="either")
    assert can(state, "play Y2")
    assert not can(state, "play Y4")


def after_a_round(state):
    """What the same player may play on yellow next time."""
    play(state, "draw", "discard B1", "draw")
    return {words for words in options_now(state) if words.startswith("play Y")}


@pytest.mark.parametrize(
    ("drawn", "move", "why"),
    [
        ("hand: Y3", "draw", "play or discard a card first, then draw"),
        ("hand: Y3", "skip", "play or discard a card first, then draw"),
        ("hand: Y3", "stay", "no arrow and no finished path lets you move a piece now"),
        ("hand: Y3", "move Y", "no arrow and no finished path lets you move a piece now"),
        ("hand: Y3", "discard Y4", "you do not hold Y4"),
        ("hand: Y3", "play Y3", "you have no piece on the yellow path"),
        ("me: Y3 | hand: Y3", "play Y3 adventurer", "you have a piece on the yellow path already"),
        ("me: Br3 | hand: Y3", "play Y3 researcher", "your researcher is on a path"),
        ("me: Y1 B1 W1 G1 | hand: R3", "play R3 adventurer", "all your adventurers are on paths"),
        ("me: G8 | hand: G3", "play G3", "your last green card is G8; only equal or higher ones"),
    ],
)
def test_R6_a_refused_card_says_why(drawn, move, why):
    with pytest.raises(IllegalAction, match=f"{move} is not legal: {why}"):
        position(drawn).apply(move)


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("play B1", "you have played or discarded already; now draw a card"),
        ("move Y", "no arrow and no finished path"),
        ("draw B", "the blue discard pile is empty"),
        ("draw Y", "you may not take back the card that you discarded this turn"),
        ("skip", "one skips only when there is nothing to draw"),
    ],
)
def test_R11_a_refused_draw_says_why(move, why):
    state = play(position("hand: Y3 B1", redraw_own_discard=False), "discard Y3")
    with pytest.raises(IllegalAction, match=why):
        state.apply(move)


def test_R21_a_refused_card_names_the_direction():
    state = position("me: Y5,3 | hand: Y4", direction="either")
    with pytest.raises(IllegalAction, match="only equal or lower ones may follow"):
        state.apply("play Y4")
