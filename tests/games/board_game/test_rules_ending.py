"""How an expedition of the board game ends: bridges, draw pile, equal turns, too many turns."""

import pytest

from lostcities_env import IllegalAction
from tests.games.board_game.position import can, held, options_now, play, position, stone

FOUR_ACROSS = "p1: Y1@7 B1@8 W1@9 G1@7"


def test_R15_the_fifth_crossing_ends_the_expedition_at_once():
    state = position(f"{FOUR_ACROSS} | me: R3@6 | hand: R4", rounds=1)
    play(state, "play R4")
    assert state.is_over
    assert state.current_player == -1
    assert state.legal_actions() == []
    assert held(state, "hand_size") == 0


def test_R15_crossings_of_all_players_and_paths_count_together():
    state = position("me: Y1@7 R3@6 | p1: Y1@7 | p2: Y1@9 B1@7 | hand: R4", rounds=1, players=3)
    assert play(state, "play R4").is_over


def test_R15_the_fourth_crossing_does_not():
    state = position("me: R3@6 | p1: Y1@7 B1@8 W1@9 | hand: R4", rounds=1)
    assert options_now(play(state, "play R4")) == {"draw"}


def test_R15_a_step_beyond_the_bridge_is_no_crossing():
    state = position(f"{FOUR_ACROSS} | me: R3@5 | hand: R4", rounds=1)
    assert options_now(play(state, "play R4")) == {"draw"}
    state = position("me: R3@7 | p1: Y1@7 B1@8 W1@9 | hand: R4", rounds=1)
    assert not play(state, "play R4").is_over


def test_R15_the_tile_under_that_piece_is_not_resolved():
    for tile in ("15", "A", ">"):
        state = position(f"{FOUR_ACROSS} | me: R3@6 | hand: R4 | tiles: R7={tile}", rounds=1)
        play(state, "play R4")
        assert state.is_over
        assert held(state, "points") == 0
        assert held(state, "found") == 0


def test_R15_a_crossing_by_an_arrow_counts():
    state = position(f"{FOUR_ACROSS} | me: R3@6 B3@2 | hand: B4 | tiles: B3=>", rounds=1)
    assert play(state, "play B4", "move R").is_over


def test_R16_the_last_card_of_the_draw_pile_ends_the_expedition_at_once():
    state = position("hand: Y3 | pile: 2", rounds=1)
    play(state, "discard Y3", "draw")
    assert not state.is_over
    state = position("hand: Y3 | pile: 1", rounds=1, players=3)
    assert play(state, "discard Y3", "draw").is_over


def test_R16_taking_a_discard_leaves_the_draw_pile():
    state = position("hand: Y3 | pile: 1", rounds=1)
    assert not play(state, "discard Y3", "draw Y").is_over


# -- equal turns ----------------------------------------------------------------------------------

LAST = {"players": 3, "rounds": 1, "equal_turns": True}
CROSSING = "me: R3@6 | p1: Y1@7 B1@8 | p2: W1@9 G1@7 | hand: R4 | hand1: Y3 B3 | hand2: W1 G3"


def test_R22_play_goes_on_until_all_had_the_same_number_of_turns():
    state = play(position(CROSSING, **LAST), "play R4")
    assert not state.is_over
    assert state.current_player == 1
    play(state, "discard Y3", "draw")
    assert not state.is_over
    assert state.current_player == 2
    assert play(state, "discard G3", "draw").is_over


def test_R22_the_player_of_the_fifth_crossing_does_not_draw():
    state = play(position(CROSSING, **LAST), "play R4")
    assert held(state, "hand_size", 0) == 0
    assert state._tables[0].turns == 1


def test_R22_without_the_option_it_ends_at_once():
    assert play(position(CROSSING, players=3, rounds=1), "play R4").is_over


def test_R22_the_last_card_drawn_also_settles_the_end():
    state = position("hand: Y3 | hand1: Y4 | hand2: Y5 | pile: 1", **LAST)
    play(state, "discard Y3", "draw", "discard Y4", "draw Y")
    assert not state.is_over
    assert play(state, "discard Y5", "draw Y").is_over


