"""`Game`: the contract that a ruleset fills in, and `Variant`: a game with its options settled.

A ruleset is data (cards, options, layouts) and a handful of verbs over its `Table`. The verbs are
compiled rules that change the table and return nothing; its nouns and questions read it and return.
The engine does the rest: deals, turns rewards out of scores, and runs many tables at once.
"""

import hashlib
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Protocol, SupportsIndex, get_type_hints

import numpy as np
from numpy.typing import NDArray

from lostcities_env.core import options as opt
from lostcities_env.core.cards import CardSet
from lostcities_env.core.errors import IllegalAction
from lostcities_env.core.jit import rule
from lostcities_env.core.layout import Layout

MAX_PLAYERS = 4
NOBODY = -1
RUNNING, DEAL_OVER, GAME_OVER, TRUNCATED = range(4)  # the values of `status`
WIN, MARGIN, SCORE = range(3)  # the values of `reward`, in the order of opt.REWARDS
PERFECT, TABLE = range(2)  # the values of `memory`, in the order of opt.MEMORIES
RANDOM = -1  # the value of `starter` for "random"

Cells = NDArray[Any]


class Table(Protocol):
    """The fields that the engine needs in the state of every game.

    A ruleset's own state extends this class. The annotations are the one declaration of a field:
    the record's dtype is made from them, and mypy reads them as they stand. Single numbers are 64
    bits wide: a narrow one would make the compiler translate each rule again for its type.
    """

    rng: Annotated[np.uint64, "u8"]  # the generator: all chance that is still to come
    reward: Annotated[int, "i8"]  # option: WIN, MARGIN or SCORE
    memory: Annotated[int, "i8"]  # option: PERFECT or TABLE
    starter: Annotated[int, "i8"]  # option: the seat that begins the game, or RANDOM
    players: Annotated[int, "i8"]  # option: how many play
    rounds: Annotated[int, "i8"]  # option: how many deals make a game
    opener: Annotated[int, "i8"]  # the seat that began this deal
    next_opener: Annotated[int, "i8"]  # the seat that begins the next one, known at the end of this
    player: Annotated[int, "i8"]  # the seat to move, NOBODY after the end
    status: Annotated[int, "i8"]  # RUNNING, DEAL_OVER (another one follows), GAME_OVER, TRUNCATED
    deals: Annotated[int, "i8"]  # deals begun so far, this one counted
    drawn: Annotated[int, "i8"]  # cards of the deck that have left the draw pile
    deck_size: Annotated[int, "i8"]  # cards in the deck
    paid: Annotated[Cells, "i4", (MAX_PLAYERS,)]  # what rewards have paid each seat so far


def record_dtype(table: type) -> np.dtype[Any]:
    """The record that holds one table: the annotated fields, the base class's first."""
    hints: dict[str, Any] = {}
    for base in reversed(table.__mro__):
        for name in getattr(base, "__annotations__", {}):
            hints[name] = get_type_hints(table, include_extras=True)[name]
    for name in hints:
        if hasattr(np.record, name):
            raise ValueError(f"a table cannot have a field {name!r}: NumPy's records use that name")
    fields = [(name, *hint.__metadata__) for name, hint in hints.items()]
    return np.dtype((np.record, np.dtype(fields, align=True)))


@rule
def close_deal(s: Table, next_opener: int) -> None:
    """End the deal: the last one ends the game, after another one the next seat begins."""
    s.player = NOBODY
    s.next_opener = next_opener
    s.status = DEAL_OVER if s.deals < s.rounds else GAME_OVER


@rule
def truncate(s: Table) -> None:
    """Cut the whole game short as it lies."""
    s.player = NOBODY
    s.status = TRUNCATED


@dataclass(frozen=True)
class Chance:
    """One thing that chance decides in a deal, as it is written down in a setup."""

    name: str
    read: Callable[[Any, Any], None]  # (table, written): checks it and puts it on the table
    write: Callable[[Any], Any]  # (table): what is to be written down


