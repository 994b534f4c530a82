"""Tiles of the board game: artifacts, victory points, arrows, and the examples of the books."""

import pytest

from lostcities_env import IllegalAction
from tests.games.board_game.position import can, held, options_now, play, position, stone, tile


def test_R12_the_first_to_land_takes_the_artifact():
    state = position("me: Y3 | p1: Y3 | hand: Y4 | hand1: Y4 | tiles: Y2=A")
    play(state, "play Y4")
    assert held(state, "found") == 1
    assert tile(state, "Y2") == ""
    play(state, "draw", "play Y4")
    assert held(state, "found", 1) == 0
    assert stone(state, 1, "Y") == 2


def test_R13_points_are_paid_at_once_and_the_tile_stays():
    state = position("me: Y3 | p1: Y3 | hand: Y4 | hand1: Y4 | tiles: Y2=15")
    play(state, "play Y4")
    assert held(state, "points") == 15
    assert tile(state, "Y2") == "15"
    play(state, "draw", "play Y4")
    assert held(state, "points", 1) == 15


def test_R13_the_researcher_is_paid_no_more():
    state = play(position("me: Yr3 | hand: Y4 | tiles: Y2=10"), "play Y4")
    assert held(state, "points") == 10


def test_R14_an_arrow_moves_any_own_piece_that_is_on_a_path():
    state = position("me: Y3 B5@2 W1@9 | p1: G3 | hand: Y4 | tiles: Y2=>")
    play(state, "play Y4")
    assert options_now(state) == {"move Y", "move B", "stay"}
    assert stone(play(state, "move B"), 0, "B") == 3
    assert can(state, "draw")
    assert tile(state, "Y2") == ">"


def test_R14_it_may_move_the_piece_that_just_moved():
    state = play(position("me: Y3 | hand: Y4 | tiles: Y2=>"), "play Y4", "move Y")
    assert stone(state, 0, "Y") == 3


def test_R14_it_may_be_declined():
    state = play(position("me: Y3 | hand: Y4 | tiles: Y2=>"), "play Y4", "stay")
    assert stone(state, 0, "Y") == 2
    assert can(state, "draw")


def test_R14_arrows_chain():
    state = position("me: Y3 B3 | hand: Y4 | tiles: Y2=> B2=> Y3=> B3=A Y4=5")
    play(state, "play Y4", "move B", "move B", "draw")
    assert held(state, "found") == 1
    assert stone(state, 0, "B") == 3
    state = position("me: Y3 B3 | hand: Y4 | tiles: Y2=> B2=> Y3=> B3=A Y4=5")
    play(state, "play Y4", "move Y", "move Y", "draw")
    assert held(state, "points") == 5
    assert stone(state, 0, "Y") == 4


def test_R14_one_arrow_is_one_move():
    state = play(position("me: Y3 B3 | hand: Y4 | tiles: Y2=>"), "play Y4", "move B")
    assert options_now(state) == {"draw"}


def test_R14_nobody_is_asked_when_no_piece_can_move():
    state = play(position("me: Y3@8 B3@9 | hand: Y4 | tiles: Y9=>"), "play Y4")
    assert options_now(state) == {"draw"}


def test_R14_a_chain_onto_the_last_stone_of_the_last_piece_asks_no_more():
    state = play(position("me: Y3@7 | hand: Y4 | tiles: Y8=> Y9=>"), "play Y4", "move Y")
    assert stone(state, 0, "Y") == 9
    assert options_now(state) == {"draw"}


def test_R14_the_chain_stays_with_the_same_player():
    state = position("me: Y3 B3 | hand: Y4 | tiles: Y2=> B2=>", players=4)
    seats = [state.current_player]
    for move in ("play Y4", "move B", "stay", "draw"):
        play(state, move)
        seats.append(state.current_player)
    assert seats == [0, 0, 0, 0, 1]


def test_R14_the_blue_example_of_the_book():
    """A card moves the piece onto the blue 15 stone with an arrow; the blue 30 stone pays 15."""
    state = position("me: B1,2,3@5 R1 | hand: B4 | tiles: B6=> B7=15")
    play(state, "play B4")
    assert stone(state, 0, "B") == 6
    assert options_now(state) == {"move B", "move R", "stay"}
    play(state, "move B")
    assert stone(state, 0, "B") == 7
    assert held(state, "points") == 15


def test_R14_the_green_example_of_the_german_book():
    """The fourth green card leads onto the green 5 stone with an arrow; the 10 stone pays 15."""
    state = position("me: G1,2,3 | hand: G4 | tiles: G4=> G5=15")
    play(state, "play G4", "move G")
    assert stone(state, 0, "G") == 5
    assert held(state, "points") == 15


def test_R14_the_examples_fit_the_default_spaces():
    state = position("hand: Y1")
    spaces = state._tables[0].spaces.tolist()
    assert {6, 7} <= set(spaces[1])
    assert {4, 5} <= set(spaces[3])


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("draw", "first move a piece, or stay"),
        ("play Y4", "first move a piece, or stay"),
        ("move W", "you have no piece on the white path"),
        ("move B", "your piece on the blue path has reached the last stone"),
    ],
)
def test_R14_a_refused_move_says_why(move, why):
    state = play(position("me: Y3 B1@9 | hand: Y4 Y4 | tiles: Y2=>"), "play Y4")
    with pytest.raises(IllegalAction, match=why):
        state.apply(move)
