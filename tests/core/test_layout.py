"""Named spans over a flat vector."""

import numpy as np
import pytest

from lostcities_env.core.layout import Span, Spans

SPANS = Spans(
    Span("hand", ("colour", "value"), "holds {colour}{value}"),
    Span("gold", (), "coins", low=-1.0, high=2.5),
    Span("pile", ("colour",), "pile {colour}", high=12.0),
)
LAYOUT = SPANS.layout({"colour": ("Y", "B", "W"), "value": ("1", "2")})


def test_spans_follow_one_another_without_a_gap():
    assert LAYOUT.offsets == (0, 6, 7)
    assert LAYOUT.offsets.gold == 6
    assert LAYOUT.size == 10
    assert LAYOUT.slice("pile") == slice(7, 10)


def test_layouts_of_the_same_spans_share_a_type_whatever_their_sizes():
    other = SPANS.layout({"colour": ("Y",), "value": ("1",)})
    assert type(other.offsets) is type(LAYOUT.offsets)
    assert other.size == 3


def test_a_view_has_the_shape_of_its_axes():
    vector = np.arange(10, dtype=np.float32)
    assert LAYOUT.view(vector, "hand").tolist() == [[0, 1], [2, 3], [4, 5]]
    assert LAYOUT.view(vector, "gold").shape == ()
    assert LAYOUT.view(vector, "gold") == 6
    assert LAYOUT.view(vector, "pile").tolist() == [7, 8, 9]


def test_a_view_of_many_vectors_keeps_their_axes():
    vectors = np.zeros((4, 5, 10))
    assert LAYOUT.view(vectors, "hand").shape == (4, 5, 3, 2)
    assert LAYOUT.view(vectors, "gold").shape == (4, 5)


def test_bounds_are_those_of_the_spans():
    low, high = LAYOUT.bounds()
    assert low.tolist() == [0] * 6 + [-1] + [0] * 3
    assert high.tolist() == [1] * 6 + [2.5] + [12] * 3
    assert low.dtype == high.dtype == np.float32


def test_what_speaks_of_a_colour_is_found_in_the_same_order_for_each():
    assert LAYOUT.along("colour").tolist() == [[0, 1, 7], [2, 3, 8], [4, 5, 9]]
    assert LAYOUT.along("value").tolist() == [[0, 2, 4], [1, 3, 5]]


def test_along_and_without_share_out_all_positions():
    for axis in ("colour", "value"):
        both = [*LAYOUT.along(axis).ravel(), *LAYOUT.without(axis)]
        assert sorted(both) == list(range(LAYOUT.size))
    assert LAYOUT.without("colour").tolist() == [6]


def test_nothing_may_be_without_an_axis():
    layout = Spans(Span("pile", ("colour",), "pile {colour}")).layout({"colour": ("Y",)})
    assert layout.without("colour").tolist() == []


@pytest.mark.parametrize(
    ("position", "where"),
    [(0, ("hand", (0, 0))), (3, ("hand", (1, 1))), (5, ("hand", (2, 1))), (7, ("pile", (0,)))],
)
def test_a_position_is_located_by_span_and_coordinates(position, where):
    assert LAYOUT.locate(position) == where


def test_a_single_number_has_no_coordinates_to_speak_of():
    name, where = LAYOUT.locate(6)
    assert name == "gold"
    assert where in ((), (0,))


def test_every_position_in_words():
    assert LAYOUT.words() == (
        *("holds Y1", "holds Y2", "holds B1", "holds B2", "holds W1", "holds W2"),
        "coins",
        *("pile Y", "pile B", "pile W"),
    )


def test_the_table_for_the_documents():
    assert LAYOUT.table() == [
        ("hand", "0 to 5", "colour (3) x value (2)", "0 to 1", "holds {colour}{value}"),
        ("gold", "6", "", "-1 to 2.5", "coins"),
        ("pile", "7 to 9", "colour (3)", "0 to 12", "pile {colour}"),
    ]
