"""The examples of players run as they are."""

import runpy

import pytest


@pytest.mark.parametrize(
    ("script", "says"), [("05_search_in_40_lines", "search: "), ("06_tournament", "share of wins")]
)
def test_example_runs(script, says, capsys):
    runpy.run_path(f"examples/{script}.py")
    assert says in capsys.readouterr().out
