"""What a player of the board game knows, sees and reads, and what stays hidden."""

import random
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

import lostcities_env
from tests.games.board_game.eager import choose
from tests.games.board_game.position import LETTERS, can, kind, options_now, play, position
from tests.games.board_game.variants import VARIANTS


def see(state, name, player=0):
    """One span of a player's observation, in the shape of its axes."""
    return state.variant.observation.view(state.observation(player), name)


def at(card):
    return LETTERS.index(card[0]), int(card[1:])


def takes_back(**options):
    """Player 1 has taken a yellow 3 that everybody saw; a yellow 2 lies under a yellow 9."""
    drawn = "hand: Y9 B1 | hand1: W5 R8 | discards: Y2 Y3 | next: G1 G2 G3"
    state = play(position(drawn, **options), "discard B1", "draw", "discard R8", "draw Y")
    return play(state, "discard Y9", "draw")


def test_R24_a_card_taken_in_the_open_is_known_to_everybody():
    state = takes_back()
    assert see(state, "known")[0][at("Y3")] == 0.5
    assert "Y3" in state.render(0)


def test_R24_until_it_is_played_or_discarded():
    for move in ("discard Y3", "play Y3 adventurer"):
        state = play(takes_back(), move)
        assert not see(state, "known").any()


def test_R24_of_equal_cards_the_known_one_goes_first():
    state = takes_back()
    state._tables[0].hand[1, kind("Y3")] = 2
    play(state, "discard Y3")
    assert not see(state, "known").any()


def test_R24_buried_discards_are_remembered():
    state = takes_back()
    discards = see(state, "discards")
    assert discards[at("Y9")] == 0.5
    assert discards[at("Y2")] == 0.5


def test_R24_without_memory_only_the_table_is_seen():
    state = takes_back(memory="table")
    discards = see(state, "discards")
    assert not see(state, "known").any()
    assert discards[at("Y9")] == 0.5
    assert discards[at("Y2")] == 0
    assert see(state, "unseen")[at("Y3")] == 1
    assert "Y3" not in state.render(0)
    assert "Y2" not in state.render(0)
    assert "Y9 (+1)" in state.render(0)


def test_R24_without_memory_whole_columns_are_still_seen():
    state = position("me: Y1,3,3 | p1: Y2 | hand: B1", memory="table")
    unseen = see(state, "unseen")
    assert [unseen[at(f"Y{value}")] for value in range(5)] == [1, 0.5, 0.5, 0, 1]


def test_R24_seats_are_seen_from_ones_own():
    state = position("me: Y1@2 | p1: Br4@5 | p2: W6@9 | points: 10 20 30", players=3)
    for player in range(3):
        pieces, points = see(state, "pieces", player), see(state, "points", player)
        for seat in range(3):
            owner = (player + seat) % 3
            assert pieces[seat, owner, (1, 4, 8)[owner]] == 1
            assert points[seat] == pytest.approx((owner + 1) / 10)
        assert pieces.sum() == 3
        assert see(state, "to_move", player).tolist() == [float(s == -player % 3) for s in range(3)]


def test_R24_everything_on_the_table_is_seen():
    drawn = "me: Yr4,2@3 | p1: B5@1 | tiles: Y4=> B2=15 R9=A | found: 1 2 | tokens: 3 0 | hand: Y1"
    state = position(drawn, direction="either")
    assert see(state, "researcher")[0].tolist() == [1, 0, 0, 0, 0]
    assert see(state, "last")[0, 0] == np.float32(0.2)
    assert see(state, "direction")[:, :2].tolist() == [[-1, 0], [0, 0]]
    assert see(state, "worth")[:, :2].tolist() == [[np.float32(-0.2), 0], [0, np.float32(-0.2)]]
    assert see(state, "arrow_tiles")[0, 3] == 1
    assert see(state, "point_tiles")[1, 1] == 1
    assert see(state, "artifact_tiles")[4, 8] == 1
    assert see(state, "found").tolist() == [np.float32(1 / 9), np.float32(2 / 9)]
    assert see(state, "tokens")[0] == np.float32(3 / 27)
    assert see(state, "adventurers").tolist() == [1, 0.75]
    assert see(state, "researchers").tolist() == [0, 1]


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_R24_values_stay_within_their_bounds(options):
    state = lostcities_env.new_game("board_game_v0", seed=3, **options)
    low, high = state.variant.observation.bounds()
    choices = random.Random(3)
    for step in range(600):
        if state.is_over:
            break
        if step % 7 == 0:
            for player in range(state.num_players):
                seen = state.observation(player)
                assert ((low <= seen) & (seen <= high)).all()
        state.apply(choose(options_now(state), choices))


