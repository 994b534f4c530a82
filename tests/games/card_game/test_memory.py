"""What a player sees and remembers, span by span: rules R18 and R19."""

import random
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

import lostcities_env
from tests.games.card_game.position import cards_in, do, position, see

COLOURS = "YBWGR"
NUMBERS = range(2, 11)
BOX = Counter({f"{c}{n}": 1 for c in COLOURS for n in NUMBERS} | {f"{c}w": 3 for c in COLOURS})
TABLE = (
    "me: Yw Yw Y4 B2 | they: Bw B7 B9 | hand: R5 Rw Rw | their hand: G6 G7 Rw"
    " | known: W3 Gw | my known: W9 | discards: Y2 Y3 W5 | turns: 25 | totals: 40 -15 | deal: 2"
)


def table(memory="perfect", **options):
    return position(TABLE, rounds=3, memory=memory, **options)


def less(*cards):
    """The box without some cards, as a span that counts by kind shows it."""
    left = BOX.copy()
    left.subtract(" ".join(cards).split())
    return {card: count for card, count in left.items() if count}


@pytest.mark.parametrize("memory", ["perfect", "table"])
def test_R18_what_lies_on_the_table_is_seen_with_either_memory(memory):
    state = table(memory)
    assert cards_in(state, 0, "hand") == {"R5": 1, "Rw": 2, "W9": 1}
    assert cards_in(state, 1, "hand") == {"G6": 1, "G7": 1, "Rw": 1, "W3": 1, "Gw": 1}
    mine, theirs = np.array([2, 0, 0, 0, 0]) / 3, np.array([0, 1, 0, 0, 0]) / 3
    assert see(state, 0, "wagers") == pytest.approx(np.array([mine, theirs]))
    assert see(state, 1, "wagers") == pytest.approx(np.array([theirs, mine]))
    assert see(state, 0, "last") == pytest.approx(np.array([[4, 2, 0, 0, 0], [0, 9, 0, 0, 0]]) / 10)
    assert see(state, 0, "sum") == pytest.approx(np.array([[4, 2, 0, 0, 0], [0, 16, 0, 0, 0]]) / 54)
    lengths = np.array([[3, 1, 0, 0, 0], [0, 3, 0, 0, 0]])
    assert see(state, 0, "length") == pytest.approx(lengths / 12)
    assert see(state, 1, "length") == pytest.approx(lengths[::-1] / 12)
    worth = np.array([[-48, -18, 0, 0, 0], [0, -8, 0, 0, 0]])
    assert see(state, 0, "worth") == pytest.approx(worth / 100)
    assert cards_in(state, 0, "top") == {"Y3": 1, "W5": 1}
    assert see(state, 0, "pile_size") == pytest.approx(np.array([2, 0, 1, 0, 0]) / 12)
    assert see(state, 0, "total") == pytest.approx([0.40, -0.15])
    assert see(state, 1, "total") == pytest.approx([-0.15, 0.40])
    assert see(state, 0, "turns") == pytest.approx(25 / 500)
    assert see(state, 0, "deals") == pytest.approx(2 / 3)
    assert see(state, 0, "draw_pile") == pytest.approx((60 - 19) / 60)


def test_R18_perfect_memory_holds_known_hands_and_buried_discards():
    state = table()
    assert cards_in(state, 0, "known") == {"W3": 1, "Gw": 1}
    assert cards_in(state, 1, "known") == {"W9": 1}
    for player in range(2):
        assert cards_in(state, player, "discards") == {"Y2": 1, "Y3": 1, "W5": 1}


def test_R18_unseen_is_what_may_be_to_draw_or_in_the_other_hand():
    public = "Yw Yw Y4 B2 Bw B7 B9 W3 Gw W9 Y2 Y3 W5"
    state = table()
    assert cards_in(state, 0, "unseen") == less(public, "R5 Rw Rw")
    assert cards_in(state, 1, "unseen") == less(public, "G6 G7 Rw")


def test_R18_table_memory_knows_no_hands_and_only_the_tops_of_the_piles():
    state = table("table")
    columns = "Yw Yw Y4 B2 Bw B7 B9"
    for player, hand in enumerate(("R5 Rw Rw W9", "G6 G7 Rw W3 Gw")):
        assert not see(state, player, "known").any()
        assert cards_in(state, player, "discards") == {"Y3": 1, "W5": 1}
        assert cards_in(state, player, "unseen") == less(columns, hand, "Y3 W5")


