"""Which rulesets there are: every folder of `lostcities_env.games` that has a `GAME`."""

import importlib
import pkgutil
from functools import cache

from lostcities_env.core.game import Game

_HOME = "lostcities_env.games"


def game_names() -> list[str]:
    """The names of all games, in alphabetical order."""
    return sorted(_load(folder).name for folder in _folders())


def find_game(name: str) -> Game:
    """The game of this name; only its own folder is imported."""
    folder = str(name).rpartition("_v")[0]
    if folder in _folders() and _load(folder).name == name:
        return _load(folder)
    raise ValueError(f"there is no game {name!r}; the games are {', '.join(game_names())}")


def _folders() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(importlib.import_module(_HOME).__path__)]


@cache
def _load(folder: str) -> Game:
    game: Game = importlib.import_module(f"{_HOME}.{folder}").GAME
    return game
