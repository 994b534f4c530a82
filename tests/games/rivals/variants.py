"""The variants of Rivals that every conformance test runs: each option at least once."""

from typing import Any

VARIANTS: dict[str, dict[str, Any]] = {
    "two": {},
    "three": {"players": 3},
    "four": {"players": 4},
    "two-table-score": {"memory": "table", "reward": "score", "starter": 1},
    "three-random-margin": {"players": 3, "starter": "random", "reward": "margin"},
    "four-table-margin": {"players": 4, "memory": "table", "reward": "margin", "starter": 3},
}
