"""A slow and obvious referee for Rivals, written straight from the rules.

It keeps cards as words in plain lists and shares no code with the engine.
"""

from typing import Any

COLOURS = "YBWGR"
COINS = 36
PILE_SIZE = 20


class Referee:
    """Says at every moment who is to move, what is legal, and what everybody has."""

    def __init__(self, options: dict[str, Any], setups: list[dict[str, Any]]) -> None:
        setup = setups[0]
        self.players = options.get("players", 2)
        starter = options.get("starter", 0)
        self.current_player = setup.get("starter", 0 if starter == "random" else starter)
        cards = setup["deck"].split()
        self.piles = [cards[i : i + PILE_SIZE] for i in range(0, len(cards), PILE_SIZE)]
        self.expeditions = [{colour: [] for colour in COLOURS} for _ in range(self.players)]
        for player, pair in enumerate(setup["wagers"]):
            for colour in pair:
                self.expeditions[player][colour].append(colour + "w")
        self.gold = [COINS // self.players] * self.players
        self.supply = 0
        self.display: list[str] = []
        self.asked = "turn"
        self.bid = 0
        self.still_in: list[int] = []
        self.has_removed = False
        self.is_over = False
        self.is_truncated = False

    def legal(self) -> set[str]:
        if self.is_over:
            return set()
        purse = self.gold[self.current_player]
        raises = {f"bid {coins}" for coins in range(self.bid + 1, purse + 1)}
        if self.asked == "turn":
            return {"uncover"} | (raises if self.display else set())
        if self.asked == "bid":
            return {"pass"} | raises
        moves = {f"take {card}" for card in self.display if self.fits(self.current_player, card)}
        if not self.has_removed:
            moves |= {f"remove {card}" for card in self.display}
        return moves | {"done"}

    def fits(self, player: int, card: str) -> bool:
        numbers = [int(c[1:]) for c in self.expeditions[player][card[0]] if c[1:] != "w"]
        if not numbers:
            return True
        return card[1:] != "w" and int(card[1:]) >= numbers[-1]

    def apply(self, words: str) -> None:
        assert words in self.legal(), words
        verb, _, what = words.partition(" ")
        getattr(self, "_" + verb)(what)

    def _uncover(self, _: str) -> None:
        self.turn_card_and_go_on()

    def _bid(self, coins: str) -> None:
        if self.asked == "turn":
            self.asked = "bid"
            first = self.current_player
            self.still_in = [(first + i) % self.players for i in range(self.players)]
        self.bid = int(coins)
        # The front of the list is to move: whoever has bid goes to its end.
        self.still_in.append(self.still_in.pop(0))
        self.current_player = self.still_in[0]

    def _pass(self, _: str) -> None:
        self.still_in.pop(0)
        self.current_player = self.still_in[0]
        if len(self.still_in) == 1:
            self.gold[self.current_player] -= self.bid
            self.supply += self.bid
            self.bid = 0
            self.has_removed = False
            self.asked = "use"

    def _take(self, card: str) -> None:
        self.display.remove(card)
        self.expeditions[self.current_player][card[0]].append(card)

    def _remove(self, card: str) -> None:
        self.display.remove(card)
        self.has_removed = True

    def _done(self, _: str) -> None:
        self.turn_card_and_go_on()

    def turn_card_and_go_on(self) -> None:
        card = self.piles[0].pop(0)
        if any(self.fits(player, card) for player in range(self.players)):
            self.display.append(card)
        self.asked = "turn"
        self.current_player = (self.current_player + 1) % self.players
        if not self.piles[0]:
            self.piles.pop(0)
            if not self.piles:
                self.is_over = True
                self.current_player = -1
                return
            while self.supply >= self.players:
                self.supply -= self.players
                self.gold = [coins + 1 for coins in self.gold]

    def scores(self) -> list[int]:
        return [
            self.gold[player] + sum(map(self.worth, self.expeditions[player].values()))
            for player in range(self.players)
        ]

    def worth(self, cards: list[str]) -> int:
        numbers = [int(card[1:]) for card in cards if card[1:] != "w"]
        wagers = len(cards) - len(numbers)
        footprints = sum(1 if number <= 5 else 2 for number in numbers)
        bonus = 8 if len(numbers) >= 4 else 0
        return footprints * (1 + wagers) + bonus

    def winners(self) -> list[int]:
        if not self.is_over:
            return []
        scores = self.scores()
        return [player for player, score in enumerate(scores) if score == max(scores)]
