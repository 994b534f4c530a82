"""What the careful player of the board game expects: how likely cards come, and how far they carry."""

from typing import Any, NamedTuple

from lostcities_env.agents.board_game.reading import (
    AT,
    COPIES,
    Path,
    cards_left,
    fits,
    path_of,
    players_in,
    steps_to_the_end,
)
from lostcities_env.core.game import Cells
from lostcities_env.core.jit import rule
from lostcities_env.games.board_game.state import COLOURS, RANKS


class Outlook(NamedTuple):
    """What is the same for all paths: how likely cards come, and are played in time."""

    chance: float  # that an unseen card comes to this hand and is played
    sure: float  # that a card in hand is played


class Steps(NamedTuple):
    """How many more steps the cards of a colour are likely to bring a path."""

    up: float  # if it runs upward
    down: float  # if it runs downward; not reckoned for one that cannot


@rule
def look_ahead(habits: Any, o: Cells) -> Outlook:
    """How many turns are left, and what can still come."""
    turns = min(cards_left(o), habits.pace * steps_to_the_end(o)) / players_in(o) + 0.5
    fitting, away = 0.0, 0.0
    for colour in range(COLOURS):
        path = path_of(o, 0, colour)
        if path.stone > 0:
            for value in range(RANKS):
                fitting += COPIES * float(o[AT.hand + colour * RANKS + value]) * fits(path, value)
    for kind in range(COLOURS * RANKS):
        away += COPIES * float(o[AT.unseen + kind])
    chance = habits.luck * min(turns / max(away, 1.0), 1.0)
    return Outlook(chance, habits.hold * min(1.0, turns / (fitting + 1.0)))


@rule
def steps_of(o: Cells, colour: int, path: Path, outlook: Outlook) -> Steps:
    """The steps that a path has still before it; one not begun has those of all its cards."""
    begun, either = path.stone > 0, path.direction <= 0
    up = likely_cards(o, colour, path.last if begun else 0, RANKS, outlook)
    down = likely_cards(o, colour, 0, path.last + 1 if begun else RANKS, outlook) if either else up
    return Steps(up, down)


@rule
def likely_cards(o: Cells, colour: int, low: int, high: int, outlook: Outlook) -> float:
    """How many cards of a colour will be played, of the values from `low` to below `high`."""
    hand, unseen = AT.hand + colour * RANKS, AT.unseen + colour * RANKS
    held, away = 0.0, 0.0
    for value in range(low, high):
        held += float(o[hand + value])
        away += float(o[unseen + value])
    return COPIES * (outlook.sure * held + outlook.chance * away)


@rule
def steps_with(steps: Steps, path: Path, value: int, likely: float) -> Steps:
    """The steps before a path if one more card of a value is so likely to be played."""
    above = path.stone == 0 or value >= path.last
    below = path.stone == 0 or value <= path.last
    return Steps(steps.up + likely * above, steps.down + likely * below)


@rule
def steps_behind(o: Cells, colour: int, path: Path, outlook: Outlook) -> Steps:
    """The steps before a path whose last card has just left the hand."""
    steps = steps_of(o, colour, path, outlook)
    return steps_with(steps, path, path.last, -outlook.sure)


@rule
def reach(path: Path, steps: Steps) -> float:
    """How many more stones a path is likely to go."""
    if path.direction == 0:
        return max(steps.up, steps.down)
    return steps.up if path.direction > 0 else steps.down
