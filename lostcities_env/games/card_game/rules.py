"""The rules of the card game over its `State`; the numbers R1, R2, ... are those of RULES.md."""

from typing import Any

import numpy as np

from lostcities_env.core import rng
from lostcities_env.core.cards import held_unseen
from lostcities_env.core.game import RUNNING, Cells, close_deal, truncate
from lostcities_env.core.jit import allocating, inlined, rule
from lostcities_env.games.card_game.actions import OFFSETS
from lostcities_env.games.card_game.state import (
    BASE,
    BONUS,
    BONUS_AT,
    CARDS,
    COLOURS,
    DRAW,
    EXPEDITION_COST,
    HAND_SIZE,
    KINDS,
    LONG,
    LOWEST_NUMBER,
    NO_COLOUR,
    PLAY,
    PLAYERS,
    RANKS,
    WAGER_RANK,
    State,
)

BOX = CARDS.deck(COLOURS)
COPIES = CARDS.copies_of_kinds(COLOURS)
AT_BASE, AT_LONG = OFFSETS


@rule
def shuffle(s: State) -> None:
    """R3: all cards of the colours in play are shuffled."""
    for i in range(s.deck_size):
        s.deck[i] = BOX[i]
    s.rng = rng.shuffle(s.rng, s.deck, s.deck_size)


@rule
def deal(s: State) -> None:
    """R3: from a clear table eight cards each, one at a time; the rest is the draw pile."""
    for player in range(PLAYERS):
        s.total[player] = score(s, player)
    clear(s)
    for i in range(PLAYERS * HAND_SIZE):
        draw_from_deck(s, (s.opener + i) % PLAYERS)
    s.player = s.opener
    s.status = RUNNING


@rule
def clear(s: State) -> None:
    """R3: all cards of the last deal go back; what was known of them is forgotten."""
    s.turns = 0
    s.phase = PLAY
    s.discarded = NO_COLOUR
    s.drawn = 0
    for kind in range(KINDS):
        s.unseen[kind] = COPIES[kind]
        s.discards[kind] = 0
    for colour in range(COLOURS):
        s.pile_size[colour] = 0
    for player in range(PLAYERS):
        clear_player(s, player)


@rule
def clear_player(s: State, player: int) -> None:
    """R3: an empty hand and empty columns, to which every card can be the first."""
    for kind in range(KINDS):
        s.hand[player, kind] = 0
        s.known[player, kind] = 0
        s.played[player, kind] = 0
        s.fits[player, kind] = 1
    for colour in range(COLOURS):
        s.wagers[player, colour] = 0
        s.last[player, colour] = 0
        s.sums[player, colour] = 0
        s.length[player, colour] = 0


@rule
def legal_actions(s: State, out: Cells) -> None:
    """R2, R4: what may be done with so many colours."""
    if s.expeditions == BASE:
        may_act(s, BASE, AT_BASE, out)
    else:
        may_act(s, LONG, AT_LONG, out)


@inlined
def may_act(s: State, colours: int, at: Any, out: Cells) -> None:
    """R4: a turn is to play or discard a card first, then to draw one."""
    if s.phase == PLAY:
        hand, fits = s.hand[s.player], s.fits[s.player]
        for kind in range(colours * RANKS):
            out[at.play + kind] = (hand[kind] > 0) & (fits[kind] > 0)
        for kind in range(colours * RANKS):
            out[at.discard + kind] = hand[kind] > 0
        out[at.draw] = False
        for colour in range(colours):
            out[at.take + colour] = False
    else:
        for action in range(at.draw):
            out[action] = False
        out[at.draw] = True
        for colour in range(colours):
            out[at.take + colour] = may_take(s, colour)


@rule
def may_take(s: State, colour: int) -> bool:
    """R9, R10: the top of any discard pile, but not the card discarded this very turn."""
    return (s.pile_size[colour] > 0) & (colour != s.discarded)


@rule
def apply(s: State, action: int) -> None:
    """R4: one half of a turn by the player to move."""
    at = OFFSETS[s.expeditions - BASE]
    player = s.player
    if action < at.discard:
        play(s, player, action - at.play)
    elif action < at.draw:
        discard(s, player, action - at.discard)
    elif action == at.draw:
        draw_from_deck(s, player)
        end_turn(s)
    else:
        take(s, player, action - at.take)
        end_turn(s)