def test_R25_the_removed_cards_are_redealt_too():
    state = lostcities_env.new_game("board_game_v0", seed=5)
    decks = [deck_of(state.determinize(0, seed)) for seed in range(40)]
    own = set(range(30, 46, 2))
    changing = {i for i in range(110) if len({deck[i] for deck in decks}) > 1}
    assert changing == set(range(110)) - own


def test_R25_tiles_are_public():
    state = lostcities_env.new_game("board_game_v0", seed=5)
    copy = state.determinize(0, 1)
    assert copy.setups_played()[0]["tiles"] == state.setups_played()[0]["tiles"]


def deck_of(state):
    return state.setups_played()[-1]["deck"].split()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R25_every_hidden_place_gets_every_hidden_card_equally_often(players):
    state = lostcities_env.new_game("board_game_v0", seed=5, players=players)
    choices = random.Random(1)
    for _ in range(70):
        state.apply(choices.choice(state.legal_actions()))
    decks = [deck_of(state.determinize(1, seed)) for seed in range(600)]
    hidden = [i for i in range(110) if len({deck[i] for deck in decks}) > 1]
    cards = Counter(card[0] for card in (decks[0][i] for i in hidden))
    share = {colour: count / len(hidden) for colour, count in cards.items()}
    values = []
    for place in hidden:
        found = Counter(deck[place][0] for deck in decks)
        wanted = [share[colour] * len(decks) for colour in share]
        values.append(chisquare([found[colour] for colour in share], wanted).pvalue)
    assert min(values) > 1e-5
    assert 0.3 < np.mean(values) < 0.7


def test_R25_known_cards_stay_where_they_are():
    state = takes_back()
    for seed in range(20):
        copy = state.determinize(0, seed)
        assert copy._tables[0].known[1, kind("Y3")] == 1
        assert copy._tables[0].hand[1, kind("Y3")] >= 1
        assert (copy.observation(0) == state.observation(0)).all()


def test_the_table_in_text():
    state = position(
        "me: Yr3,5@6 | p1: Y4@6 | tiles: Y6=> B7=15 W9=A | discards: G3 G4 | hand: B2 B10 | points: 15"
    )
    lines = str(state).splitlines()
    assert lines[0].startswith("expedition 1 of 3, turns 0, draw pile 64, 0 over the bridges")
    assert lines[3].split() == ["Y", "yellow", *".....", "[>]0r1", "=", ".", ".", "."]
    assert lines[4].split()[-4:] == ["=", "[15]", ".", "."]
    assert lines[5].split()[-1] == "[A]"
    assert "G4 (+1)" in lines[9]
    assert "player 0 (you): 15 points, 0 artifacts, pieces left aaaa" in str(state)
    assert "columns Y3 Y5" in str(state)
    downward = position("me: Y5,3,3 B5,7", direction="either")
    assert "columns Y5 Y3 Y3" in str(downward)
    assert "hand    B2 B10" in str(state)
    assert lines[-1] == "player 0 is to play or discard"
    assert "B2" not in state.render(1)


def test_the_text_says_who_won_and_how():
    state = position("hand: Y3 | pile: 1 | points: 90", rounds=1)
    assert str(play(state, "discard Y3", "draw")).endswith("the game is over: player 0 wins")
    state = position("hand: Y3 | pile: 1", rounds=1)
    assert str(play(state, "discard Y3", "draw")).endswith("players 0, 1 share the win")
    state = position("hand: Y3 | points: 90", max_turns=1)
    assert "cut short by max_turns" in str(play(state, "discard Y3", "draw"))


def test_the_text_says_what_is_to_be_done():
    state = play(position("me: Y3 | hand: Y4 | tiles: Y2=>"), "play Y4")
    assert str(state).endswith("player 0 is to move a piece or stay")
    assert str(play(state, "stay")).endswith("player 0 is to draw")
    state = position("hand: Y3 | hand1: Y4 | pile: 1", equal_turns=True)
    assert str(play(state, "discard Y3", "draw")).endswith("(the last turns)")
    assert can(state, "discard Y4")
