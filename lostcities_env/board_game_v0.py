"""The Lost Cities board game for PettingZoo: `env` and `raw_env`."""

from lostcities_env.envs.aec import environment

env, raw_env = environment("board_game_v0")
