"""The options of a game: what each may be, and one clear sentence when it is not."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

REWARDS = ("win", "margin", "score")
MEMORIES = ("perfect", "table")
RANDOM_STARTER = "random"
_MOST = 2**31 - 1  # what a count in the state may reach


@dataclass(frozen=True)
class Option:
    """One setting of a game: its default, what is allowed, and what it means."""

    name: str
    default: Any
    allowed: str  # completes the sentence "... must be"
    accepts: Callable[[Any], bool]
    about: str


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def choice(name: str, *allowed: Any, about: str) -> Option:
    """An option with a few values; the first is the default."""
    words = " or ".join(repr(value) for value in allowed)

    def accepts(value: object) -> bool:
        return any(type(value) is type(one) and value == one for one in allowed)

    return Option(name, allowed[0], words, accepts, about)


def flag(name: str, default: bool, about: str) -> Option:
    """An option that is on or off."""
    return Option(name, default, "True or False", lambda value: isinstance(value, bool), about)


def whole(name: str, default: int, least: int, about: str) -> Option:
    """A whole number from some least one up to what the state can hold."""
    return Option(
        name,
        default,
        f"a whole number of at least {least}",
        lambda value: _is_whole(value) and least <= value <= _MOST,
        about,
    )


COMMON = (
    choice("reward", *REWARDS, about="what the rewards are: see the table of rewards"),
    choice(
        "memory",
        *MEMORIES,
        about="observations hold all that was ever public, or only what lies on the table now",
    ),
)


def starter(players: int) -> Option:
    """Who begins the first deal; it depends on how many play."""
    seats = ", ".join(str(seat) for seat in range(players))

    def accepts(value: object) -> bool:
        if isinstance(value, str):
            return value == RANDOM_STARTER
        return _is_whole(value) and value in range(players)

    return Option(
        "starter",
        0,
        f"a seat ({seats}) or {RANDOM_STARTER!r}",
        accepts,
        "the seat that begins the first deal, or a random one",
    )


def _plain(value: Any) -> Any:
    """A value with NumPy's scalars and tuples turned into what JSON has."""
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    return value.item() if hasattr(value, "item") and getattr(value, "ndim", 1) == 0 else value


def settle(game: str, options: tuple[Option, ...], given: Mapping[str, Any]) -> dict[str, Any]:
    """The value of every option; an unknown name or a wrong value is an error that says so."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise ValueError(
                f"{game} has no option {name!r}; its options are {', '.join(sorted(known))}"
            )
    settled = {option.name: option.default for option in options}
    for name, value in given.items():
        plain = _plain(value)
        if not known[name].accepts(plain):
            raise ValueError(f"{game}: {name} must be {known[name].allowed}, not {value!r}")
        settled[name] = plain
    return settled