def test_R22_tiles_are_no_longer_resolved():
    tiles = "tiles: R7=15 Y8=15 B9=A W2=> Y3=>"
    state = play(position(f"{CROSSING} | {tiles}", **LAST), "play R4", "play Y3")
    assert stone(state, 1, "Y") == 8
    assert held(state, "points", 1) == 0
    assert can(state, "draw")
    state = play(position(f"{CROSSING} | {tiles}", **LAST), "play R4", "play B3")
    assert held(state, "found", 1) == 0
    assert held(state, "points", 0) == 0


def test_R22_an_arrow_is_not_resolved_either_nor_a_tile_at_the_start_of_a_path():
    state = play(position(f"{CROSSING} | tiles: Y8=> W1=>", **LAST), "play R4", "play Y3")
    assert options_now(state) == {"draw"}
    state = position(
        "me: R3@6 | p1: Y1@7 B1@8 G1@7 R1@7 | hand: R4 | hand1: W1 | tiles: W1=A", **LAST
    )
    play(state, "play R4", "play W1 researcher")
    assert held(state, "found", 1) == 0
    assert options_now(state) == {"draw"}


def test_R22_tiles_are_not_resolved_after_the_draw_pile_ran_out():
    state = position("p1: Y3 | hand: B3 | hand1: Y3 | pile: 1 | tiles: Y2=10", **LAST)
    play(state, "discard B3", "draw", "play Y3")
    assert held(state, "points", 1) == 0


def test_R22_finished_paths_still_move_a_piece():
    state = play(position(CROSSING + " | tiles: G8=15", **LAST), "play R4", "discard Y3", "draw")
    play(state, "play W1")
    assert options_now(state) == {"move G", "stay"}
    play(state, "move G")
    assert stone(state, 2, "G") == 8
    assert held(state, "points", 2) == 0
    assert play(state, "draw").is_over


def test_R22_the_last_seat_of_the_round_ends_it_at_once_by_crossing():
    state = position(f"{CROSSING} | opener: 1", **LAST)
    play(state, "play R4")
    assert state.is_over
    assert held(state, "hand_size", 0) == 0


def test_R22_the_last_seat_of_the_round_ends_it_at_once_by_drawing():
    state = position("hand: Y3 | pile: 1 | opener: 1", **LAST)
    assert play(state, "discard Y3", "draw").is_over


def test_R22_a_sixth_crossing_is_an_ordinary_move_with_a_draw():
    drawn = "me: R3@6 | p1: Y1@7 B1@8 R1@6 | p2: W1@9 G1@7 | hand: R4 | hand1: R3"
    state = play(position(drawn, **LAST), "play R4", "play R3")
    assert stone(state, 1, "R") == 7
    assert options_now(state) == {"draw"}
    play(state, "draw")
    assert held(state, "hand_size", 1) == 1
    assert state.current_player == 2


def test_R22_the_pile_running_out_after_the_fifth_crossing_changes_nothing_more():
    state = position(CROSSING + " | pile: 1", **LAST)
    play(state, "play R4", "discard Y3", "draw")
    assert state.current_player == 2
    assert not state.is_over
    assert play(state, "discard G3", "draw G").is_over


def test_R22_a_fifth_crossing_after_the_pile_ran_out_is_an_ordinary_move():
    drawn = "p1: Y1@7 B1@8 R1@6 | p2: W1@9 G1@7 | hand: R4 | hand1: R3 | hand2: G4 | pile: 1"
    state = play(position(drawn, **LAST), "discard R4", "draw", "play R3")
    assert stone(state, 1, "R") == 7
    assert options_now(state) == {"draw R"}
    play(state, "draw R")
    assert held(state, "hand_size", 1) == 1
    assert state.current_player == 2


def test_R22_with_the_draw_pile_empty_one_must_take_a_discard():
    state = position("hand: Y3 | hand1: B4 | pile: 1 | discards: W3", **LAST)
    play(state, "discard Y3", "draw", "discard B4")
    assert options_now(state) == {"draw Y", "draw B", "draw W"}


