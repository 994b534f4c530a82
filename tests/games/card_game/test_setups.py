"""Deals written down, who begins, and records of games of the card game."""

import copy
import json

import pytest

import lostcities_env
from lostcities_env import RecordError
from tests.games.card_game.position import do, position, run_out

new_game = lostcities_env.new_game
DECK = new_game("card_game_v0", seed=1).record()["setups"][0]["deck"]
OTHER = new_game("card_game_v0", seed=2).record()["setups"][0]["deck"]


def decks(state):
    return [setup["deck"] for setup in state.record()["setups"]]


def test_a_setup_takes_the_place_of_a_seed():
    one, two = (new_game("card_game_v0", setups=[{"deck": DECK}]) for _ in range(2))
    assert decks(one) == decks(two) == [DECK]
    assert one.record() == two.record()


def test_the_same_seed_is_the_same_game():
    assert new_game("card_game_v0", seed=5).record() == new_game("card_game_v0", seed=5).record()
    assert decks(new_game("card_game_v0", seed=5)) != decks(new_game("card_game_v0", seed=6))


def test_without_a_seed_every_game_is_another():
    assert decks(new_game("card_game_v0")) != decks(new_game("card_game_v0"))


def test_deals_that_are_not_written_down_come_from_the_seed():
    seeded = new_game("card_game_v0", seed=3, rounds=3)
    mixed = new_game("card_game_v0", seed=3, rounds=3, setups=[{"deck": DECK}])
    for state in (seeded, mixed):
        run_out(run_out(state))
    assert decks(mixed)[0] == DECK
    assert decks(mixed)[1:] == decks(seeded)[1:]


def test_every_deal_of_a_match_may_be_written_down():
    setups = [{"starter": 1, "deck": DECK}, {"deck": OTHER}, {"deck": DECK}]
    state = new_game("card_game_v0", rounds=3, setups=setups)
    assert run_out(run_out(run_out(state))).is_over
    assert state.record()["setups"] == setups


def test_the_starter_option_names_a_seat():
    assert new_game("card_game_v0", seed=1).current_player == 0
    assert new_game("card_game_v0", seed=1, starter=1).current_player == 1


def test_the_starter_changes_who_begins_and_nothing_else():
    games = [new_game("card_game_v0", seed=1, starter=start) for start in (0, 1, "random")]
    assert decks(games[0]) == decks(games[1]) == decks(games[2])


def test_a_random_starter_is_drawn_from_the_seed():
    seats = [new_game("card_game_v0", seed=s, starter="random").current_player for s in range(40)]
    again = [new_game("card_game_v0", seed=s, starter="random").current_player for s in range(40)]
    assert seats == again
    assert 8 < sum(seats) < 32


@pytest.mark.parametrize("option", [0, 1, "random"])
def test_the_starter_of_a_setup_wins_over_the_option(option):
    for seat in range(2):
        setups = [{"starter": seat, "deck": DECK}]
        state = new_game("card_game_v0", seed=1, setups=setups, starter=option)
        assert state.current_player == seat
        assert state.record()["setups"] == setups


def test_without_a_starter_in_the_setup_the_option_decides():
    assert new_game("card_game_v0", setups=[{"deck": DECK}], starter=1).current_player == 1


@pytest.mark.parametrize("wrong", [2, -1, "me", None, 0.0, True])
def test_a_wrong_starter_is_refused(wrong):
    with pytest.raises(ValueError, match=r"starter must be a seat \(0, 1\) or 'random', not"):
        new_game("card_game_v0", starter=wrong)


def test_a_later_setup_may_name_the_starter_that_the_rules_give():
    setups = [{"starter": 0, "deck": DECK}, {"starter": 1, "deck": OTHER}]
    state = run_out(new_game("card_game_v0", rounds=3, seed=0, setups=setups))
    assert (state.num_deals, state.current_player) == (2, 1)


