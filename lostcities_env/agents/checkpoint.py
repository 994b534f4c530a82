"""`CheckpointPlayer`: a trained policy that plays, from a folder with an ONNX file and a JSON card.

Nothing is unpickled and torch is not needed: onnxruntime runs the policy, the card says what it was
trained for. A policy for anything else than the game at hand is refused.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lostcities_env.agents.player import Rows, View
from lostcities_env.core.game import Variant
from lostcities_env.core.layout import Layout

FORMAT = 1
POLICY, CARD = "policy.onnx", "card.json"
CHECKPOINTS = "checkpoints"  # the folder of a run that holds its checkpoints
POLICIES = Path(__file__).parent / "policies"  # those that come with the package, by game
SAMPLED = ":sample"  # after a path: choose by the policy's probabilities, not its best action
FREE_OPTIONS = {"reward", "starter"}  # they change neither what a player sees nor what he may do


class CheckpointError(ValueError):
    """A checkpoint that cannot be used here, and why."""


def layout_digest(layout: Layout) -> str:
    """A short digest of what every number of an observation means."""
    return hashlib.sha256(repr(layout.table()).encode()).hexdigest()[:16]


def described(variant: Variant) -> dict[str, Any]:
    """What a policy for this variant must have been trained for, as a card says it."""
    given = {key: value for key, value in variant.given.items() if key not in FREE_OPTIONS}
    return {
        "game": variant.game.name,
        "options": given,
        "players": variant.players,
        "observation_size": variant.observation.size,
        "num_actions": variant.actions.size,
        "observation_layout": layout_digest(variant.observation),
    }


def is_checkpoint(path: str | Path) -> bool:
    """Whether there is a checkpoint, or a run with one, in this folder."""
    return find_checkpoint(path) is not None


def find_checkpoint(path: str | Path) -> Path | None:
    """The checkpoint in a folder: the folder itself, or the newest one of a run."""
    folder = Path(str(path).removesuffix(SAMPLED))
    if (folder / CARD).is_file():
        return folder
    inside = folder / CHECKPOINTS if (folder / CHECKPOINTS).is_dir() else folder
    found = [entry for entry in inside.glob("[0-9]*") if (entry / CARD).is_file()]
    return max(found, key=lambda entry: int(entry.name), default=None)


def read_card(folder: Path) -> dict[str, Any]:
    """The card of a checkpoint."""
    try:
        card = json.loads((folder / CARD).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CheckpointError(f"{folder} is not a checkpoint: {error}") from None
    if not isinstance(card, dict) or card.get("format") != FORMAT:
        found = card.get("format") if isinstance(card, dict) else None
        raise CheckpointError(f"{folder} has format {found!r}; this version reads {FORMAT}")
    return card


def check_card(folder: Path, card: dict[str, Any], variant: Variant) -> None:
    """Refuse a checkpoint that was trained for something else, in a sentence that says for what."""
    wanted = described(variant)
    if card.get("game") != wanted["game"]:
        raise CheckpointError(f"{folder} plays {card.get('game')}, not {wanted['game']}")
    theirs = {k: v for k, v in card.get("options", {}).items() if k not in FREE_OPTIONS}
    if theirs != wanted["options"]:
        raise CheckpointError(
            f"{folder} was trained with {_in_words(theirs)}, this game has "
            f"{_in_words(wanted['options'])}"
        )
    for key in ("players", "observation_size", "num_actions", "observation_layout"):
        if card.get(key) != wanted[key]:
            raise CheckpointError(
                f"{folder} comes from another version: its {key} is {card.get(key)!r}, here it "
                f"is {wanted[key]!r}"
            )


def shipped_policy(variant: Variant) -> Path | None:
    """The policy that comes with the package for this very game and its options, if there is one."""
    folder = POLICIES / variant.game.name
    try:
        check_card(folder, read_card(folder), variant)
    except CheckpointError:
        return None
    return folder


def _in_words(options: dict[str, Any]) -> str:
    named = ", ".join(f"{key}={value!r}" for key, value in sorted(options.items()))
    return named or "default options"


class CheckpointPlayer:
    """A trained policy. It plays its best action, or samples if its path ends in `:sample`."""

    def __init__(
        self,
        path: str | Path,
        variant: Variant,
        seed: int | None = None,
        name: str | None = None,
    ) -> None:
        folder = find_checkpoint(path)
        if folder is None:
            raise CheckpointError(f"{path} is not a checkpoint: it has no {CARD}")
        self.card = read_card(folder)
        check_card(folder, self.card, variant)
        self.name = name or str(path)
        self._session = _open(folder / POLICY)
        self._random = np.random.default_rng(seed) if self.name.endswith(SAMPLED) else None

    def act(self, view: View) -> int:
        """The action for one game."""
        return int(self.act_rows(view.variant, view.observation[None], view.action_mask[None])[0])

    def act_rows(self, variant: Variant, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """The actions for many games at once, a row for each."""
        logits = np.where(masks, self.evaluate(observations, masks)[0], -np.inf)
        noise = 0.0 if self._random is None else self._random.gumbel(size=logits.shape)
        best: NDArray[np.int64] = np.argmax(logits + noise, axis=1)
        return best

    def evaluate(self, observations: Rows, masks: Rows) -> tuple[NDArray[np.float32], ...]:
        """The masked logits and the values of many views."""
        given = {
            "observation": np.ascontiguousarray(observations, np.float32),
            "action_mask": np.ascontiguousarray(masks, np.bool_),
        }
        logits, values = self._session.run(["logits", "value"], given)
        return logits, values


def _open(file: Path) -> Any:
    """The policy in onnxruntime, which is only asked for here."""
    try:
        import onnxruntime  # noqa: PLC0415
    except ImportError:
        raise ImportError(
            "a trained player needs onnxruntime: pip install 'lostcities-env[play]'"
        ) from None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 3
    try:
        return onnxruntime.InferenceSession(str(file), options, ["CPUExecutionProvider"])
    except Exception as error:
        raise CheckpointError(f"{file} cannot be run: {error}") from None
