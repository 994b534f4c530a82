"""The networks as policies of stable-baselines3, masked, and as something to export."""

from functools import partial
from typing import Any

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule
from torch import Tensor, nn

from lostcities_env.core.game import Variant
from training.network import NETWORKS

LOWEST = -1e8  # the logit of an illegal action: finite, so that nothing turns into NaN


class NetworkPolicy(MaskableActorCriticPolicy):
    """A masked actor-critic whose network makes the logits itself."""

    def __init__(
        self,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        lr_schedule: Schedule,
        *,
        variant: Variant,
        network: str,
        width: int,
        layers: int,
        **others: Any,
    ) -> None:
        self._make = partial(NETWORKS[network], variant, width, layers)
        super().__init__(observation_space, action_space, lr_schedule, ortho_init=False, **others)

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor: Any = self._make()

    def _build(self, lr_schedule: Schedule) -> None:
        """Build it, the logits being the network's own; only then is there an optimizer."""
        super()._build(lr_schedule)
        self.action_net = nn.Identity()
        nn.init.zeros_(self.value_net.bias)
        nn.init.orthogonal_(self.value_net.weight, 1.0)
        make: Any = self.optimizer_class
        self.optimizer = make(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def forward(
        self, obs: Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[Tensor, Tensor, Tensor]:
        """Actions, values and the actions' log-probabilities; the same as sb3-contrib's, but faster."""
        if deterministic or action_masks is None:
            return super().forward(obs, deterministic, action_masks)
        logits, features = self.mlp_extractor(obs)
        masks = torch.as_tensor(action_masks)
        actions = sample(logits, masks, torch.default_generator)
        return actions, self.value_net(features), log_chances(logits, masks, actions)[0]

    def evaluate_actions(
        self, obs: Any, actions: Tensor, action_masks: Tensor | None = None
    ) -> tuple[Tensor, Tensor, Tensor | None]:
        """Values, log-probabilities and entropies; the same as sb3-contrib's, but faster.

        Its distribution normalises the logits three times, which is a third of an update's time.
        """
        if action_masks is None:
            return super().evaluate_actions(obs, actions, action_masks)
        logits, features = self.mlp_extractor(obs)
        return self.value_net(features), *log_chances(logits, action_masks.bool(), actions)


def masked_logits(logits: Tensor, masks: Tensor) -> Tensor:
    """The logits with illegal actions at a very low finite value."""
    return logits.masked_fill(~masks, LOWEST)


def log_chances(logits: Tensor, masks: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
    """The log-probability of each row's action, and the entropy of each row."""
    legal = masked_logits(logits, masks)
    logs = torch.log_softmax(legal, dim=1)
    chosen = logs.gather(1, actions.unsqueeze(1)).squeeze(1)
    return chosen, -(torch.softmax(legal, dim=1) * logs).sum(dim=1)


@torch.no_grad()
def sample(logits: Tensor, masks: Tensor, generator: torch.Generator) -> Tensor:
    """An action for every row by its probability.

    The probabilities lie side by side, and one random number falls onto one of them: never onto an
    illegal action, which takes no room, and never past the last one, whatever is rounded.
    """
    edges = torch.softmax(masked_logits(logits, masks), dim=1).cumsum(dim=1)
    end = edges[:, -1:]
    drawn = torch.rand(end.shape, generator=generator) * end
    return (edges <= torch.minimum(drawn, torch.nextafter(end, -end))).sum(dim=1)


class PortablePolicy(nn.Module):
    """What a checkpoint holds: observations and masks in, masked logits and values out."""

    def __init__(self, policy: MaskableActorCriticPolicy) -> None:
        super().__init__()
        self.network = policy.mlp_extractor
        self.value = policy.value_net

    def forward(self, observation: Tensor, action_mask: Tensor) -> tuple[Tensor, Tensor]:
        """The masked logits and the value of every row."""
        logits, features = self.network(observation)
        return masked_logits(logits, action_mask), self.value(features).squeeze(1)
