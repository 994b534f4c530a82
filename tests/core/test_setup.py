"""Chance written down: what is read is what was written, and all of it is tried before any is used."""

from types import MappingProxyType

import numpy as np
import pytest

from lostcities_env.core.catalogue import find_game
from lostcities_env.core.setup import check_setups, use_setup, write_setup

GAME = find_game("card_game_v0")
MATCH = GAME.variant({"rounds": 3})
DECK = GAME.cards.names(GAME.cards.deck(5)[::-1])


def table(deal):
    blank = MATCH.template.copy()[0]
    blank.deals, blank.opener = deal, 1
    return blank


def test_what_is_used_is_what_is_written():
    blank = table(deal=1)
    use_setup(MATCH, blank, {"starter": 0, "deck": DECK})
    assert write_setup(MATCH, blank) == {"starter": 0, "deck": DECK}


def test_without_a_starter_the_seat_that_was_to_begin_does():
    blank = table(deal=1)
    use_setup(MATCH, blank, {"deck": DECK})
    assert write_setup(MATCH, blank) == {"starter": 1, "deck": DECK}


def test_later_deals_are_written_without_a_starter():
    blank = table(deal=2)
    use_setup(MATCH, blank, {"starter": 1, "deck": DECK})
    assert write_setup(MATCH, blank) == {"deck": DECK}


def test_a_later_starter_cannot_be_chosen():
    with pytest.raises(ValueError, match=r"setups\[2\]: starter is 0, but by the rules seat 1"):
        use_setup(MATCH, table(deal=3), {"starter": 0, "deck": DECK})


def test_any_sequence_of_mappings_will_do():
    entry = MappingProxyType({"deck": DECK})
    assert check_setups(MATCH, (entry, entry)) == [{"deck": DECK}, {"deck": DECK}]
    assert check_setups(MATCH, []) == []


def test_checking_leaves_the_variant_as_it_is():
    before = MATCH.template.copy()
    check_setups(MATCH, [{"deck": DECK, "starter": 1}])
    assert np.array_equal(MATCH.template, before)


@pytest.mark.parametrize("wrong", ["", b"", {}, 5, iter([]), {"deck": DECK}])
def test_what_is_no_list_is_refused(wrong):
    with pytest.raises(ValueError, match="setups must be a list with one entry per deal, not"):
        check_setups(MATCH, wrong)


@pytest.mark.parametrize("wrong", [None, "deck", ["deck", DECK], 5])
def test_what_is_no_dictionary_is_refused_with_its_number(wrong):
    with pytest.raises(ValueError, match=r"^setups\[1\]: an entry must be a dictionary, not"):
        check_setups(MATCH, [{"deck": DECK}, wrong])


@pytest.mark.parametrize("key", ["Deck", "tiles", 0, None])
def test_an_unknown_key_is_named(key):
    with pytest.raises(ValueError, match=f"unknown key '{key}'; an entry has starter, deck"):
        check_setups(MATCH, [{"deck": DECK, key: 1}])


def test_the_deck_must_fit_the_colours_in_play():
    long_deck = GAME.cards.names(GAME.cards.deck(6))
    with pytest.raises(ValueError, match="'Pw' is not a card of this game"):
        check_setups(MATCH, [{"deck": long_deck}])
    with pytest.raises(ValueError, match=r"holds Pw 3 times, this one 0 times \(60 of 72 cards\)"):
        check_setups(GAME.variant({"expeditions": 6}), [{"deck": DECK}])
