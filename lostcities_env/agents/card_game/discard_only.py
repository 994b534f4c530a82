"""The player who never plays a card: its score is always 0, and careless players lose to it."""

import numpy as np

from lostcities_env.agents.card_game.reading import done_at, gift
from lostcities_env.core.game import Cells
from lostcities_env.core.jit import rule


@rule
def discard_only(observation: Cells, mask: Cells, stream: np.uint64) -> int:
    """Discards the card that helps the other least and draws from the draw pile."""
    at = done_at(observation)
    best, least = at.draw, np.inf
    for kind in range(at.draw - at.discard):
        if mask[at.discard + kind]:
            worth = gift(observation, kind)
            if worth < least:
                best, least = at.discard + kind, worth
    return best