def test_R22_only_with_nothing_to_take_one_skips():
    state = position("p1: B3 | p2: B2 | hand: Y3 | hand1: B4 | hand2: B7 | pile: 1", **LAST)
    state._tables[0].pile_size[:] = 0
    play(state, "play Y3 adventurer", "draw", "play B4")
    assert options_now(state) == {"skip"}
    play(state, "skip")
    assert held(state, "hand_size", 1) == 0
    assert state.current_player == 2
    assert play(state, "play B7", "skip").is_over


def test_R22_with_only_the_own_discard_left_one_skips_if_it_may_not_be_taken():
    drawn = "hand: Y3 | hand1: B4 | hand2: B5 | pile: 1"
    state = position(drawn, redraw_own_discard=False, **LAST)
    play(state, "play Y3 adventurer", "draw", "discard B4")
    assert options_now(state) == {"skip"}
    play(state, "skip", "play B5 researcher")
    assert options_now(state) == {"draw B"}
    state = position(drawn, **LAST)
    play(state, "play Y3 adventurer", "draw", "discard B4")
    assert options_now(state) == {"draw B"}


def test_R22_an_empty_draw_pile_cannot_be_drawn_from():
    state = position("hand: Y3 | hand1: B4 | pile: 1", **LAST)
    play(state, "discard Y3", "draw", "discard B4")
    with pytest.raises(IllegalAction, match="the draw pile is empty"):
        state.apply("draw")


def test_R22_the_same_seat_starts_the_next_expedition():
    long = {"players": 3, "equal_turns": True, "starter": 0}
    state = play(position(CROSSING, **long), "play R4", "discard Y3", "draw", "discard G3", "draw")
    assert state.num_deals == 2
    assert state.current_player == 0


# -- too many turns -------------------------------------------------------------------------------


def test_R23_the_game_is_cut_short_when_the_turns_are_used_up():
    state = position("hand: Y3 | turns: 9", max_turns=10)
    play(state, "discard Y3", "draw")
    assert state.is_over
    assert state.is_truncated
    assert state.current_player == -1


def test_R23_turns_of_all_players_count_together():
    state = position("hand: Y3 | hand1: B3", max_turns=2, players=4)
    assert not play(state, "discard Y3", "draw").is_over
    assert play(state, "discard B3", "draw").is_truncated


def test_R23_a_turn_that_ends_the_deal_ends_it_normally():
    state = position("hand: Y3 | turns: 9 | pile: 1", max_turns=10, rounds=1)
    play(state, "discard Y3", "draw")
    assert state.is_over
    assert not state.is_truncated
    state = position(f"{FOUR_ACROSS} | me: R3@6 | hand: R4 | turns: 9", max_turns=10, rounds=1)
    assert play(state, "play R4").is_over
    assert not state.is_truncated


def test_R23_the_count_begins_anew_with_every_deal():
    state = position("hand: Y3 | turns: 9 | pile: 1", max_turns=10)
    play(state, "discard Y3", "draw")
    assert not state.is_over
    assert state._tables[0].turns == 0


def test_R23_the_last_turns_may_be_cut_short_too():
    state = position(CROSSING + " | turns: 8", max_turns=10, **LAST)
    play(state, "play R4")
    assert not state.is_over
    assert play(state, "discard Y3", "draw").is_truncated


def test_R23_a_crossing_without_a_draw_counts_as_a_turn():
    state = play(position(CROSSING + " | turns: 9", max_turns=10, **LAST), "play R4")
    assert state.is_truncated


def test_R23_a_skipped_draw_counts_as_a_turn():
    state = position("p1: B3 | hand: Y3 | hand1: B4 | pile: 1 | turns: 8", max_turns=10, **LAST)
    play(state, "play Y3 adventurer", "draw", "play B4", "skip")
    assert state.is_truncated


def test_R23_the_truncated_game_counts_as_the_table_lies():
    state = position(
        "me: Y3@7 | p1: Y3@4 | found: 2 0 | tokens: 0 5 | hand: Y1 | turns: 9", max_turns=10
    )
    play(state, "discard Y1", "draw")
    assert state.scores() == [30 - 15, 5 + 15]
    assert state.winners() == [1]
    assert state.rewards == [-1, 1]
