"""A small random generator whose whole state is one uint64, kept in the game's own state.

It is xorshift64*. Products are put together from 32-bit halves, so that no step overflows and plain
Python computes the very same numbers as compiled code.
"""

import numpy as np

from lostcities_env.core.jit import rule

_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_12, _25, _27, _33 = np.uint64(12), np.uint64(25), np.uint64(27), np.uint64(33)
_STAR = np.uint64(0x2545F4914F6CDD1D)
_MIX_1 = np.uint64(0xFF51AFD7ED558CCD)
_MIX_2 = np.uint64(0xC4CEB9FE1A85EC53)
_NOT_ZERO = np.uint64(0x9E3779B97F4A7C15)  # the one state that xorshift cannot leave is 0
_CHOICES = np.uint64(0x5851F42D4C957F2D)  # sets the stream of random choices apart from the deals
_SEATS = np.uint64(0xD1B54A32D192ED03)  # and the streams of the seats from both


@rule
def times(a: np.uint64, b: np.uint64) -> np.uint64:
    """The product modulo 2**64."""
    low = (a & _LOW) * (b & _LOW)
    cross = ((a >> _HALF) * (b & _LOW) & _LOW) + ((a & _LOW) * (b >> _HALF) & _LOW)
    return (((low >> _HALF) + cross & _LOW) << _HALF) | (low & _LOW)


@rule
def mix(x: np.uint64) -> np.uint64:
    """Scramble all bits of a number; different numbers stay different."""
    x = times(x ^ (x >> _33), _MIX_1)
    x = times(x ^ (x >> _33), _MIX_2)
    return x ^ (x >> _33)


@rule
def game_stream(key: np.uint64, row: np.uint64, game: np.uint64) -> np.uint64:
    """The generator of the `game`-th game in a row of a batch: it depends on these three alone."""
    x = mix(mix(mix(key) ^ row) ^ game)
    return x if x != 0 else _NOT_ZERO


@rule
def choice_stream(key: np.uint64, row: np.uint64) -> np.uint64:
    """The generator of a row's random choices, apart from all of its deals."""
    return game_stream(key ^ _CHOICES, row, _CHOICES)


@rule
def choice_streams(key: np.uint64, first_row: int, out: np.ndarray) -> None:
    """The choice streams of consecutive rows."""
    for i in range(out.size):
        out[i] = choice_stream(key, np.uint64(first_row + i))


@rule
def seat_stream(key: np.uint64, row: np.uint64, game: np.uint64, seat: int) -> np.uint64:
    """The generator of what one seat leaves to chance in one game of a row, apart from its deals."""
    return game_stream(key ^ _SEATS ^ np.uint64(seat), row, game)


@rule
def advance(x: np.uint64) -> np.uint64:
    """The generator's next state."""
    x = x ^ (x >> _12)
    x = x ^ (x << _25)
    return x ^ (x >> _27)


@rule
def advance_all(streams: np.ndarray) -> None:
    """Many generators' next states, in place."""
    for i in range(streams.size):
        streams[i] = advance(streams[i])


@rule
def pick(x: np.uint64, n: int) -> int:
    """The number below `n` that a generator state stands for."""
    return int(((times(x, _STAR) >> _HALF) * np.uint64(n)) >> _HALF)


@rule
def shuffle(x: np.uint64, cards: np.ndarray, n: int) -> np.uint64:
    """Put the first `n` cards in random order and return the generator's new state."""
    for last in range(n - 1, 0, -1):
        x = advance(x)
        other = pick(x, last + 1)
        held = cards[last]
        cards[last] = cards[other]
        cards[other] = held
    return x


@rule
def sort_places(cards: np.ndarray, places: np.ndarray, n: int) -> None:
    """Put the cards at the first `n` places in ascending order."""
    for i in range(1, n):
        held, j = cards[places[i]], i
        while j > 0 and cards[places[j - 1]] > held:
            cards[places[j]] = cards[places[j - 1]]
            j -= 1
        cards[places[j]] = held


@rule
def shuffle_places(x: np.uint64, cards: np.ndarray, places: np.ndarray, n: int) -> np.uint64:
    """Shuffle the cards at the first `n` places among themselves; return the new state.

    Where they lay before makes no difference: what comes out depends on which cards they are alone.
    """
    sort_places(cards, places, n)
    for last in range(n - 1, 0, -1):
        x = advance(x)
        here, there = places[last], places[pick(x, last + 1)]
        held = cards[here]
        cards[here] = cards[there]
        cards[there] = held
    return x


def key_of(seed: int | None) -> np.uint64:
    """The 64 bits that a user's seed stands for; None takes fresh entropy."""
    if seed is not None and (isinstance(seed, bool) or not _is_natural(seed)):
        raise ValueError(f"a seed must be a whole number of at least 0, or None, not {seed!r}")
    return np.uint64(np.random.SeedSequence(seed).generate_state(1, np.uint64)[0])


def _is_natural(value: object) -> bool:
    return isinstance(value, (int, np.integer)) and int(value) >= 0
