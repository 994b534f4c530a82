"""Checkpoints: written to one side and renamed, so that only whole ones are ever seen.

A checkpoint is a folder with `policy.onnx` and `card.json`, which are all that playing needs, and
`resume/`, which only resuming reads: tensors without any pickled object, and a JSON file.
"""

import io
import json
import os
import shutil
import warnings
from importlib.metadata import version
from pathlib import Path
from typing import Any

import torch
from sb3_contrib import MaskablePPO

from lostcities_env.agents.checkpoint import CARD, CHECKPOINTS, FORMAT, POLICY, described
from lostcities_env.core.game import Variant
from lostcities_env.version import VERSION
from training.config import Settings
from training.policy import PortablePolicy

RESUME, TENSORS, STORY = "resume", "tensors.pt", "story.json"
UNFINISHED = ".unfinished-"
PACKAGES = ("torch", "stable-baselines3", "sb3-contrib", "numpy", "onnx")


def folder_name(steps: int) -> str:
    """The name of a checkpoint's folder; names sort like the steps."""
    return f"{steps:010d}"


def checkpoints(run: Path) -> list[Path]:
    """The whole checkpoints of a run, oldest first."""
    return sorted(entry for entry in (run / CHECKPOINTS).glob("[0-9]*") if entry.is_dir())


def card_of(settings: Settings, steps: int, ratings: dict[str, Any]) -> dict[str, Any]:
    """What a checkpoint says of itself."""
    versions = {"lostcities_env": VERSION, **{name: version(name) for name in PACKAGES}}
    return {
        "format": FORMAT,
        **described(settings.variant),
        "network": {
            "kind": settings.network,
            "width": settings.width,
            "layers": settings.layers,
        },
        "steps": steps,
        "config": settings.model_dump(),
        "versions": versions,
        "ratings": ratings,
    }


def save(run: Path, model: MaskablePPO, settings: Settings, story: dict[str, Any]) -> Path:
    """Write a checkpoint of the model as it is; `story` is the rest of what resuming needs."""
    target = run / CHECKPOINTS / folder_name(story["steps"])
    if target.exists():
        return target
    aside = target.with_name(f"{UNFINISHED}{target.name}-{os.getpid()}")
    try:
        (aside / RESUME).mkdir(parents=True)
        export(model, settings.variant, aside / POLICY)
        card = card_of(settings, story["steps"], story.get("ratings", {}))
        write_json(aside / CARD, card)
        write_tensors(aside / RESUME / TENSORS, tensors_of(model))
        write_json(aside / RESUME / STORY, story)
        publish(aside, target)
    except BaseException:
        shutil.rmtree(aside, ignore_errors=True)
        raise
    return target


def export(model: MaskablePPO, variant: Variant, file: Path) -> None:
    """Write the policy as ONNX, for any number of rows at a time."""
    names = ["observation", "action_mask", "logits", "value"]
    example = (
        torch.zeros(2, variant.observation.size),
        torch.ones(2, variant.actions.size, dtype=torch.bool),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            PortablePolicy(model.policy).eval(),
            example,
            str(file),
            input_names=names[:2],
            output_names=names[2:],
            dynamic_axes={name: {0: "n"} for name in names},
            dynamo=False,
        )


def tensors_of(model: MaskablePPO) -> dict[str, Any]:
    """Weights, the optimizer's memory and torch's generator."""
    return {
        "policy": model.policy.state_dict(),
        "optimizer": model.policy.optimizer.state_dict(),
        "random": torch.get_rng_state(),
    }


def restore(folder: Path, model: MaskablePPO) -> dict[str, Any]:
    """Put a checkpoint into a model and return its story."""
    tensors = torch.load(folder / RESUME / TENSORS, weights_only=True)
    story: dict[str, Any] = json.loads((folder / RESUME / STORY).read_text(encoding="utf-8"))
    model.policy.load_state_dict(tensors["policy"])
    model.policy.optimizer.load_state_dict(tensors["optimizer"])
    torch.set_rng_state(tensors["random"])
    model.num_timesteps = story["steps"]
    return story


def write_json(file: Path, content: Any) -> None:
    """A JSON file that a person can read."""
    file.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")


def write_tensors(file: Path, tensors: dict[str, Any]) -> None:
    """Tensors without any pickled object.

    They are put together in memory first: torch writing to a disk that is full says everything but that.
    """
    content = io.BytesIO()
    torch.save(tensors, content)
    file.write_bytes(content.getbuffer())


def publish(aside: Path, target: Path) -> None:
    """Bring what was written to the disk, then give it its name in one step."""
    for path in [*aside.rglob("*"), aside] if aside.is_dir() else [aside]:
        _to_disk(path)
    aside.rename(target)
    _to_disk(target.parent)


def _to_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sweep(run: Path) -> None:
    """Remove what a killed process left unfinished, in a run's folder and in the place of it."""
    for leftover in [*run.parent.glob(f"{UNFINISHED}{run.name}-*"), *run.rglob(f"{UNFINISHED}*")]:
        if leftover.is_dir():
            shutil.rmtree(leftover, ignore_errors=True)
        else:
            leftover.unlink(missing_ok=True)
