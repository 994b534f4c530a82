"""Lost Cities: Rivals for PettingZoo: `env` and `raw_env`."""

from lostcities_env.envs.aec import environment

env, raw_env = environment("rivals_v0")
