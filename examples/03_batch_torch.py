"""Thousands of games at once: torch reads the engine's buffers in place, without a copy.

Run it from the root of the clone: python -m examples.03_batch_torch
"""

import time

import torch

import lostcities_env

GAMES, STEPS = 512, 400
torch.manual_seed(0)
torch.set_num_threads(1)  # the fastest for small networks
batch = lostcities_env.make_batch("card_game_v0", num_games=GAMES, seed=0)
observations = torch.from_numpy(batch.observations)  # the same memory as the engine's
masks = torch.from_numpy(batch.action_masks)
network = torch.nn.Linear(observations.shape[1], masks.shape[1])

finished, points = 0, 0
began = time.perf_counter()
with torch.no_grad():
    for _ in range(STEPS):
        logits = network(observations).masked_fill(~masks, -torch.inf)
        actions = torch.multinomial(logits.softmax(dim=1), num_samples=1)
        batch.step(actions.squeeze(1).numpy())  # observations and masks hold the next decisions now
        finished += int((batch.terminations | batch.truncations).sum())
        points += int(batch.final_scores.sum())

rate = GAMES * STEPS / (time.perf_counter() - began)
print(f"{finished} games finished, {points / finished / 2:.1f} points a player,")
print(f"{rate:,.0f} decisions a second, the network's time included")
assert observations.data_ptr() == batch.observations.ctypes.data
