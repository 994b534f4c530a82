"""How games are made by name, here and through the registries of PettingZoo and Gymnasium."""

import pkgutil
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import pettingzoo

from lostcities_env.core import rng
from lostcities_env.core.batch import Batch
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.state import State

_PACKAGE = Path(__file__).parent.parent


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


def environment_modules() -> list[str]:
    """The modules of this package that are environments, by their names: `card_game_v0` and so on."""
    names = [module.name for module in pkgutil.iter_modules([str(_PACKAGE)])]
    return sorted(name for name in names if re.search(r"_v\d+$", name))


def standard_id(module: str) -> str:
    """The id of an environment in the standard registries: `LostCities/CardGame-v0`."""
    words, _, version = module.rpartition("_v")
    return f"LostCities/{words.title().replace('_', '')}-v{version}"


def register() -> None:
    """Tell PettingZoo's and Gymnasium's registries of every environment."""
    for module in environment_modules():
        for name in (module, standard_id(module)):
            if pettingzoo.EnvSpec(name).id not in pettingzoo.aec_registry:
                pettingzoo.register("aec", name, f"lostcities_env.{module}:env")
        if standard_id(module) not in gymnasium.registry:
            gymnasium.register(
                standard_id(module),
                entry_point="lostcities_env.envs.single:SeatEnv",
                vector_entry_point="lostcities_env.envs.vector:SeatVectorEnv",
                kwargs={"game": module},
            )
