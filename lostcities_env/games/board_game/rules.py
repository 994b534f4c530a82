"""The rules of the board game over its `State`; the numbers R1, R2, ... are those of RULES.md."""

import numpy as np

from lostcities_env.core import rng
from lostcities_env.core.cards import held_unseen
from lostcities_env.core.game import NOBODY, RUNNING, Cells
from lostcities_env.core.jit import allocating, rule
from lostcities_env.games.board_game.actions import AT
from lostcities_env.games.board_game.moves import (
    act_after_card,
    can_move,
    discard,
    draw_from_deck,
    play,
    start_with_adventurer,
    start_with_researcher,
)
from lostcities_env.games.board_game.scoring import points_now
from lostcities_env.games.board_game.state import (
    ADVENTURERS,
    ARROW,
    ARROWS,
    ARTIFACT,
    ARTIFACTS,
    CARDS,
    COLOURS,
    DRAW,
    HAND_SIZE,
    KINDS,
    MOVES_ON,
    NO_COLOUR,
    OPEN,
    PLAY,
    PRIZES,
    SPACES,
    STARTS,
    STONES,
    TILE_BOX,
    TILES,
    UP,
    State,
)

BOX = CARDS.deck(COLOURS)
COPIES = CARDS.copies_of_kinds(COLOURS)
TILES_IN_BOX = np.array(TILE_BOX, np.int8)


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
    """R3, R4: some cards go out unseen, then eight each one at a time; the rest is drawn from."""
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
    s.hand_size[:] = 0
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
    s.tile[:] = 0
    for i in range(TILES):
        colour, space = i // SPACES, i % SPACES
        place = colour * STONES + int(s.spaces[colour, space]) - 1
        tile = s.tiles[i]
        s.tile[ARTIFACTS + place] = tile == ARTIFACT
        s.tile[ARROWS + place] = tile == ARROW
        s.tile[PRIZES + place] = max(tile, 0)


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
    """R11, R22: from the draw pile or a discard pile; where there is nothing to draw, one skips."""
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
    return bool((s.pile_size[colour] > 0) & ((colour != s.discarded) | (s.redraw > 0)))


@rule
def may_move(s: State, out: Cells) -> None:
    """R9, R14: any own piece that can move, or none."""
    for colour in range(COLOURS):
        out[AT.move + colour] = can_move(s, s.player, colour)
    out[AT.stay] = True


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


@allocating
def redeal_hidden(s: State, player: int) -> None:
    """R25: removed cards, draw pile and others' unseen cards are shuffled and laid out again."""
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
