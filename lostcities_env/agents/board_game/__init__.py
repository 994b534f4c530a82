"""The players of the board game, by name, and the habits of the careful one for tuning."""

from lostcities_env.agents.board_game.careful import HABITS, careful, choose_by

PLAYERS = {"careful": careful}

__all__ = ["HABITS", "PLAYERS", "careful", "choose_by"]
