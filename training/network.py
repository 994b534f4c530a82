"""The two networks: one encoder shared by all colours, and a plain MLP to compare it with.

Both turn observations into the logits of all actions and into features that the value is read from.
"""

from itertools import pairwise

import numpy as np
import torch
from torch import Tensor, nn

from lostcities_env.core.game import Variant

AXIS = "colour"
HIDDEN_GAIN, HEAD_GAIN = 2**0.5, 0.01


def linear(inputs: int, outputs: int, gain: float = HIDDEN_GAIN) -> nn.Linear:
    """A linear layer that begins orthogonal and without bias."""
    layer = nn.Linear(inputs, outputs)
    nn.init.orthogonal_(layer.weight, gain)
    nn.init.zeros_(layer.bias)
    return layer


class TwoHeads(nn.Module):
    """What stable-baselines3 asks of the module in the middle of a policy."""

    latent_dim_pi: int
    latent_dim_vf: int

    def forward_actor(self, observations: Tensor) -> Tensor:
        """The logits alone."""
        logits: Tensor = self(observations)[0]
        return logits

    def forward_critic(self, observations: Tensor) -> Tensor:
        """The value's features alone."""
        features: Tensor = self(observations)[1]
        return features


class MlpNetwork(TwoHeads):
    """Layers over the whole observation, which know nothing of colours."""

    def __init__(self, variant: Variant, width: int, layers: int) -> None:
        super().__init__()
        sizes = [variant.observation.size, *[width] * layers]
        self.trunk = nn.Sequential(
            *[m for pair in pairwise(sizes) for m in (linear(*pair), nn.ReLU())]
        )
        self.head = linear(width, variant.actions.size, HEAD_GAIN)
        self.latent_dim_pi, self.latent_dim_vf = variant.actions.size, width

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """The logits, and the features for the value."""
        hidden = self.trunk(observations)
        return self.head(hidden), hidden


class ColourLayer(nn.Module):
    """The same layer for every colour, which also sees all colours pooled."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.own = linear(width, width)
        self.all = linear(width, width)

    def forward(self, hidden: Tensor) -> Tensor:
        """(n, colours, width) to the same shape."""
        return torch.relu(self.own(hidden) + self.all(hidden.mean(dim=1)).unsqueeze(1))


class ColourNetwork(TwoHeads):
    """One encoder shared by all colours: permuting colours permutes the policy.

    Every colour is encoded from what the observation says of it and from what has no colour; layers
    mix in the mean over all colours. Actions of a colour are read from its own encoding, all others
    from the mean.
    """

    own: Tensor
    rest: Tensor
    order: Tensor

    def __init__(self, variant: Variant, width: int, layers: int) -> None:
        super().__init__()
        own, rest = variant.observation.along(AXIS), variant.observation.without(AXIS)
        moves, others = variant.actions.along(AXIS), variant.actions.without(AXIS)
        self.colours = len(own)
        self.register_buffer("own", torch.from_numpy(own.ravel()), persistent=False)
        self.register_buffer("rest", torch.from_numpy(rest), persistent=False)
        order = np.argsort(np.concatenate([moves.ravel(), others]))
        self.register_buffer("order", torch.from_numpy(order), persistent=False)
        self.encode_own = linear(own.shape[1], width)
        self.encode_rest = linear(rest.size, width)
        self.mixers = nn.Sequential(*[ColourLayer(width) for _ in range(layers - 1)])
        self.own_head = linear(width, moves.shape[1], HEAD_GAIN)
        self.rest_head = linear(width, others.size, HEAD_GAIN)
        self.latent_dim_pi, self.latent_dim_vf = variant.actions.size, width

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor]:
        """The logits, and the features for the value."""
        own = observations.index_select(1, self.own).reshape(
            -1, self.colours, self.encode_own.in_features
        )
        rest = self.encode_rest(observations.index_select(1, self.rest)).unsqueeze(1)
        hidden = self.mixers(torch.relu(self.encode_own(own) + rest))
        features = hidden.mean(dim=1)
        logits = torch.cat([self.own_head(hidden).flatten(1), self.rest_head(features)], dim=1)
        return logits.index_select(1, self.order), features


NETWORKS: dict[str, type[ColourNetwork] | type[MlpNetwork]] = {
    "colours": ColourNetwork,
    "mlp": MlpNetwork,
}
