"""The board game before the first move: players, cards, tiles, options."""

from collections import Counter

import pytest

import lostcities_env
from tests.games.board_game.position import can, held, play, position, tile

FULL_DECK = sorted(f"{c}{v}" for c in "YBWGR" for v in range(11) for _ in range(2))
TILES = "A A A A A A A A A > > > > > > > > > 5 5 10 10 10 15 15"


def new(seed=0, **options):
    return lostcities_env.new_game("board_game_v0", seed=seed, **options)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_R1_seats_take_turns_clockwise(players):
    state = new(players=players, starter=1)
    seats = []
    for _ in range(players + 1):
        seats.append(state.current_player)
        discard = next(w for w in map(state.describe, state.legal_actions()) if "discard" in w)
        play(state, discard, "draw")
    assert seats == [(1 + i) % players for i in range(players + 1)]


def test_R1_two_to_four_play():
    for players in (1, 5, 2.0, True, "2"):
        with pytest.raises(ValueError, match="players must be 2 or 3 or 4"):
            new(players=players)


def test_R2_the_deck_has_two_of_each_value_in_five_colours():
    assert sorted(new().setups_played()[0]["deck"].split()) == FULL_DECK


def test_R3_with_two_players_the_first_thirty_cards_are_out():
    state = new(starter=1)
    deck = state.setups_played()[0]["deck"].split()
    assert Counter(deck[30:46:2]) == hand(state, 1)
    assert Counter(deck[31:46:2]) == hand(state, 0)


def test_R3_thirty_go_out_anew_from_all_cards():
    state = play_out_expedition(new(rounds=3))
    decks = [sorted(setup["deck"].split()) for setup in state.setups_played()]
    assert decks == [FULL_DECK, FULL_DECK]
    assert held(state, "hand_size") == 8
    assert "draw pile 64" in str(state)


@pytest.mark.parametrize(("players", "left"), [(2, 64), (3, 86), (4, 78)])
def test_R4_eight_cards_each_and_the_rest_is_the_draw_pile(players, left):
    state = new(players=players)
    assert [held(state, "hand_size", seat) for seat in range(players)] == [8] * players
    assert f"draw pile {left}," in str(state)


@pytest.mark.parametrize("players", [3, 4])
def test_R4_cards_are_dealt_one_at_a_time_from_the_starter(players):
    state = new(players=players, starter=2)
    deck = state.setups_played()[0]["deck"].split()
    for i in range(players):
        assert hand(state, (2 + i) % players) == Counter(deck[i : 8 * players : players])


def hand(state, seat):
    held_cards = state._tables[0].hand[seat]
    name = state.game.cards.name
    return Counter({name(kind): int(n) for kind, n in enumerate(held_cards) if n})


def play_out_expedition(state):
    """Let everybody discard and draw until a new expedition begins or the game is over."""
    deals = state.num_deals
    while not state.is_over and state.num_deals == deals:
        discard = next(w for w in map(state.describe, state.legal_actions()) if "discard" in w)
        play(state, discard, "draw")
    return state


def test_R5_nine_artifacts_nine_arrows_and_seven_point_tiles():
    assert Counter(new().setups_played()[0]["tiles"].split()) == Counter(TILES.split())


def test_R5_tiles_are_laid_path_by_path_along_the_default_spaces():
    state = new()
    words = new().setups_played()[0]["tiles"].split()
    lines = ("Y24689", "B35679", "W24679", "G24579", "R23589")
    spaces = [line[0] + stone for line in lines for stone in line[1:]]
    assert [tile(state, where) for where in spaces] == words
    others = {f"{c}{n}" for c in "YBWGR" for n in range(1, 10)} - set(spaces)
    assert {tile(state, where) for where in others} == {""}


def test_R5_own_spaces_are_filled_by_ascending_stone():
    spaces = [[9, 1, 5, 3, 7], *[[5, 4, 3, 2, 1]] * 4]
    state = new(tile_spaces=spaces)
    words = state.setups_played()[0]["tiles"].split()
    assert [tile(state, f"Y{n}") for n in (1, 3, 5, 7, 9)] == words[:5]
    assert [tile(state, f"R{n}") for n in (1, 2, 3, 4, 5)] == words[20:]


