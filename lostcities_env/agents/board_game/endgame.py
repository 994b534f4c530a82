"""The fifth crossing: what it is worth to end an expedition now."""

from lostcities_env.agents.board_game.reading import AT, Path, players_in, seats_at
from lostcities_env.core.game import Cells
from lostcities_env.core.jit import rule
from lostcities_env.games.board_game.state import BRIDGE, COLOURS, CROSSINGS
from lostcities_env.games.board_game.view import POINTS

SETTLED = 1.0 - 1.5 / CROSSINGS  # the share of crossings from which one more is the fifth


@rule
def points_of(o: Cells, seat: int) -> float:
    """The points of a seat if the expedition ended now."""
    at = seats_at(o)
    points = float(o[at.points + seat])
    for colour in range(COLOURS):
        points += float(o[at.worth + seat * COLOURS + colour])
    return points * POINTS


@rule
def ending_gain(o: Cells, stone: int, after: Path) -> float:
    """The lead over the best other, if a step ends the expedition; else nothing."""
    if after.stone != BRIDGE + 1 or stone != BRIDGE or o[AT.crossed] < SETTLED:
        return 0.0
    best = points_of(o, 1)
    for seat in range(2, players_in(o)):
        best = max(best, points_of(o, seat))
    return points_of(o, 0) - best
