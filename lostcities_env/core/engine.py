"""The loops that run any game: when chance decides, what a decision pays, how a table is dealt anew.

They are written once, over verbs that every ruleset has; `build(game)` compiles them with that
game's own verbs. Rows of a batch never look at one another, so results depend neither on the size of
a batch nor on threads.
"""

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from lostcities_env.core import rng
from lostcities_env.core.game import (
    DEAL_OVER,
    MARGIN,
    RANDOM,
    RUNNING,
    TRUNCATED,
    WIN,
    Cells,
    Game,
    Table,
)
from lostcities_env.core.jit import bind, rule
from lostcities_env.core.tickets import STEPS, Tickets, hand_in, take
from lostcities_env.core.words import FLAGS, word

MOST_IN_BYTE = 255
LOW_BYTE = np.uint64(0xFF)
ONES = np.uint64(0x0101010101010101)  # a 1 in every byte
BEGIN = -1  # in the place of an action: the row's game is dealt

# The verbs of a ruleset; `build` puts a game's own in their place.
shuffle: Any = None
deal: Any = None
legal_actions: Any = None
apply: Any = None
score: Any = None
standing: Any = None
observe: Any = None
redeal_hidden: Any = None
choose: Any = None  # and where a decision comes from
VERBS = (
    "shuffle",
    "deal",
    "legal_actions",
    "apply",
    "score",
    "standing",
    "observe",
    "redeal_hidden",
)


@rule
def first_wrong(rows: Cells, actions: Cells, masks: Cells) -> int:
    """The first place in a list of rows that is out of order or has an illegal action; -1 if none."""
    for i in range(rows.size):
        row, action = rows[i], actions[i]
        if row >= masks.shape[0] or row <= (rows[i - 1] if i > 0 else -1):
            return i
        if action < 0 or action >= masks.shape[1] or not masks[row, action]:
            return i
    return -1


@rule
def random_legal(mask: Cells, x: np.uint64) -> int:
    """The legal action that a generator state stands for; all are equally likely.

    The mask is read in words of eight flags: adding them counts the legal actions of each lane (the
    actions that share a byte of their words) at once, and one product adds up the lanes. Then only
    one lane is searched, without a branch.
    """
    words = mask.size // FLAGS if mask.size <= MOST_IN_BYTE else 0
    lanes = np.uint64(0)
    for i in range(words):
        lanes += word(mask, i)
    sums = rng.times(lanes, ONES)  # the k-th byte counts the legal actions of the lanes up to k
    inside = byte(sums, FLAGS - 1)
    skip = rng.pick(x, inside + count_legal(mask, words * FLAGS))
    if skip >= inside:
        return nth_legal(mask, words * FLAGS, skip - inside)
    lane = 0
    for i in range(FLAGS):
        lane += byte(sums, i) <= skip
    if lane > 0:
        skip -= byte(sums, lane - 1)
    seen, below = 0, 0
    for i in range(words):
        seen += mask[lane + FLAGS * i]
        below += seen <= skip
    return lane + FLAGS * below


@rule
def byte(word: np.uint64, i: int) -> int:
    """The i-th byte of a word, the lowest first."""
    return int((word >> np.uint64(FLAGS * i)) & LOW_BYTE)


@rule
def count_legal(mask: Cells, start: int) -> int:
    """How many actions are legal at or after `start`."""
    count = 0
    for i in range(start, mask.size):
        count += mask[i]
    return count


@rule
def nth_legal(mask: Cells, start: int, n: int) -> int:
    """The n-th legal action, from 0, at or after `start`."""
    while not mask[start] or n > 0:
        n -= mask[start]
        start += 1
    return start


def prepare(s: Table) -> None:
    """Let chance decide the next deal.

    Before the first one a starter is drawn, asked for or not: the same seed is the same deck.
    """
    if s.deals == 0:
        s.rng = rng.advance(s.rng)
        s.next_opener = rng.pick(s.rng, s.players) if s.starter == RANDOM else s.starter
    s.opener = s.next_opener
    s.deals += 1
    shuffle(s)


def best_other_score(s: Table, player: int) -> int:
    """The highest score among the other players."""
    best = score(s, (player + 1) % s.players)
    for i in range(2, s.players):
        best = max(best, score(s, (player + i) % s.players))
    return best


def pay_points(s: Table, out: Cells) -> None:
    """At the end of a deal: by how much it changed each seat's score or margin."""
    for seat in range(s.players):
        worth = score(s, seat)
        if s.reward == MARGIN:
            worth -= best_other_score(s, seat)
        out[seat] = worth - s.paid[seat]
        s.paid[seat] = worth


def best_standing(s: Table) -> int:
    """The standing of the winners."""
    best = standing(s, s.opener)
    for seat in range(s.players):
        best = max(best, standing(s, seat))
    return best


def pay_winners(s: Table, out: Cells) -> None:
    """At the end of the game: 1 shared by the winners, paid by the others."""
    best, winners = best_standing(s), 0
    for seat in range(s.players):
        winners += standing(s, seat) == best
    if winners < s.players:
        for seat in range(s.players):
            won = standing(s, seat) == best
            out[seat] = 1 / winners if won else -1 / (s.players - winners)


def decide(s: Table, action: int, rewards: Cells) -> None:
    """One decision, and what it earned each seat. A next deal is still to be made."""
    apply(s, action)
    for seat in range(s.players):
        rewards[seat] = 0
    if s.status != RUNNING:
        if s.reward != WIN:
            pay_points(s, rewards)
        elif s.status != DEAL_OVER:
            pay_winners(s, rewards)


