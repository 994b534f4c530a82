"""The rules of the board game over its `State`; the numbers R1, R2, ... are those of RULES.md."""

import numpy as np

from lostcities_env.core import rng
from lostcities_env.core.cards import held_unseen
from lostcities_env.core.game import NOBODY, RUNNING, Cells, close_deal, truncate
from lostcities_env.core.jit import rule
from lostcities_env.games.board_game.actions import AT
from lostcities_env.games.board_game.state import (
    ADVENTURERS,
    ARROW,
    ARTIFACT,
    BRIDGE,
    CARDS,
    COLOURS,
    CROSSINGS,
    DRAW,
    HAND_SIZE,
    KINDS,
    MOST_ARTIFACTS,
    MOVE,
    MOVES_ON,
    NO_COLOUR,
    NO_TILE,
    NOT,
    OPEN,
    PLAY,
    RANKS,
    RESEARCHER_COUNTS,
    SPACES,
    STARTS,
    STONE_VALUES,
    STONES,
    TILE_BOX,
    UP,
    State,
)

BOX = CARDS.deck(COLOURS)
COPIES = CARDS.copies_of_kinds(COLOURS)
TILES_IN_BOX = np.array(TILE_BOX, np.int8)
VALUE_AT = np.array([0, *STONE_VALUES], np.int64)  # 0 for a piece that is on no stone
WORTH = np.stack([VALUE_AT, VALUE_AT * RESEARCHER_COUNTS])  # of an adventurer, of the researcher


@rule
def shuffle(s: State) -> None:
    """R2, R5: all cards and all tiles are shuffled."""
    for i in range(s.deck_size):
        s.deck[i] = BOX[i]
    for i in range(s.tiles.size):
        s.tiles[i] = TILES_IN_BOX[i]
    s.rng = rng.shuffle(s.rng, s.deck, s.deck_size)
    s.rng = rng.shuffle(s.rng, s.tiles, s.tiles.size)


@rule
def deal(s: State) -> None:
    """R3, R4: some cards go out unseen, then eight each, one at a time; the rest is the draw pile."""
    for player in range(s.players):
        bank(s, player)
    clear(s)
    lay_tiles(s)
    for place in range(s.removed):
        s.drawer[place] = NOBODY
    s.drawn = s.removed
    for i in range(s.players * HAND_SIZE):
        draw_from_deck(s, (s.opener + i) % s.players)
    s.player = s.opener
    s.status = RUNNING


@rule
def bank(s: State, player: int) -> None:
    """R18: the points of an expedition are paid, artifact tiles become tokens; both are kept."""
    s.points[player] = points_now(s, player)
    s.tokens[player] += s.found[player]


@rule
def clear(s: State) -> None:
    """R18: cards, pieces and tiles of the last expedition go back, and what was known of them."""
    s.turns = 0
    s.phase = PLAY
    s.discarded = NO_COLOUR
    s.crossed = 0
    s.ending = 0
    s.found[:] = 0
    for kind in range(KINDS):
        s.unseen[kind] = COPIES[kind]
    s.discards[:] = 0
    s.pile_size[:] = 0
    s.hand[:] = 0
    s.known[:] = 0
    s.played[:] = 0
    s.fits[:] = STARTS
    s.stone[:] = 0
    s.researcher[:] = 0
    s.last[:] = 0
    s.direction[:] = OPEN if s.either else UP
    s.adventurers[:] = ADVENTURERS
    s.researchers[:] = 1


@rule
def lay_tiles(s: State) -> None:
    """R5: each path gets five tiles, laid on its spaces from the first stone on."""
    s.tile[:] = NO_TILE
    for colour in range(COLOURS):
        for i in range(SPACES):
            s.tile[colour, s.spaces[colour, i] - 1] = s.tiles[colour * SPACES + i]


@rule
def legal_actions(s: State, out: Cells) -> None:
    """R6: play or discard a card, move a piece if that led to it, then draw."""
    if s.phase == PLAY:
        may_play_or_discard(s, out)
    else:
        out[:] = False
        if s.phase == DRAW:
            may_draw(s, out)
        else:
            may_move(s, out)


@rule
def may_play_or_discard(s: State, out: Cells) -> None:
    """R7, R8, R10: a card starts a path with a piece that waits, or fits; any may be discarded."""
    hand, fits = s.hand[s.player], s.fits[s.player]
    adventurer, researcher = s.adventurers[s.player] > 0, s.researchers[s.player] > 0
    for kind in range(KINDS):
        out[AT.play_adventurer + kind] = (hand[kind] > 0) & (fits[kind] == STARTS) & adventurer
    for kind in range(KINDS):
        out[AT.play_researcher + kind] = (hand[kind] > 0) & (fits[kind] == STARTS) & researcher
    for kind in range(KINDS):
        out[AT.play + kind] = (hand[kind] > 0) & (fits[kind] == MOVES_ON)
    for kind in range(KINDS):
        out[AT.discard + kind] = hand[kind] > 0
    out[AT.draw :] = False


