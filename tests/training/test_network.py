"""The networks: colours are interchangeable, and one legal action is enough."""

from itertools import islice, permutations

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from lostcities_env.core.batch import Batch
from lostcities_env.core.catalogue import find_game, game_names
from lostcities_env.core.game import Variant
from lostcities_env.core.layout import Layout
from tests.training.small import small
from training.network import NETWORKS, ColourNetwork
from training.policy import masked_logits, sample
from training.trainer import Trainer

CASES = [(name, {}) for name in game_names()] + [("card_game_v0", {"expeditions": 6})]


def some_views(variant: Variant, count: int = 24) -> torch.Tensor:
    batch = Batch(variant, count, 5, 1, 0)
    batch.rollout(37)
    return torch.from_numpy(batch.observations.copy()).double()


def with_colours_moved(layout: Layout, order: tuple[int, ...]) -> NDArray[np.int64]:
    """The positions to read from, so that colour r then holds what colour order[r] held."""
    positions = np.arange(layout.size)
    rows = layout.along("colour")
    positions[rows] = rows[list(order)]
    return positions


@pytest.mark.parametrize(("game", "options"), CASES)
def test_permuting_colours_permutes_the_policy(game: str, options: dict[str, int]) -> None:
    variant = find_game(game).variant(options)
    torch.manual_seed(3)
    network = ColourNetwork(variant, 16, 3).double()
    for weights in network.parameters():
        torch.nn.init.normal_(weights, std=0.3)
    views = some_views(variant)
    logits, features = network(views)
    assert logits.std() > 0.01
    colours = len(variant.observation.labels["colour"])
    for order in islice(permutations(range(colours)), 1, None, 17):
        seen = with_colours_moved(variant.observation, order)
        done = with_colours_moved(variant.actions, order)
        moved_logits, moved_features = network(views[:, seen])
        torch.testing.assert_close(moved_logits, logits[:, done], rtol=0, atol=1e-12)
        torch.testing.assert_close(moved_features, features, rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", NETWORKS)
def test_every_action_has_a_logit(kind: str) -> None:
    variant = find_game("card_game_v0").variant({})
    network = NETWORKS[kind](variant, 16, 2)
    logits, features = network(torch.zeros(3, variant.observation.size))
    assert logits.shape == (3, variant.actions.size)
    assert features.shape == (3, network.latent_dim_vf)


@pytest.mark.parametrize("kind", NETWORKS)
def test_one_legal_action_is_taken_and_gives_finite_gradients(kind: str) -> None:
    policy = Trainer(small(network=kind)).model.policy
    variant = small().variant
    views = some_views(variant).float() * 1e4
    masks = torch.zeros(len(views), variant.actions.size, dtype=torch.bool)
    only = torch.arange(len(views)) % variant.actions.size
    masks[torch.arange(len(views)), only] = True
    actions, _, chances = policy(views, action_masks=masks.numpy())
    assert torch.equal(actions, only)
    torch.testing.assert_close(chances, torch.zeros(len(views)))
    values, chances, entropy = policy.evaluate_actions(views, only, action_masks=masks)
    assert entropy is not None
    torch.testing.assert_close(entropy, torch.zeros(len(views)))
    (values.sum() + chances.sum() + entropy.sum()).backward()
    for weights in policy.parameters():
        assert weights.grad is None or torch.isfinite(weights.grad).all()


def test_sampling_follows_the_probabilities_and_never_leaves_the_mask() -> None:
    logits = torch.tensor([[0.0, 1.0, 5.0, 2.0]]).expand(20_000, -1)
    masks = torch.tensor([[True, True, False, True]]).expand(20_000, -1)
    chosen = sample(logits, masks, torch.Generator().manual_seed(0))
    shares = torch.bincount(chosen, minlength=4) / len(chosen)
    wanted = torch.softmax(masked_logits(logits[:1], masks[:1]), dim=1)[0]
    torch.testing.assert_close(shares, wanted, rtol=0, atol=0.02)
    assert shares[2] == 0


def test_a_number_drawn_at_the_very_end_still_falls_onto_a_legal_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(torch, "rand", lambda shape, generator: torch.ones(shape))
    masks = torch.bernoulli(
        torch.full((1000, 40), 0.3), generator=torch.Generator().manual_seed(0)
    ).bool()
    masks[:, 7] = True
    logits = 3 * torch.randn(1000, 40, generator=torch.Generator().manual_seed(1))
    chosen = sample(logits, masks, torch.Generator())
    assert masks[torch.arange(1000), chosen].all()


@pytest.mark.parametrize("kind", NETWORKS)
def test_the_quick_way_gives_what_sb3_contribs_own_gives(kind: str) -> None:
    policy = Trainer(small(network=kind)).model.policy
    for weights in policy.parameters():
        torch.nn.init.normal_(weights, std=0.3)
    batch = Batch(small().variant, 64, 0, 1, 0)
    batch.rollout(31)
    views, masks = torch.from_numpy(batch.observations), torch.from_numpy(batch.action_masks)
    actions, values, chances = policy(views, action_masks=batch.action_masks)
    assert masks[torch.arange(64), actions].all()
    found = policy.evaluate_actions(views, actions, masks.float())
    wanted = MaskableActorCriticPolicy.evaluate_actions(policy, views, actions, masks.float())
    for quick, slow in zip((*found, values, chances), (*wanted, *wanted[:2]), strict=True):
        torch.testing.assert_close(quick, slow)
    grads = [
        torch.autograd.grad(sum(part.sum() for part in parts), list(policy.parameters()))
        for parts in (found, wanted)
    ]
    for quick, slow in zip(*grads, strict=True):
        torch.testing.assert_close(quick, slow, rtol=1e-3, atol=1e-4)
