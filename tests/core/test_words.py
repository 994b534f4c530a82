"""Masks read in words: compiled as in plain Python, and every legal action equally likely."""

from collections import Counter

import numpy as np
import pytest
from scipy import stats

from lostcities_env.core import rng
from lostcities_env.core.engine import random_legal
from lostcities_env.core.jit import rule
from lostcities_env.core.words import FLAGS, plain_word, word


@rule
def compiled_word(mask: np.ndarray, i: int) -> np.uint64:
    return word(mask, i)


def test_a_word_is_eight_flags_wherever_a_row_begins() -> None:
    masks = np.random.default_rng(0).random((5, 37)) < 0.4
    for mask in masks:
        for i in range(37 // FLAGS):
            flags = mask[FLAGS * i : FLAGS * (i + 1)]
            value = sum(int(flag) << (8 * k) for k, flag in enumerate(flags))
            assert int(compiled_word(mask, i)) == int(plain_word(mask, i)) == value


@pytest.mark.parametrize("size", [1, 7, 8, 9, 64, 106, 255, 256, 300])
@pytest.mark.parametrize("share", [0.05, 0.5, 1.0])
def test_all_legal_actions_are_equally_likely(size: int, share: float) -> None:
    """Of a mask of any size: in words, beyond the last whole word, and where counts exceed a byte."""
    choices = np.random.default_rng(size)
    mask = choices.random(size) < share
    mask[choices.integers(size)] = True
    legal, x = np.flatnonzero(mask), np.uint64(size + 1)
    drawn: Counter[int] = Counter()
    for _ in range(40 * legal.size):
        x = np.uint64(rng.advance(x))
        drawn[int(random_legal(mask, x))] += 1
    assert set(drawn) <= set(legal.tolist())
    if legal.size > 1:
        assert stats.chisquare([drawn[action] for action in legal.tolist()]).pvalue > 1e-4
