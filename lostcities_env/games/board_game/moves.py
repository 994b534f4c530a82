"""What each action does to the table of the board game; its numbers are those of RULES.md."""

from lostcities_env.core.game import close_deal, truncate
from lostcities_env.core.jit import rule
from lostcities_env.games.board_game.actions import AT
from lostcities_env.games.board_game.state import (
    ARROWS,
    ARTIFACTS,
    BRIDGE,
    COLOURS,
    CROSSINGS,
    DRAW,
    MOVE,
    MOVES_ON,
    NO_COLOUR,
    NOT,
    OPEN,
    PLAY,
    PRIZES,
    RANKS,
    STONES,
    State,
)


@rule
def act_after_card(s: State, player: int, action: int) -> None:
    """R6: after the card come moves of pieces that it led to, and the draw."""
    if action >= AT.stay:
        s.phase = DRAW
    elif action >= AT.move:
        step(s, player, action - AT.move)
    else:
        if action == AT.draw:
            draw_from_deck(s, player)
        elif action < AT.skip:
            take(s, player, action - AT.take)
        end_turn(s)


@rule
def start_with_adventurer(s: State, player: int, kind: int) -> None:
    """R7: an adventurer begins the path of the card's colour."""
    s.adventurers[player] -= 1
    play(s, player, kind)


@rule
def start_with_researcher(s: State, player: int, kind: int) -> None:
    """R7: the researcher begins the path of the card's colour."""
    s.researchers[player] = 0
    s.researcher[player, kind // RANKS] = 1
    play(s, player, kind)


@rule
def play(s: State, player: int, kind: int) -> None:
    """R7, R8, R9: a card lets the piece on its path go one stone; at the end, another piece."""
    give_up(s, player, kind)
    lay_card(s, player, kind)
    colour = kind // RANKS
    if s.stone[player, colour] == STONES:
        offer_move(s, player)
    else:
        step(s, player, colour)


@rule
def lay_card(s: State, player: int, kind: int) -> None:
    """R8, R21: a card goes to the end of its column; it decides which ones may follow."""
    colour, value = kind // RANKS, kind % RANKS
    s.played[player, kind] += 1
    if s.direction[player, colour] == OPEN and s.stone[player, colour] > 0:
        last = int(s.last[player, colour])
        s.direction[player, colour] = int(value > last) - int(value < last)
    s.last[player, colour] = value
    direction = int(s.direction[player, colour])
    fits = s.fits[player, kind - value : kind - value + RANKS]
    for other in range(RANKS):
        fits[other] = MOVES_ON if (other - value) * direction >= 0 else NOT


@rule
def step(s: State, player: int, colour: int) -> None:
    """R15: a piece goes one stone further; the fifth to cross a bridge settles the end."""
    s.stone[player, colour] += 1
    if s.stone[player, colour] == BRIDGE + 1:
        s.crossed += 1
        if s.crossed == CROSSINGS and not s.ending:
            s.ending = 1
            end_turn(s)
            return
    land(s, player, colour)


@rule
def land(s: State, player: int, colour: int) -> None:
    """R12, R13, R14, R22: the tile under a piece is resolved, unless the end is settled."""
    s.phase = DRAW
    if not s.ending:
        place = colour * STONES + int(s.stone[player, colour]) - 1
        s.points[player] += s.tile[PRIZES + place]
        s.found[player] += s.tile[ARTIFACTS + place]
        s.tile[ARTIFACTS + place] = 0
        if s.tile[ARROWS + place]:
            offer_move(s, player)


@rule
def offer_move(s: State, player: int) -> None:
    """R9, R14: the player may move a piece; where none can move, nobody is asked."""
    s.phase = DRAW
    for colour in range(COLOURS):
        if can_move(s, player, colour):
            s.phase = MOVE


@rule
def can_move(s: State, player: int, colour: int) -> bool:
    """R9, R14: a piece that is on a path and not on its last stone."""
    return bool((s.stone[player, colour] > 0) & (s.stone[player, colour] < STONES))


@rule
def discard(s: State, player: int, kind: int) -> None:
    """R10: a card goes face up onto the discard pile of its colour."""
    give_up(s, player, kind)
    colour = kind // RANKS
    s.pile[colour, s.pile_size[colour]] = kind % RANKS
    s.pile_size[colour] += 1
    s.discards[kind] += 1
    s.discarded = colour
    s.phase = DRAW


@rule
def give_up(s: State, player: int, kind: int) -> None:
    """R24: a card leaves the hand in the open; of equal cards a known one goes first."""
    s.hand[player, kind] -= 1
    s.hand_size[player] -= 1
    if s.known[player, kind] > 0:
        s.known[player, kind] -= 1
    else:
        s.unseen[kind] -= 1


@rule
def draw_from_deck(s: State, player: int) -> None:
    """R11, R16: the top card of the draw pile goes to the hand; the last one settles the end."""
    s.hand[player, s.deck[s.drawn]] += 1
    s.hand_size[player] += 1
    s.drawer[s.drawn] = player
    s.drawn += 1
    if s.drawn == s.deck_size:
        s.ending = 1


@rule
def take(s: State, player: int, colour: int) -> None:
    """R11, R24: the top card of a discard pile goes to the hand, known to everybody."""
    s.pile_size[colour] -= 1
    kind = colour * RANKS + s.pile[colour, s.pile_size[colour]]
    s.discards[kind] -= 1
    s.hand[player, kind] += 1
    s.hand_size[player] += 1
    s.known[player, kind] += 1


@rule
def end_turn(s: State) -> None:
    """R16, R18, R22, R23: an end that is settled comes at once, or after the last seat's turn."""
    s.turns += 1
    s.phase = PLAY
    s.discarded = NO_COLOUR
    following = (s.player + 1) % s.players
    if s.ending and (not s.equal_turns or following == s.opener):
        close_deal(s, following)
    elif s.turns == s.max_turns:
        truncate(s)
    else:
        s.player = following
