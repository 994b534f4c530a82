"""The players of the card game, by name, and the habits of the careful one for tuning."""

from lostcities_env.agents.card_game.careful import HABITS, careful, choose_by
from lostcities_env.agents.card_game.discard_only import discard_only

YARDSTICKS = ("discard_only",)  # whom the careful player is tuned against besides itself
PLAYERS = {"careful": careful, "discard_only": discard_only}

__all__ = ["HABITS", "PLAYERS", "YARDSTICKS", "careful", "choose_by", "discard_only"]
