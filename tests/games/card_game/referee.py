"""A slow, obvious referee of the card game: the rules once more, and nothing of the engine."""

from collections.abc import Sequence
from typing import Any

VALUES = ["w", "2", "3", "4", "5", "6", "7", "8", "9", "10"]


def number(card: str) -> int:
    """The number on a card; a wager has none and counts 0."""
    return 0 if card[1:] == "w" else int(card[1:])


def column_score(column: list[str]) -> int:
    """What one column is worth."""
    if not column:
        return 0
    wagers = sum(card[1:] == "w" for card in column)
    points = (sum(number(card) for card in column) - 20) * (1 + wagers)
    return points + 20 if len(column) >= 8 else points


class Referee:
    """One game between seats 0 and 1, with the deals as they are written down."""

    def __init__(self, options: dict[str, Any], setups: Sequence[dict[str, Any]]) -> None:
        self.colours = "YBWGRP"[: options.get("expeditions", 5)]
        self.rounds = options.get("rounds", 1)
        self.max_turns = options.get("max_turns", 500)
        self.setups = setups
        self.totals = [0, 0]
        self.deals = 0
        self.is_over = False
        self.is_truncated = False
        self.deal(setups[0].get("starter", options.get("starter", 0)))

    def deal(self, starter: int) -> None:
        """Clear the table and deal eight cards each, one at a time, from the starter on."""
        self.starter = self.current_player = starter
        self.draw_pile = self.setups[self.deals]["deck"].split()
        self.deals += 1
        box = [colour + value for colour in self.colours for value in [*VALUES, "w", "w"]]
        assert sorted(self.draw_pile) == sorted(box)
        self.hands: list[list[str]] = [[], []]
        self.columns = [{colour: [] for colour in self.colours} for _ in range(2)]
        self.piles: dict[str, list[str]] = {colour: [] for colour in self.colours}
        self.turns = 0
        self.must_draw = False
        self.just_discarded = ""
        for _ in range(8):
            for player in (starter, 1 - starter):
                self.hands[player].append(self.draw_pile.pop(0))

    def may_play(self, card: str) -> bool:
        """Whether a card fits at the end of the own column of its colour."""
        column = self.columns[self.current_player][card[0]]
        highest = max([number(old) for old in column], default=0)
        if card[1:] == "w":
            return highest == 0
        return number(card) > highest

    def legal(self) -> set[str]:
        """All that the player to move may do, in words."""
        if self.is_over:
            return set()
        if self.must_draw:
            piles = [c for c in self.colours if self.piles[c] and c != self.just_discarded]
            return {"draw"} | {f"draw {colour}" for colour in piles}
        hand = self.hands[self.current_player]
        plays = {f"play {card}" for card in hand if self.may_play(card)}
        return plays | {f"discard {card}" for card in hand}

    def apply(self, words: str) -> None:
        """Make one move."""
        assert words in self.legal(), f"{words} is not legal"
        verb, _, what = words.partition(" ")
        hand = self.hands[self.current_player]
        if verb == "draw":
            hand.append(self.piles[what].pop() if what else self.draw_pile.pop(0))
            self.end_turn()
            return
        hand.remove(what)
        if verb == "play":
            self.columns[self.current_player][what[0]].append(what)
        else:
            self.piles[what[0]].append(what)
            self.just_discarded = what[0]
        self.must_draw = True

    def end_turn(self) -> None:
        """The turn is over: so is the deal without a draw pile, or the game after too many turns."""
        self.turns += 1
        self.must_draw = False
        self.just_discarded = ""
        self.current_player = 1 - self.current_player
        if not self.draw_pile:
            self.end_deal()
        elif self.turns == self.max_turns:
            self.is_truncated = True
            self.end_game()

    def end_deal(self) -> None:
        """After the last deal the game is over; before, whoever leads begins the next one."""
        if self.deals == self.rounds:
            self.end_game()
            return
        scores = self.scores()
        self.totals = scores
        if scores[0] == scores[1]:
            self.deal(1 - self.starter)
        else:
            self.deal(scores.index(max(scores)))

    def end_game(self) -> None:
        """Nobody is to move any more; what lies on the table is counted."""
        self.is_over = True
        self.current_player = -1

    def scores(self) -> list[int]:
        """The points of earlier deals and of the columns as they lie."""
        here = [sum(column_score(c) for c in columns.values()) for columns in self.columns]
        return [before + now for before, now in zip(self.totals, here, strict=True)]

    def winners(self) -> list[int]:
        """Who has the most points; nobody while the game runs."""
        scores = self.scores()
        return [seat for seat in range(2) if scores[seat] == max(scores)] if self.is_over else []