def deck_in_words(cards: CardSet) -> Chance:
    """The deck as it is written down: all cards, top first."""

    def read(s: Any, written: object) -> None:
        s.deck[: s.deck_size] = cards.read_deck(written, int(s.deck_size) // cards.per_colour)

    def write(s: Any) -> str:
        return cards.names(s.deck[: s.deck_size])

    return Chance("deck", read, write)


@dataclass(frozen=True, eq=False)
class Game:
    """A ruleset: everything that the engine, the environments and the documents ask of it."""

    name: str  # "card_game_v0": the version changes with behaviour, never with speed
    title: str
    table: type  # a Protocol that extends Table
    cards: CardSet
    options: tuple[opt.Option, ...]  # its own; the common ones are added
    chance: tuple[Chance, ...]  # what a setup holds besides `starter`, the deck among it
    player_counts: tuple[int, ...]  # the first is the default

    configure: Callable[[Mapping[str, Any]], dict[str, Any]]  # options -> its own fields' values
    actions: Callable[[Mapping[str, Any]], Layout]  # options -> what each action id means
    observation: Callable[[Mapping[str, Any]], Layout]  # options -> what each number means

    shuffle: Callable[[Any], None]  # (s): let chance decide a deal, from s.rng
    deal: Callable[[Any], None]  # (s): bank the last deal, clear the table, lay out the next
    legal_actions: Callable[[Any, Any], None]  # (s, out): True for every legal id, False elsewhere
    apply: Callable[[Any, int], None]  # (s, action): one legal decision of s.player
    score: Callable[[Any, int], int]  # (s, player): the whole game's score as of now
    standing: Callable[[Any, int], int]  # (s, player): like score, with tie-breaks in
    observe: Callable[[Any, int, Any], None]  # (s, player, out): that player's view
    redeal_hidden: Callable[[Any, int], None]  # (s, player): from s.rng, all he cannot know

    explain: Callable[[Any, str, tuple[int, ...]], str]  # (s, span, coordinates): why not legal now
    render: Callable[[Any, int], str]  # (s, viewer or NOBODY): the table in text, for that viewer

    dtype: np.dtype[Any] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "dtype", record_dtype(self.table))

    @cached_property
    def packed(self) -> np.dtype[Any]:
        """The same fields without gaps between them, for bytes that are equal for equal tables."""
        return np.dtype([(name, *self._shape(name)) for name in self.dtype.names or ()])

    def _shape(self, field: str) -> tuple[Any, ...]:
        kind = self.dtype[field]
        return kind.base.newbyteorder("<"), kind.shape

    @cached_property
    def fingerprint(self) -> str:
        """What a table of this game looks like in memory: equal for equal layouts of its fields."""
        return hashlib.sha256(repr(self.packed.descr).encode()).hexdigest()[:16]

    def all_options(self, players: int | None = None) -> tuple[opt.Option, ...]:
        """Every option of the game; who may start depends on how many play."""
        options = [opt.starter(players or self.player_counts[0]), *opt.COMMON, *self.options]
        if len(self.player_counts) > 1:
            options.insert(0, opt.choice("players", *self.player_counts, about="how many play"))
        return tuple(options)

    def variant(self, given: Mapping[str, Any]) -> "Variant":
        """This game with its options settled."""
        players = given.get("players")
        whole = isinstance(players, (int, np.integer))
        known = int(players) if whole and players in self.player_counts else None
        values = opt.settle(self.name, self.all_options(known), given)
        return Variant(self, values)


class Variant:
    """A game with its options settled: its sizes, its words, and a table to begin from."""

    def __init__(self, game: Game, values: dict[str, Any]) -> None:
        self.game = game
        self.values = values
        self.players: int = values.get("players", game.player_counts[0])
        self.actions = game.actions(values)
        self.observation = game.observation(values)
        self.template = self._blank_table()
        self.rounds = int(self.template["rounds"][0])

    def _blank_table(self) -> NDArray[Any]:
        """An array of one table with the options filled in and nothing dealt."""
        table = np.zeros(1, self.game.dtype)
        start = self.values["starter"]
        common = {
            "reward": opt.REWARDS.index(self.values["reward"]),
            "memory": opt.MEMORIES.index(self.values["memory"]),
            "starter": RANDOM if start == opt.RANDOM_STARTER else start,
            "players": self.players,
            "rounds": 1,
        }
        for name, value in {**common, **self.game.configure(self.values)}.items():
            table[name] = value
        return table

    @cached_property
    def given(self) -> dict[str, Any]:
        """The options that differ from their defaults."""
        defaults = {option.name: option.default for option in self.game.all_options(self.players)}
        return {name: value for name, value in self.values.items() if value != defaults[name]}

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Every action in words, by its id."""
        return self.actions.words()

    @cached_property
    def ids(self) -> dict[str, int]:
        """The id of every action, by its words in lower case."""
        return {words.lower(): action for action, words in enumerate(self.words)}

    def action_id(self, action: SupportsIndex) -> int:
        """A number as an action id of this game."""
        try:
            number = operator.index(action)
        except TypeError:
            number = -1
        if isinstance(action, (bool, np.bool_)) or not 0 <= number < self.actions.size:
            raise IllegalAction(
                f"{action!r} is not an action of {self.game.name}: ids are whole numbers from 0 to "
                f"{self.actions.size - 1}"
            )
        return number

    def describe(self, action: SupportsIndex) -> str:
        """An action in words."""
        return self.words[self.action_id(action)]

    def parse(self, text: str) -> int:
        """The id of an action in words; blanks and upper or lower case do not matter."""
        number = self.ids.get(" ".join(str(text).split()).lower())
        if number is None:
            forms = ", ".join(sorted({span.text for span in self.actions.spans.values()}))
            raise IllegalAction(
                f"{text!r} is not an action of {self.game.name}; its actions are {forms}, with "
                f"colours {' '.join(self.actions.labels['colour'])}"
            )
        return number

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.game.name, self.given)


def _unpickled(name: str, given: Mapping[str, Any]) -> Variant:
    from lostcities_env.core.catalogue import find_game  # the catalogue imports this module

    return find_game(name).variant(given)
