VARIANTS = {
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
    "truncated match": {"max_turns": 85, "rounds": 3, "reward": "score", "starter": "random"},
}
