"""What holds for all tests."""

import pytest

from lostcities_env.core import threads


@pytest.fixture(autouse=True)
def threads_share_few_rows_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a test asks for threads it gets them, though its batches are small."""
    monkeypatch.setattr(threads, "FEWEST_DECISIONS", 1)
