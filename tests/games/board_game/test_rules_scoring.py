"""What the board game pays: stones, researcher, artifacts, the next expedition, the winner."""

import pytest

from tests.games.board_game.position import held, play, position, stone, tile

ZERO_TRACK = {"artifact_track": [0]}
LONG_TRACK = [-25, -20, -15, -10, -5, 15, 30, 45, 55, 70, 90, 100]
SHORT_TRACK = [-20, -15, 10, 15, 30, 50]


@pytest.mark.parametrize(
    ("stone_number", "value"), [*enumerate([-20, -15, -10, 5, 10, 15, 30, 35, 50], start=1)]
)
def test_R17_each_piece_scores_its_stone_the_researcher_twice(stone_number, value):
    text = f"points: 100 100 | me: Y3@{stone_number} | p1: Yr3@{stone_number}"
    assert position(text, **ZERO_TRACK).scores() == [100 + value, 100 + 2 * value]


def test_R17_all_pieces_are_added_up():
    state = position("me: Y3@9 B3@2 Wr3@7 G3@1", **ZERO_TRACK)
    assert state.scores() == [50 - 15 + 60 - 20, 0]


def test_R17_victory_points_never_fall_below_zero():
    assert position("points: 10 | me: Yr3@1", **ZERO_TRACK).scores() == [0, 0]


def test_R17_points_of_tiles_pay_for_stones_below_zero():
    assert position("points: 30 | me: Y3@1", **ZERO_TRACK).scores()[0] == 10


END_DEAL = "hand: Y3 | pile: 1 |"


def test_R18_points_and_artifacts_are_kept_for_the_next_expedition():
    state = position(END_DEAL + "me: B3@9 | p1: B3@1 | found: 3 1 | tokens: 1 2 | points: 5 40")
    play(state, "discard Y3", "draw")
    assert state.num_deals == 2
    assert [held(state, "points", seat) for seat in (0, 1)] == [55, 20]
    assert [held(state, "tokens", seat) for seat in (0, 1)] == [4, 3]
    assert [held(state, "found", seat) for seat in (0, 1)] == [0, 0]


def test_R18_points_below_zero_are_forgiven_between_expeditions():
    state = position(END_DEAL + "me: B3@1 W3@1 | points: 5")
    assert held(play(state, "discard Y3", "draw"), "points") == 0


def test_R18_everything_else_goes_back():
    state = position(END_DEAL + "me: B3@9 Wr3@7 | p1: B3@1 | discards: G1 G2 | tiles: Y2=A")
    play(state, "discard Y3", "draw")
    table = state._tables[0]
    assert not table.stone.any()
    assert not table.pile_size.any()
    assert not table.played.any()
    assert not table.known.any()
    assert not table.researcher.any()
    assert table.crossed == 0
    assert table.adventurers[:2].tolist() == [4, 4]
    assert table.researchers[:2].tolist() == [1, 1]
    assert [held(state, "hand_size", seat) for seat in (0, 1)] == [8, 8]
    assert sum(bool(tile(state, f"{c}{n}")) for c in "YBWGR" for n in range(1, 10)) == 25


@pytest.mark.parametrize(("seat", "following"), [(0, 1), (1, 2), (2, 0)])
def test_R18_the_player_who_would_have_been_next_starts(seat, following):
    hand = f"hand{seat or ''}: Y3"
    state = position(f"{hand} | pile: 1 | to move: {seat}", players=3)
    play(state, "discard Y3", "draw")
    assert state.num_deals == 2
    assert state.current_player == following


def test_R18_after_a_crossing_too_the_next_player_starts():
    state = position("me: R3@6 | p1: Y1@7 B1@7 W1@7 G1@7 | hand: R4", players=4)
    play(state, "play R4")
    assert state.num_deals == 2
    assert state.current_player == 1


def test_R19_the_long_game_has_three_expeditions():
    state = position(END_DEAL)
    play(state, "discard Y3", "draw")
    for deal in (2, 3):
        assert state.num_deals == deal
        assert not state.is_over
        state._tables[0].drawn = 109
        discard = next(w for w in map(state.describe, state.legal_actions()) if "discard" in w)
        play(state, discard, "draw")
    assert state.is_over