@rule
def may_draw(s: State, out: Cells) -> None:
    """R11, R22: from the draw pile or a discard pile; only if there is nothing to draw one skips."""
    nothing = s.drawn == s.deck_size
    out[AT.draw] = not nothing
    for colour in range(COLOURS):
        free = may_take(s, colour)
        out[AT.take + colour] = free
        nothing &= not free
    out[AT.skip] = nothing


@rule
def may_take(s: State, colour: int) -> bool:
    """R11: the top of any discard pile, unless the option forbids what was discarded this turn."""
    return (s.pile_size[colour] > 0) & ((colour != s.discarded) | (s.redraw > 0))


@rule
def may_move(s: State, out: Cells) -> None:
    """R9, R14: any own piece that can move, or none."""
    for colour in range(COLOURS):
        out[AT.move + colour] = can_move(s, s.player, colour)
    out[AT.stay] = True


@rule
def can_move(s: State, player: int, colour: int) -> bool:
    """R9, R14: a piece that is on a path and not on its last stone."""
    return (s.stone[player, colour] > 0) & (s.stone[player, colour] < STONES)


@rule
def apply(s: State, action: int) -> None:
    """R6: one decision by the player to move."""
    player = s.player
    if action >= AT.draw:
        act_after_card(s, player, action)
    elif action >= AT.discard:
        discard(s, player, action - AT.discard)
    elif action >= AT.play:
        play(s, player, action - AT.play)
    elif action >= AT.play_researcher:
        start_with_researcher(s, player, action - AT.play_researcher)
    else:
        start_with_adventurer(s, player, action - AT.play_adventurer)


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
    """R12, R13, R14, R22: the tile on a piece's new stone is resolved, unless the end is settled."""
    here = s.stone[player, colour] - 1
    tile = int(s.tile[colour, here])
    s.phase = DRAW
    if tile == NO_TILE or s.ending:
        return
    if tile == ARROW:
        offer_move(s, player)
    elif tile == ARTIFACT:
        s.tile[colour, here] = NO_TILE
        s.found[player] += 1
    else:
        s.points[player] += tile


@rule
def offer_move(s: State, player: int) -> None:
    """R9, R14: the player may move a piece; where none can move, nobody is asked."""
    s.phase = DRAW
    for colour in range(COLOURS):
        if can_move(s, player, colour):
            s.phase = MOVE


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
    if s.known[player, kind] > 0:
        s.known[player, kind] -= 1
    else:
        s.unseen[kind] -= 1


@rule
def draw_from_deck(s: State, player: int) -> None:
    """R11, R16: the top card of the draw pile goes to the hand; the last one settles the end."""
    s.hand[player, s.deck[s.drawn]] += 1
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


@rule
def expedition_score(s: State, player: int) -> int:
    """R17: the values of the stones under a player's pieces, the researcher's twice."""
    points = 0
    for colour in range(COLOURS):
        points += WORTH[s.researcher[player, colour], s.stone[player, colour]]
    return points


@rule
def points_now(s: State, player: int) -> int:
    """R17: the victory points if the expedition ended now; never below 0."""
    return max(0, int(s.points[player]) + expedition_score(s, player))


@rule
def artifacts(s: State, player: int) -> int:
    """R19: the artifacts of a player, tokens and tiles."""
    return int(s.tokens[player]) + int(s.found[player])


@rule
def score(s: State, player: int) -> int:
    """R19: victory points, then what the track pays for artifacts or takes; never below 0."""
    return max(0, points_now(s, player) + int(s.track[artifacts(s, player)]))


@rule
def standing(s: State, player: int) -> int:
    """R20: most points win; tied, more artifacts; still tied, all of them."""
    return score(s, player) * (MOST_ARTIFACTS + 1) + artifacts(s, player)


@rule
def redeal_hidden(s: State, player: int) -> None:
    """R25: removed cards, the draw pile and the others' unseen cards are shuffled and laid out again."""
    hidden = np.empty(s.deck_size, np.int64)
    held = 0
    for i in range(1, s.players):
        held += held_unseen(s, (player + i) % s.players, hidden[held:])
    for place in hidden[:held]:
        s.hand[s.drawer[place], s.deck[place]] -= 1
    count = held
    for place in range(s.deck_size):
        if place < s.removed or place >= s.drawn:
            hidden[count] = place
            count += 1
    s.rng = rng.shuffle_places(s.rng, s.deck, hidden, count)
    for place in hidden[:held]:
        s.hand[s.drawer[place], s.deck[place]] += 1
