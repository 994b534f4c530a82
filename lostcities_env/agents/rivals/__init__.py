"""The players of Rivals, by name, and the habits of the careful one for tuning."""

from lostcities_env.agents.rivals.careful import (
    HABITS,
    HOARDER,
    SPENDER,
    careful,
    choose_by,
    habits_for,
)

YARDSTICKS = (SPENDER, HOARDER)  # whom the careful player is tuned against besides itself
PLAYERS = {"careful": careful}

__all__ = ["HABITS", "PLAYERS", "YARDSTICKS", "careful", "choose_by", "habits_for"]