def test_R19_the_short_game_has_one():
    assert play(position(END_DEAL, rounds=1), "discard Y3", "draw").is_over


@pytest.mark.parametrize(("rounds", "track"), [(3, LONG_TRACK), (1, SHORT_TRACK)])
def test_R19_artifacts_pay_what_the_track_says(rounds, track):
    for count in range(28):
        state = position(f"points: 100 | tokens: {count}", rounds=rounds)
        assert state.scores()[0] == 100 + track[min(count, len(track) - 1)]


def test_R19_what_the_books_print():
    """Six artifacts pay 30, nine 70, fewer than five cost points."""
    pays = [position(f"points: 100 | tokens: {n}").scores()[0] - 100 for n in range(10)]
    assert pays[6] == 30
    assert pays[9] == 70
    assert max(pays[:5]) < 0 < pays[5]


def test_R19_tiles_held_count_like_tokens():
    assert position("points: 100 | tokens: 2 | found: 4").scores()[0] == 130


def test_R19_a_negative_bonus_takes_what_there_is():
    assert position("points: 10").scores() == [0, 0]


def test_R19_each_step_is_floored_on_its_own():
    """Stones first: what they would take beyond 0 is not taken from the artifacts' pay."""
    assert position("me: Yr3@1 | points: 10 | tokens: 6").scores()[0] == 30


@pytest.mark.parametrize("rounds", [3, 1])
def test_R19_an_own_track_replaces_both(rounds):
    option = {"rounds": rounds, "artifact_track": [7, -3, 1000]}
    pays = [position(f"points: 50 | tokens: {n}", **option).scores()[0] for n in range(4)]
    assert pays == [57, 47, 1050, 1050]


def test_R19_a_very_long_track_and_great_numbers_are_fine():
    track = [*range(40)]
    assert position("tokens: 27", artifact_track=track).scores()[0] == 27
    assert position("points: 50", artifact_track=[10**9]).scores()[0] == 10**9 + 50


def finished(text, **options):
    """The game that ends with the next draw."""
    return play(position(END_DEAL + text, rounds=1, **options), "discard Y3", "draw")


def test_R20_most_points_win():
    state = finished("points: 100 120")
    assert state.winners() == [1]
    assert state.rewards == [-1, 1]


def test_R20_tied_points_go_to_more_artifacts():
    state = finished("points: 50 50 | found: 1 2", **ZERO_TRACK)
    assert state.scores() == [50, 50]
    assert state.winners() == [1]
    assert state.rewards == [-1, 1]


def test_R20_still_tied_the_win_is_shared():
    state = finished("points: 50 50 10 | found: 2 2 9", players=3, **ZERO_TRACK)
    assert state.winners() == [0, 1]
    assert state.rewards == [0.5, 0.5, -1]


def test_R20_artifacts_do_not_beat_points():
    assert finished("points: 51 50 | found: 0 9", **ZERO_TRACK).winners() == [0]


def test_R20_if_all_share_the_win_nobody_pays():
    state = finished("points: 0 0 0 0", players=4)
    assert state.winners() == [0, 1, 2, 3]
    assert state.rewards == [0, 0, 0, 0]


def test_R20_nobody_has_won_before_the_end():
    assert position("points: 100 10").winners() == []


def test_R20_at_truncation_tiles_held_count_too():
    state = position("hand: Y3 | points: 50 50 | tokens: 0 1 | found: 2 0 | turns: 9", max_turns=10)
    state._tables[0].track[:] = 0
    play(state, "discard Y3", "draw")
    assert state.is_truncated
    assert state.winners() == [0]


def test_R17_rewards_follow_the_scores():
    text = END_DEAL + "me: B3@9 | points: 5 40 | hand1: B1"
    state = play(position(text, reward="score", **ZERO_TRACK), "discard Y3", "draw")
    assert state.rewards == [55, 40]
    assert stone(state, 0, "B") == 0
    state = play(position(text, reward="margin", **ZERO_TRACK), "discard Y3", "draw")
    assert state.rewards == [15, -15]
