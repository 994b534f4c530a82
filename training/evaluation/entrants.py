"""Who takes part: checkpoints, folders of checkpoints, and players by name."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lostcities_env.agents.checkpoint import (
    CARD,
    CHECKPOINTS,
    FREE_OPTIONS,
    SAMPLED,
    check_card,
    read_card,
)
from lostcities_env.agents.player import Player
from lostcities_env.agents.roster import make_player
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.game import Variant


@dataclass(frozen=True)
class Entrant:
    """Somebody who takes part, by a unique name."""

    name: str
    spec: str  # what makes the player: the folder of a checkpoint, or a name of the roster
    given: str  # what stood on the command line
    steps: int | None = None  # of a checkpoint: how many decisions it was trained for
    run: str | None = None  # of a checkpoint found in a folder: that folder, as it was given

    @property
    def folder(self) -> Path | None:
        """The folder of a checkpoint; None for a player by name."""
        return None if self.steps is None else Path(self.spec.removesuffix(SAMPLED))


def checkpoints_of(folder: Path) -> list[Path]:
    """The checkpoints in the folder of a run, or in any folder of them, by their steps."""
    inside = folder / CHECKPOINTS if (folder / CHECKPOINTS).is_dir() else folder
    whole = [path for path in inside.glob("[!.]*") if (path / CARD).is_file()]
    found = [path for path in whole if not path.is_symlink()]
    return sorted(found, key=lambda path: (int(read_card(path)["steps"]), path.name))


def spread(found: Sequence[Path], at_most: int) -> list[Path]:
    """At most so many checkpoints, evenly spread from the first to the last."""
    if len(found) <= at_most:
        return list(found)
    if at_most == 1:
        return [found[-1]]
    return [found[i * (len(found) - 1) // (at_most - 1)] for i in range(at_most)]


def find_entrants(given: Sequence[str], at_most: int) -> list[Entrant]:
    """Everybody named on the command line, a folder standing for its checkpoints."""
    found = [entrant for word in given for entrant in _entrants(word, at_most)]
    counts = Counter(entrant.name for entrant in found)
    numbers: Counter[str] = Counter()
    for i, entrant in enumerate(found):
        numbers[entrant.name] += 1
        if counts[entrant.name] > 1:
            found[i] = replace(entrant, name=f"{entrant.name}#{numbers[entrant.name]}")
    return found


def _entrants(word: str, at_most: int) -> list[Entrant]:
    plain = word.removesuffix(SAMPLED)
    folder, suffix = Path(plain), word[len(plain) :]
    if (folder / CARD).is_file():
        return [_checkpoint(folder, suffix, word, None)]
    if not folder.is_dir():
        return [Entrant(word, word, word)]
    found = spread(checkpoints_of(folder), at_most)
    if not found:
        raise ValueError(f"there is no checkpoint in {word}")
    return [_checkpoint(path, suffix, word, word) for path in found]


def _checkpoint(folder: Path, suffix: str, word: str, run: str | None) -> Entrant:
    """A checkpoint by a short name: its run's, if it lies in one, and its own."""
    home = folder.absolute().parent
    home = home.parent if home.name == CHECKPOINTS else home
    own = folder.absolute().name
    own = str(int(own)) if own.isdecimal() else own
    name = f"{home.resolve().name}/{own}{suffix}"
    return Entrant(name, f"{folder}{suffix}", word, int(read_card(folder)["steps"]), run)


def settle_variant(
    entrants: Sequence[Entrant], game: str | None, options: Mapping[str, Any]
) -> Variant:
    """The game that everybody plays: the checkpoints' own, or what the command line says.

    A checkpoint that was trained for something else is refused, and so is a name nobody has.
    """
    cards = {folder: read_card(folder) for entrant in entrants if (folder := entrant.folder)}
    first: Mapping[str, Any] = next(iter(cards.values()), {"game": game, "options": {}})
    name = game or first["game"]
    if name is None:
        raise ValueError("no checkpoint says which game is played: name it with --game")
    given = {**first["options"], **options} if first["game"] == name else options
    played = {key: value for key, value in given.items() if key not in FREE_OPTIONS}
    variant = find_game(name).variant({**played, "reward": "win"})
    for folder, card in cards.items():
        check_card(folder, card, variant)
    for entrant in entrants:
        make(entrant, variant, 0)
    return variant


def make(entrant: Entrant, variant: Variant, seed: int) -> Player:
    """The player itself; a checkpoint is run by onnxruntime alone."""
    return make_player(entrant.spec, variant, seed)