def test_R18_memory_changes_the_observation_alone():
    perfect, table_only = (
        lostcities_env.new_game("card_game_v0", seed=8, memory=memory)
        for memory in ("perfect", "table")
    )
    for _ in range(60):
        assert perfect.legal_actions() == table_only.legal_actions()
        perfect.apply(perfect.legal_actions()[-1])
        table_only.apply(table_only.legal_actions()[-1])
    assert perfect.scores() == table_only.scores()
    deals = [state.determinize(0, 5).record()["setups"] for state in (perfect, table_only)]
    assert deals[0] == deals[1]


def test_R18_whose_turn_it_is_and_which_half():
    state = position("hand: Y2 | their hand: B2")
    for player, drawing in ((0, 0), (0, 1), (1, 0), (1, 1)):
        assert see(state, player, "my_turn") == 1
        assert see(state, 1 - player, "my_turn") == 0
        assert see(state, 0, "drawing") == see(state, 1, "drawing") == drawing
        state.apply("draw" if drawing else state.legal_actions()[0])


@pytest.mark.parametrize("memory", ["perfect", "table"])
def test_R10_the_pile_that_is_closed_this_turn_is_seen(memory):
    state = do(position("hand: W2 B3", memory=memory), "discard W2")
    assert list(see(state, 0, "discarded")) == list(see(state, 1, "discarded")) == [0, 0, 1, 0, 0]
    assert not see(do(state, "draw"), 0, "discarded").any()


def test_R18_a_card_drawn_from_the_draw_pile_is_seen_by_its_owner_only():
    state = do(position("hand: Y2 | draw: G9"), "play Y2, draw")
    assert "G9" in cards_in(state, 0, "hand")
    assert "G9" in cards_in(state, 1, "unseen")
    assert not see(state, 1, "known").any()


def test_R18_a_card_taken_from_a_discard_pile_is_known_until_it_is_played():
    state = do(position("hand: Y2 B3 | discards: G9 | their hand: R2 R3"), "play Y2, draw G")
    assert cards_in(state, 1, "known") == {"G9": 1}
    assert not see(state, 0, "known").any(), "known cards are the other's"
    do(state, "play R2, draw, play G9")
    assert not see(state, 1, "known").any()


def test_R18_or_until_it_is_discarded():
    state = do(position("my known: G9 | hand: Y2"), "discard G9")
    assert not see(state, 1, "known").any()
    assert cards_in(state, 1, "discards") == {"G9": 1}


def test_R18_of_equal_wagers_a_known_one_goes_first():
    state = position("hand: Rw B2 | my known: Rw Rw | their hand: Y2 Y3 | draw: G2 G3 G4")
    assert cards_in(state, 1, "known") == {"Rw": 2}
    assert "Rw" in cards_in(state, 1, "unseen")
    do(state, "play Rw, draw, play Y2, draw")
    assert cards_in(state, 1, "known") == {"Rw": 1}
    do(state, "discard Rw, draw")
    assert not see(state, 1, "known").any()
    assert cards_in(state, 1, "unseen")["Rw"] == 1, "the third one has never been seen"


def test_R18_known_wagers_are_counted():
    state = position("hand: B2 B3 | discards: Rw Rw Rw | their hand: Y2 Y3")
    do(state, "play B2, draw R, play Y2, draw R, play B3, draw R")
    assert cards_in(state, 1, "known") == {"Rw": 2}
    assert cards_in(state, 0, "known") == {"Rw": 1}
    assert see(state, 1, "known")[4, 0] == pytest.approx(2 / 3)


def test_R18_a_new_deal_clears_what_was_known():
    state = position("hand: B2 | known: Rw Gw | my known: W4 | left: 1", rounds=3)
    do(state, "discard B2, draw")
    for player in range(2):
        assert not see(state, player, "known").any()
        assert cards_in(state, player, "unseen") == less(*cards_in_words(state, player))


def cards_in_words(state, player):
    return [card for card, n in cards_in(state, player, "hand").items() for _ in range(n)]


