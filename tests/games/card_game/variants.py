"""The variants of the card game that every test for all games runs through: each option is met."""

from typing import Any

VARIANTS: dict[str, dict[str, Any]] = {
    "default": {},
    "long": {"expeditions": 6},
    "match": {"rounds": 3, "starter": "random", "reward": "margin"},
    "long match, table memory": {
        "expeditions": 6,
        "rounds": 3,
        "memory": "table",
        "reward": "score",
    },
    "table memory": {"memory": "table", "starter": 1},
    "truncated": {"max_turns": 40, "reward": "margin"},
    # Random games meet this limit in any of the three deals, or in none.
    "truncated match": {"max_turns": 140, "rounds": 3, "reward": "score", "starter": "random"},
}
