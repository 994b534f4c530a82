"""Fast, provably correct environments for three Knizia games of hidden information."""

from lostcities_env.core.batch import Batch
from lostcities_env.core.errors import IllegalAction, RecordError
from lostcities_env.core.record import read_records, replay, write_records
from lostcities_env.core.state import State
from lostcities_env.envs.registry import make_batch, new_game, register
from lostcities_env.version import VERSION as __version__

__all__ = [
    "Batch",
    "IllegalAction",
    "RecordError",
    "State",
    "__version__",
    "make_batch",
    "new_game",
    "read_records",
    "replay",
    "write_records",
]

register()
