"""A warm start: the network learns to copy a scripted player, and to foresee how its games end.

Plain self-play from random weights settles on never playing a card, since a random follow-up makes
every expedition a loss. A network that begins by copying a sensible player never gets there.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from torch.nn import functional

from lostcities_env.agents.player import Player
from lostcities_env.core.batch import Batch
from training.policy import masked_logits

GAMES, LENGTH = 256, 256  # games at once, and decisions in each that are learned from together
MINIBATCH = 1024
FASTEST, SLOWEST = 2e-3, 1e-4  # learning rates at the start and at the end
VALUE_WEIGHT = 0.5
GRADIENT_NORM = 1.0


class Lessons(NamedTuple):
    """Decisions of a player, and what its seat was paid from there to the end of the game."""

    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    actions: NDArray[np.int64]
    returns: NDArray[np.float32]
    known: NDArray[np.bool_]  # whether the end of the game, and so the return, was seen


def watch(batch: Batch, player: Player, length: int, scale: float, gamma: float) -> Lessons:
    """So many decisions in every game, all seats played by this player."""
    games, players = batch.num_games, batch.num_players
    seen = Lessons(
        np.empty((length, games, batch.variant.observation.size), np.float32),
        np.empty((length, games, batch.variant.actions.size), np.bool_),
        np.empty((length, games), np.int64),
        np.empty((length, games), np.float32),
        np.empty((length, games), np.bool_),
    )
    seats, ended = np.empty((length, games), np.int64), np.empty((length, games), np.bool_)
    rewards = np.empty((length, games, players), np.float32)
    for t in range(length):
        seen.observations[t], seen.masks[t] = batch.observations, batch.action_masks
        seats[t] = batch.current_players
        seen.actions[t] = player.act_rows(batch.variant, batch.observations, batch.action_masks)
        batch.step(seen.actions[t])
        rewards[t], ended[t] = batch.rewards * scale, batch.terminations | batch.truncations
    returns_of(rewards, ended, seats, gamma, seen.returns, seen.known)
    return Lessons(*(part.reshape((length * games, *part.shape[2:])) for part in seen))


def returns_of(
    rewards: NDArray[np.float32],
    ended: NDArray[np.bool_],
    seats: NDArray[np.int64],
    gamma: float,
    returns: NDArray[np.float32],
    known: NDArray[np.bool_],
) -> None:
    """What each decision's seat is paid from there on, discounted for each of its own decisions."""
    length, games = seats.shape
    ahead, seen, rows = np.zeros_like(rewards[0]), np.zeros(games, np.bool_), np.arange(games)
    for t in range(length - 1, -1, -1):
        ahead[ended[t]] = 0
        seen |= ended[t]
        ahead += rewards[t]
        returns[t], known[t] = ahead[rows, seats[t]], seen
        ahead[rows, seats[t]] *= gamma


def minibatches(count: int, random: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    """All numbers below `count` in random order, some at a time."""
    order = random.permutation(count)
    for start in range(0, count, MINIBATCH):
        yield order[start : start + MINIBATCH]


def imitate(
    policy: MaskableActorCriticPolicy,
    batch: Batch,
    player: Player,
    decisions: int,
    reward_scale: float,
    gamma: float,
    seed: int,
    tell: Callable[[int, float], Any] = lambda _decisions, _share: None,
) -> float:
    """Teach a policy to play like this player; returns how often it now chooses the same action."""
    random = np.random.default_rng(seed)
    optimizer = torch.optim.Adam(policy.parameters(), lr=FASTEST)
    done, agreement = 0, 0.0
    while done < decisions:
        for group in optimizer.param_groups:
            group["lr"] = FASTEST + (SLOWEST - FASTEST) * done / decisions
        lessons = watch(batch, player, LENGTH, reward_scale, gamma)
        parts = minibatches(lessons.actions.size, random)
        agreement = float(np.mean([learn_part(policy, optimizer, lessons, rows) for rows in parts]))
        done += lessons.actions.size
        tell(min(done, decisions), agreement)
    return agreement


def learn_part(
    policy: MaskableActorCriticPolicy,
    optimizer: torch.optim.Optimizer,
    lessons: Lessons,
    rows: NDArray[np.int64],
) -> float:
    """One gradient step; returns how often the policy's best action was the player's."""
    views, masks, actions, returns, known = (torch.from_numpy(part[rows]) for part in lessons)
    logits, features = policy.mlp_extractor(views)
    logits = masked_logits(logits, masks)
    value = policy.value_net(features).squeeze(1)
    error = (value - returns).square() * known
    loss = functional.cross_entropy(logits, actions) + VALUE_WEIGHT * error.mean()
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(policy.parameters(), GRADIENT_NORM)
    optimizer.step()
    return float((logits.argmax(dim=1) == actions).float().mean())
