"""The table of the board game: the numbers from the box, and what each field of the state holds."""

from typing import Annotated

from lostcities_env.core.cards import CardSet
from lostcities_env.core.game import Cells, Table

PLAYER_COUNTS = (2, 3, 4)  # R1
COLOURS = 5  # R2
CARDS = CardSet(  # R2
    values=("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"),
    copies=(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2),
)
REMOVED = {2: 30, 3: 0, 4: 0}  # R3: cards taken out unseen, by how many play
HAND_SIZE = 8  # R4
ARTIFACT, ARROW = -1, -2  # R5: a tile; any other number is the points that it pays
TILE_BOX = (ARTIFACT,) * 9 + (ARROW,) * 9 + (5,) * 2 + (10,) * 3 + (15,) * 2  # R5
TILE_SPACES = [
    [2, 4, 6, 8, 9],
    [3, 5, 6, 7, 9],
    [2, 4, 6, 7, 9],
    [2, 4, 5, 7, 9],
    [2, 3, 5, 8, 9],
]  # R5
ADVENTURERS = 4  # R7: the fifth piece is the researcher
STONE_VALUES = (-20, -15, -10, 5, 10, 15, 30, 35, 50)  # R17: stones 1 to 9
BRIDGE = 6  # R15: the bridge comes after this stone
CROSSINGS = 5  # R15: pieces over the bridges that end an expedition
RESEARCHER_COUNTS = 2  # R17: times the value of his stone
ROUNDS = (3, 1)  # R19: long and short game
TRACKS = {  # R19: what so many artifacts are worth, from 0 on; the last value holds for more
    3: [-25, -20, -15, -10, -5, 15, 30, 45, 55, 70, 90, 100],
    1: [-20, -15, 10, 15, 30, 50],
}
MAX_TURNS = 500  # R23: the default

PLAYERS = max(PLAYER_COUNTS)
RANKS = CARDS.ranks
KINDS = COLOURS * RANKS
DECK = COLOURS * CARDS.per_colour
STONES = len(STONE_VALUES)
PLACES = COLOURS * STONES  # all stones, path by path
SPACES = len(TILE_SPACES[0])
TILES = len(TILE_BOX)
MOST_ARTIFACTS = max(ROUNDS) * TILE_BOX.count(ARTIFACT)
TILE_SORTS = 3
ARTIFACTS, ARROWS, PRIZES = range(0, TILE_SORTS * PLACES, PLACES)  # where each sort begins
NO_COLOUR = -1
PLAY, MOVE, DRAW = range(3)  # what the player to move has to do
UP, OPEN, DOWN = 1, 0, -1  # the direction of a path's cards
NOT, MOVES_ON, STARTS = range(3)  # what a kind of card can do on its path


class State(Table):
    """One table. Kinds of cards are numbered colour by colour; a card's rank is its value."""

    either: Annotated[int, "i8"]  # option: 1 if paths may run upward or downward
    equal_turns: Annotated[int, "i8"]  # option: 1 if all get the same number of turns
    redraw: Annotated[int, "i8"]  # option: 1 if one may take back what one just discarded
    max_turns: Annotated[int, "i8"]  # option: turns in a deal before the game is cut short
    spaces: Annotated[Cells, "i1", (COLOURS, SPACES)]  # option: stones with a tile, ascending
    track: Annotated[Cells, "i4", (MOST_ARTIFACTS + 1,)]  # option: what so many artifacts pay
    removed: Annotated[int, "i8"]  # cards at the front of the deck that are taken out unseen
    turns: Annotated[int, "i8"]  # turns taken since the deal, by all together
    phase: Annotated[int, "i8"]  # PLAY, MOVE or DRAW
    discarded: Annotated[int, "i8"]  # colour discarded this very turn, or NO_COLOUR
    crossed: Annotated[int, "i8"]  # pieces that have crossed a bridge
    ending: Annotated[int, "i8"]  # 1 once the end of the expedition is settled
    points: Annotated[Cells, "i4", (PLAYERS,)]  # victory points held
    tokens: Annotated[Cells, "i1", (PLAYERS,)]  # artifacts of the expeditions before this one
    found: Annotated[Cells, "i1", (PLAYERS,)]  # artifact tiles of this expedition
    deck: Annotated[Cells, "i1", (DECK,)]  # kinds, top first; those before `drawn` are gone
    tiles: Annotated[Cells, "i1", (TILES,)]  # all tiles as they were dealt, path by path
    tile: Annotated[Cells, "i1", (TILE_SORTS * PLACES,)]  # sort by sort: 1, or the points
    hand: Annotated[Cells, "i1", (PLAYERS, KINDS)]  # how many of each kind a player holds
    hand_size: Annotated[Cells, "i1", (PLAYERS,)]  # how many cards a player holds
    known: Annotated[Cells, "i1", (PLAYERS, KINDS)]  # those of them that everybody has seen
    drawer: Annotated[Cells, "i1", (DECK,)]  # who drew the card at each place of the deck
    unseen: Annotated[Cells, "i1", (KINDS,)]  # copies that were never public
    played: Annotated[Cells, "i1", (PLAYERS, KINDS)]  # how many of each kind lie in a column
    fits: Annotated[Cells, "i1", (PLAYERS, KINDS)]  # NOT, MOVES_ON or STARTS
    stone: Annotated[Cells, "i1", (PLAYERS, COLOURS)]  # where a piece stands, 0 if none
    researcher: Annotated[Cells, "i1", (PLAYERS, COLOURS)]  # 1 if that piece is the researcher
    last: Annotated[Cells, "i1", (PLAYERS, COLOURS)]  # value of a column's last card
    direction: Annotated[Cells, "i1", (PLAYERS, COLOURS)]  # UP, DOWN, or OPEN as yet
    adventurers: Annotated[Cells, "i1", (PLAYERS,)]  # adventurers that wait for a path
    researchers: Annotated[Cells, "i1", (PLAYERS,)]  # 1 if the researcher waits for a path
    pile: Annotated[Cells, "i1", (COLOURS, CARDS.per_colour)]  # values, bottom first
    pile_size: Annotated[Cells, "i1", (COLOURS,)]  # cards in a discard pile
    discards: Annotated[Cells, "i1", (KINDS,)]  # how many of each kind lie in the discard piles
