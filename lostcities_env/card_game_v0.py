"""The Lost Cities card game for PettingZoo: `env` and `raw_env`."""

from lostcities_env.envs.aec import environment

env, raw_env = environment("card_game_v0")
