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
from lostcities_env.agents.board_game.reading import (
    AT,
    BEST_PRIZE,
    COPIES,
    WORTH,
    Path,
    cards_left,
    fits,
    path_of,
    players_in,
    steps_to_the_end,
    top_of,
    with_card,
)
from lostcities_env.core.game import Cells
from lostcities_env.core.jit import rule
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


class Outlook(NamedTuple):
    """What is the same for all paths: how likely cards come, and are played in time."""

    chance: float  # that an unseen card comes to this hand and is played
    sure: float  # that a card in hand is played


@rule
def careful(observation: Cells, mask: Cells, stream: np.uint64) -> int:
    """The action of the careful player with its tuned habits."""
    return choose_by(HABITS, observation, mask)


@rule
def choose_by(habits: Any, o: Cells, mask: Cells) -> int:
    """The action of a careful player with these habits."""
    if mask[DO.skip]:
        return DO.skip
    outlook = look_ahead(habits, o)
    if mask[DO.stay]:
        return move(habits, o, mask, outlook)
    if o[AT.drawing] > 0:
        return draw(habits, o, mask, outlook)
    return play_or_discard(habits, o, mask, outlook)


@rule
def look_ahead(habits: Any, o: Cells) -> Outlook:
    """How many turns are left, and what can still come."""
    players = players_in(o)
    turns = min(cards_left(o), habits.pace * steps_to_the_end(o)) / players + 0.5
    fitting = 0.0
    for colour in range(COLOURS):
        path = path_of(o, 0, colour)
        if path.stone > 0:
            for value in range(RANKS):
                fitting += COPIES * float(o[AT.hand + colour * RANKS + value]) * fits(path, value)
    away = 0.0
    for kind in range(COLOURS * RANKS):
        away += COPIES * float(o[AT.unseen + kind])
    chance = habits.luck * min(turns / max(away, 1.0), 1.0)
    return Outlook(chance, habits.hold * min(1.0, turns / (fitting + 1.0)))


@rule
def reach(o: Cells, colour: int, path: Path, outlook: Outlook, gone: int, more: int) -> float:
    """How many more stones a path is likely to go, with a card `gone` from the hand or one `more`."""
    up, down = 0.0, 0.0
    for value in range(RANKS):
        kind = colour * RANKS + value
        held = COPIES * float(o[AT.hand + kind]) - (value == gone) + (value == more)
        steps = held * outlook.sure + COPIES * float(o[AT.unseen + kind]) * outlook.chance
        if path.stone == 0 or value >= path.last:
            up += steps
        if path.stone == 0 or value <= path.last:
            down += steps
    if path.direction == 0:
        return max(up, down)
    return up if path.direction > 0 else down


@rule
def tile_worth(habits: Any, o: Cells, colour: int, stone: int) -> float:
    """What the tile on a stone is worth."""
    place = colour * STONES + stone - 1
    worth = habits.artifact * float(o[AT.artifact_tiles + place])
    worth += habits.arrow * float(o[AT.arrow_tiles + place])
    return worth + BEST_PRIZE * float(o[AT.point_tiles + place])


@rule
def promise(
    habits: Any, o: Cells, colour: int, path: Path, outlook: Outlook, gone: int, more: int
) -> float:
    """What a path is likely to be worth in the end: the stones reached, and the tiles to come."""
    far = path.stone + reach(o, colour, path, outlook, gone, more)
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


@rule
def gain_of_step(
    habits: Any, o: Cells, colour: int, stone: int, after: Path, outlook: Outlook, gone: int
) -> float:
    """What a path promises after a step, the tile stepped on and an end of it all counted."""
    gain = promise(habits, o, colour, after, outlook, gone, NONE)
    if after.stone > stone:
        gain += tile_worth(habits, o, colour, after.stone)
        gain += habits.finish * ending_gain(o, stone, after)
    return gain


@rule
def play_or_discard(habits: Any, o: Cells, mask: Cells, outlook: Outlook) -> int:
    """The play or discard that leaves the best promise, what it gives away counted."""
    best, most = NONE, -np.inf
    for colour in range(COLOURS):
        action, gain = best_of_colour(habits, o, mask, colour, outlook)
        if gain > most:
            best, most = action, gain
    return best


@rule
def best_of_colour(
    habits: Any, o: Cells, mask: Cells, colour: int, outlook: Outlook
) -> tuple[int, float]:
    """The best play or discard of one colour, and by how much it raises the promise."""
    best, most = NONE, -np.inf
    path = path_of(o, 0, colour)
    before = promise(habits, o, colour, path, outlook, NONE, NONE)
    for kind in range(colour * RANKS, (colour + 1) * RANKS):
        if mask[DO.discard + kind]:
            gain = gain_of_discard(habits, o, kind, path, outlook)
            if gain > most:
                best, most = DO.discard + kind, gain
            for start in (DO.play, DO.play_adventurer, DO.play_researcher):
                if mask[start + kind]:
                    gain = gain_of_play(habits, o, kind, path, outlook, start)
                    if gain > most:
                        best, most = start + kind, gain
    return best, most - before


@rule
def gain_of_play(
    habits: Any, o: Cells, kind: int, path: Path, outlook: Outlook, start: int
) -> float:
    """What a path promises after a card; it takes nerve to begin one, more for the researcher."""
    nerve = habits.nerve if path.stone == 0 else 0.0
    counts = path.counts
    if start == DO.play_researcher:
        counts = float(RESEARCHER_COUNTS)
        nerve += habits.leader
    value = kind % RANKS
    after = with_card(Path(path.stone, path.last, path.direction, counts), value)
    gain = gain_of_step(habits, o, kind // RANKS, path.stone, after, outlook, value) - nerve
    return gain + habits.arrow if path.stone == STONES else gain


@rule
def gain_of_discard(habits: Any, o: Cells, kind: int, path: Path, outlook: Outlook) -> float:
    """What a path promises after a discard, less the help that it is to others."""
    colour, value = kind // RANKS, kind % RANKS
    gain = promise(habits, o, colour, path, outlook, value, NONE)
    for seat in range(1, players_in(o)):
        other = path_of(o, seat, colour)
        if 0 < other.stone < STONES and fits(other, value):
            gain -= habits.mind * (1.0 - abs(value - other.last) / RANKS)
    return gain


@rule
def move(habits: Any, o: Cells, mask: Cells, outlook: Outlook) -> int:
    """The piece that gains most by a stone, or none if all would lose."""
    best, most = DO.stay, 0.0
    for colour in range(COLOURS):
        if mask[DO.move + colour]:
            path = path_of(o, 0, colour)
            after = Path(path.stone + 1, path.last, path.direction, path.counts)
            gain = gain_of_step(habits, o, colour, path.stone, after, outlook, NONE)
            gain -= promise(habits, o, colour, path, outlook, NONE, NONE)
            if gain > most:
                best, most = DO.move + colour, gain
    return best


@rule
def draw(habits: Any, o: Cells, mask: Cells, outlook: Outlook) -> int:
    """The discard that brings most if it brings enough, else the draw pile."""
    best, most = (DO.draw, habits.take) if mask[DO.draw] else (NONE, -np.inf)
    if best == DO.draw and o[AT.turns] > PATIENCE:
        return best
    for colour in range(COLOURS):
        if mask[DO.take + colour] and (best == NONE or o[AT.discarded + colour] == 0):
            path = path_of(o, 0, colour)
            before = promise(habits, o, colour, path, outlook, NONE, NONE)
            after = promise(habits, o, colour, path, outlook, NONE, top_of(o, colour))
            if after - before > most:
                best, most = DO.take + colour, after - before
    return best