def test_a_later_setup_with_a_wrong_starter_is_an_error_and_nothing_is_changed():
    setups = [{"starter": 0, "deck": DECK}, {"starter": 0, "deck": OTHER}]
    state = new_game("card_game_v0", rounds=3, seed=0, setups=setups, reward="score")
    state.apply(next(w for a in state.legal_actions() if "play" in (w := state.describe(a))))
    state.apply("draw")
    with pytest.raises(
        ValueError, match=r"setups\[1\]: starter is 0, but by the rules seat 1 begin"
    ):
        run_out(state)
    kept = state.to_bytes()
    assert state.rewards == [0, 0]
    assert state.num_deals == 1
    assert "draw" in {state.describe(action) for action in state.legal_actions()}
    with pytest.raises(ValueError, match="leave it out"):
        state.apply("draw")
    assert state.to_bytes() == kept


SWAPPED = DECK.replace("Y7", "B8", 1)
WRONG_SETUPS = [
    ("Y7", "setups must be a list with one entry per deal, not 'Y7'"),
    ({"deck": DECK}, "setups must be a list with one entry per deal"),
    (None, "setups must be a list with one entry per deal, not None"),
    ([{"deck": DECK}] * 2, "setups has 2 entries, but this game has 1 deal$"),
    ([DECK], r"setups\[0\]: an entry must be a dictionary, not"),
    ([{"deck": DECK, "seed": 1}], r"setups\[0\]: unknown key 'seed'; an entry has starter, deck"),
    ([{"starter": 0}], r"setups\[0\]: 'deck' is missing; an entry needs deck"),
    ([{"starter": 2, "deck": DECK}], r"setups\[0\]: starter must be a seat from 0 to 1, not 2"),
    ([{"starter": True, "deck": DECK}], "starter must be a seat from 0 to 1, not True"),
    ([{"starter": "random", "deck": DECK}], "starter must be a seat from 0 to 1, not 'random'"),
    ([{"deck": DECK.split()}], "a deck is written as one text, 'Y7 Bw ...', not"),
    ([{"deck": ""}], r"a deck holds Yw 3 times, this one 0 times \(0 of 60 cards\)"),
    ([{"deck": DECK[3:]}], r"\(59 of 60 cards\)"),
    ([{"deck": SWAPPED}], "a deck holds Y7 1 times, this one 0 times"),
    (
        [{"deck": DECK.replace("Y7", "P7")}],
        "'P7' is not a card of this game: colours are Y B W G R",
    ),
    ([{"deck": DECK.replace("Y7", "Y11")}], "'Y11' is not a card of this game"),
    ([{"deck": DECK.replace("Y7", "7Y")}], "'7Y' is not a card of this game"),
]


@pytest.mark.parametrize(("setups", "sentence"), WRONG_SETUPS)
def test_a_wrong_setup_is_an_error_that_says_what_is_wrong(setups, sentence):
    with pytest.raises(ValueError, match=sentence):
        new_game("card_game_v0", setups=setups)


def test_a_wrong_setup_of_a_later_deal_is_found_before_the_game_begins():
    with pytest.raises(ValueError, match=r"setups\[2\]: 'deck' is missing"):
        new_game("card_game_v0", rounds=3, setups=[{"deck": DECK}, {"deck": DECK}, {}])
    with pytest.raises(ValueError, match="setups has 4 entries, but this game has 3 deals"):
        new_game("card_game_v0", rounds=3, setups=[{"deck": DECK}] * 4)


def test_setups_are_copied():
    setups = [{"deck": DECK}, {"deck": OTHER}]
    state = new_game("card_game_v0", rounds=3, setups=setups)
    setups[1]["deck"] = DECK
    assert decks(run_out(state))[1] == OTHER


def test_a_record_says_all_that_was_played():
    state = new_game("card_game_v0", setups=[{"deck": DECK}], starter=1, max_turns=1)
    first = state.describe(state.legal_actions()[0])
    do(state, f"{first}, draw")
    assert json.loads(json.dumps(state.record())) == {
        "format": 1,
        "game": "card_game_v0",
        "options": {"starter": 1, "max_turns": 1},
        "setups": [{"starter": 1, "deck": DECK}],
        "actions": [first, "draw"],
        "scores": state.scores(),
        "winners": state.winners(),
    }


def test_a_record_of_a_running_game_has_scores_and_no_winners():
    state = do(position("hand: Y9"), "play Y9")
    assert state.record()["scores"] == [-11, 0]
    assert state.record()["winners"] == []


