"""The variants of the card game that every test for all games runs through: each option is met."""

from typing import Any

VARIANTS: dict[str, dict[str, Any]] = {
    "default": {},
    "long": {"expeditions": 6, "starter": 1},
    "table": {"memory": "table", "starter": "random"},
    "margin": {"reward": "margin", "max_turns": 60},
    "match": {"rounds": 3, "reward": "score"},
    "long_match": {"expeditions": 6, "rounds": 3, "reward": "margin", "memory": "table"},
    "match_cut_short": {"rounds": 3, "reward": "win", "max_turns": 140, "starter": "random"},
}
