"""`Trainer`: one run from its settings or its last checkpoint to its end."""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
import yaml
from sb3_contrib import MaskablePPO

from lostcities_env.agents.roster import make_player
from lostcities_env.core.batch import Batch
from training import checkpoint
from training.clock import Clock
from training.config import NOBODY, Settings
from training.credit import SeatRolloutBuffer
from training.imitation import GAMES, imitate
from training.opponents import (
    NetworkOpponent,
    ScriptedOpponent,
    frozen,
    load_snapshot,
    prune_snapshots,
    save_snapshot,
)
from training.policy import NetworkPolicy
from training.pool import Pool
from training.record import recorder
from training.relief import Relief
from training.selfplay import SelfPlayEnv, Tables

CONFIG, TENSORBOARD = "config.yaml", "tensorboard"
DEALS, TEACHING, POOL_DRAWS, CHOICES, ANCHORS = range(5)  # streams of chance of a run


def seed_for(settings: Settings, stream: int, steps: int = 0) -> int:
    """The seed of one stream of chance, another one after every resumption."""
    sequence = np.random.SeedSequence([settings.seed, stream, steps])
    return int(sequence.generate_state(1)[0])


def make_model(settings: Settings, env: Any, clock: Clock, **others: Any) -> MaskablePPO:
    """MaskablePPO with the network and the numbers of the settings."""
    return MaskablePPO(
        NetworkPolicy,
        env,
        learning_rate=clock.learning_rate,
        n_steps=settings.rollout,
        batch_size=settings.minibatch,
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        clip_range=settings.clip,
        ent_coef=settings.entropy,
        vf_coef=settings.value,
        max_grad_norm=settings.gradient_norm,
        target_kl=settings.target_kl or None,
        seed=settings.seed,
        device="cpu",
        policy_kwargs={
            "variant": settings.variant,
            "network": settings.network,
            "width": settings.width,
            "layers": settings.layers,
        },
        **others,
    )


@dataclass
class Trainer:
    """A model, its games, its opponents and its clock, and how they are saved and brought back."""

    settings: Settings
    steps: int = 0  # where it resumes
    clock: Clock = field(init=False)
    model: MaskablePPO = field(init=False)
    pool: Pool = field(init=False)
    env: SelfPlayEnv = field(init=False)

    def __post_init__(self) -> None:
        settings = self.settings
        if settings.threads:
            torch.set_num_threads(settings.threads)
        self.clock = Clock(settings)
        variant = settings.variant
        anchors = {
            name: ScriptedOpponent(make_player(name, variant, self._seed(ANCHORS)), variant)
            for name in settings.anchors
        }
        self.pool = Pool(settings, anchors, self._seed(POOL_DRAWS))
        relief = Relief(variant, self.clock.relief) if settings.relief else None
        tables = Tables(variant, settings.games, self.pool, settings.reward_scale, relief)
        self.env = SelfPlayEnv(tables)
        self.env.seed(self._seed(DEALS))
        self.model = make_model(
            settings,
            self.env,
            self.clock,
            rollout_buffer_class=SeatRolloutBuffer,
            rollout_buffer_kwargs={"tables": tables},
        )

    def _seed(self, stream: int) -> int:
        return seed_for(self.settings, stream, self.steps)

    @property
    def run(self) -> Path:
        """The folder of the run."""
        return self.settings.run

    def begin(self, tell: Any) -> None:
        """Make the run's folder; copy a scripted player first if the settings want it."""
        if not self.run.exists():
            self._make_folder()
        self.warm_up(tell)
        self.snapshot()
        self.save()

    def _make_folder(self) -> None:
        """Make the folder and its config in one step: there is no run without its settings."""
        aside = self.run.with_name(f"{checkpoint.UNFINISHED}{self.run.name}-{os.getpid()}")
        aside.mkdir(parents=True)
        try:
            text = yaml.safe_dump(self.settings.model_dump(), sort_keys=False)
            (aside / CONFIG).write_text(text, encoding="utf-8")
            checkpoint.publish(aside, self.run)
        except BaseException:
            shutil.rmtree(aside, ignore_errors=True)
            raise

    def warm_up(self, tell: Any) -> None:
        """Learn to copy the scripted player that the settings name."""
        settings = self.settings
        if settings.imitate == NOBODY:
            return
        seed = self._seed(TEACHING)
        teacher = make_player(settings.imitate, settings.variant, seed)
        imitate(
            self.model.policy,
            Batch(settings.variant, GAMES, seed, 1, 0),
            teacher,
            settings.imitate_decisions,
            settings.reward_scale,
            settings.gamma,
            seed,
            tell,
        )

    def bring_back(self, folder: Path) -> None:
        """Go on from a checkpoint: weights, optimizer, pool, ratings, steps and time."""
        story = checkpoint.restore(folder, self.model)
        self.clock.resume(story["steps"], story["seconds"])
        self.pool.restore(story["pool"], self._load_past)

    def _load_past(self, steps: int) -> NetworkOpponent:
        network = load_snapshot(self.run, steps, self.model.policy.mlp_extractor)
        return NetworkOpponent(network, seed_for(self.settings, CHOICES, steps + 1))

    def snapshot(self) -> None:
        """Put the learner as it is now into the pool."""
        network = self.model.policy.mlp_extractor
        save_snapshot(self.run, self.clock.steps, network)
        seed = seed_for(self.settings, CHOICES, self.clock.steps + 1)
        self.pool.add(self.clock.steps, NetworkOpponent(frozen(network), seed))

    def save(self) -> Path:
        """Write a checkpoint; then forget the snapshots that no longer matter."""
        story = {
            "steps": self.clock.steps,
            "seconds": self.clock.seconds,
            "learning_rate": self.clock.learning_rate(0.0),
            "ratings": self.pool.ratings(),
            "pool": self.pool.to_json(),
        }
        folder = checkpoint.save(self.run, self.model, self.settings, story)
        prune_snapshots(self.run, {self.pool.records[i].steps for i in self.pool.past})
        return folder

    def learn(self, callbacks: Any, tell: Callable[[str], Any] = print) -> None:
        """Train until the end of the settings, or until a callback stops it."""
        self.model.set_logger(recorder(self.run / TENSORBOARD, tell))
        left = self.settings.steps - self.clock.steps
        if left > 0 and not self.clock.is_over:
            self.model.learn(left, callbacks, reset_num_timesteps=False)
        self.model.logger.close()


def read_story(folder: Path) -> dict[str, Any]:
    """What a checkpoint says to somebody who resumes it."""
    file = folder / checkpoint.RESUME / checkpoint.STORY
    story: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return story
