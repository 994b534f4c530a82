"""Seatings: who sits where when two players meet at a table of two, three or four.

At a table of two the players change seats. At a larger one each of the two holds one seat or more,
in every way there is: `ABB`, `BAB`, `BBA` and, the other way round, `BAA`, `ABA`, `AAB`. Over all of
them both hold every seat equally often, and two equal players each win half of the games.
"""

from itertools import product

Seating = tuple[int, ...]  # for every seat, which of the two players holds it: 0 or 1


def seatings(seats: int) -> list[Seating]:
    """Every way in which two players can share the seats, none holding all of them."""
    return [seating for seating in product((0, 1), repeat=seats) if 0 < sum(seating) < seats]


def in_letters(seating: Seating) -> str:
    """A seating as it is written in reports: `ABB`."""
    return "".join("AB"[holder] for holder in seating)
