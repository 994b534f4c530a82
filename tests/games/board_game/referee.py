"""A slow, obvious referee of the board game: plain Python from the rules, sharing nothing."""

from itertools import pairwise

COLOURS = ["Y", "B", "W", "G", "R"]
STONES = {0: 0, 1: -20, 2: -15, 3: -10, 4: 5, 5: 10, 6: 15, 7: 30, 8: 35, 9: 50}
DEFAULT_SPACES = {
    "Y": [2, 4, 6, 8, 9],
    "B": [3, 5, 6, 7, 9],
    "W": [2, 4, 6, 7, 9],
    "G": [2, 4, 5, 7, 9],
    "R": [2, 3, 5, 8, 9],
}
LONG_TRACK = [-25, -20, -15, -10, -5, 15, 30, 45, 55, 70, 90, 100]
SHORT_TRACK = [-20, -15, 10, 15, 30, 50]


class Piece:
    """An explorer on a path."""

    def __init__(self, is_researcher):
        self.is_researcher = is_researcher
        self.stone = 0

    def value(self):
        return STONES[self.stone] * (2 if self.is_researcher else 1)


class Player:
    """One seat: what is kept through the game, and what lies before the player now."""

    def __init__(self):
        self.victory_points = 0
        self.artifact_tokens = 0

    def new_expedition(self):
        self.hand = []
        self.columns = {colour: [] for colour in COLOURS}
        self.pieces = {}
        self.adventurers_left = 4
        self.researcher_left = True
        self.artifact_tiles = 0
        self.turns_taken = 0

    def expedition_score(self):
        return sum(piece.value() for piece in self.pieces.values())

    def artifacts(self):
        return self.artifact_tokens + self.artifact_tiles

    def movable(self):
        return [colour for colour, piece in self.pieces.items() if piece.stone < 9]


