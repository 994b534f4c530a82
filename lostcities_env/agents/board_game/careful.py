"""The careful player of the board game: it goes few paths far, and minds bridges and tiles.

For every path it reckons how far its piece is likely to come: by the cards in hand that fit and its
likely share of those not seen yet, in the turns that are left. These are counted by the draw pile
and by the steps that the pieces nearest to the bridges still need. A path promises what the stones
up to there add, the researcher's twice, and the tiles on them: points as printed, artifacts and
arrows at what they are usually worth. Then

- it starts a path only if that is clearly worth it, and with the researcher only if much so;
- it makes the move that raises the promise of all paths most: low cards before high ones;
- an arrow moves the piece that gains most, its own tile counted;
- when its step would be the fifth over a bridge, it weighs the lead that this settles against what
  its paths still promise;
- what it discards helps neither itself nor the others; it takes a discard only if that helps much,
  never the one just discarded, and else draws from the draw pile.
"""

from typing import Any, NamedTuple

import numpy as np

from lostcities_env.agents.board_game.endgame import ending_gain
from lostcities_env.agents.board_game.outlook import (
    Outlook,
    Steps,
    look_ahead,
    reach,
    steps_behind,
    steps_of,
    steps_with,
)
from lostcities_env.agents.board_game.reading import (
    AT,
    BEST_PRIZE,
    WORTH,
    Path,
    fits,
    path_of,
    players_in,
    top_of,
    with_card,
)
from lostcities_env.agents.reading import any_legal
from lostcities_env.core.game import Cells
from lostcities_env.core.jit import inlined, rule
from lostcities_env.games.board_game.actions import AT as DO
from lostcities_env.games.board_game.state import COLOURS, RANKS, RESEARCHER_COUNTS, STONES

NONE = -1
PATIENCE = 0.5  # from this share of `max_turns` on it takes no more discards


class Habits(NamedTuple):
    """The numbers that make the player; `python -m lostcities_env.agents.tune` finds them."""

    luck: float  # the part that it counts on of its fair share of the unseen cards
    hold: float  # how sure it is to get a card in hand onto the table
    pace: float  # turns that a step toward the end of the expedition takes
    dream: float  # what the promise of a path not yet begun counts
    nerve: float  # points that a path must promise to be begun
    leader: float  # points that it must promise more for the researcher
    artifact: float  # points that an artifact is worth
    arrow: float  # points that an arrow is worth
    mind: float  # points that a discard costs if it fits another's path
    take: float  # points that a discard must bring to be taken
    finish: float  # how much a lead counts when the expedition can be ended
    blur: float  # stones by which its guess how far it comes may be wrong


HABITS = Habits(
    luck=0.74,
    hold=0.94,
    pace=1.5,
    dream=0.57,
    nerve=4.4,
    leader=8.2,
    artifact=14.6,
    arrow=9.4,
    mind=1.1,
    take=4.1,
    finish=0.62,
    blur=1.8,
)


@rule
def careful(observation: Cells, mask: Cells, stream: np.uint64) -> int:
    """The action of the careful player with its tuned habits."""
    return choose_by(HABITS, observation, mask)


@rule
def choose_by(habits: Any, o: Cells, mask: Cells) -> int:
    """The action of a careful player with these habits."""
    if mask[DO.skip]:
        return DO.skip
    if mask[DO.stay]:
        return move(habits, o, mask)
    if o[AT.drawing] > 0:
        return draw(habits, o, mask)
    return play_or_discard(habits, o, mask)


@rule
def tile_worth(habits: Any, o: Cells, colour: int, stone: int) -> float:
    """What the tile on a stone is worth."""
    place = colour * STONES + stone - 1
    worth = habits.artifact * float(o[AT.artifact_tiles + place])
    worth += habits.arrow * float(o[AT.arrow_tiles + place])
    return worth + BEST_PRIZE * float(o[AT.point_tiles + place])


@rule
def promise(habits: Any, o: Cells, colour: int, path: Path, steps: Steps) -> float:
    """What a path is likely to be worth in the end: the stones reached, and the tiles to come."""
    far = path.stone + reach(path, steps)
    points = WORTH[path.stone] * path.counts
    for stone in range(path.stone + 1, STONES + 1):
        likely = (far - stone) / habits.blur + 0.5
        if likely <= 0:
            break
        gain = (WORTH[stone] - WORTH[stone - 1]) * path.counts
        points += min(likely, 1.0) * (gain + tile_worth(habits, o, colour, stone))
    if path.stone == 0:
        return habits.dream * max(points, 0.0)
    return points


@inlined
def gain_of_step(
    habits: Any, o: Cells, colour: int, stone: int, after: Path, steps: Steps
) -> float:
    """What a path promises after a step, the tile stepped on and an end of it all counted."""
    gain = promise(habits, o, colour, after, steps)
    if after.stone > stone:
        gain += tile_worth(habits, o, colour, after.stone)
        gain += habits.finish * ending_gain(o, stone, after)
    return gain


