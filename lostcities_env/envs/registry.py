"""How games are made by name, here and through the registries of the standard libraries."""

from collections.abc import Mapping, Sequence
from typing import Any

from lostcities_env.core import rng
from lostcities_env.core.batch import Batch
from lostcities_env.core.catalogue import find_game, game_names
from lostcities_env.core.state import State


def new_game(
    game: str,
    seed: int | None = None,
    setups: Sequence[Mapping[str, Any]] = (),
    **options: Any,
) -> State:
    """A new game in progress, dealt from a seed, from deals written down, or from both.

    Deals that `setups` does not hold come from the seed, or from fresh entropy without one.
    """
    return State(find_game(game).variant(options), rng.key_of(seed), setups=setups)


def make_batch(
    game: str,
    num_games: int,
    seed: int | None = None,
    num_threads: int = 1,
    first_row: int = 0,
    **options: Any,
) -> Batch:
    """Many games at once. Row i of a batch is row 0 of one with `first_row=i` and the same seed."""
    return Batch(find_game(game).variant(options), num_games, seed, num_threads, first_row)