class Referee:
    """One game, dealt from what is written down; moves are given in words."""

    def __init__(self, options, setups):
        self.number = options.get("players", 2)
        self.rounds = options.get("rounds", 3)
        self.either = options.get("direction", "up") == "either"
        self.equal_turns = options.get("equal_turns", False)
        self.redraw = options.get("redraw_own_discard", True)
        self.max_turns = options.get("max_turns", 500)
        self.track = options.get("artifact_track") or (
            LONG_TRACK if self.rounds == 3 else SHORT_TRACK
        )
        spaces = options.get("tile_spaces")
        self.spaces = dict(zip(COLOURS, spaces, strict=True)) if spaces else DEFAULT_SPACES
        self.setups = setups
        self.players = [Player() for _ in range(self.number)]
        self.starter = setups[0]["starter"]
        self.expedition = 0
        self.is_over = self.is_truncated = False
        self.seen = set()  # what has happened: tests count it
        self.begin_expedition()

    # -- an expedition ------------------------------------------------------------------------

    def begin_expedition(self):
        setup = self.setups[self.expedition]
        cards = setup["deck"].split()
        if self.number == 2:
            cards = cards[30:]
        for player in self.players:
            player.new_expedition()
        for i in range(8 * self.number):
            self.players[(self.starter + i) % self.number].hand.append(cards.pop(0))
        self.draw_pile = cards
        self.discards = {colour: [] for colour in COLOURS}
        self.tiles = {}
        words = setup["tiles"].split()
        for colour in COLOURS:
            for stone in sorted(self.spaces[colour]):
                self.tiles[colour, stone] = words.pop(0)
        self.bridges_crossed = 0
        self.end_is_known = False
        self.turns = 0
        self.current_player = self.starter
        self.begin_turn()

    def begin_turn(self):
        self.to_do = "play"
        self.own_discard = None
        self.moved_by_arrow = False

    def end_expedition(self):
        next_starter = (self.current_player + 1) % self.number
        if self.expedition + 1 == self.rounds:
            self.is_over = True
            self.current_player = -1
            return
        for player in self.players:
            player.victory_points = max(0, player.victory_points + player.expedition_score())
            player.artifact_tokens += player.artifact_tiles
        self.expedition += 1
        self.starter = next_starter
        self.begin_expedition()

    def end_turn(self):
        self.turns += 1
        self.players[self.current_player].turns_taken += 1
        if self.end_is_known:
            same = len({player.turns_taken for player in self.players}) == 1
            if same or not self.equal_turns:
                self.end_expedition()
                return
        if self.turns == self.max_turns:
            if self.end_is_known:
                self.seen.add("truncated in the last turns")
            self.is_over = self.is_truncated = True
            self.current_player = -1
            return
        self.current_player = (self.current_player + 1) % self.number
        self.begin_turn()

    # -- what may be done ---------------------------------------------------------------------

    def legal(self):
        if self.is_over:
            return set()
        player = self.players[self.current_player]
        if self.to_do == "move":
            return {f"move {colour}" for colour in player.movable()} | {"stay"}
        if self.to_do == "draw":
            return self.legal_draws()
        moves = {f"discard {card}" for card in player.hand}
        for card in player.hand:
            moves |= self.legal_plays(player, card)
        return moves

    def legal_draws(self):
        draws = {"draw"} if self.draw_pile else set()
        for colour in COLOURS:
            if self.discards[colour] and (self.redraw or self.own_discard != colour):
                draws.add(f"draw {colour}")
        return draws or {"skip"}

    def legal_plays(self, player, card):
        colour, value = card[0], int(card[1:])
        if colour not in player.pieces:
            plays = set()
            if player.adventurers_left:
                plays.add(f"play {card} adventurer")
            if player.researcher_left:
                plays.add(f"play {card} researcher")
            return plays
        return {f"play {card}"} if self.fits(player.columns[colour], value) else set()

    def fits(self, column, value):
        line = [*column, value]
        upward = all(a <= b for a, b in pairwise(line))
        downward = all(a >= b for a, b in pairwise(line))
        return upward or (self.either and downward)

    # -- doing it -----------------------------------------------------------------------------

    def apply(self, words):
        assert words in self.legal(), words
        player = self.players[self.current_player]
        verb, *rest = words.split()
        if verb == "play":
            self.play(player, *rest)
        elif verb == "discard":
            player.hand.remove(rest[0])
            self.discards[rest[0][0]].append(rest[0])
            self.own_discard = rest[0][0]
            self.to_do = "draw"
        elif verb == "move":
            self.seen.add(
                "moved by an arrow" if self.why == "arrow" else "moved by a finished path"
            )
            self.advance(player, rest[0], by_arrow=self.why == "arrow")
        elif verb == "stay":
            self.seen.add(
                "declined an arrow" if self.why == "arrow" else "declined a finished path"
            )
            self.to_do = "draw"
        elif verb == "skip":
            self.seen.add("skipped")
            self.end_turn()
        else:
            self.draw(player, rest)

    def play(self, player, card, piece=None):
        colour, value = card[0], int(card[1:])
        player.hand.remove(card)
        if player.columns[colour] and value < player.columns[colour][-1]:
            self.seen.add("downward")
        player.columns[colour].append(value)
        if piece is not None:
            player.pieces[colour] = Piece(piece == "researcher")
            if piece == "researcher":
                player.researcher_left = False
            else:
                player.adventurers_left -= 1
            self.advance(player, colour)
        elif player.pieces[colour].stone == 9:
            self.ask_for_a_move(player, "finished path")
        else:
            self.advance(player, colour)

    def ask_for_a_move(self, player, why):
        self.why = why
        self.to_do = "move" if player.movable() else "draw"
        if not player.movable():
            self.seen.add(f"nothing to move by {why}")

    def advance(self, player, colour, by_arrow=False):
        piece = player.pieces[colour]
        piece.stone += 1
        self.to_do = "draw"
        if piece.stone == 7:
            self.bridges_crossed += 1
            if self.bridges_crossed == 5 and not self.end_is_known:
                self.seen.add("ended by the bridges")
                self.end_is_known = True
                self.end_turn()
                return
            if self.end_is_known:
                self.seen.add("crossed in the last turns")
        tile = self.tiles.get((colour, piece.stone))
        if tile is None:
            return
        if self.end_is_known:
            self.seen.add("tile not resolved in the last turns")
            return
        if tile == "A":
            del self.tiles[colour, piece.stone]
            player.artifact_tiles += 1
        elif tile == ">":
            if by_arrow:
                self.seen.add("chained arrows")
            self.ask_for_a_move(player, "arrow")
        else:
            player.victory_points += int(tile)

    def draw(self, player, rest):
        if rest:
            player.hand.append(self.discards[rest[0]].pop())
            if rest[0] == self.own_discard:
                self.seen.add("took back the own discard")
        else:
            player.hand.append(self.draw_pile.pop(0))
            if not self.draw_pile:
                if not self.end_is_known:
                    self.seen.add("ended by the draw pile")
                self.end_is_known = True
        self.end_turn()

    # -- the result ---------------------------------------------------------------------------

    def scores(self):
        return [self.score(player) for player in self.players]

    def score(self, player):
        points = max(0, player.victory_points + player.expedition_score())
        bonus = self.track[min(player.artifacts(), len(self.track) - 1)]
        return max(0, points + bonus)

    def winners(self):
        if not self.is_over:
            return []
        results = [(self.score(player), player.artifacts()) for player in self.players]
        winners = [seat for seat in range(self.number) if results[seat] == max(results)]
        if len(winners) > 1:
            self.seen.add("shared win")
        return winners
