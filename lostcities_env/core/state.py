"""`State`: one game in progress, for people; whatever it is asked, nothing changes but by `apply`."""

import hashlib
import json
import operator
import struct
from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from lostcities_env.core import rng
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.engine import build
from lostcities_env.core.errors import IllegalAction
from lostcities_env.core.game import DEAL_OVER, NOBODY, RUNNING, TRUNCATED, Game, Variant
from lostcities_env.core.setup import check_setups, use_setup, write_setup

_MAGIC = b"LostCities"
_FORMAT = 1
RECORD_FORMAT = 1
_HEAD = struct.Struct("<10sBI")  # magic, format, length of the story
_DIGEST = hashlib.sha256  # of all the rest; it stands between the head and the story


class State:
    """One game in progress.

    Made by `lostcities_env.new_game`. Seats and action ids are plain integers; actions may also be
    given in words.
    """

    __slots__ = (
        "_actions",
        "_engine",
        "_mask",
        "_plan",
        "_player",
        "_rewards",
        "_setups",
        "_status",
        "_tables",
        "_whole",
        "ended_deal",
        "variant",
    )
    _player: int  # the seat to move, and how the game stands, as `_look` saw them
    _status: int

    def __init__(
        self,
        variant: Variant,
        key: np.uint64,
        number: int = 0,
        setups: Sequence[Mapping[str, Any]] = (),
        row: int = 0,
    ) -> None:
        """Deal the `number`-th game of a row; deals that are written down replace those of chance."""
        self.variant = variant
        self._engine = build(variant.game)
        self._tables = variant.template.copy()
        self._tables["rng"] = rng.game_stream(key, np.uint64(row), np.uint64(number))
        self._plan = check_setups(variant, setups)
        self._setups: list[dict[str, Any]] = []  # of the deals before this one
        self._actions: list[int] = []
        self._whole = True  # whether the deals and actions are known from the beginning
        self._rewards = np.zeros(variant.players, np.float32)
        self._mask = np.empty(variant.actions.size, np.bool_)
        self.ended_deal = False  # whether the last decision ended a deal: then rewards are paid
        self._deal()

    def _deal(self) -> None:
        """Deal once: as planned, or as the generator has it, which moves on either way."""
        self._engine.prepare_at(self._tables, 0)
        number = len(self._setups)
        if number < len(self._plan):
            use_setup(self.variant, self._tables[0], self._plan[number])
        self._engine.deal_at(self._tables, 0)
        self._look()

    def _look(self) -> None:
        """See who is to move now, what is legal, and how the game stands."""
        self._player, self._status = self._engine.mask_at(self._tables, 0, self._mask)

    # -- questions ---------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The ruleset that is played."""
        return self.variant.game

    @property
    def num_players(self) -> int:
        """How many play."""
        return self.variant.players

    @property
    def current_player(self) -> int:
        """The seat to move; -1 after the end."""
        return self._player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, in either way."""
        return self._status != RUNNING

    @property
    def is_truncated(self) -> bool:
        """Whether the game was cut short by `max_turns`."""
        return self._status == TRUNCATED

    @property
    def num_deals(self) -> int:
        """How many deals have begun, this one counted."""
        return int(self._tables["deals"][0])

    @property
    def rewards(self) -> list[float]:
        """What the last decision earned each seat."""
        return [float(reward) for reward in self._rewards]

    def legal_actions(self) -> list[int]:
        """The ids of what the player to move may do, ascending; none after the end."""
        return [int(action) for action in np.flatnonzero(self._mask)]

    def action_mask(self) -> NDArray[np.bool_]:
        """True for every legal id; all False after the end."""
        return self._mask.copy()

    def scores(self) -> list[int]:
        """Every seat's score as of now."""
        return self._standings()[0]

    def winners(self) -> list[int]:
        """The seats that have won, ascending; nobody while the game runs."""
        if not self.is_over:
            return []
        standings = self._standings()[1]
        return [seat for seat, rank in enumerate(standings) if rank == max(standings)]

    def _standings(self) -> tuple[list[int], list[int]]:
        scores, standings = np.empty((2, self.num_players), np.int64)
        self._engine.standings_at(self._tables, 0, scores, standings)
        return scores.tolist(), standings.tolist()

    def observation(self, player: int | None = None) -> NDArray[np.float32]:
        """What a player sees, by default the one to move."""
        out = np.empty(self.variant.observation.size, np.float32)
        self._engine.observe_at(self._tables, 0, self._seat(player), out)
        return out

    def full_state(self) -> NDArray[np.float32]:
        """All there is, for a centralised critic: every seat's view, then the deck to come.

        The views stand in the order of the seats. A card of the deck is its kind, from 1, divided by
        the deck's size; 0 stands for cards that are no longer in the draw pile.
        """
        views = [self.observation(seat) for seat in range(self.num_players)]
        table = self._tables[0]
        deck = np.zeros(table.deck.size, np.float32)
        left = table.deck[table.drawn : table.deck_size].astype(np.float32)
        deck[table.drawn : table.deck_size] = (left + 1) / table.deck.size
        return np.concatenate([*views, deck])

    def _seat(self, player: int | None) -> int:
        if player is None:
            if self.is_over:
                raise ValueError("the game is over and nobody is to move: name a player")
            return self.current_player
        seat = operator.index(player)
        if not 0 <= seat < self.num_players:
            raise ValueError(
                f"there is no player {player!r}: seats are 0 to {self.num_players - 1}"
            )
        return seat

    # -- words -------------------------------------------------------------------------------------

    def describe(self, action: SupportsIndex) -> str:
        """An action in words, legal or not."""
        return self.variant.describe(action)

    def parse(self, text: str) -> int:
        """The id of an action in words, legal or not."""
        return self.variant.parse(text)

    def render(self, player: int | None = None) -> str:
        """The table in text as a player sees it: by default the one to move, after the end anybody."""
        viewer = NOBODY if player is None and self.is_over else self._seat(player)
        return self.game.render(self._tables[0], viewer)

    def __str__(self) -> str:
        return self.render()

    def __repr__(self) -> str:
        where = "over" if self.is_over else f"player {self.current_player} to move"
        return f"<State of {self.game.name}: {len(self._actions)} decisions, {where}>"

    # -- moves -------------------------------------------------------------------------------------

    def apply(self, action: SupportsIndex | str) -> None:
        """Make one decision, by its id or in words. An illegal one raises and changes nothing."""
        number = self._checked(action)
        planned = len(self._plan) > len(self._setups) + 1
        before = (self._tables.copy(), self._rewards.copy()) if planned else None
        self._player, self._status = self._engine.decide_at(
            self._tables, 0, number, self._rewards, self._mask
        )
        ended_deal = self._status != RUNNING
        if self._status == DEAL_OVER:
            self._next_deal(before)
        self._actions.append(number)
        self.ended_deal = ended_deal

    def _next_deal(self, before: tuple[NDArray[Any], NDArray[np.float32]] | None) -> None:
        """Deal once more; where the plan for it turns out to be wrong, all is as it was `before`."""
        self._setups.append(write_setup(self.variant, self._tables[0]))
        try:
            self._deal()
        except ValueError:
            assert before is not None, "only a planned deal can be wrong"
            self._tables, self._rewards = before
            self._setups.pop()
            self._look()
            raise

    def _checked(self, action: SupportsIndex | str) -> int:
        if isinstance(action, str):
            number = self.variant.parse(action)
        else:
            number = self.variant.action_id(action)
        if not self._mask[number]:
            raise IllegalAction(self.why_not(number))
        return number

    def why_not(self, action: int) -> str:
        """Why an action is not legal now, in one sentence."""
        words = self.describe(action)
        if self.is_over:
            return f"{words} is not legal: the game is over"
        reason = self.game.explain(self._tables[0], *self.variant.actions.locate(action))
        return f"{words} is not legal: {reason}"

    # -- copies ------------------------------------------------------------------------------------

    def clone(self) -> "State":
        """A copy that shares nothing with this game."""
        copy = object.__new__(State)
        copy.variant, copy._engine = self.variant, self._engine
        copy._tables, copy._mask = self._tables.copy(), self._mask.copy()
        copy._rewards, copy.ended_deal = self._rewards.copy(), self.ended_deal
        copy._player, copy._status = self._player, self._status
        copy._plan, copy._setups = list(self._plan), list(self._setups)
        copy._actions, copy._whole = list(self._actions), self._whole
        return copy

    @staticmethod
    def from_table(variant: Variant, table: Any) -> "State":
        """A game taken up in the middle, of which nothing but the table is known: it has no record."""
        state = State(variant, np.uint64(0))
        state._tables[0] = table
        state._whole = False
        state._look()
        return state

    def __copy__(self) -> "State":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return State.from_bytes, (self.to_bytes(),)

    def determinize(self, player: int, seed: int | None) -> "State":
        """A copy with all that `player` cannot know dealt anew, uniformly among what is consistent.

        The generator and every deal not yet made are replaced too, all from `seed`, so that no search
        can see the future.
        """
        copy = self.clone()
        copy._plan = []
        copy._tables["rng"] = rng.game_stream(rng.key_of(seed), np.uint64(0), np.uint64(0))
        copy._engine.redeal_at(copy._tables, 0, self._seat(player))
        return copy

    def worlds(self, player: int, count: int, seed: int | None) -> NDArray[Any]:
        """So many tables that are dealt anew as in `determinize`, for compiled playouts."""
        key, seat = rng.key_of(seed), self._seat(player)
        tables = np.repeat(self._tables, count)
        for i in range(count):
            tables["rng"][i] = rng.game_stream(key, np.uint64(i), np.uint64(0))
            self._engine.redeal_at(tables, i, seat)
        return tables

    def to_bytes(self) -> bytes:
        """The whole game as bytes: `State.from_bytes` goes on from here."""
        story = {
            "game": self.game.name,
            "layout": self.game.fingerprint,
            "options": self.variant.given,
            "setups": self._setups,
            "plan": self._plan,
            "actions": self._actions,
            "whole": self._whole,
            "rewards": self.rewards,
            "ended_deal": self.ended_deal,
        }
        text = json.dumps(story).encode()
        body = text + self._tables.astype(self.game.packed).tobytes()
        head = _HEAD.pack(_MAGIC, _FORMAT, len(text))
        return head + _DIGEST(head + body).digest() + body

    @staticmethod
    def from_bytes(data: bytes) -> "State":
        """The game that `to_bytes` wrote; bytes that are not exactly that are refused."""
        story, tables = _unpack(data)
        game = find_game(story["game"])
        if story["layout"] != game.fingerprint:
            raise ValueError(
                f"these bytes were written by another version of {game.name}: keep games as records "
                f"(state.record()), which every version can replay"
            )
        table = np.frombuffer(tables, game.packed).astype(game.dtype)[0]
        state = State.from_table(game.variant(story["options"]), table)
        state._plan, state._setups = story["plan"], story["setups"]
        state._actions, state._whole = story["actions"], story.get("whole", True)
        state._rewards[:] = story["rewards"]
        state.ended_deal = story["ended_deal"]
        return state

    def setups_played(self) -> list[dict[str, Any]]:
        """What chance decided in every deal so far."""
        if not self._whole:
            raise ValueError(
                "this game was taken up in the middle: how it came to be is not known, so that it "
                "has no record"
            )
        return [*map(dict, self._setups), write_setup(self.variant, self._tables[0])]

    # -- the story so far --------------------------------------------------------------------------

    def record(self) -> dict[str, Any]:
        """The game so far as a record: `lostcities_env.replay` plays it again."""
        return {
            "format": RECORD_FORMAT,
            "game": self.game.name,
            "options": dict(self.variant.given),
            "setups": self.setups_played(),
            "actions": [self.variant.words[action] for action in self._actions],
            "scores": self.scores(),
            "winners": self.winners(),
        }


def _unpack(data: bytes) -> tuple[dict[str, Any], bytes]:
    """The story and the table in the bytes of a saved game, after making sure they are whole."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise ValueError(f"a saved game is bytes, not {type(data).__name__}")
    data = bytes(data)
    if len(data) < _HEAD.size or not data.startswith(_MAGIC):
        raise ValueError("these bytes are not a saved game of lostcities_env")
    _, form, length = _HEAD.unpack_from(data)
    if form != _FORMAT:
        raise ValueError(f"these bytes have format {form}; this version reads format {_FORMAT}")
    head, rest = data[: _HEAD.size], data[_HEAD.size :]
    digest, body = rest[: _DIGEST().digest_size], rest[_DIGEST().digest_size :]
    if _DIGEST(head + body).digest() != digest:
        raise ValueError("these bytes of a saved game are damaged: some are missing or altered")
    return json.loads(body[:length]), body[length:]
