"""What the contract asks of a ruleset's table."""

from typing import Annotated

import numpy as np
import pytest

from lostcities_env.core.game import Cells, Table, record_dtype


class Dice(Table):
    """A table with a number and an array of its own."""

    eyes: Annotated[int, "i8"]
    thrown: Annotated[Cells, "i1", (6,)]


class Wrong(Table):
    """A table with a field that NumPy's records would hide."""

    copy: Annotated[int, "i8"]


def test_a_table_is_a_record_of_the_common_fields_and_then_its_own():
    dtype = record_dtype(Dice)
    assert dtype.names[0] == "rng"
    assert dtype.names[-2:] == ("eyes", "thrown")
    assert dtype["eyes"] == np.int64
    assert dtype["thrown"].shape == (6,)


def test_a_field_cannot_be_called_like_something_of_a_record():
    with pytest.raises(ValueError, match="a table cannot have a field 'copy'"):
        record_dtype(Wrong)
