"""What the board game pays: victory points, artifacts, and who is ahead."""

import numpy as np

from lostcities_env.core.jit import rule
from lostcities_env.games.board_game.state import (
    COLOURS,
    MOST_ARTIFACTS,
    RESEARCHER_COUNTS,
    STONE_VALUES,
    State,
)

VALUE_AT = np.array([0, *STONE_VALUES], np.int64)  # 0 for a piece that is on no stone
WORTH = np.stack([VALUE_AT, VALUE_AT * RESEARCHER_COUNTS])  # of an adventurer, of the researcher


@rule
def expedition_score(s: State, player: int) -> int:
    """R17: the values of the stones under a player's pieces, the researcher's twice."""
    points = 0
    for colour in range(COLOURS):
        points += WORTH[s.researcher[player, colour], s.stone[player, colour]]
    return points


@rule
def points_now(s: State, player: int) -> int:
    """R17: the victory points if the expedition ended now; never below 0."""
    return max(0, int(s.points[player]) + expedition_score(s, player))


@rule
def artifacts(s: State, player: int) -> int:
    """R19: the artifacts of a player, tokens and tiles."""
    return int(s.tokens[player]) + int(s.found[player])


@rule
def score(s: State, player: int) -> int:
    """R19: victory points, then what the track pays for artifacts or takes; never below 0."""
    return max(0, points_now(s, player) + int(s.track[artifacts(s, player)]))


@rule
def standing(s: State, player: int) -> int:
    """R20: most points win; tied, more artifacts; still tied, all of them."""
    return score(s, player) * (MOST_ARTIFACTS + 1) + artifacts(s, player)
