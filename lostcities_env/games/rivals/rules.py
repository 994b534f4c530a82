"""The rules of Rivals over its `State`; the numbers R1, R2, ... are those of RULES.md."""

import numpy as np

from lostcities_env.core import rng
from lostcities_env.core.game import NOBODY, RUNNING, Cells, close_deal
from lostcities_env.core.jit import allocating, rule
from lostcities_env.games.rivals.actions import OFFSETS
from lostcities_env.games.rivals.auction import clockwise, drop_out, make_bid, may_bid
from lostcities_env.games.rivals.state import (
    BIDDING,
    BONUS,
    BONUS_AT,
    CARDS,
    CHOOSING,
    COLOURS,
    FOOTPRINTS,
    GOLD,
    KINDS,
    PILE,
    RANKS,
    STARTING_COPIES,
    STARTING_EACH,
    TURN,
    WAGER_RANK,
    State,
)

AT = OFFSETS
BOX = CARDS.deck(COLOURS)
COPIES = CARDS.copies_of_kinds(COLOURS)
STARTING = np.repeat(np.arange(COLOURS), STARTING_COPIES).astype(np.int8)
STEPS = np.array(FOOTPRINTS, np.int8)


@allocating
def shuffle(s: State) -> None:
    """R2, R4, R6: the cards are shuffled, and the starting wagers until everybody's two differ."""
    for i in range(s.deck_size):
        s.deck[i] = BOX[i]
    s.rng = rng.shuffle(s.rng, s.deck, s.deck_size)
    wagers = STARTING.copy()
    s.rng = rng.shuffle(s.rng, wagers, wagers.size)
    while not all_different(wagers, s.players):
        s.rng = rng.shuffle(s.rng, wagers, wagers.size)
    for player in range(s.players):
        for i in range(STARTING_EACH):
            s.starting[player, i] = wagers[player * STARTING_EACH + i]


@rule
def all_different(wagers: Cells, players: int) -> bool:
    """R6: nobody may get two starting wagers of one colour."""
    for player in range(players):
        first = player * STARTING_EACH
        if wagers[first] == wagers[first + 1]:
            return False
    return True


@rule
def deal(s: State) -> None:
    """R4, R5, R6: a clear table, gold divided evenly, two starting wagers in front of everybody."""
    clear(s)
    for player in range(s.players):
        s.gold[player] = GOLD // s.players
        for i in range(STARTING_EACH):
            s.wagers[player, s.starting[player, i]] += 1
    s.player = s.opener
    s.status = RUNNING


@rule
def clear(s: State) -> None:
    """R4, R5: all cards are in the piles, no coin and no card lies anywhere else."""
    s.phase = TURN
    s.bid = 0
    s.leader = NOBODY
    s.removals = 0
    s.supply = 0
    s.display_size = 0
    s.drawn = 0
    for kind in range(KINDS):
        s.unseen[kind] = COPIES[kind]
    s.display[:] = 0
    s.boxed[:] = 0
    s.gold[:] = 0
    s.bidding[:] = 0
    s.added[:] = 0
    s.fits[:] = 1
    s.wagers[:] = 0
    s.last[:] = 0
    s.numbers[:] = 0
    s.footprints[:] = 0


@rule
def legal_actions(s: State, out: Cells) -> None:
    """R7, R11, R13: begin a turn, bid or pass, or use the display: each at its time."""
    calls, choices = out[: AT.take], out[AT.take :]
    if s.phase == CHOOSING:
        calls[:] = False
        may_choose(s, choices)
    else:
        choices[:] = False
        calls[AT.uncover] = s.phase == TURN
        calls[AT.passing] = s.phase == BIDDING
        may_bid(s, calls[AT.bid : AT.passing])


@rule
def may_choose(s: State, out: Cells) -> None:
    """R13, R14, R15: add a display card that fits, remove one if none was removed yet, or stop."""
    fits = s.fits[s.player]
    take, remove = out[:KINDS], out[KINDS : KINDS + KINDS]
    for kind in range(KINDS):
        take[kind] = (s.display[kind] > 0) & (fits[kind] > 0)
    for kind in range(KINDS):
        remove[kind] = (s.display[kind] > 0) & (s.removals > 0)
    out[AT.done - AT.take] = True


