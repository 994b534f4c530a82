"""The rules of Rivals one by one: setting up, turns, auctions and expeditions."""

from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy.stats import chisquare

import lostcities_env
from lostcities_env import IllegalAction, State
from tests.games.rivals.position import can, cards_in, gold, play, position, supply


def new(seed: int = 0, **options: object) -> State:
    return lostcities_env.new_game("rivals_v0", seed=seed, **options)


def legal(state: State) -> set[str]:
    return {state.describe(action) for action in state.legal_actions()}


# -- setting up ------------------------------------------------------------------------------------


def test_R1_two_to_four_play_clockwise():
    for players in (2, 3, 4):
        state = new(players=players, starter=players - 1)
        seats = [state.current_player]
        seats += [play(state, "uncover").current_player for _ in range(players)]
        assert seats == [players - 1, *range(players)]
    with pytest.raises(ValueError, match="players must be 2 or 3 or 4"):
        new(players=5)


def test_R2_the_deck_has_eighty_cards():
    deck = Counter(new().setups_played()[0]["deck"].split())
    copies = {"w": 3, "2": 2, "3": 2, "4": 2, "5": 2, "6": 1, "7": 1, "8": 1, "9": 1, "10": 1}
    assert deck == {colour + value: n for colour in "YBWGR" for value, n in copies.items()}
    assert deck.total() == 80


@pytest.mark.parametrize("value", range(2, 11))
def test_R3_low_numbers_show_one_footprint_high_ones_two(value: int):
    state = position(f"p0: R{value} | gold: 0 0")
    assert state.scores() == [1 if value <= 5 else 2, 0]


def test_R3_a_wager_shows_no_footprint():
    assert position("p0: Rw Rw | gold: 0 0").scores() == [0, 0]