def prepare_at(states: Cells, i: int) -> None:
    """`prepare` for one table of an array."""
    prepare(states[i])


def deal_at(states: Cells, i: int) -> None:
    """`deal` for one table of an array."""
    deal(states[i])


def mask_at(states: Cells, i: int, out: Cells) -> tuple[int, int]:
    """`legal_actions` for one table of an array; returns the seat to move and the status."""
    s = states[i]
    if s.status == RUNNING:
        legal_actions(s, out)
    else:
        for action in range(out.size):
            out[action] = False
    return int(s.player), int(s.status)


def decide_at(states: Cells, i: int, action: int, rewards: Cells, mask: Cells) -> tuple[int, int]:
    """`decide` for one table of an array, then `mask_at`."""
    decide(states[i], action, rewards)
    return mask_at(states, i, mask)


def observe_at(states: Cells, i: int, player: int, out: Cells) -> None:
    """`observe` for one table of an array."""
    observe(states[i], player, out)


def standings_at(states: Cells, i: int, scores: Cells, standings: Cells) -> None:
    """Every seat's score and standing at one table of an array."""
    s = states[i]
    for seat in range(s.players):
        scores[seat] = score(s, seat)
        standings[seat] = standing(s, seat)


def redeal_at(states: Cells, i: int, player: int) -> None:
    """`redeal_hidden` for one table of an array."""
    redeal_hidden(states[i], player)


def write_end(s: Table, buffers: Any, i: int) -> None:
    """Write down how the game of a row ended: the scores, who won, and every seat's last view."""
    buffers.truncations[i] = s.status == TRUNCATED
    buffers.terminations[i] = s.status != TRUNCATED
    best = best_standing(s)
    for seat in range(s.players):
        buffers.final_scores[i, seat] = score(s, seat)
        buffers.final_winners[i, seat] = standing(s, seat) == best
        observe(s, seat, buffers.final_observations[i, seat])


def clear_end(buffers: Any, i: int) -> None:
    """Forget how the last game of a row ended."""
    buffers.terminations[i] = False
    buffers.truncations[i] = False
    for seat in range(buffers.final_scores.shape[1]):
        buffers.final_scores[i, seat] = 0
        buffers.final_winners[i, seat] = False
        for number in range(buffers.final_observations.shape[2]):
            buffers.final_observations[i, seat, number] = 0


def begin_at(states: Cells, i: int, template: Cells, stream: np.uint64) -> None:
    """Deal a new game to one table of an array."""
    states[i] = template[0]
    s = states[i]
    s.rng = stream
    prepare(s)
    deal(s)


@rule
def given(actions: Cells, place: int, mask: Cells) -> int:
    """The action that stands at a place in a list."""
    return actions[place]


@rule
def at_random(streams: Cells, place: int, mask: Cells) -> int:
    """A random legal action, by the stream that stands at a place in a list and moves on."""
    streams[place] = rng.advance(streams[place])
    return random_legal(mask, streams[place])


def run_rows(
    states: Cells,
    rows: Cells,
    tickets: Tickets,
    thread: int,
    choices: Cells,
    template: Cells,
    key: np.uint64,
    first_row: int,
    games: Cells,
    buffers: Any,
) -> None:
    """Decisions in those of the rows listed for which there are tickets; writes their buffers.

    `choices` has at the row's place what `choose` makes a decision of. BEGIN
    instead of an action deals the row's game.
    """
    low, high = take(tickets, thread)
    while low < high:
        steps = tickets[STEPS]
        for place in range(low, high):
            i = rows[place]
            s, row = states[i], np.uint64(first_row + i)
            mask, observation = buffers.masks[i], buffers.observations[i]
            for _ in range(steps):
                if buffers.terminations[i] | buffers.truncations[i]:
                    clear_end(buffers, i)
                action = choose(choices, place, mask)
                begins = action == BEGIN
                if not begins:
                    decide(s, action, buffers.rewards[i])
                    if s.status == DEAL_OVER:
                        prepare(s)
                        deal(s)
                    elif s.status != RUNNING:
                        write_end(s, buffers, i)
                        games[i] += 1
                        begins = True
                if begins:
                    begin_at(states, i, template, rng.game_stream(key, row, games[i]))
                legal_actions(s, mask)
                observe(s, s.player, observation)
            buffers.players[i] = s.player
        hand_in(tickets, high - low)
        low, high = take(tickets, thread)


LOOPS = (
    prepare,
    best_other_score,
    pay_points,
    best_standing,
    pay_winners,
    decide,
    prepare_at,
    deal_at,
    mask_at,
    decide_at,
    observe_at,
    standings_at,
    redeal_at,
    write_end,
    clear_end,
    begin_at,
)


@cache
def build(game: Game) -> SimpleNamespace:
    """The loops compiled with a game's verbs, each when it is first called."""
    names: dict[str, Any] = {verb: getattr(game, verb) for verb in VERBS}
    for function in LOOPS:
        names[function.__name__] = bind(function, names, game.name)
    for name, chooser in (("run_rows", given), ("roll_rows", at_random)):
        names[name] = bind(run_rows, {**names, "choose": chooser}, f"{game.name}.{name}")
    return SimpleNamespace(**names)
