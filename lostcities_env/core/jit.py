"""How rules are compiled: the one place that names Numba's options and its cache folder.

`NUMBA_DISABLE_JIT=1` turns all decorators off: the same source then runs as plain Python, for the
debugger, for coverage, and as a second opinion on the compiler.
"""

import hashlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numba

_SETTINGS: Any = numba.config  # a module that fills itself in
F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "_nrt": False,  # no counting of who holds an array, which takes longer than many a rule
    "no_cfunc_wrapper": True,  # nobody calls rules from C, and each wrapper takes time to compile
}
_PACKAGE = Path(__file__).resolve().parent.parent


def _digest() -> str:
    """A fingerprint of all that compiled code depends on: our sources and Numba's settings.

    Numba itself looks only at the file that a function stands in, so a constant edited elsewhere, or
    a bounds check switched on, would leave stale code in its cache.
    """
    digest = hashlib.sha256(numba.__version__.encode())
    for source in sorted(_PACKAGE.rglob("*.py")):
        digest.update(source.relative_to(_PACKAGE).as_posix().encode())
        digest.update(source.read_bytes())
    for name in sorted(name for name in os.environ if name.startswith("NUMBA_")):
        digest.update(f"{name}={os.environ[name]}".encode())
    return digest.hexdigest()[:16]


def _cache_folder() -> str | None:
    """The folder for this state of the sources, or None where none can be written."""
    base = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME")
    try:
        root = Path(base) if base else Path.home() / ".cache"
        folder = root / "lostcities_env" / _digest()
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except (OSError, RuntimeError):
        return None
    return str(folder)


_CACHE = _cache_folder()


def rule(function: F) -> F:
    """Compile one small function of a ruleset, kept on disk between runs.

    It uses the arrays that it is given, but can neither make nor return any: see `allocating`.
    """
    return _kept(function, _OPTIONS)


def allocating(function: F) -> F:
    """Like `rule`, for one that needs arrays of its own while it runs."""
    return _kept(function, {**_OPTIONS, "_nrt": True})


def inlined(function: F) -> F:
    """Like `rule`, and always put into its caller: constants that it is given are then constants.

    Loops over a vector of known length run several times faster so.
    """
    return _kept(function, {**_OPTIONS, "inline": "always"})


def bind(function: F, names: Mapping[str, Any], owner: str) -> F:
    """Compile a function once more with some of its globals replaced, for `owner`.

    A closure would do the same, but Numba cannot find closures in its cache. What is bound is kept on
    disk as long as all of it comes from this package, whose sources the cache folder stands for.
    """
    bound = FunctionType(function.__code__, {**function.__globals__, **names}, function.__name__)
    bound.__qualname__ = f"{owner}.{function.__name__}"
    bound.__module__ = function.__module__
    ours = all(value.__module__.startswith(_PACKAGE.name + ".") for value in names.values())
    return _kept(bound, _OPTIONS) if ours else _compiled(bound, _OPTIONS)  # type: ignore[return-value]


def _kept(function: F, options: dict[str, Any]) -> F:
    if _CACHE is None:
        return _compiled(function, options)
    before = _SETTINGS.CACHE_DIR
    _SETTINGS.CACHE_DIR = _CACHE
    try:
        return _compiled(function, {**options, "cache": True})
    except (OSError, RuntimeError):
        return _compiled(function, options)
    finally:
        _SETTINGS.CACHE_DIR = before


def _compiled(function: F, options: dict[str, Any]) -> F:
    compiled: F = numba.njit(**options)(function)
    return compiled


def is_compiled() -> bool:
    """Whether rules run as machine code (True) or as plain Python (False)."""
    return not _SETTINGS.DISABLE_JIT
