"""Settings of runs that take seconds."""

from pathlib import Path
from typing import Any

from training.config import Settings, settle

SMALL: dict[str, Any] = {
    "game": "card_game_v0",
    "name": "run",
    "steps": 1024,
    "threads": 1,
    "width": 8,
    "games": 16,
    "rollout": 16,
    "minibatch": 128,
    "epochs": 1,
    "snapshot_every": 256,
    "checkpoint_every": 256,
    "anchors": {"random": 0.2},
}


def small(folder: Path | str = "runs", **changes: Any) -> Settings:
    """Small settings with some changed."""
    return settle({**SMALL, "folder": str(folder), **changes})


def words(settings: Settings) -> list[str]:
    """Settings as they are given on the command line."""
    given = settings.model_dump()
    anchors, options = given.pop("anchors"), given.pop("options")
    nested = {f"anchors.{k}": v for k, v in anchors.items()}
    nested |= {f"options.{k}": v for k, v in options.items()}
    return [f"{key}={value}" for key, value in {**given, **nested}.items()]
