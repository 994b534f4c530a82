"""Named spans over a flat vector: offsets, spaces, words and document tables from one source.

A game declares its `Spans` once, for its actions and for its observations. Giving the axes their
labels (which colours, how many seats) makes a `Layout`: where each span begins and what each single
position means.
"""

from collections import namedtuple
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

Labels = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True)
class Span:
    """One named run of numbers, with one position for each combination of its axes' labels."""

    name: str
    axes: tuple[str, ...]
    text: str  # an observation's meaning; an action in words, as in "play {colour}{value}"
    low: float = 0.0
    high: float = 1.0


class Spans:
    """The spans of a vector in their order, before the sizes of the axes are known."""

    def __init__(self, *spans: Span) -> None:
        self.spans = spans
        # One class for all layouts of these spans: compiled code reads `at.hand`, whatever the sizes.
        self.Offsets: Any = namedtuple("Offsets", [span.name for span in spans])  # type: ignore[misc]

    def layout(self, labels: Labels) -> "Layout":
        """The layout for these labels of the axes."""
        return Layout(self, labels)


class Layout:
    """Where each span of a flat vector begins, and what each position stands for."""

    def __init__(self, spans: Spans, labels: Labels) -> None:
        self.spans = {span.name: span for span in spans.spans}
        self.labels = dict(labels)
        self.shapes = {
            span.name: tuple(len(labels[axis]) for axis in span.axes) for span in spans.spans
        }
        starts, size = [], 0
        for shape in self.shapes.values():
            starts.append(size)
            size += prod(shape)
        self.size = size
        self.offsets = spans.Offsets(*starts)

    def slice(self, name: str) -> slice:
        """The positions of a span."""
        start = getattr(self.offsets, name)
        return slice(start, start + prod(self.shapes[name]))

    def view(self, vector: NDArray[Any], name: str) -> NDArray[Any]:
        """A span of a vector (or of many, along the last axis) in the shape of its axes."""
        return vector[..., self.slice(name)].reshape((*vector.shape[:-1], *self.shapes[name]))

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The lowest and the highest value of every position."""
        low, high = np.empty(self.size, np.float32), np.empty(self.size, np.float32)
        for name, span in self.spans.items():
            low[self.slice(name)], high[self.slice(name)] = span.low, span.high
        return low, high

    def along(self, axis: str) -> NDArray[np.int64]:
        """The positions of all spans that have this axis: a row for each of its labels.

        Row r holds what the vector says of label r, in the same order for every label, so that one
        encoder can be shared by all of them.
        """
        rows = []
        for name, span in self.spans.items():
            if axis in span.axes:
                positions = np.arange(self.size)[self.slice(name)].reshape(self.shapes[name])
                rows.append(np.moveaxis(positions, span.axes.index(axis), 0))
        count = len(self.labels[axis])
        return np.concatenate([row.reshape(count, -1) for row in rows], axis=1)

    def without(self, axis: str) -> NDArray[np.int64]:
        """The positions of all spans that lack this axis."""
        names = [name for name, span in self.spans.items() if axis not in span.axes]
        return np.concatenate(
            [np.arange(self.size)[self.slice(name)] for name in names] or [np.arange(0)]
        )

    def locate(self, position: int) -> tuple[str, tuple[int, ...]]:
        """The span that a position belongs to, and its coordinates along that span's axes."""
        name = max(
            (span for span in self.spans if getattr(self.offsets, span) <= position),
            key=lambda span: int(getattr(self.offsets, span)),
        )
        inside = np.unravel_index(position - getattr(self.offsets, name), self.shapes[name] or (1,))
        return name, tuple(int(i) for i in inside)

    def words(self) -> tuple[str, ...]:
        """Every position in words, by its span's text with the labels filled in."""
        return tuple(self._each_in_words())

    def _each_in_words(self) -> Iterator[str]:
        for span in self.spans.values():
            for labels in product(*(self.labels[axis] for axis in span.axes)):
                yield span.text.format(**dict(zip(span.axes, labels, strict=True)))

    def table(self) -> list[tuple[str, str, str, str, str]]:
        """Rows for the documentation: name, positions, axes, range, meaning."""
        rows = []
        for name, span in self.spans.items():
            where = self.slice(name)
            last = where.stop - 1
            positions = f"{where.start}" if last == where.start else f"{where.start} to {last}"
            axes = " x ".join(f"{axis} ({len(self.labels[axis])})" for axis in span.axes)
            rows.append((name, positions, axes, f"{span.low:g} to {span.high:g}", span.text))
        return rows
