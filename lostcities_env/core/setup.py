"""Chance written down: what a deal was, and how a game is dealt from it instead of from a seed."""

from collections.abc import Mapping, Sequence
from typing import Any

from lostcities_env.core.game import Variant

STARTER = "starter"


def check_setups(variant: Variant, setups: object) -> list[dict[str, Any]]:
    """The entries as plain dictionaries; each is tried out on a blank table before any is used."""
    if isinstance(setups, (str, bytes)) or not isinstance(setups, Sequence):
        raise ValueError(f"setups must be a list with one entry per deal, not {setups!r}")
    if len(setups) > variant.rounds:
        raise ValueError(
            f"setups has {len(setups)} entries, but this game has {variant.rounds} "
            f"{'deal' if variant.rounds == 1 else 'deals'}"
        )
    for number, entry in enumerate(setups):
        try:
            _check_entry(variant, entry)
        except ValueError as error:
            raise ValueError(f"setups[{number}]: {error}") from None
    return [dict(entry) for entry in setups]


def _check_entry(variant: Variant, entry: object) -> None:
    if not isinstance(entry, Mapping):
        raise ValueError(f"an entry must be a dictionary, not {entry!r}")
    wanted = [chance.name for chance in variant.game.chance]
    unknown = sorted(set(map(str, entry)) - {STARTER, *wanted})
    if unknown:
        raise ValueError(
            f"unknown key {unknown[0]!r}; an entry has {', '.join([STARTER, *wanted])}"
        )
    if STARTER in entry:
        seat = entry[STARTER]
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < variant.players:
            raise ValueError(
                f"{STARTER} must be a seat from 0 to {variant.players - 1}, not {seat!r}"
            )
    blank = variant.template.copy()
    for chance in variant.game.chance:
        if chance.name not in entry:
            raise ValueError(f"{chance.name!r} is missing; an entry needs {', '.join(wanted)}")
        chance.read(blank[0], entry[chance.name])


def use_setup(variant: Variant, table: Any, entry: Mapping[str, Any]) -> None:
    """Put what an entry says in the place of what chance decided for the deal to come."""
    if STARTER in entry:
        if table.deals == 1:
            table.opener = entry[STARTER]
        elif entry[STARTER] != table.opener:
            raise ValueError(
                f"setups[{table.deals - 1}]: {STARTER} is {entry[STARTER]}, but by the rules seat "
                f"{table.opener} begins this deal; leave it out"
            )
    for chance in variant.game.chance:
        chance.read(table, entry[chance.name])


def write_setup(variant: Variant, table: Any) -> dict[str, Any]:
    """What chance decided in the deal that is being played."""
    entry = {STARTER: int(table.opener)} if table.deals == 1 else {}
    return entry | {chance.name: chance.write(table) for chance in variant.game.chance}
