"""`Settings`: everything a training run can be told, checked before anything is written.

A sentence stands at every setting; `python -m training.train --help` prints them. Settings come from
YAML files, later ones over earlier ones, and from `key=value` on the command line.
"""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from lostcities_env.agents.player import needs_views
from lostcities_env.agents.roster import make_player, player_names
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.game import Variant

RELIEVED = "card_game_v0"  # the game whose expeditions have a cost that relief can pay back
NOBODY = "nobody"  # the value of `imitate` for a start from random weights


class SettingsError(ValueError):
    """Settings that cannot be used, with one line for each thing that is wrong."""

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = list(lines)
        super().__init__("\n".join(self.lines))


def _number(value: Any) -> Any:
    """A number from text as well: YAML takes 1e-4, which has no point, for a word."""
    try:
        return float(value) if isinstance(value, str) else value
    except ValueError:
        return value


Number = Annotated[float, BeforeValidator(_number)]
Share = Annotated[Number, Field(ge=0, le=1)]
Positive = Annotated[Number, Field(gt=0)]
Count = Annotated[int, Field(ge=1)]


class Settings(BaseModel):
    """All settings of a training run."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    game: str = Field(description="the game to train for: card_game_v0, board_game_v0 or rivals_v0")
    options: dict[str, Any] = Field({}, description="options of the game, as in options.players=3")
    name: str = Field(
        description="the run's name: everything is written to its folder", min_length=1
    )
    folder: str = Field("runs", description="the folder that holds the runs")
    seed: int = Field(0, ge=0, description="the seed of the deals, the weights and every choice")
    steps: Count = Field(description="learner's decisions to train for; opponents' do not count")
    minutes: Number = Field(
        0.0, ge=0, description="stop after so many minutes if that is sooner; 0: never"
    )
    threads: int = Field(0, ge=0, description="torch's threads; 0 leaves the choice to torch")

    reward: Literal["win", "margin", "score"] = Field(
        "margin", description="what is learned from: the win, the margin or the own score"
    )
    reward_scale: Positive = Field(0.02, description="every reward is multiplied by this")
    gamma: Share = Field(1.0, description="discount of later rewards")
    gae_lambda: Share = Field(0.95, description="how far advantages look ahead (GAE)")

    relief: Share = Field(
        0.0, description="share of an expedition's cost paid back at the start (card game only)"
    )
    relief_until: Annotated[Share, Field(gt=0)] = Field(
        0.5, description="share of the run at which relief has fallen to 0, on a straight line"
    )

    network: Literal["colours", "mlp"] = Field(
        "colours", description="one encoder shared by all colours, or a plain MLP"
    )
    width: Count = Field(64, description="units in a layer (for each colour, or of the MLP)")
    layers: Count = Field(2, description="hidden layers")

    games: Count = Field(512, description="games played at once")
    rollout: Count = Field(64, description="learner's decisions in each game between two updates")
    minibatch: Count = Field(4096, description="decisions in one gradient step")
    epochs: Count = Field(4, description="passes over the decisions in one update")
    learning_rate: Positive = Field(5e-4, description="learning rate at the start")
    learning_rate_end: Positive = Field(
        5e-5, description="learning rate at the end, on a straight line"
    )
    clip: Positive = Field(0.2, description="PPO's clipping range")
    entropy: Number = Field(0.005, ge=0, description="weight of the entropy bonus")
    value: Number = Field(0.5, ge=0, description="weight of the value's loss")
    gradient_norm: Positive = Field(0.5, description="gradients are clipped to this norm")
    target_kl: Number = Field(
        0.0, ge=0, description="an update ends early beyond this KL; 0: never"
    )

    imitate: str = Field(
        NOBODY, description="the scripted player that the network learns to copy first, or nobody"
    )
    imitate_decisions: Count = Field(1_000_000, description="decisions of it to learn from")

    newest: Share = Field(
        0.5, description="share of seats for the newest self, which learns from all that it holds"
    )
    anchors: dict[str, Share] = Field(
        {}, description="share of games against scripted players, as in anchors.careful=0.1"
    )
    snapshot_every: Count = Field(
        200_000, description="decisions between two snapshots for the pool"
    )
    pool: Count = Field(20, description="snapshots kept; the easiest to beat leaves first")
    active: Count = Field(
        4, description="snapshots that new games are dealt against until the next one is taken"
    )
    hardness: Number = Field(
        2.0,
        ge=0,
        description="how much harder snapshots are preferred: (chance to lose) to this power",
    )

    checkpoint_every: Count = Field(500_000, description="decisions between two checkpoints")
    warn_below: Share = Field(
        0.1, description="warn when a smaller share of cards is played than discarded"
    )

    @model_validator(mode="after")
    def _possible(self) -> Self:
        """Refuse combinations that cannot work, each in a line."""
        lines = [*self._wrong_sizes(), *self._wrong_relief(), *self._wrong_players()]
        if lines:
            raise SettingsError(lines)
        return self

    def _wrong_sizes(self) -> Iterable[str]:
        if self.minibatch > self.games * self.rollout:
            yield (
                f"minibatch: {self.minibatch} is more than the {self.games * self.rollout} decisions "
                f"of an update (games x rollout)"
            )
        if self.learning_rate_end > self.learning_rate:
            yield "learning_rate_end: must not be above learning_rate"
        if self.newest + sum(self.anchors.values()) > 1 + 1e-9:
            yield "newest, anchors: their shares add up to more than 1"
        if Path(self.name).name != self.name or self.name in {".", ".."}:
            yield f"name: must be a plain folder name, not {self.name!r}"

    def _wrong_relief(self) -> Iterable[str]:
        if self.relief and self.game != RELIEVED:
            yield f"relief: only {RELIEVED} has it, for {self.game} it must be 0"
        elif self.relief and self.reward == "win":
            yield "relief: is paid in points, so it needs reward=margin or reward=score, not win"

    def _wrong_players(self) -> Iterable[str]:
        if "reward" in self.options:
            yield "options.reward: say reward=... instead, it is a setting of the training"
        try:
            names = quick_players(self.variant)
        except ValueError as error:
            yield f"game, options: {error}"
            return
        if self.imitate not in {NOBODY, *names}:
            yield f"imitate: there is no player {self.imitate!r}; there are {', '.join(names)}"
        for name in self.anchors:
            if name not in names:
                yield f"anchors: there is no player {name!r}; there are {', '.join(names)}"

    @property
    def variant(self) -> Variant:
        """The game to train for, with its options and the reward settled."""
        given = {key: value for key, value in self.options.items() if key != "reward"}
        return find_game(self.game).variant({**given, "reward": self.reward})

    @property
    def run(self) -> Path:
        """The folder of the run."""
        return Path(self.folder) / self.name


def quick_players(variant: Variant) -> list[str]:
    """The players that answer many views at once; a search thinks about one game at a time."""
    return [name for name in player_names(variant) if not needs_views(make_player(name, variant))]


def read_settings(files: Iterable[Path], overrides: Iterable[str]) -> Settings:
    """The settings from YAML files and `key=value` words, later ones over earlier ones."""
    merged: dict[str, Any] = {}
    for file in files:
        merge(merged, _read_file(file))
    for text in overrides:
        merge(merged, _read_override(text))
    return settle(merged)


def read_words(words: Iterable[str], usual: Iterable[Path] = ()) -> Settings:
    """The settings of a command line: its YAML files, or else the usual ones, and `key=value`."""
    files, overrides = [], []
    for word in words:
        if word.endswith((".yaml", ".yml")):
            files.append(Path(word))
        else:
            overrides.append(word)
    return read_settings(files or usual, overrides)


def settle(given: Mapping[str, Any]) -> Settings:
    """The checked settings."""
    try:
        return Settings.model_validate(dict(given))
    except ValidationError as error:
        raise SettingsError(line for each in error.errors() for line in _lines(each)) from None


def merge(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Put settings over others; those in braces are merged key by key."""
    for key, value in more.items():
        if isinstance(value, Mapping) and isinstance(into.get(key), dict):
            into[key] = {**into[key], **value}
        else:
            into[key] = value


