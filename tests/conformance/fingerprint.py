"""What a short run of every case comes to, byte for byte: run with other Numba settings to compare.

NUMBA_DISABLE_JIT=1 python -m tests.conformance.fingerprint
"""

import hashlib
import json

import lostcities_env
from tests.conformance.cases import CASES

ROWS, STEPS = 1, 400


def fingerprints() -> dict[str, str]:
    """A digest of all tables and buffers after random play, for every case."""
    return {f"{game}: {name}": _fingerprint(game, options) for game, name, options in CASES}


def _fingerprint(game: str, options: dict[str, object]) -> str:
    digest = hashlib.sha256()
    batch = lostcities_env.make_batch(game, ROWS, seed=13, **options)
    for _ in range(STEPS // 50):
        batch.rollout(50)
        for array in (batch._states, *batch._buffers):
            digest.update(array.tobytes())
    for player in range(batch.num_players):
        batch._engine.redeal_at(batch._states, 0, player)
        digest.update(batch._states.tobytes())
    return digest.hexdigest()


if __name__ == "__main__":
    print(json.dumps(fingerprints()))
