"""It learns: short runs from fixed seeds beat what they should, and a flipped reward shows."""

from typing import Any

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from lostcities_env.agents.match import Match, play_match
from lostcities_env.agents.player import View
from lostcities_env.core.game import Variant
from tests.training.small import small
from training.policy import PortablePolicy
from training.trainer import Trainer

LEARNING: dict[str, Any] = {
    "seed": 1,
    "width": 32,
    "games": 128,
    "rollout": 32,
    "minibatch": 1024,
    "epochs": 2,
    "learning_rate": 1e-3,
    "learning_rate_end": 3e-4,
    "checkpoint_every": 10**9,
    "snapshot_every": 10**9,
}


class Trained:
    """The policy of a trainer as a player that always makes its best move."""

    name = "trained"

    def __init__(self, trainer: Trainer) -> None:
        self._policy = PortablePolicy(trainer.model.policy)

    def act(self, view: View) -> int:
        return int(self.act_rows(view.variant, view.observation[None], view.action_mask[None])[0])

    @torch.no_grad()
    def act_rows(self, variant: Variant, views: Any, masks: Any) -> NDArray[np.int64]:
        logits, _ = self._policy(torch.from_numpy(views), torch.from_numpy(masks))
        return logits.argmax(dim=1).numpy()


def trained(steps: int, sign: int = 1, **changes: Any) -> Trainer:
    trainer = Trainer(small(steps=steps, **{**LEARNING, **changes}))
    trainer.warm_up(lambda _decisions, _agreement: None)
    trainer.env.tables.reward_scale *= sign
    trainer.model.learn(steps)
    return trainer


def against(trainer: Trainer, other: str) -> Match:
    options = trainer.settings.options
    return play_match(trainer.settings.game, [Trained(trainer), other], 200, **options)


def test_the_card_game_is_learned_well_enough_to_beat_discarding_only() -> None:
    trainer = trained(
        20_480,
        imitate="careful",
        imitate_decisions=800_000,
        newest=0.8,
        width=64,
        learning_rate=3e-4,
        learning_rate_end=1e-4,
    )
    assert against(trainer, "discard_only").decided_rate.low > 0.5


@pytest.mark.parametrize("game", ["board_game_v0", "rivals_v0"])
def test_the_other_games_are_learned_well_enough_to_beat_random_play(game: str) -> None:
    options = {"rounds": 1} if game == "board_game_v0" else {}
    trainer = trained(120_000, game=game, options=options, anchors={"random": 1.0}, newest=0.0)
    assert against(trainer, "random").win_rate.low > 0.6


def test_with_the_sign_of_the_reward_flipped_it_learns_to_lose() -> None:
    right = trained(120_000, game="rivals_v0", anchors={"random": 1.0}, newest=0.0)
    wrong = trained(120_000, sign=-1, game="rivals_v0", anchors={"random": 1.0}, newest=0.0)
    assert against(right, "random").win_rate.mean > 0.6
    assert against(wrong, "random").win_rate.mean < 0.3
