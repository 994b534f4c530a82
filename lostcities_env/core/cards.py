"""Colours, values, wagers, and how cards are written."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities_env.core.jit import allocating

COLOURS = ("Y", "B", "W", "G", "R", "P")
COLOUR_NAMES = ("yellow", "blue", "white", "green", "red", "purple")
WAGER = "w"


@dataclass(frozen=True)
class CardSet:
    """The cards of one colour; every colour of a game has the same.

    A kind of card is numbered colour by colour: `colour * len(values) + rank`.
    """

    values: tuple[str, ...]
    copies: tuple[int, ...]

    @property
    def ranks(self) -> int:
        """How many different cards a colour has."""
        return len(self.values)

    @property
    def per_colour(self) -> int:
        """How many cards a colour has, copies counted."""
        return sum(self.copies)

    def copies_of_kinds(self, colours: int) -> NDArray[np.int8]:
        """How many copies of each kind are in the box."""
        return np.tile(np.array(self.copies, np.int8), colours)

    def deck(self, colours: int) -> NDArray[np.int8]:
        """All cards of the box, as kinds in ascending order."""
        copies = self.copies_of_kinds(colours)
        return np.repeat(np.arange(copies.size), copies).astype(np.int8)

    def name(self, kind: int) -> str:
        """A kind of card as it is written: `Y7`, `R10`, `Bw`."""
        colour, rank = divmod(int(kind), self.ranks)
        return COLOURS[colour] + self.values[rank]

    def names(self, kinds: NDArray[np.int8]) -> str:
        """Cards in their order, separated by blanks."""
        return " ".join(self.name(kind) for kind in kinds)

    def kind(self, text: str, colours: int) -> int:
        """The kind of card that a text names."""
        colour, value = text[:1].upper(), text[1:].lower()
        if colour not in COLOURS[:colours] or value not in self.values or not colour:
            raise ValueError(
                f"{text!r} is not a card of this game: colours are {' '.join(COLOURS[:colours])}, "
                f"values {' '.join(self.values)}, as in {COLOURS[0]}{self.values[-1]}"
            )
        return COLOURS.index(colour) * self.ranks + self.values.index(value)

    def read_deck(self, text: object, colours: int) -> NDArray[np.int8]:
        """The kinds of a whole deck written top first; every card of the box exactly once."""
        if not isinstance(text, str):
            raise ValueError(f"a deck is written as one text, 'Y7 Bw ...', not {text!r}")
        kinds = [self.kind(word, colours) for word in text.split()]
        wanted = Counter(self.deck(colours).tolist())
        found = Counter(kinds)
        for kind in sorted(wanted | found):
            if found[kind] != wanted[kind]:
                raise ValueError(
                    f"a deck holds {self.name(kind)} {wanted[kind]} times, this one "
                    f"{found[kind]} times ({len(kinds)} of {wanted.total()} cards)"
                )
        return np.array(kinds, np.int8)


@allocating
def held_unseen(s: Any, owner: int, out: NDArray[Any]) -> int:
    """Write the deck places of the cards in a hand that nobody else has seen; return how many.

    Hands are counted by kind. Where a player drew several copies of one kind, those that are gone
    are taken to be the first drawn, so that every move made so far could have been made.
    """
    left = s.hand[owner] - s.known[owner]
    count = 0
    for place in range(s.drawn - 1, -1, -1):
        kind = s.deck[place]
        if s.drawer[place] == owner and left[kind] > 0:
            left[kind] -= 1
            out[count] = place
            count += 1
    return count
