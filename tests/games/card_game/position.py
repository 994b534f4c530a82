"""Positions of the card game, drawn in a line of text, and short words to play and look at them.

    position("me: Y4 | hand: Y3 Y6 R2 | discards: B2 B5 | left: 3 | to move: me")

Seat 0 is "me", seat 1 "they". What may be drawn:

- me, they: the cards in their columns, in the order in which they were played
- hand, their hand: cards that only their owner has seen
- known: cards in their hand that were taken from a discard pile; "my known" likewise
- discards: cards in the discard piles, each pile bottom first
- draw: the cards on top of the draw pile, top first
- left: how many cards are left to draw; all the others lie at the bottom of the discard piles
- turns, opened (who began the deal), totals (of earlier deals), deal (its number)
- to move: me or they
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

import lostcities_env
from lostcities_env import State
from lostcities_env.games.card_game import rules
from lostcities_env.games.card_game.state import CARDS, NO_COLOUR, PLAY

SEATS = {"me": 0, "they": 1}
COLOURS = "YBWGRP"
VALUES = ("w", "2", "3", "4", "5", "6", "7", "8", "9", "10")
_PLACES = ("me", "they", "hand", "their hand", "known", "my known", "discards")


def kind(card: str) -> int:
    """The number of a kind of card."""
    return COLOURS.index(card[0]) * len(VALUES) + VALUES.index(card[1:])


def position(text: str, **options: Any) -> State:
    """The state that a text draws."""
    drawn = {name.strip(): what.split() for name, what in (p.split(":") for p in text.split("|"))}
    state = lostcities_env.new_game("card_game_v0", seed=0, **options)
    _Builder(state).build(drawn)
    return state


class _Builder:
    """Lays a position out card by card, as if each had been drawn and then put in its place."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.s: Any = state._tables[0]
        self.rest = CARDS.deck(int(self.s.expeditions)).tolist()
        rules.clear(self.s)

    def build(self, drawn: dict[str, list[str]]) -> None:
        top = self.pick_out(drawn.pop("draw", []))
        laid = {name: self.pick_out(drawn.pop(name)) for name in _PLACES if name in drawn}
        if "left" in drawn:
            count = int(drawn.pop("left")[0]) - len(top)
            self.lay("discards", self.rest[count:])
            del self.rest[count:]
        for name, kinds in laid.items():
            self.lay(name, kinds)
        self.s.deck[self.s.drawn : self.s.deck_size] = top + self.rest
        self.s.phase, self.s.discarded, self.s.player = PLAY, NO_COLOUR, 0
        for name, words in drawn.items():
            self.note(name, words)
        self.state._look()

    def pick_out(self, cards: list[str]) -> list[int]:
        """The kinds of these cards, taken from those that have no place yet."""
        kinds = [kind(card) for card in cards]
        for one in kinds:
            self.rest.remove(one)
        return kinds

    def lay(self, name: str, kinds: list[int]) -> None:
        seat = 1 if name in ("they", "their hand", "known") else 0
        for one in kinds:
            self.s.deck[self.s.drawn] = one
            rules.draw_from_deck(self.s, seat)
            if name in ("me", "they"):
                rules.play(self.s, seat, one)
            if name in ("discards", "known", "my known"):
                rules.discard(self.s, seat, one)
        if name in ("known", "my known"):
            for one in reversed(kinds):
                rules.take(self.s, seat, one // len(VALUES))

    def note(self, name: str, words: list[str]) -> None:
        """What is not a card."""
        if name == "totals":
            self.s.total[:] = [int(word) for word in words]
        elif name in ("to move", "opened"):
            setattr(self.s, {"to move": "player", "opened": "opener"}[name], SEATS[words[0]])
        else:
            setattr(self.s, {"turns": "turns", "deal": "deals"}[name], int(words[0]))


def can(state: State, words: str) -> bool:
    """Whether the player to move may do this."""
    return state.parse(words) in state.legal_actions()


def legal(state: State) -> set[str]:
    """All that the player to move may do, in words."""
    return {state.describe(action) for action in state.legal_actions()}


def do(state: State, moves: str) -> State:
    """Make moves, written one after the other with commas between; return the same state."""
    for move in moves.split(","):
        state.apply(move)
    return state


def run_out(state: State) -> State:
    """Discard and draw from the draw pile until the deal is over; return the same state."""
    deal = state.num_deals
    while not state.is_over and state.num_deals == deal:
        state.apply(next(words for words in sorted(legal(state)) if words.startswith("d")))
        state.apply("draw")
    return state


def see(state: State, player: int, span: str) -> NDArray[np.float32]:
    """One span of what a player sees, in the shape of its axes."""
    return state.variant.observation.view(state.observation(player), span)


def cards_in(state: State, player: int, span: str) -> dict[str, int]:
    """The cards that a span per kind of card speaks of, and how many of each."""
    seen = see(state, player, span).ravel() * state.game.cards.copies_of_kinds(
        len(state.variant.observation.labels["colour"])
    )
    return {CARDS.name(k): round(float(seen[k])) for k in np.flatnonzero(seen)}
