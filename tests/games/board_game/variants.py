"""The variants of the board game that the shared tests run on: every option at least once."""

VARIANTS: dict[str, dict[str, object]] = {
    "three, short": {"players": 3, "rounds": 1},
    "default": {},
    "two, short, margin": {"rounds": 1, "reward": "margin", "starter": 1},
    "four, table memory": {
        "players": 4,
        "memory": "table",
        "reward": "score",
        "starter": "random",
    },
    "two, table memory": {"rounds": 1, "memory": "table"},
    "three, either direction, equal turns": {
        "players": 3,
        "direction": "either",
        "equal_turns": True,
        "reward": "margin",
        "starter": 2,
    },
    "four, equal turns, no taking back": {
        "players": 4,
        "rounds": 1,
        "equal_turns": True,
        "redraw_own_discard": False,
    },
    "two, either direction, no taking back": {
        "direction": "either",
        "redraw_own_discard": False,
        "reward": "score",
        "memory": "table",
    },
    "arrows everywhere": {
        "rounds": 1,
        "tile_spaces": [
            [1, 2, 3, 4, 5],
            [5, 4, 3, 2, 1],
            [2, 3, 4, 5, 6],
            [1, 3, 5, 7, 9],
            [5, 6, 7, 8, 9],
        ],
        "artifact_track": [-7, 100, 0],
    },
    "own track, long": {"players": 3, "artifact_track": [12], "max_turns": 300},
    "truncated": {"players": 2, "max_turns": 60, "reward": "margin"},
    "truncated, equal turns": {
        "players": 4,
        "rounds": 3,
        "equal_turns": True,
        "max_turns": 170,
        "reward": "score",
    },
}
