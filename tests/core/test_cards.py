"""Cards: how they are numbered, written and read, and which of a hand nobody has seen."""

import numpy as np
import pytest

from lostcities_env.core.cards import COLOUR_NAMES, COLOURS, CardSet, held_unseen
from tests.games.card_game.position import do, kind, position

SMALL = CardSet(values=("w", "2", "10"), copies=(2, 1, 1))


def test_colours_have_the_order_of_the_notation():
    assert COLOURS == ("Y", "B", "W", "G", "R", "P")
    assert [name[0].upper() for name in COLOUR_NAMES] == list(COLOURS)


def test_kinds_are_numbered_colour_by_colour():
    assert [SMALL.name(number) for number in range(6)] == ["Yw", "Y2", "Y10", "Bw", "B2", "B10"]
    assert [SMALL.kind(SMALL.name(number), 2) for number in range(6)] == list(range(6))
    assert (SMALL.ranks, SMALL.per_colour) == (3, 4)


def test_the_box_holds_every_copy():
    assert SMALL.copies_of_kinds(2).tolist() == [2, 1, 1, 2, 1, 1]
    assert SMALL.names(SMALL.deck(2)) == "Yw Yw Y2 Y10 Bw Bw B2 B10"


@pytest.mark.parametrize("text", ["y10", "Y10"])
def test_upper_or_lower_case_does_not_matter(text):
    assert SMALL.kind(text, 1) == 2
    assert SMALL.kind("YW", 1) == 0


@pytest.mark.parametrize("text", ["", "Y", "2", "B2", "Y3", "Y1", "Y 2", "Y02", "YY2", "Yw2"])
def test_what_is_no_card_is_refused_with_what_there_is(text):
    with pytest.raises(
        ValueError, match="is not a card of this game: colours are Y, values w 2 10"
    ):
        SMALL.kind(text, 1)


def test_a_deck_is_read_top_first():
    assert SMALL.read_deck("Y10 Yw  Y2\nYw", 1).tolist() == [2, 0, 1, 0]


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        ("Y10 Yw Y2", r"holds Yw 2 times, this one 1 times \(3 of 4 cards\)"),
        ("Y10 Yw Y2 Yw Yw", r"holds Yw 2 times, this one 3 times \(5 of 4 cards\)"),
        ("Y10 Yw Y2 Y2", "holds Yw 2 times, this one 1 times"),
        (["Y10", "Yw", "Y2", "Yw"], "a deck is written as one text"),
        (None, "a deck is written as one text"),
    ],
)
def test_a_deck_must_be_the_whole_box(deck, sentence):
    with pytest.raises(ValueError, match=sentence):
        SMALL.read_deck(deck, 1)


def unseen(state, owner):
    """The cards at the deck places that `held_unseen` finds, with their places."""
    s = state._tables[0]
    out = np.empty(s.deck_size, np.int64)
    places = out[: held_unseen(s, owner, out)].tolist()
    assert all(s.drawer[place] == owner for place in places)
    return {int(place): int(s.deck[place]) for place in places}


def test_cards_taken_in_the_open_are_not_unseen():
    state = position("their hand: R5 G6 | known: W3 | hand: B2")
    assert sorted(unseen(state, 1).values()) == sorted([kind("R5"), kind("G6")])
    assert list(unseen(state, 0).values()) == [kind("B2")]


def test_cards_that_were_played_or_discarded_are_gone():
    state = do(position("hand: Y2 B2 | draw: G3"), "play Y2, draw")
    assert sorted(unseen(state, 0).values()) == sorted([kind("B2"), kind("G3")])


def test_of_equal_cards_the_first_drawn_are_taken_to_be_gone():
    state = position("hand: Yw Yw B2 | their hand: R2")
    first, second = sorted(place for place, card in unseen(state, 0).items() if card == kind("Yw"))
    do(state, "play Yw, draw, play R2, draw")
    assert first not in unseen(state, 0)
    assert second in unseen(state, 0)


def test_a_card_discarded_and_taken_back_has_been_seen():
    state = position("hand: Yw B2 B3 | their hand: R2 R3 | draw: G2 G3")
    do(state, "discard Yw, draw, play R2, draw, play B2, draw Y")
    assert kind("Yw") not in unseen(state, 0).values()