def test_R5_tiles_are_dealt_anew_for_every_expedition():
    first, second = play_out_expedition(new(rounds=3)).setups_played()
    assert first["tiles"] != second["tiles"]
    assert first["deck"] != second["deck"]


def test_R5_a_written_setup_is_what_is_dealt():
    setup = {"starter": 1, "deck": " ".join(FULL_DECK), "tiles": TILES}
    state = lostcities_env.new_game("board_game_v0", setups=[setup], rounds=1)
    assert state.setups_played() == [setup]
    assert state.current_player == 1
    assert tile(state, "Y2") == "A"
    assert tile(state, "R9") == "15"


def test_R5_taken_artifacts_are_still_in_the_written_setup():
    state = new(tile_spaces=[[1, 2, 3, 4, 5]] * 5)
    before = state.setups_played()
    for _ in range(30):
        plays = [w for w in map(state.describe, state.legal_actions()) if not w.startswith("disc")]
        state.apply(plays[0] if plays else state.legal_actions()[0])
    assert held(state, "found", 0) + held(state, "found", 1) > 0
    assert state.setups_played() == before


@pytest.mark.parametrize(
    ("tiles", "why"),
    [
        (TILES + " A", "there are 9 tiles 'A' in the box, here are 10"),
        (TILES.replace("5 5 10", "5 7 10"), "there are 2 tiles '5' in the box, here are 1"),
        ("", "there are 3 tiles '10'"),
        (list(TILES.split()), "tiles are written as one text"),
    ],
)
def test_R5_wrong_tiles_are_refused(tiles, why):
    with pytest.raises(ValueError, match=why):
        lostcities_env.new_game(
            "board_game_v0", setups=[{"deck": " ".join(FULL_DECK), "tiles": tiles}]
        )


def test_R5_a_setup_needs_its_tiles():
    with pytest.raises(ValueError, match="'tiles' is missing"):
        lostcities_env.new_game("board_game_v0", setups=[{"deck": " ".join(FULL_DECK)}])


FOUR = [[1, 2, 3, 4, 5]] * 4


@pytest.mark.parametrize(
    "spaces",
    [
        FOUR,
        [*FOUR, [1, 2, 3, 4]],
        [*FOUR, [1, 2, 3, 4, 4]],
        [*FOUR, [0, 1, 2, 3, 4]],
        [*FOUR, [1, 2, 3, 4, 10]],
        [*FOUR, [1, 2, 3, 4, 5.0]],
        [*FOUR, [True, 2, 3, 4, 5]],
        [*FOUR, "12345"],
        "YBWGR",
        None,
    ],
)
def test_R5_wrong_tile_spaces_are_refused(spaces):
    with pytest.raises(ValueError, match="tile_spaces must be 5 lists"):
        new(tile_spaces=spaces)


@pytest.mark.parametrize("track", [[], [1.0], [True], ["5"], 5, "5", [10**10]])
def test_R19_a_wrong_artifact_track_is_refused(track):
    with pytest.raises(ValueError, match="artifact_track must be None or a list of at least one"):
        new(artifact_track=track)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("rounds", 2),
        ("direction", "down"),
        ("equal_turns", 1),
        ("redraw_own_discard", "no"),
        ("max_turns", 0),
        ("max_turns", 2.5),
        ("memory", "none"),
        ("reward", "points"),
        ("starter", 2),
        ("colours", 5),
    ],
)
def test_a_wrong_option_says_what_is_allowed(option, value):
    with pytest.raises(ValueError, match=f"{option}.* (must be|has no option|options are)"):
        new(**{option: value})


def test_a_position_is_drawn_as_it_is_written():
    state = position("me: Y3,5@4 Br1 | hand: Y7 B0 | tiles: Y5=> B2=15 | discards: G3 G4")
    assert can(state, "play Y7")
    assert not can(state, "play B0")
    assert tile(state, "B2") == "15"
