"""The players of Rivals, by name, and the habits of the careful one for tuning."""

from lostcities_env.agents.rivals.careful import HABITS, careful, choose_by

PLAYERS = {"careful": careful}

__all__ = ["HABITS", "PLAYERS", "careful", "choose_by"]