@rule
def apply(s: State, action: int) -> None:
    """R7: one decision of the player to move: begin a turn, go on with an auction, or use it."""
    if action == AT.uncover:
        end_turn(s)
    elif action < AT.passing:
        make_bid(s, action - AT.bid + 1)
    elif action == AT.passing:
        drop_out(s)
    elif action < AT.remove:
        take(s, s.player, action - AT.take)
    elif action < AT.done:
        remove(s, action - AT.remove)
    else:
        end_turn(s)


@rule
def take(s: State, player: int, kind: int) -> None:
    """R3, R13: a card goes from the display to the end of the player's own expedition."""
    leave_display(s, kind)
    colour, rank = kind // RANKS, kind % RANKS
    s.added[player, kind] += 1
    if rank == WAGER_RANK:
        s.wagers[player, colour] += 1
    else:
        s.last[player, colour] = rank
        s.numbers[player, colour] += 1
        s.footprints[player, colour] += STEPS[rank]
        close_below(s, player, kind)


@rule
def close_below(s: State, player: int, kind: int) -> None:
    """R16: after a number only equal and higher ones fit, and no more wagers."""
    for lower in range(kind - kind % RANKS, kind):
        s.fits[player, lower] = 0


@rule
def remove(s: State, kind: int) -> None:
    """R14: a card goes from the display to the box, whether somebody could use it or not."""
    leave_display(s, kind)
    s.boxed[kind] += 1
    s.removals = 0


@rule
def leave_display(s: State, kind: int) -> None:
    """R13, R14: a card is taken out of the display; the others stay."""
    s.display[kind] -= 1
    s.display_size -= 1


@rule
def end_turn(s: State) -> None:
    """R8, R15, R17, R18: every turn ends with a card turned; the last one ends the game."""
    turn_card(s)
    s.phase = TURN
    s.removals = 0
    s.player = clockwise(s, s.player)
    if s.drawn == s.deck_size:
        close_deal(s, s.player)
    elif s.drawn % PILE == 0:
        share_out(s)


@rule
def turn_card(s: State) -> None:
    """R8, R9: the top card is put into the display, or into the box if nobody could add it."""
    kind = s.deck[s.drawn]
    s.drawn += 1
    s.unseen[kind] -= 1
    if is_useful(s, kind):
        s.display[kind] += 1
        s.display_size += 1
    else:
        s.boxed[kind] += 1


@rule
def is_useful(s: State, kind: int) -> bool:
    """R9: whether anybody at all could add such a card now, rich or poor."""
    takers = 0
    for player in range(s.players):
        takers += int(s.fits[player, kind])
    return takers > 0


@rule
def share_out(s: State) -> None:
    """R17: everybody gets an equal part of the supply; what cannot be divided stays."""
    share = s.supply // s.players
    for player in range(s.players):
        s.gold[player] += share
    s.supply -= share * s.players


@rule
def score(s: State, player: int) -> int:
    """R21: the points of all expeditions, and one for every coin; a running bid is not yet paid."""
    points = int(s.gold[player])
    for colour in range(COLOURS):
        points += expedition_score(s, player, colour)
    return points


@rule
def expedition_score(s: State, player: int, colour: int) -> int:
    """R19, R20: footprints times one more than the wagers, and a bonus for many numbers."""
    points = int(s.footprints[player, colour]) * (1 + int(s.wagers[player, colour]))
    return points + (int(s.numbers[player, colour]) >= BONUS_AT) * BONUS


@rule
def standing(s: State, player: int) -> int:
    """R22: most points win; equal points share the win."""
    return score(s, player)


@allocating
def redeal_hidden(s: State, player: int) -> None:
    """R24: the cards not yet turned are shuffled, within their piles and between them."""
    hidden = np.arange(s.drawn, s.deck_size)
    s.rng = rng.shuffle_places(s.rng, s.deck, hidden, hidden.size)
