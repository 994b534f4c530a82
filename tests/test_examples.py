"""Every example runs as a newcomer would run it; those of optional libraries where these are there."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = sorted(path.stem for path in (ROOT / "examples").glob("*.py"))
NEEDS = {"torchrl": "torchrl", "tianshou": "tianshou"}
ARGUMENTS = {"04_train_ppo": ["8192"]}


def test_they_are_numbered_in_the_order_of_reading() -> None:
    numbers = [int(name[:2]) for name in EXAMPLES]
    assert numbers == list(range(numbers[0], numbers[0] + len(EXAMPLES)))


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_runs(name: str) -> None:
    library = NEEDS.get(name.partition("_")[2])
    if library and importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    done = subprocess.run(
        [sys.executable, "-m", f"examples.{name}", *ARGUMENTS.get(name, [])],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()
