"""The table of the card game: the numbers from the box, and what each field of the state holds."""

from typing import Annotated

from lostcities_env.core.cards import WAGER, CardSet
from lostcities_env.core.game import Cells, Table

PLAYERS = 2
EXPEDITIONS = BASE, LONG = (5, 6)  # R2: base game and long game
CARDS = CardSet(  # R2
    values=(WAGER, "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    copies=(3, 1, 1, 1, 1, 1, 1, 1, 1, 1),
)
HAND_SIZE = 8  # R3
ROUNDS = (1, 3)  # R15
EXPEDITION_COST = 20  # R13
BONUS_AT = 8  # R14: cards in a column, wagers included
BONUS = 20  # R14
MAX_TURNS = 500  # R17: the default

RANKS = CARDS.ranks
WAGER_RANK = 0
LOWEST_NUMBER = int(CARDS.values[1])
COLOURS = max(EXPEDITIONS)
KINDS = COLOURS * RANKS
DECK = COLOURS * CARDS.per_colour
NO_COLOUR = -1
PLAY, DRAW = range(2)  # the two halves of a turn


class State(Table):
    """One table. Kinds of cards are numbered colour by colour; rank 0 is the wager."""

    expeditions: Annotated[int, "i8"]  # option: how many colours are in play
    max_turns: Annotated[int, "i8"]  # option: turns in a deal before the game is cut short
    turns: Annotated[int, "i8"]  # turns taken since the deal, by both together
    phase: Annotated[int, "i8"]  # PLAY or DRAW
    discarded: Annotated[int, "i8"]  # colour discarded this very turn, or NO_COLOUR
    total: Annotated[Cells, "i4", (PLAYERS,)]  # points of the deals before this one
    deck: Annotated[Cells, "i1", (DECK,)]  # kinds, top first; those before `drawn` are gone
    hand: Annotated[Cells, "i1", (PLAYERS, KINDS)]  # how many of each kind a player holds
    known: Annotated[Cells, "i1", (PLAYERS, KINDS)]  # those of them that everybody has seen
    drawer: Annotated[Cells, "i1", (DECK,)]  # who drew the card at each place of the deck
    unseen: Annotated[Cells, "i1", (KINDS,)]  # copies that were never public
    played: Annotated[Cells, "i1", (PLAYERS, KINDS)]  # how many of each kind lie in a column
    fits: Annotated[Cells, "i1", (PLAYERS, KINDS)]  # 1 for the kinds that may join a column now
    wagers: Annotated[Cells, "i1", (PLAYERS, COLOURS)]  # wager cards in a column
    last: Annotated[Cells, "i1", (PLAYERS, COLOURS)]  # rank of a column's last number, 0 if none
    sums: Annotated[Cells, "i1", (PLAYERS, COLOURS)]  # sum of a column's numbers
    length: Annotated[Cells, "i1", (PLAYERS, COLOURS)]  # cards in a column, wagers included
    pile: Annotated[Cells, "i1", (COLOURS, CARDS.per_colour)]  # ranks of the discards, bottom first
    pile_size: Annotated[Cells, "i1", (COLOURS,)]  # cards in a discard pile
    discards: Annotated[Cells, "i1", (KINDS,)]  # how many of each kind lie in the discard piles
