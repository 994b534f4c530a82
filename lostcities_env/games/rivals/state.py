"""The table of Rivals: the numbers from the box, and what each field of the state holds."""

from typing import Annotated

from lostcities_env.core.cards import WAGER, CardSet
from lostcities_env.core.game import MAX_PLAYERS, Cells, Table

PLAYER_COUNTS = (2, 3, 4)  # R1
COLOURS = 5  # R2
CARDS = CardSet(  # R2
    values=(WAGER, "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    copies=(3, 2, 2, 2, 2, 1, 1, 1, 1, 1),
)
FOOTPRINTS = (0, 1, 1, 1, 1, 2, 2, 2, 2, 2)  # R3: of each value in turn
PILES = 4  # R4
GOLD = 36  # R5: coins in all
STARTING_COPIES = 2  # R6: starting wagers of each colour
STARTING_EACH = 2  # R6: starting wagers of each player
BONUS_AT = 4  # R20: number cards in an expedition
BONUS = 8  # R20

RANKS = CARDS.ranks
WAGER_RANK = 0
KINDS = COLOURS * RANKS
DECK = COLOURS * CARDS.per_colour
PILE = DECK // PILES
TURN, BIDDING, CHOOSING = range(3)  # the phases: begin a turn, bid or pass, use the display


class State(Table):
    """One table. Kinds of cards are numbered colour by colour; rank 0 is the wager."""

    phase: Annotated[int, "i8"]  # TURN, BIDDING or CHOOSING
    bid: Annotated[int, "i8"]  # the highest bid of the running auction, 0 if there is none
    leader: Annotated[int, "i8"]  # who made it, or NOBODY
    removals: Annotated[int, "i8"]  # display cards that the winner may still remove
    supply: Annotated[int, "i8"]  # coins in the gold supply
    display_size: Annotated[int, "i8"]  # cards in the display
    starting: Annotated[Cells, "i1", (MAX_PLAYERS, STARTING_EACH)]  # colours of starting wagers
    deck: Annotated[Cells, "i1", (DECK,)]  # kinds, pile by pile, top first; `drawn` are turned
    unseen: Annotated[Cells, "i1", (KINDS,)]  # copies that have not been turned
    display: Annotated[Cells, "i1", (KINDS,)]  # how many of each kind lie in the display
    boxed: Annotated[Cells, "i1", (KINDS,)]  # how many were turned and are out of the game
    gold: Annotated[Cells, "i1", (MAX_PLAYERS,)]  # coins that a player owns
    bidding: Annotated[Cells, "i1", (MAX_PLAYERS,)]  # 1 for players still in the running auction
    added: Annotated[Cells, "i1", (MAX_PLAYERS, KINDS)]  # cards that a player took from the display
    fits: Annotated[Cells, "i1", (MAX_PLAYERS, KINDS)]  # 1 for the kinds that a player could add
    wagers: Annotated[Cells, "i1", (MAX_PLAYERS, COLOURS)]  # wagers in an expedition
    last: Annotated[Cells, "i1", (MAX_PLAYERS, COLOURS)]  # rank of its last number, 0 if none
    numbers: Annotated[Cells, "i1", (MAX_PLAYERS, COLOURS)]  # number cards in it
    footprints: Annotated[Cells, "i1", (MAX_PLAYERS, COLOURS)]  # footprints on them
