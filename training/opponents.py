"""Opponents that answer many views at once: networks, the newest one or past ones, and scripts."""

import copy
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from lostcities_env.agents.player import Player, Rows
from lostcities_env.core.game import Variant
from training.checkpoint import UNFINISHED, publish, write_tensors
from training.policy import sample

POOL = "pool"  # the folder of a run that holds its snapshots


class NetworkOpponent:
    """A network that plays by its probabilities. Given the learner's own, it is the newest self."""

    def __init__(self, network: nn.Module, seed: int) -> None:
        self.network = network
        self._generator = torch.Generator().manual_seed(seed)

    @torch.no_grad()
    def __call__(self, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """The action for every row."""
        logits = self.network(torch.from_numpy(observations))[0]
        actions: NDArray[np.int64] = sample(
            logits, torch.from_numpy(masks), self._generator
        ).numpy()
        return actions


class ScriptedOpponent:
    """A scripted player of the roster."""

    def __init__(self, player: Player, variant: Variant) -> None:
        self._player, self._variant = player, variant

    def __call__(self, observations: Rows, masks: Rows) -> NDArray[np.int64]:
        """The action for every row."""
        return self._player.act_rows(self._variant, observations, masks)


def frozen(network: nn.Module) -> nn.Module:
    """A copy of a network that learns no more."""
    return copy.deepcopy(network).eval().requires_grad_(False)


def snapshot_file(run: Path, steps: int) -> Path:
    """Where the snapshot of a number of steps lies."""
    return run / POOL / f"{steps:010d}.pt"


def save_snapshot(run: Path, steps: int, network: nn.Module) -> None:
    """Write a network's weights, to one side first."""
    target = snapshot_file(run, steps)
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = target.with_name(f"{UNFINISHED}{target.name}")
    try:
        write_tensors(aside, network.state_dict())
        publish(aside, target)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise


def load_snapshot(run: Path, steps: int, like: nn.Module) -> nn.Module:
    """A network of the same kind with the weights of a snapshot."""
    network = frozen(like)
    weights: dict[str, Any] = torch.load(snapshot_file(run, steps), weights_only=True)
    network.load_state_dict(weights)
    return network


def prune_snapshots(run: Path, kept: set[int]) -> None:
    """Remove the snapshots that are no longer in the pool."""
    for file in (run / POOL).glob("[0-9]*.pt"):
        if int(file.stem) not in kept:
            file.unlink(missing_ok=True)
