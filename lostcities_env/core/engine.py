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

LANES = 8  # actions are counted eight at a time, one in each byte of a word
BYTE = np.uint64(8)
LOW_BYTE = np.uint64(0xFF)

# The verbs of a ruleset; `build` puts a game's own in their place.
shuffle: Any = None
deal: Any = None
legal_actions: Any = None
apply: Any = None
score: Any = None
standing: Any = None
observe: Any = None
redeal_hidden: Any = None
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
def first_illegal(actions: Cells, masks: Cells) -> int:
    """The first row whose action is out of range or not legal; -1 if there is none."""
    for i in range(actions.size):
        action = actions[i]
        if action < 0 or action >= masks.shape[1] or not masks[i, action]:
            return i
    return -1


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

    The mask is read in words of eight bytes: adding them counts the legal actions of each lane at
    once, then only one lane is searched, without a branch.
    """
    words = mask[: mask.size // LANES * LANES].view(np.uint64)
    lanes = np.uint64(0)
    for i in range(words.size):
        lanes += words[i]
    count = 0
    for i in range(words.size * LANES, mask.size):
        count += mask[i]
    rest = lanes
    for _ in range(LANES):
        count += int(rest & LOW_BYTE)
        rest >>= BYTE
    skip = rng.pick(x, count)
    lane, before, seen = 0, 0, 0
    for i in range(LANES):
        seen += int(lanes & LOW_BYTE)
        lanes >>= BYTE
        if seen <= skip:
            lane = i + 1
            before = seen
    skip -= before
    if lane == LANES:
        return nth_legal(mask, words.size * LANES, skip)
    seen, below = 0, 0
    for i in range(words.size):
        seen += mask[lane + LANES * i]
        below += seen <= skip
    return lane + LANES * below


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


def pay_winners(s: Table, out: Cells) -> None:
    """At the end of the game: 1 shared by the winners, paid by the others."""
    winners, best = 0, 0
    for seat in range(s.players):
        rank = standing(s, seat)
        if winners == 0 or rank > best:
            winners, best = 1, rank
        elif rank == best:
            winners += 1
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


def decide_at(states: Cells, i: int, action: int, rewards: Cells) -> int:
    """`decide` for one table of an array; returns its status."""
    s = states[i]
    decide(s, action, rewards)
    return s.status


def mask_at(states: Cells, i: int, out: Cells) -> None:
    """`legal_actions` for one table of an array; none after the end."""
    s = states[i]
    if s.status == RUNNING:
        legal_actions(s, out)
    else:
        out[:] = False


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


def finish(s: Table, scores: Cells, winners: Cells, observations: Cells) -> None:
    """Write down how a game ended: the scores, who won, and every seat's last view."""
    best = standing(s, 0)
    for seat in range(s.players):
        best = max(best, standing(s, seat))
    for seat in range(s.players):
        scores[seat] = score(s, seat)
        winners[seat] = standing(s, seat) == best
        observe(s, seat, observations[seat])


def begin_at(states: Cells, i: int, template: Cells, stream: np.uint64) -> None:
    """Deal a new game to one table of an array."""
    states[i] = template[0]
    s = states[i]
    s.rng = stream
    prepare(s)
    deal(s)


def run_rows(
    states: Cells,
    low: int,
    high: int,
    steps: int,
    actions: Cells,
    streams: Cells,
    template: Cells,
    key: np.uint64,
    first_row: int,
    games: Cells,
    buffers: Any,
) -> None:
    """Run the rows from `low` to `high` for so many decisions, and write their buffers.

    Actions below 0 are chosen at random. Without a step, the rows' first games begin.
    """
    for i in range(low, high):
        s = states[i]
        row = np.uint64(first_row + i)
        mask, observation, rewards = buffers.masks[i], buffers.observations[i], buffers.rewards[i]
        if steps == 0:
            begin_at(states, i, template, rng.game_stream(key, row, games[i]))
            legal_actions(s, mask)
            observe(s, s.player, observation)
        for _ in range(steps):
            if buffers.terminations[i] or buffers.truncations[i]:
                buffers.terminations[i] = False
                buffers.truncations[i] = False
                buffers.final_scores[i] = 0
                buffers.final_winners[i] = False
                buffers.final_observations[i] = 0
            action = actions[i]
            if action < 0:
                streams[i] = rng.advance(streams[i])
                action = random_legal(mask, streams[i])
            decide(s, action, rewards)
            if s.status == DEAL_OVER:
                prepare(s)
                deal(s)
            elif s.status != RUNNING:
                buffers.truncations[i] = s.status == TRUNCATED
                buffers.terminations[i] = s.status != TRUNCATED
                finish(
                    s,
                    buffers.final_scores[i],
                    buffers.final_winners[i],
                    buffers.final_observations[i],
                )
                games[i] += 1
                begin_at(states, i, template, rng.game_stream(key, row, games[i]))
            legal_actions(s, mask)
            observe(s, s.player, observation)
        buffers.players[i] = s.player


def run_some(
    states: Cells,
    rows: Cells,
    low: int,
    high: int,
    actions: Cells,
    streams: Cells,
    template: Cells,
    key: np.uint64,
    first_row: int,
    games: Cells,
    buffers: Any,
) -> None:
    """One decision in some rows, those that `rows` lists from `low` to `high`; the others rest."""
    for i in range(low, high):
        row = rows[i]
        run_rows(
            states, row, row + 1, 1, actions, streams, template, key, first_row, games, buffers
        )


LOOPS = (
    prepare,
    best_other_score,
    pay_points,
    pay_winners,
    decide,
    prepare_at,
    deal_at,
    decide_at,
    mask_at,
    observe_at,
    standings_at,
    redeal_at,
    finish,
    begin_at,
    run_rows,
    run_some,
)


@cache
def build(game: Game) -> SimpleNamespace:
    """The loops compiled with a game's verbs, each when it is first called."""
    names: dict[str, Any] = {verb: getattr(game, verb) for verb in VERBS}
    for function in LOOPS:
        names[function.__name__] = bind(function, names, game.name)
    return SimpleNamespace(**names)
