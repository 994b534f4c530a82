"""Moves in words, why a move is refused, and the table in text."""

import numpy as np
import pytest

import lostcities_env
from lostcities_env import IllegalAction
from tests.games.card_game.position import do, position


@pytest.mark.parametrize(("expeditions", "count"), [(5, 106), (6, 127)])
def test_every_action_is_one_kind_of_move_and_words_lead_back(expeditions, count):
    state = lostcities_env.new_game("card_game_v0", seed=0, expeditions=expeditions)
    words = [state.describe(action) for action in range(count)]
    assert len(set(words)) == count == state.action_mask().size
    assert [state.parse(one) for one in words] == list(range(count))
    assert {"play Yw", "play Y7", "discard R10", "draw", "draw Y"} <= set(words)


@pytest.mark.parametrize("text", ["play Y7", "  play   y7 ", "PLAY Y7", "Play\ty7"])
def test_blanks_and_case_do_not_matter(text):
    state = lostcities_env.new_game("card_game_v0", seed=0)
    assert state.describe(state.parse(text)) == "play Y7"


@pytest.mark.parametrize(
    "text", ["", "play", "play Y1", "play Y11", "Y7", "draw P", "draw Y Y", "7"]
)
def test_other_words_are_refused_with_the_forms_that_there_are(text):
    state = lostcities_env.new_game("card_game_v0", seed=0)
    with pytest.raises(IllegalAction, match=r"is not an action .* play \{colour\}\{value\}"):
        state.parse(text)
    with pytest.raises(IllegalAction, match=r"colours Y B W G R$"):
        state.apply(text)


@pytest.mark.parametrize("wrong", [-1, 106, 2**70, 1.0, None, True, np.bool_(False), b"draw", [1]])
def test_what_is_no_action_id_is_refused(wrong):
    state = lostcities_env.new_game("card_game_v0", seed=0)
    for verb in (state.describe, state.apply):
        with pytest.raises(IllegalAction, match="ids are whole numbers from 0 to 105"):
            verb(wrong)


@pytest.mark.parametrize("number", [int, np.int8, np.uint64, np.array])
def test_any_kind_of_whole_number_is_an_action_id(number):
    state = lostcities_env.new_game("card_game_v0", seed=0)
    action = state.legal_actions()[0]
    state.apply(number(action))
    assert state.record()["actions"] == [state.describe(action)]


REFUSALS = [
    ("", "draw", "play or discard a card first, then draw"),
    ("", "draw R", "play or discard a card first, then draw"),
    ("", "play W2", "you do not hold W2"),
    ("", "discard W2", "you do not hold W2"),
    ("", "play Y4", "your yellow column has Y5; only higher numbers may follow"),
    ("", "play Yw", "a wager goes before the first number, and your column has Y5"),
    ("discard B3", "play Y6", "you have played or discarded already; now draw a card"),
    ("discard B3", "discard Y6", "you have played or discarded already; now draw a card"),
    ("discard B3", "draw G", "the green discard pile is empty"),
    ("discard B3", "draw B", "you may not take back the card that you discarded this turn"),
]


@pytest.mark.parametrize(("before", "move", "reason"), REFUSALS)
def test_a_refusal_names_the_move_and_the_reason_and_changes_nothing(before, move, reason):
    state = position("me: Y3 Y5 | hand: Y4 Y6 Yw B3 | discards: R2 B2")
    if before:
        do(state, before)
    kept = state.to_bytes()
    with pytest.raises(IllegalAction) as refusal:
        state.apply(move)
    assert str(refusal.value) == f"{move} is not legal: {reason}"
    assert state.to_bytes() == kept
    with pytest.raises(IllegalAction, match="is not legal"):
        state.apply(state.parse(move))


def test_the_table_in_text():
    state = position(
        "me: Yw Y4 | they: B9 | hand: R5 Rw | their hand: G6 | known: W3 | discards: Y2 Y3 | turns: 7"
    )
    assert str(state).splitlines() == [
        "turns 7, draw pile 51, score -32 : -11",
        "",
        "          player 0 (you)                discards    player 1",
        "Y yellow  Yw Y4 = -32                   Y3 (+1)     -",
        "B blue    -                             -           B9 = -11",
        "W white   -                             -           -",
        "G green   -                             -           -",
        "R red     -                             -           -",
        "",
        "player 0 holds  Rw R5",
        "player 1 holds  W3 ??",
        "player 0 is to play or discard",
    ]


def test_the_table_in_text_is_turned_to_its_viewer():
    lines = position("me: Y4 | hand: R5 | their hand: G6").render(1).splitlines()
    assert lines[2].split("  ")[5] == "player 1 (you)"
    assert lines[3].endswith("Y4 = -16")
    assert lines[-3:-1] == ["player 1 holds  G6", "player 0 holds  ??"]


def test_without_memory_the_text_shows_no_known_cards():
    state = position("hand: R5 | their hand: G6 | known: W3", memory="table")
    assert "W3" not in state.render(0)
    assert "player 1 holds  ?? ??" in state.render(0)
    assert "player 1 holds  W3 G6" in state.render(1)


def test_after_the_end_the_text_shows_what_is_public():
    state = do(position("they: Y4 | hand: R5 | my known: W3 | left: 1"), "discard R5, draw")
    assert "player 0 holds  W3 ??" in str(state)
    assert str(state).endswith("the game is over: player 0 wins")


def test_a_game_cut_short_says_so():
    state = do(position("hand: R5", max_turns=1), "discard R5, draw")
    assert str(state).endswith("cut short by max_turns: a draw")


def test_a_match_shows_the_deal():
    assert str(position("hand: R5 | deal: 2", rounds=3)).startswith("deal 2 of 3, turns 0")


def test_the_longest_column_does_not_run_into_the_discards():
    best = "Yw Yw Yw Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10"
    line = str(position(f"me: {best} | hand: B2")).splitlines()[3]
    assert line.split()[-4:] == ["=", "156", "-", "-"]
    head, *lines = str(position(f"me: {best} | they: B2 | hand: B3")).splitlines()[2:5]
    assert head.index("player 1") == lines[1].index("B2")


def test_a_state_says_in_short_what_it_is():
    state = lostcities_env.new_game("card_game_v0", seed=0)
    assert repr(state) == "<State of card_game_v0: 0 decisions, player 0 to move>"
    over = do(position("hand: R5", max_turns=1), "discard R5, draw")
    assert repr(over) == "<State of card_game_v0: 2 decisions, over>"
