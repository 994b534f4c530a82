"""Cards and colour names in their colours, for a terminal."""

import re

_CODES = {"Y": "93", "B": "94", "W": "97", "G": "92", "R": "91", "P": "95"}
_NAMES = "yellow|blue|white|green|red|purple"
_CARD = re.compile(rf"\b([YBWGRP])(?:w|10|\d| (?:{_NAMES}))\b")


def in_colour(text: str) -> str:
    """The text with every card painted in its colour."""
    return _CARD.sub(lambda card: f"\x1b[{_CODES[card[1]]}m{card[0]}\x1b[0m", text)