@rule
def play_or_discard(habits: Any, o: Cells, mask: Cells) -> int:
    """The play or discard that leaves the best promise, what it gives away counted."""
    outlook = look_ahead(habits, o)
    best, most = NONE, -np.inf
    for colour in range(COLOURS):
        if any_legal(mask, DO.discard + colour * RANKS, RANKS):
            action, gain = best_of_colour(habits, o, mask, colour, outlook)
            if gain > most:
                best, most = action, gain
    return best


@inlined
def best_of_colour(
    habits: Any, o: Cells, mask: Cells, colour: int, outlook: Outlook
) -> tuple[int, float]:
    """The best play or discard of one colour, and by how much it raises the promise."""
    best, most = NONE, -np.inf
    path = path_of(o, 0, colour)
    steps = steps_of(o, colour, path, outlook)
    for kind in range(colour * RANKS, (colour + 1) * RANKS):
        if mask[DO.discard + kind]:
            gain = gain_of_discard(habits, o, kind, path, steps, outlook)
            if gain > most:
                best, most = DO.discard + kind, gain
            play, gain = best_play(habits, o, mask, kind, path, outlook)
            if gain > most:
                best, most = play, gain
    return best, most - promise(habits, o, colour, path, steps)


@inlined
def best_play(
    habits: Any, o: Cells, mask: Cells, kind: int, path: Path, outlook: Outlook
) -> tuple[int, float]:
    """The best way to play a card, if there is one, and what its path promises then."""
    best, most = NONE, -np.inf
    starts = mask[DO.play_adventurer + kind] or mask[DO.play_researcher + kind]
    if starts or mask[DO.play + kind]:
        after = with_card(path, kind % RANKS)
        steps = steps_behind(o, kind // RANKS, after, outlook)
        for start in (DO.play, DO.play_adventurer, DO.play_researcher):
            if mask[start + kind]:
                gain = gain_of_play(habits, o, kind // RANKS, path.stone, after, steps, start)
                if gain > most:
                    best, most = start + kind, gain
    return best, most


@inlined
def gain_of_play(
    habits: Any, o: Cells, colour: int, stone: int, after: Path, steps: Steps, start: int
) -> float:
    """What a path promises after a card; it takes nerve to begin one, more for the researcher."""
    if start == DO.play_researcher:
        led = Path(after.stone, after.last, after.direction, float(RESEARCHER_COUNTS))
        gain = gain_of_step(habits, o, colour, stone, led, steps)
        return gain - habits.nerve - habits.leader
    gain = gain_of_step(habits, o, colour, stone, after, steps)
    if stone == 0:
        return gain - habits.nerve
    return gain + habits.arrow if stone == STONES else gain


@inlined
def gain_of_discard(
    habits: Any, o: Cells, kind: int, path: Path, steps: Steps, outlook: Outlook
) -> float:
    """What a path promises after a discard, less the help that it is to others."""
    colour, value = kind // RANKS, kind % RANKS
    gain = promise(habits, o, colour, path, steps_with(steps, path, value, -outlook.sure))
    for seat in range(1, players_in(o)):
        other = path_of(o, seat, colour)
        if 0 < other.stone < STONES and fits(other, value):
            gain -= habits.mind * (1.0 - abs(value - other.last) / RANKS)
    return gain


@rule
def move(habits: Any, o: Cells, mask: Cells) -> int:
    """The piece that gains most by a stone, or none if all would lose."""
    outlook = look_ahead(habits, o)
    best, most = DO.stay, 0.0
    for colour in range(COLOURS):
        if mask[DO.move + colour]:
            path = path_of(o, 0, colour)
            steps = steps_of(o, colour, path, outlook)
            after = Path(path.stone + 1, path.last, path.direction, path.counts)
            gain = gain_of_step(habits, o, colour, path.stone, after, steps)
            gain -= promise(habits, o, colour, path, steps)
            if gain > most:
                best, most = DO.move + colour, gain
    return best


@rule
def draw(habits: Any, o: Cells, mask: Cells) -> int:
    """The discard that brings most if it brings enough, else the draw pile."""
    best, most = (DO.draw, habits.take) if mask[DO.draw] else (NONE, -np.inf)
    if best == DO.draw and (o[AT.turns] > PATIENCE or not any_helps(o, mask)):
        return best
    outlook = look_ahead(habits, o)
    for colour in range(COLOURS):
        if mask[DO.take + colour] and (best == NONE or o[AT.discarded + colour] == 0):
            gain = gain_of_taking(habits, o, colour, outlook)
            if gain > most:
                best, most = DO.take + colour, gain
    return best


@rule
def any_helps(o: Cells, mask: Cells) -> bool:
    """Whether any discard could go on an own path, the one just discarded left out."""
    for colour in range(COLOURS):
        free = mask[DO.take + colour] and o[AT.discarded + colour] == 0
        if free and fits(path_of(o, 0, colour), top_of(o, colour)):
            return True
    return False


@rule
def gain_of_taking(habits: Any, o: Cells, colour: int, outlook: Outlook) -> float:
    """By how much the top of a discard pile raises the promise of a path."""
    path = path_of(o, 0, colour)
    steps = steps_of(o, colour, path, outlook)
    after = steps_with(steps, path, top_of(o, colour), outlook.sure)
    return promise(habits, o, colour, path, after) - promise(habits, o, colour, path, steps)
