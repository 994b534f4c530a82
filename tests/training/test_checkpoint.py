"""Checkpoints: portable, refused where they do not fit, and whole or not there at all."""

import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from stable_baselines3.common.logger import TensorBoardOutputFormat

from lostcities_env.agents.checkpoint import CheckpointError, CheckpointPlayer, read_card
from lostcities_env.agents.match import play_match
from lostcities_env.agents.roster import make_player
from lostcities_env.core.batch import Batch
from lostcities_env.core.catalogue import find_game
from lostcities_env.core.game import Variant
from tests.training.small import small
from training import checkpoint
from training.callbacks import KeepCallback
from training.policy import PortablePolicy
from training.trainer import Trainer


def begun(folder: Path, **changes: Any) -> Trainer:
    trainer = Trainer(small(folder, **changes))
    trainer.begin(lambda _decisions, _agreement: None)
    return trainer


@pytest.fixture(scope="module")
def trainer(tmp_path_factory: pytest.TempPathFactory) -> Trainer:
    return begun(tmp_path_factory.mktemp("runs"))


def variant(game: str = "card_game_v0", **options: Any) -> Variant:
    return find_game(game).variant(options)


def test_the_card_says_what_the_policy_is_for(trainer: Trainer) -> None:
    card = read_card(checkpoint.checkpoints(trainer.run)[0])
    wanted = {"format": 1, "game": "card_game_v0", "options": {}, "players": 2, "steps": 0}
    assert {key: card[key] for key in wanted} == wanted
    assert card["network"] == {"kind": "colours", "width": 8, "layers": 2}
    assert card["config"]["games"] == 16
    assert {"lostcities_env", "torch"} <= set(card["versions"])
    assert set(card["ratings"]) == {"newest", "random", "self at 0"}


@pytest.mark.parametrize("kind", ["colours", "mlp"])
@pytest.mark.parametrize("rows", [1, 33])
def test_the_portable_policy_is_the_trained_one(tmp_path: Path, kind: str, rows: int) -> None:
    trainer = begun(tmp_path, network=kind)
    batch = Batch(trainer.settings.variant, rows, 3, 1, 0)
    batch.rollout(21)
    player = CheckpointPlayer(trainer.run, variant())
    logits, values = player.evaluate(batch.observations, batch.action_masks)
    portable = PortablePolicy(trainer.model.policy)
    with torch.no_grad():
        wanted = portable(
            torch.from_numpy(batch.observations), torch.from_numpy(batch.action_masks)
        )
    np.testing.assert_allclose(logits, wanted[0].numpy(), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(values, wanted[1].numpy(), rtol=1e-4, atol=1e-5)
    assert np.isfinite(logits).all()
    assert (logits[~batch.action_masks] <= -1e7).all()


def test_a_checkpoint_plays_by_its_path(trainer: Trainer) -> None:
    match = play_match("card_game_v0", [str(trainer.run), "random"], deals=2)
    assert match.games == 4
    sampled = make_player(f"{trainer.run}:sample", variant(), 1)
    batch = Batch(variant(), 64, 0, 1, 0)
    assert len(set(sampled.act_rows(variant(), batch.observations, batch.action_masks))) > 3


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("board_game_v0", {}, "plays card_game_v0, not board_game_v0"),
        ("card_game_v0", {"expeditions": 6}, "trained with default options, this game has expe"),
        ("card_game_v0", {"memory": "table"}, "default options, this game has memory='table'"),
    ],
)
def test_another_game_or_other_options_are_refused(
    trainer: Trainer, game: str, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(CheckpointError, match=said):
        make_player(str(trainer.run), variant(game, **options))


def test_reward_and_starter_do_not_matter(trainer: Trainer) -> None:
    make_player(str(trainer.run), variant(reward="score", starter=1))


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("format", 2, "has format 2; this version reads 1"),
        ("game", "card_game_v9", "plays card_game_v9, not card_game_v0"),
        ("observation_layout", "0", "another version: its observation_layout is '0', here it is"),
    ],
)
def test_another_version_is_refused(tmp_path: Path, key: str, value: Any, said: str) -> None:
    folder = checkpoint.checkpoints(begun(tmp_path).run)[0]
    card = read_card(folder)
    checkpoint.write_json(folder / "card.json", {**card, key: value})
    with pytest.raises(CheckpointError, match=said):
        make_player(str(folder), variant())