def test_R4_there_are_four_piles_of_twenty():
    state = new()
    at = state.variant.observation
    for turned in range(80):
        piles = round(float(at.view(state.observation(0), "piles")) * 3)
        draw_pile = round(float(at.view(state.observation(0), "draw_pile")) * 20)
        assert (piles, draw_pile) == (3 - turned // 20, 20 - turned % 20)
        play(state, "uncover")
    assert state.is_over
    assert at.view(state.observation(0), "draw_pile") == 0


def test_R4_cards_come_in_the_order_that_is_written_down():
    state = new(seed=3)
    deck = state.setups_played()[0]["deck"].split()
    for turned in range(1, 30):
        play(state, "uncover")
        assert sorted(cards_in(state, "display").split()) == sorted(deck[:turned])


@pytest.mark.parametrize(("players", "each"), [(2, 18), (3, 12), (4, 9)])
def test_R5_thirty_six_coins_are_divided_evenly(players: int, each: int):
    state = new(players=players)
    assert gold(state) == [each] * players
    assert supply(state) == 0


def test_R6_starting_wagers_begin_two_expeditions():
    state = position("wagers: YB RB | p0: Y4 | gold: 0 0")
    assert state._tables[0].wagers[:2].tolist() == [[1, 1, 0, 0, 0], [0, 1, 0, 0, 1]]
    assert state.scores() == [2, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R6_every_allowed_deal_of_starting_wagers_is_equally_likely(players: int):
    """Counted by what the first and the last player get: with two players that is all."""
    rows = 3000
    batch = lostcities_env.make_batch("rivals_v0", rows, seed=1, players=players)
    deals = [
        tuple(tuple(sorted(pair)) for pair in table.starting[:players].tolist())
        for table in batch._states
    ]
    ways = _ways_to_deal(players)
    assert set(deals) <= set(ways)
    wanted: Counter[tuple[object, object]] = Counter()
    for deal, count in ways.items():
        wanted[deal[0], deal[-1]] += count
    found = Counter((deal[0], deal[-1]) for deal in deals)
    shares = np.array(list(wanted.values())) * rows / wanted.total()
    assert chisquare([found[pairs] for pairs in wanted], shares).pvalue > 1e-4


def _ways_to_deal(players: int) -> dict[tuple[tuple[int, ...], ...], int]:
    """Every allowed deal by colours, and by how many deals of the ten cards it comes about."""
    pairs = [(a, b) for a in range(5) for b in range(a + 1, 5)]
    ways = {}
    for deal in product(pairs, repeat=players):
        counts = Counter(colour for pair in deal for colour in pair)
        if max(counts.values()) <= 2:
            ways[deal] = 2 ** len(counts)
    return ways


@pytest.mark.parametrize(
    ("wagers", "why"),
    [
        (["YB"], "a list of 2 texts"),
        ("YBGR", "a list of 2 texts"),
        (["YB", "GR", "WG"], "a list of 2 texts"),
        (["YY", "GR"], "two different colours"),
        (["Y", "GR"], "two different colours"),
        (["YBW", "GR"], "two different colours"),
        (["YP", "GR"], "two different colours of Y B W G R"),
        ([3, "GR"], "two different colours"),
    ],
)
def test_R6_starting_wagers_that_cannot_be_dealt_are_refused(wagers: object, why: str):
    setup = new().setups_played()[0] | {"wagers": wagers}
    with pytest.raises(ValueError, match=why):
        lostcities_env.new_game("rivals_v0", setups=[setup])


def test_R6_no_colour_is_dealt_more_than_twice():
    setup = new(players=3).setups_played()[0] | {"wagers": ["YB", "YG", "RY"]}
    with pytest.raises(ValueError, match="2 starting wagers of each colour, not 3 of Y"):
        lostcities_env.new_game("rivals_v0", setups=[setup], players=3)


# -- turns -----------------------------------------------------------------------------------------


def test_R7_a_turn_is_to_uncover_or_to_start_an_auction():
    state = position("display: Y2 | gold: 3 33")
    assert legal(state) == {"uncover", "bid 1", "bid 2", "bid 3"}


def test_R8_an_uncovered_card_joins_the_display():
    state = play(position("display: Y2 R5 | next: Gw"), "uncover")
    assert cards_in(state, "display") == "Y2 Gw R5"
    assert state.current_player == 1


def test_R9_a_card_that_nobody_could_add_goes_to_the_box_and_is_not_replaced():
    state = play(position("p0: Y6 | p1: Y4 | next: Y3 G2 | display: R2"), "uncover")
    assert cards_in(state, "display") == "R2"
    assert cards_in(state, "boxed") == "Y3"
    assert state.current_player == 1


def test_R9_one_player_who_could_add_it_is_enough():
    for card in ("Y4", "Y5"):
        state = play(position(f"p0: Y6 | p1: Y4 | next: {card}"), "uncover")
        assert cards_in(state, "display") == card


def test_R9_gold_does_not_matter():
    state = play(position("p0: Y6 | p1: Y4 | next: Y5 | gold: 36 0"), "uncover")
    assert cards_in(state, "display") == "Y5"


def test_R9_whoever_has_no_number_in_a_colour_can_add_anything():
    begun = play(position("p0: Y6 | wagers: GB YR | next: Yw"), "uncover")
    assert cards_in(begun, "display") == "Yw"
    not_begun = play(position("p0: Y6 | wagers: YB GR | next: Yw Y2"), "uncover", "uncover")
    assert cards_in(not_begun, "display") == "Yw Y2"


def test_R9_a_wager_goes_to_the_box_once_everybody_has_a_number():
    state = play(position("p0: Y2 | p1: Y2 | next: Yw"), "uncover")
    assert cards_in(state, "boxed") == "Yw"


def test_R9_cards_in_the_display_stay_even_if_they_become_useless():
    state = position("p0: Y6 | display: Y2 Y8 | next: G4")
    play(state, "uncover", "bid 1", "pass", "take Y8", "done")
    assert "Y2" in cards_in(state, "display").split()


# -- auctions --------------------------------------------------------------------------------------


def test_R10_no_auction_without_a_card_in_the_display():
    assert legal(position("gold: 18 18")) == {"uncover"}


def test_R10_no_auction_without_a_coin():
    assert legal(position("display: Y2 | gold: 0 20")) == {"uncover"}


def test_R10_one_coin_is_enough():
    assert can(position("display: Y2 | gold: 1 20"), "bid 1")


def test_R11_a_raise_is_higher_and_no_more_than_one_owns():
    state = play(position("display: Y2 | gold: 10 6"), "bid 3")
    assert legal(state) == {"pass", "bid 4", "bid 5", "bid 6"}


def test_R11_who_passed_is_not_asked_again():
    state = play(position("display: Y2 | gold: 9 9 9"), "bid 1", "pass", "bid 2")
    assert state.current_player == 0
    assert play(state, "bid 3").current_player == 2


def test_R11_who_cannot_raise_is_asked_and_passes():
    state = play(position("display: Y2 | gold: 9 0 9"), "bid 5")
    assert state.current_player == 1
    assert legal(state) == {"pass"}


def test_R11_a_bid_that_nobody_can_beat_still_goes_round():
    state = play(position("display: Y2 | gold: 12 12 12"), "bid 12")
    assert legal(state) == {"pass"}
    assert legal(play(state, "pass")) == {"pass"}


def test_R11_all_coins_may_be_bid():
    state = position("display: Y2 | gold: 33 0 3")
    assert can(state, "bid 33")
    assert not can(state, "bid 34")
    assert state.describe(state.parse("bid 36")) == "bid 36"


def test_R12_when_all_others_pass_the_opener_pays():
    state = play(position("display: Y2 | gold: 9 9 9 9"), "bid 4", "pass", "pass", "pass")
    assert state.current_player == 0
    assert gold(state) == [5, 9, 9, 9]
    assert supply(state) == 4


def test_R12_the_others_pay_nothing():
    state = play(position("display: Y2 | gold: 9 9 9"), "bid 4", "bid 7", "pass", "pass")
    assert state.current_player == 1
    assert gold(state) == [9, 2, 9]
    assert supply(state) == 9 + 7


def test_R13_the_winner_adds_any_number_of_cards():
    state = play(position("display: Y2 Y5 Gw R3 | next: B2"), "bid 1", "pass")
    play(state, "take Gw", "take Y2", "take Y5", "done")
    assert cards_in(state, "display") == "B2 R3"
    assert state.scores()[0] == 17 + 2 * 2


def test_R13_the_winner_may_add_nothing():
    state = play(position("display: Y2 | next: B2"), "bid 1", "pass", "done")
    assert cards_in(state, "display") == "Y2 B2"


def test_R13_each_card_must_fit_when_it_is_added():
    state = play(position("display: Yw Y5 Y3"), "bid 1", "pass", "take Y5")
    assert legal(state) == {"remove Yw", "remove Y3", "done"}


def test_R13_equal_cards_are_one_action_for_each_of_them():
    state = play(position("display: R4 R4"), "bid 1", "pass", "take R4")
    assert can(state, "take R4")
    assert not can(play(state, "take R4"), "take R4")


def test_R14_one_card_may_be_removed_at_any_moment():
    for moves in (
        ("remove R9", "take Y2", "take Y3"),
        ("take Y2", "remove R9", "take Y3"),
        ("take Y2", "take Y3", "remove R9"),
    ):
        state = play(position("display: Y2 Y3 R9 | next: B2"), "bid 1", "pass", *moves)
        assert cards_in(state, "boxed") == "R9"
        assert cards_in(play(state, "done"), "display") == "B2"


def test_R14_only_one_card_may_be_removed():
    state = play(position("display: Y2 R9 R10"), "bid 1", "pass", "remove R9")
    assert legal(state) == {"take Y2", "take R10", "done"}


def test_R14_a_card_that_one_could_have_used_may_be_removed():
    state = play(position("display: Y2"), "bid 1", "pass")
    assert can(state, "take Y2")
    play(state, "remove Y2")
    assert cards_in(state, "boxed") == "Y2"
    assert state._tables[0].numbers.sum() == 0


def test_R14_the_next_winner_may_remove_again():
    state = play(position("display: Y2 R9 | next: B2"), "bid 1", "pass", "remove R9", "done")
    assert can(play(state, "bid 1", "pass"), "remove Y2")


def test_R15_the_winner_turns_a_card_and_the_next_player_goes_on():
    state = play(position("display: Y2 | gold: 9 9 9 9 | next: B7"), "bid 1", "pass", "bid 2")
    play(state, "pass", "pass", "done")
    assert state.current_player == 3
    assert cards_in(state, "display") == "Y2 B7"


def test_R15_a_card_that_the_winner_turns_goes_to_the_box_if_nobody_could_add_it():
    state = play(position("p1: Y8 | display: Y7 | next: Y6"), "bid 1", "pass", "take Y7", "done")
    assert cards_in(state, "display") == ""
    assert cards_in(state, "boxed") == "Y6"


def test_R15_the_winner_must_say_done_even_with_nothing_left_to_do():
    state = play(position("display: Y2 | next: B7"), "bid 1", "pass", "take Y2")
    assert legal(state) == {"done"}


def test_R12_R13_R14_R15_the_auction_of_the_rulebook():
    """Sabrina 0, Jonas 1, Daniela 2, Dominic 3."""
    state = position(
        "wagers: YB WB YW GR | p3: R3 G5 W4 | display: R4 R4 Gw W2 | gold: 9 9 9 9 | next: Y7"
    )
    play(state, "bid 1", "pass", "bid 2", "bid 3", "bid 4", "pass", "bid 5", "pass")
    assert state.current_player == 3
    assert gold(state) == [9, 9, 9, 4]
    assert supply(state) == 5
    assert legal(state) == {"take R4", "remove R4", "remove Gw", "remove W2", "done"}
    play(state, "take R4", "take R4", "remove Gw")
    assert legal(state) == {"done"}
    play(state, "done")
    assert cards_in(state, "display") == "Y7 W2"
    assert cards_in(state, "boxed") == "Gw"
    assert state.current_player == 0
    assert state.scores() == [9, 9, 9, 4 + 3 * 2 + 1 * 2 + 1]


# -- expeditions -----------------------------------------------------------------------------------


def test_R16_numbers_are_equal_or_higher():
    state = play(position("p0: Y4 | display: Y3 Y4 Y5"), "bid 1", "pass")
    assert not can(state, "take Y3")
    assert can(state, "take Y4")
    assert can(state, "take Y5")


def test_R16_wagers_come_before_the_first_number():
    state = play(position("display: Yw Yw Yw Y2"), "bid 1", "pass", "take Yw", "take Yw")
    assert can(state, "take Yw")
    assert not can(play(state, "take Y2"), "take Yw")


def test_R16_a_colour_does_not_bind_another():
    state = play(position("p0: Y9 | display: B2 Bw"), "bid 1", "pass")
    assert can(state, "take B2")
    assert can(state, "take Bw")


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "wrong", "why"),
    [
        ([], "pass", "no auction is running"),
        ([], "take Y2", "only the winner of an auction"),
        ([], "done", "only the winner of an auction"),
        ([], "bid 19", "you own only 18 gold"),
        (["bid 3"], "uncover", "an auction is running; raise or pass"),
        (["bid 3"], "bid 3", "player 0 has bid 3; bid more or pass"),
        (["bid 3"], "remove Y2", "only the winner of an auction"),
        (["bid 3", "pass"], "bid 4", "you have won the auction already"),
        (["bid 3", "pass"], "uncover", "take or remove cards, then say done"),
        (["bid 3", "pass"], "pass", "take or remove cards, then say done"),
        (["bid 3", "pass"], "take Y3", "Y3 is not in the display"),
        (["bid 3", "pass"], "take R2", "your red expedition has R4; only equal or higher"),
        (["bid 3", "pass"], "take Rw", "a wager goes before the first number"),
        (["bid 3", "pass", "remove R2"], "remove Y2", "you have removed a card already"),
    ],
)
def test_R7_to_R16_a_refusal_says_why(moves: list[str], wrong: str, why: str):
    state = play(position("p0: R4 | display: Y2 R2 Rw"), *moves)
    before = state.to_bytes()
    with pytest.raises(IllegalAction, match=f"^{wrong} is not legal: .*{why}"):
        state.apply(wrong)
    assert state.to_bytes() == before


def test_R10_a_refusal_says_that_the_display_is_empty():
    with pytest.raises(IllegalAction, match="no card in the display to bid for"):
        position("gold: 18 18").apply("bid 1")