@rule
def play(s: State, player: int, kind: int) -> None:
    """R5: a card goes to the end of the player's own column of its colour."""
    give_up(s, player, kind)
    colour, rank = kind // RANKS, kind % RANKS
    s.played[player, kind] += 1
    s.length[player, colour] += 1
    if rank == WAGER_RANK:
        s.wagers[player, colour] += 1
    else:
        s.last[player, colour] = rank
        s.sums[player, colour] += rank - 1 + LOWEST_NUMBER
        close_below(s, player, kind)
    s.phase = DRAW


@rule
def close_below(s: State, player: int, kind: int) -> None:
    """R6, R7: after a number only higher ones fit, and no more wagers."""
    for lower in range(kind - kind % RANKS, kind + 1):
        s.fits[player, lower] = 0


@rule
def discard(s: State, player: int, kind: int) -> None:
    """R8: a card goes face up onto the discard pile of its colour."""
    give_up(s, player, kind)
    colour = kind // RANKS
    s.pile[colour, s.pile_size[colour]] = kind % RANKS
    s.pile_size[colour] += 1
    s.discards[kind] += 1
    s.discarded = colour
    s.phase = DRAW


@rule
def give_up(s: State, player: int, kind: int) -> None:
    """R18: a card leaves the hand in the open; of equal cards a known one goes first."""
    s.hand[player, kind] -= 1
    if s.known[player, kind] > 0:
        s.known[player, kind] -= 1
    else:
        s.unseen[kind] -= 1


@rule
def draw_from_deck(s: State, player: int) -> None:
    """R9: the top card of the draw pile goes to the hand, seen by nobody else."""
    s.hand[player, s.deck[s.drawn]] += 1
    s.drawer[s.drawn] = player
    s.drawn += 1


@rule
def take(s: State, player: int, colour: int) -> None:
    """R9, R18: the top card of a discard pile goes to the hand, known to everybody."""
    s.pile_size[colour] -= 1
    kind = colour * RANKS + int(s.pile[colour, s.pile_size[colour]])
    s.discards[kind] -= 1
    s.hand[player, kind] += 1
    s.known[player, kind] += 1


@rule
def end_turn(s: State) -> None:
    """R1, R11, R17: the other player is next, unless the draw pile or the turns have run out."""
    s.turns += 1
    s.phase = PLAY
    s.discarded = NO_COLOUR
    if s.drawn == s.deck_size:
        close_deal(s, next_opener(s))
    elif s.turns == s.max_turns:
        truncate(s)
    else:
        s.player = PLAYERS - 1 - s.player


@rule
def next_opener(s: State) -> int:
    """R16: who has more points in all begins; tied, the one who did not begin this deal."""
    other = PLAYERS - 1 - s.opener
    return s.opener if score(s, s.opener) > score(s, other) else other


@rule
def score(s: State, player: int) -> int:
    """R12, R15: the points of all columns, added to those of the deals before."""
    points = int(s.total[player])
    for colour in range(s.expeditions):
        points += column_score(s, player, colour)
    return points


@rule
def column_score(s: State, player: int, colour: int) -> int:
    """R12, R13, R14: what a column is worth; one without a card is worth nothing."""
    points = (int(s.sums[player, colour]) - EXPEDITION_COST) * (1 + int(s.wagers[player, colour]))
    length = int(s.length[player, colour])
    return (length > 0) * points + (length >= BONUS_AT) * BONUS


@rule
def standing(s: State, player: int) -> int:
    """R15: the higher total wins; equal totals are a draw, and both win."""
    return score(s, player)


@allocating
def redeal_hidden(s: State, player: int) -> None:
    """R19: the draw pile and the other hand's unseen cards are shuffled and laid out again."""
    hidden = np.empty(s.deck_size, np.int64)
    other = PLAYERS - 1 - player
    held = held_unseen(s, other, hidden)
    count = held
    for place in range(s.drawn, s.deck_size):
        hidden[count] = place
        count += 1
    for i in range(held):
        s.hand[other, s.deck[hidden[i]]] -= 1
    s.rng = rng.shuffle_places(s.rng, s.deck, hidden, count)
    for i in range(held):
        s.hand[other, s.deck[hidden[i]]] += 1
