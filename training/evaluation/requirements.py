"""Requirements: `"A>B:0.55"` holds if A's measured win rate against B is 55% or more."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from training.evaluation.entrants import Entrant
from training.evaluation.matches import Meeting

WRITTEN = re.compile(r"(?P<first>[^>]+)>(?P<second>[^>]+):(?P<least>\d*\.?\d+)")


@dataclass(frozen=True)
class Requirement:
    """What one player must reach against another."""

    first: str
    second: str
    least: float

    def __str__(self) -> str:
        return f"{self.first} against {self.second}: at least {self.least:.1%}"


def read_requirement(text: str, entrants: Sequence[Entrant]) -> Requirement:
    """A requirement as it is written; players go by their names here or on the command line."""
    written = WRITTEN.fullmatch(text.replace(" ", ""))
    if not written or not 0 <= float(written["least"]) <= 1:
        raise ValueError(f"a requirement is written like 'careful>random:0.95', not {text!r}")
    names = [_name(written[side], entrants) for side in ("first", "second")]
    if names[0] == names[1]:
        raise ValueError(f"{text!r}: nobody plays against himself")
    return Requirement(names[0], names[1], float(written["least"]))


def _name(word: str, entrants: Sequence[Entrant]) -> str:
    named = [
        entrant.name for entrant in entrants if word in (entrant.name, entrant.given, entrant.spec)
    ]
    if len(named) != 1:
        names = ", ".join(entrant.name for entrant in entrants)
        raise ValueError(f"{word!r} is not one of the players: {names}")
    return named[0]


def measured(requirement: Requirement, meetings: Sequence[Meeting]) -> float:
    """The win rate that a requirement speaks of."""
    for meeting in meetings:
        names = tuple(entrant.name for entrant in meeting.pair)
        rate = float(meeting.match.wins.mean())
        if names == (requirement.first, requirement.second):
            return rate
        if names == (requirement.second, requirement.first):
            return 1 - rate
    raise ValueError(f"{requirement.first} and {requirement.second} did not meet")


def judged(requirement: Requirement, meetings: Sequence[Meeting]) -> tuple[bool, str]:
    """Whether a requirement holds, and a sentence that says so."""
    rate = measured(requirement, meetings)
    holds = rate >= requirement.least
    word = "met" if holds else "NOT met"
    return holds, f"{word}: {requirement}, measured {rate:.1%}"
