"""PPO on one seat: sb3-contrib's MaskablePPO against a random opponent, on many games at once.

Run it from the root of the clone: python -m examples.04_train_ppo [decisions]
"""

import sys

import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy

from training.vec_env import SeatVecEnv

torch.set_num_threads(1)  # the fastest for small networks
decisions = int(sys.argv[1]) if len(sys.argv) > 1 else 16_384

# The learner sits in a random seat of every game; rewards are 1 for a win and -1 for a loss.
env = SeatVecEnv("card_game_v0", num_envs=64, opponents="random", seat="random", seed=0)
model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=1024, n_epochs=4, seed=0)
model.learn(decisions)

test = SeatVecEnv("card_game_v0", num_envs=32, opponents="random", seat="random", seed=1)
reward, spread = evaluate_policy(model, test, n_eval_episodes=64)
print(
    f"after {model.num_timesteps} decisions: mean result {reward:+.2f} ({spread:.2f}) in 64 games"
)
