"""How rules are compiled and where the result is kept."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lostcities_env.core import jit

ROOT = Path(__file__).resolve().parents[2]
PLAY = """
import numpy as np
from lostcities_env.core import jit, rng
print(jit._CACHE)
print(jit.is_compiled(), int(rng.advance(np.uint64(5))))
"""
GAME = """
import lostcities_env
state = lostcities_env.new_game("card_game_v0", seed=7)
state.apply(state.legal_actions()[0])
state.apply("draw")
print(state.current_player)
"""
ARRAYS = """
import numba, numpy as np
from lostcities_env.core.jit import {decorator}

@{decorator}
def ones(n):
    return np.ones(n).sum()

try:
    print(ones(3))
except numba.TypingError:
    print("no array of its own")
"""


def run(source, **variables):
    """What a script prints in a Python of its own."""
    names = ("NUMBA_", "XDG_CACHE_HOME")
    environment = {k: v for k, v in os.environ.items() if not k.startswith(names)}
    done = subprocess.run(
        [sys.executable, "-c", source],
        env=environment | {name: str(value) for name, value in variables.items()},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


@pytest.fixture
def in_the_way(tmp_path):
    """A folder that cannot be made: there is a file where it should be."""
    (tmp_path / "file").write_text("not a folder")
    return tmp_path / "file" / "cache"


@pytest.mark.parametrize("variable", ["NUMBA_CACHE_DIR", "XDG_CACHE_HOME"])
def test_without_a_folder_to_write_to_rules_are_compiled_all_the_same(in_the_way, variable):
    folder, result = run(PLAY, **{variable: in_the_way})
    assert folder == "None"
    assert result == f"True {run(PLAY, NUMBA_DISABLE_JIT=1)[1].split()[1]}"


def test_without_a_folder_to_write_to_a_game_can_be_played(in_the_way):
    assert run(GAME, NUMBA_CACHE_DIR=in_the_way) == ["1"]


def test_plain_python_is_one_variable_away():
    assert run(PLAY, NUMBA_DISABLE_JIT=1)[1].startswith("False ")


def test_what_was_compiled_is_found_again(tmp_path):
    first = run(PLAY, NUMBA_CACHE_DIR=tmp_path)
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbc")}
    assert kept
    assert all(str(path).startswith(first[0]) for path in kept)
    assert run(PLAY, NUMBA_CACHE_DIR=tmp_path) == first
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbc")} == kept


def test_other_settings_of_the_compiler_have_another_folder(monkeypatch):
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    before = jit._digest()
    monkeypatch.setenv("SOMETHING_ELSE", "1")
    assert jit._digest() == before
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    checked = jit._digest()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "0")
    assert len({before, checked, jit._digest()}) == 3


def test_other_sources_have_another_folder(monkeypatch, tmp_path):
    monkeypatch.setattr(jit, "_PACKAGE", tmp_path)
    digests = [jit._digest()]
    (tmp_path / "games").mkdir()
    for name, text in (("a.py", "X = 1"), ("a.py", "X = 2"), ("games/b.py", ""), ("c.txt", "no")):
        (tmp_path / name).write_text(text)
        digests.append(jit._digest())
    assert len(set(digests)) == 4
    assert digests[-1] == digests[-2], "only sources count"
    (tmp_path / "games" / "b.py").rename(tmp_path / "games" / "d.py")
    assert jit._digest() not in digests


def test_a_home_that_cannot_be_found_is_no_error(monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)

    def homeless():
        raise RuntimeError("no home")

    monkeypatch.setattr(Path, "home", homeless)
    assert jit._cache_folder() is None


@jit.rule
def answer() -> int:
    return 0


def asked() -> int:
    """Ask for the answer, whichever it is."""
    return answer() + 1


def forty_one() -> int:
    return 41


def test_only_a_rule_that_says_so_can_make_arrays():
    assert run(ARRAYS.format(decorator="allocating")) == ["3.0"]
    assert run(ARRAYS.format(decorator="rule")) == ["no array of its own"]


def test_a_function_that_cannot_be_kept_is_compiled_all_the_same(monkeypatch, tmp_path):
    compiled = jit._compiled

    def picky(function, options):
        if "cache" in options:
            raise RuntimeError("no locator available")
        return compiled(function, options)

    monkeypatch.setattr(jit, "_CACHE", str(tmp_path))
    monkeypatch.setattr(jit, "_compiled", picky)
    assert jit.rule(forty_one)() == 41


def test_a_function_is_bound_to_other_names():
    bound = jit.bind(asked, {"answer": jit._compiled(forty_one, {})}, "toy")
    assert bound() == 42
    assert asked() == 1
