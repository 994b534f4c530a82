"""`determinize` redeals uniformly, only what is hidden, and the future with it."""

import random
from collections import Counter
from math import factorial, prod
from typing import Any

from scipy.stats import chisquare

import lostcities_env
from lostcities_env import State
from tests.conformance.cases import brisk_moves, every_case, every_game, options_of, random_state

MOST_HIDDEN = 5
DEALS_A_WORLD = 60


def deck(state: State) -> tuple[str, ...]:
    """The deck of this deal as it would be written down."""
    return tuple(state.setups_played()[-1]["deck"].split())


def hidden_places(state: State, player: int) -> list[int]:
    """The places of the deck whose cards change when what is hidden from a player is redealt."""
    decks = [deck(state.determinize(player, seed)) for seed in range(60)]
    return [place for place in range(len(decks[0])) if len({cards[place] for cards in decks}) > 1]


def state_with_little_hidden(game: str) -> tuple[State, int, list[int]] | None:
    """A state in which a player does not know a few cards only, found by play that draws openly."""
    for seed in range(30):
        state = lostcities_env.new_game(game, seed=seed, **options_of(game)[0])
        choices = random.Random(seed)
        while not state.is_over:
            state.apply(open_move(state, choices))
            left = len(deck(state)) - int(state._tables["drawn"][0])
            if left > MOST_HIDDEN or state.is_over:
                continue
            for player in range(state.num_players):
                places = hidden_places(state, player)
                if 3 <= len(places) <= MOST_HIDDEN:
                    return state, player, places
    return None


def open_move(state: State, choices: random.Random) -> int:
    """A random move that mostly prefers a face-up pile to the draw pile."""
    legal = state.legal_actions()
    open_draws = [action for action in legal if state.describe(action).startswith("draw ")]
    return choices.choice(open_draws if open_draws and choices.random() < 0.85 else legal)


@every_game
def test_every_consistent_world_is_equally_likely(game: str) -> None:
    found = state_with_little_hidden(game)
    if found is None:
        assert game == "board_game_v0", "only there so much is always hidden: see the next test"
        return
    state, player, places = found
    cards = [deck(state)[place] for place in places]
    worlds = factorial(len(cards)) // prod(map(factorial, Counter(cards).values()))
    counts = Counter(
        tuple(deck(state.determinize(player, seed))[place] for place in places)
        for seed in range(1000, 1000 + worlds * DEALS_A_WORLD)
    )
    assert len(counts) == worlds
    assert chisquare(list(counts.values())).pvalue > 1e-4


@every_game
def test_any_two_hidden_places_hold_what_two_random_hidden_cards_are(game: str) -> None:
    state = random_state(game, options_of(game)[-1], seed=7, decisions=60)
    player = (state.current_player + 1) % state.num_players
    places = hidden_places(state, player)
    colours = Counter(deck(state)[place][0] for place in places)
    count = len(places)
    decks = [deck(state.determinize(player, seed)) for seed in range(2000)]
    for first, second in ((places[0], places[-1]), (places[count // 2], places[0])):
        seen = Counter((cards[first][0], cards[second][0]) for cards in decks)
        expected = {
            (a, b): colours[a] * (colours[b] - (a == b)) / (count * (count - 1)) * len(decks)
            for a in colours
            for b in colours
        }
        likely = [pair for pair, number in expected.items() if number >= 5]
        wanted = [expected[pair] for pair in likely]
        got = [seen[pair] for pair in likely]
        scale = sum(got) / sum(wanted)
        assert chisquare(got, [number * scale for number in wanted]).pvalue > 1e-4


@every_case
def test_a_redealt_game_could_have_been_played(game: str, options: dict[str, Any]) -> None:
    state = lostcities_env.new_game(game, seed=5, **options)
    choices = random.Random(5)
    for step, _ in enumerate(brisk_moves(state, choices)):
        if step % 25 == 0:
            for player in range(state.num_players):
                record = state.determinize(player, seed=step).record()
                assert lostcities_env.replay(record).record() == record


@every_case
def test_the_future_comes_from_the_new_seed_alone(game: str, options: dict[str, Any]) -> None:
    first, second = (
        lostcities_env.new_game(game, seed=9, **options).determinize(0, seed=4) for _ in range(2)
    )
    play = random.Random(1)
    for words in brisk_moves(first, play):
        second.apply(words)
    assert first.record() == second.record()


@every_game
def test_the_original_is_left_alone(game: str) -> None:
    state = lostcities_env.new_game(game, seed=2)
    before = state.to_bytes()
    state.determinize(0, seed=1)
    assert state.to_bytes() == before