def test_R18_every_number_stays_within_its_bounds_at_the_extremes():
    best = "Yw Yw Yw Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 Y10"
    drawn = (
        f"me: {best} | they: Bw Bw Bw | hand: Ww Ww Ww | discards: G2 Rw Rw Rw | totals: 1872 -960"
    )
    for memory in ("perfect", "table"):
        state = position(drawn, expeditions=6, rounds=3, memory=memory)
        low, high = state.variant.observation.bounds()
        for player in range(2):
            seen = state.observation(player)
            assert (low <= seen).all()
            assert (seen <= high).all()


def test_R19_own_cards_and_public_ones_stay_where_they_are():
    state = table()
    for seed in range(20):
        other = state.determinize(0, seed)
        assert cards_in(other, 0, "hand") == cards_in(state, 0, "hand")
        assert np.array_equal(other.observation(0), state.observation(0))
        hand = cards_in(other, 1, "hand")
        assert sum(hand.values()) == 5
        assert hand["W3"] == 1, "known cards stay"
        assert hand["Gw"] >= 1
        assert cards_in(other, 1, "discards") == cards_in(state, 1, "discards")


def test_R19_buried_discards_keep_their_order():
    state = position("hand: B2 R2 W2 | discards: Y7 Y3 Y9 Y2")
    other = do(state.determinize(1, 3), "discard B2, draw Y")
    assert cards_in(other, 1, "top")["Y9"] == 1


def test_R19_all_hidden_cards_are_equally_likely_in_the_other_hand():
    state = position("hand: Y2 | their hand: R5 Rw | known: G4 | left: 4 | draw: Rw B2 Yw Yw")
    hands = Counter(
        tuple(sorted(cards_in(state.determinize(0, seed), 1, "hand").items()))
        for seed in range(3000)
    )
    # Two of R5 Rw Rw B2 Yw Yw, copies being different cards: 15 pairs.
    pairs = {"R5 Rw": 2, "R5 B2": 1, "R5 Yw": 2, "Rw Rw": 1, "Rw B2": 2, "Rw Yw": 4, "B2 Yw": 2}
    wanted = {
        tuple(sorted(Counter([*pair.split(), "G4"]).items())): ways
        for pair, ways in (pairs | {"Yw Yw": 1}).items()
    }
    assert hands.keys() == wanted.keys()
    found = [hands[hand] for hand in wanted]
    assert chisquare(found, np.array([*wanted.values()]) * 200).pvalue > 1e-3


@pytest.mark.parametrize("seed", range(4))
def test_R19_a_redealt_game_could_have_been_played_so(seed):
    """Wagers go to and fro between hands and piles, so that copies are drawn, shown and hidden."""
    choices = random.Random(seed)
    state = lostcities_env.new_game("card_game_v0", seed=seed, max_turns=120)
    while not state.is_over:
        state.apply(choices.choice(keen_on_wagers(state, choices)))
        if choices.random() < 0.1:
            player = choices.randrange(2)
            other = state.determinize(player, choices.randrange(1000))
            again = lostcities_env.replay(other.record())
            for viewer in range(2):
                assert np.array_equal(again.observation(viewer), other.observation(viewer))
            assert np.array_equal(again.observation(player), state.observation(player))


def keen_on_wagers(state, choices):
    """Moves with wagers and draws from discard piles, where there are any; at times all moves."""
    words = {state.describe(action): action for action in state.legal_actions()}
    keen = [
        a for text, a in words.items() if " " in text and (text[-1] == "w" or text[0:2] == "dr")
    ]
    return keen if keen and choices.random() < 0.75 else list(words.values())


def test_R19_the_future_is_dealt_anew():
    deck = lostcities_env.new_game("card_game_v0", seed=1).record()["setups"][0]["deck"]
    setups = [{"deck": deck}] * 2
    state = lostcities_env.new_game("card_game_v0", seed=2, setups=setups, rounds=3)
    one, same, another = (state.determinize(0, seed) for seed in (1, 1, 2))
    assert one.record() == same.record() != another.record()
    for copy in (one, same):
        while copy.num_deals == 1:
            copy.apply(copy.legal_actions()[-1] if copy.legal_actions()[-1] < 100 else "draw")
    assert one.record() == same.record()
    assert one.record()["setups"][1]["deck"] != deck, "planned deals are hidden too"