@pytest.fixture(scope="module")
def record():
    state = new_game("card_game_v0", seed=3, rounds=3, starter="random", memory="table")
    return run_out(run_out(run_out(state))).record()


@pytest.mark.parametrize("moves", [0, 1, 30, 88, 100, None])
def test_a_record_replays_to_the_same_game_however_long(record, moves):
    state = new_game("card_game_v0", seed=3, rounds=3, starter="random", memory="table")
    for words in record["actions"][:moves]:
        state.apply(words)
    again = lostcities_env.replay(json.loads(json.dumps(state.record())))
    assert again.record() == state.record()
    assert again.legal_actions() == state.legal_actions()


def damaged(record, **changes):
    return {**copy.deepcopy(record), **changes}


def wrong_moves(record):
    actions = record["actions"]
    yield 0, "draw", "move 1 of 264 is wrong: draw is not legal: play or discard a card first"
    yield 9, "play Q7", "move 10 of 264 is wrong: 'play Q7' is not an action"
    yield 263, actions[0], "move 264 of 264 is wrong: .* now draw a card"
    yield 100, None, "move 101 of 264 is wrong: 'None' is not an action"


def test_the_first_wrong_move_is_named(record):
    for number, move, sentence in wrong_moves(record):
        actions = [*record["actions"][:number], move, *record["actions"][number + 1 :]]
        with pytest.raises(RecordError, match=sentence):
            lostcities_env.replay(damaged(record, actions=actions))


def wrong_records(record):
    setups = record["setups"]
    yield {"actions": [*record["actions"], "draw"]}, "move 265 of 265 is wrong: .* game is over"
    yield {"scores": [0, 5]}, r"after all moves the scores are \[0, 0\], the record says \[0, 5\]"
    yield {"winners": [0]}, r"after all moves the winners are \[0, 1\], the record says \[0\]"
    yield {"actions": record["actions"][:90]}, "the winners are"
    yield {"setups": setups[:2]}, "move 176 begins deal 3, but the record has 2 setups"
    yield {"setups": []}, "the record has 0 setups"
    yield {"setups": [*setups, setups[0]]}, "cannot be set up: setups has 4 entries"
    yield {"options": {"rounds": 2}}, "cannot be set up: card_game_v0: rounds must be 1 or 3, not 2"
    yield {"options": {"colour": 2}}, "cannot be set up: card_game_v0 has no option 'colour'"
    yield {"game": "card_game_v9"}, "cannot be set up: there is no game 'card_game_v9'"
    yield {"format": 2}, "this record has format 2; this version reads format 1"
    yield {"format": "1"}, "'format' of this record must be a"
    yield {"actions": "draw"}, "'actions' of this record must be a list"
    yield {"options": None}, "'options' of this record must be a"


def test_a_record_that_is_wrong_elsewhere_is_refused(record):
    for changes, sentence in wrong_records(record):
        with pytest.raises(RecordError, match=sentence):
            lostcities_env.replay(damaged(record, **changes))


def test_a_record_with_more_setups_than_deals_played_is_refused(record):
    short = damaged(record, actions=record["actions"][:10], scores=[0, 0], winners=[])
    with pytest.raises(RecordError, match="has 3 setups, but only 1 deals were played"):
        lostcities_env.replay(short)


def test_a_record_without_setups_is_refused_even_without_moves(record):
    empty = damaged(record, setups=[], actions=[], scores=[0, 0], winners=[])
    with pytest.raises(RecordError, match="the record has 0 setups"):
        lostcities_env.replay(empty)


@pytest.mark.parametrize(
    "key", ["format", "game", "options", "setups", "actions", "scores", "winners"]
)
def test_every_key_of_a_record_is_needed(record, key):
    less = damaged(record)
    del less[key]
    with pytest.raises(RecordError, match=f"this record has no '{key}'; a record has format, game"):
        lostcities_env.replay(less)


def test_what_is_no_dictionary_is_no_record():
    with pytest.raises(RecordError, match="a record is a dictionary, not list"):
        lostcities_env.replay([])