def test_a_broken_policy_or_card_is_an_error_in_words(tmp_path: Path) -> None:
    folder = checkpoint.checkpoints(begun(tmp_path).run)[0]
    (folder / "policy.onnx").write_bytes(b"not a policy")
    with pytest.raises(CheckpointError, match="cannot be run"):
        make_player(str(folder), variant())
    (folder / "card.json").write_text("{")
    with pytest.raises(CheckpointError, match="is not a checkpoint"):
        make_player(str(folder), variant())


def test_resuming_brings_everything_back(tmp_path: Path) -> None:
    first = begun(tmp_path)
    first.learn(KeepCallback(first, print))
    first.save()
    folder = checkpoint.checkpoints(first.run)[-1]
    second = Trainer(small(tmp_path), first.clock.steps)
    second.bring_back(folder)
    assert second.model.num_timesteps == first.clock.steps == 1024
    assert second.pool.ratings() == first.pool.ratings()
    assert second.clock.learning_rate(0) == first.clock.learning_rate(0)
    for mine, theirs in zip(
        first.model.policy.parameters(), second.model.policy.parameters(), strict=True
    ):
        assert torch.equal(mine, theirs)
    moments = second.model.policy.optimizer.state_dict()["state"]
    assert moments[0]["step"] == first.model.policy.optimizer.state_dict()["state"][0]["step"]


@pytest.mark.parametrize("broken", ["export", "write_json", "write_tensors", "publish"])
def test_a_full_disk_is_reported_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    trainer = begun(tmp_path)
    before = checkpoint.checkpoints(trainer.run)
    told: list[str] = []

    def full(*_given: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(checkpoint, broken, full)
    keep = KeepCallback(trainer, told.append)
    trainer.learn(keep)
    assert not keep.save_last()
    assert "could not be written: [Errno 28] No space left on device" in told[0]
    assert trainer.clock.steps == 1024
    assert checkpoint.checkpoints(trainer.run) == before
    assert not list(trainer.run.rglob(f"{checkpoint.UNFINISHED}*"))
    CheckpointPlayer(trainer.run, variant())


@pytest.mark.parametrize("largest", [1_000, 13_000])
def test_a_file_that_breaks_off_in_the_middle_leaves_nothing_behind(
    tmp_path: Path, largest: int
) -> None:
    """The system itself refuses to write on: into the policy, or into the tensors after it."""
    trainer = begun(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    told: list[str] = []
    keep = KeepCallback(trainer, told.append)
    trainer.clock.steps = 1
    with files_of_at_most(largest):
        assert not keep.save_last()
    assert "File too large" in told[0]
    assert sorted(tmp_path.rglob("*")) == before


def test_a_snapshot_that_breaks_off_leaves_nothing_behind_and_is_not_in_the_pool(
    tmp_path: Path,
) -> None:
    trainer = begun(tmp_path)
    before, ratings = sorted(tmp_path.rglob("*")), trainer.pool.ratings()
    trainer.clock.steps = 1
    with files_of_at_most(1_000), pytest.raises(OSError, match="File too large"):
        trainer.snapshot()
    assert sorted(tmp_path.rglob("*")) == before
    assert trainer.pool.ratings() == ratings


@contextmanager
def files_of_at_most(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_record_that_cannot_be_written_does_not_end_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_given: Any) -> None:
        raise OSError(28, "No space left on device")

    trainer, told = begun(tmp_path), list[str]()
    monkeypatch.setattr(TensorBoardOutputFormat, "write", full)
    trainer.learn(KeepCallback(trainer, told.append), told.append)
    assert trainer.clock.steps == 1024
    assert len(told) == 1
    assert "tensorboard's record ends at" in told[0]


def test_only_tensors_and_json_are_needed_to_resume(trainer: Trainer) -> None:
    folder = checkpoint.checkpoints(trainer.run)[0]
    torch.load(folder / "resume" / "tensors.pt", weights_only=True)
    assert json.loads((folder / "resume" / "story.json").read_text())["steps"] == 0