def _read_file(file: Path) -> dict[str, Any]:
    try:
        given = yaml.safe_load(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError([f"{file}: cannot be read: {error}"]) from None
    except yaml.YAMLError as error:
        raise SettingsError([f"{file}: is not YAML: {' '.join(str(error).split())}"]) from None
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise SettingsError([f"{file}: should hold lines like `key: value`"])
    return given


def _read_override(text: str) -> dict[str, Any]:
    key, equals, value = text.partition("=")
    if not equals or not key:
        raise SettingsError([f"{text}: is neither a .yaml file nor key=value"])
    outer, dot, inner = key.partition(".")
    parsed = value if _is_text(outer) else _parsed(value)
    return {outer: {inner: parsed}} if dot else {outer: parsed}


def _is_text(key: str) -> bool:
    """Whether a setting is taken as it stands: a run may be called 7, its folder `a #b`."""
    return key in Settings.model_fields and Settings.model_fields[key].annotation is str


def _parsed(value: str) -> Any:
    try:
        return yaml.safe_load(value)
    except yaml.YAMLError:
        return value


def _lines(error: Mapping[str, Any]) -> list[str]:
    """One mistake in one line; what cannot go together has a line for each."""
    cause = error.get("ctx", {}).get("error")
    return cause.lines if isinstance(cause, SettingsError) else [_line(error)]


def _line(error: Mapping[str, Any]) -> str:
    key = ".".join(str(part) for part in error["loc"])
    if error["type"] == "extra_forbidden":
        near = get_close_matches(key, list(Settings.model_fields), 1)
        return f"{key}: there is no such setting" + (f"; did you mean {near[0]}?" if near else "")
    if error["type"] == "missing":
        return f"{key}: is missing ({Settings.model_fields[key].description})"
    message = error["msg"].removeprefix("Input ")
    return f"{key}: {message}, not {error['input']!r}"


def manual() -> str:
    """Every setting with its default and its sentence."""
    lines = []
    for name, field in Settings.model_fields.items():
        default = "required" if field.is_required() else f"{field.default}"
        lines.append(f"  {name:<18} {default:<10} {field.description}")
    return "\n".join(lines)
