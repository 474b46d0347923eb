"""Odd sketches beside a twin in plain Python, and what a sketch depends on."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.features.sets import ShingleSets
from simexplorer.kernel_words import seed_words
from simexplorer.signatures.odd_sketch import NO_LEVEL, WORDS, odd_sketches


def set_of(*parts) -> ShingleSets:
    """The ids of each part as a set of its own."""
    bounds = np.cumsum([0, *(len(part) for part in parts)])
    return ShingleSets(bounds, np.concatenate([np.asarray(part, np.uint64) for part in parts]))


def twin(ids, seed, most):
    """(cells, kept, level) of a set, by the description: marked places first, then the parities of their cells."""
    salt, mask = int(seed_words(seed, 1)[0]), 2**64 - 1
    level = 0
    while len(ids) >> level > most:
        level += 1
    marked = set()
    for id_ in ids.tolist():
        word = (id_ ^ salt) * 0xBF58476D1CE4E5B9 & mask
        tag = ((word ^ word >> 32) * 0x94D049BB133111EB & mask) >> 32
        if tag % 2**level == 0:
            marked.add((tag >> 16, tag >> level & 1 == 0))
    cells = [0] * (64 * WORDS)
    for place, next_too in marked:
        cells[(place // 64 % 32 * 2 + next_too) * 64 + place % 64] ^= 1
    return cells, (len(marked), sum(next_too for _, next_too in marked)), level


@pytest.mark.parametrize(
    ("count", "most", "level"), [(1, 100, 0), (100, 100, 0), (1000, 300, 2), (3000, 2999, 1), (70_000, 300, 8)]
)
def test_a_sketch_is_that_of_plain_python(count, most, level):
    ids = np.random.default_rng(count).integers(0, 2**64, count, np.uint64)
    sketch = odd_sketches(set_of(ids), 5, most)
    cells, kept, found = twin(ids, 5, most)
    assert found == level
    if sketch.levels[0] == NO_LEVEL:
        assert kept[0] < 256, "too few are left to tell of the others"
        assert not sketch.words.any()
    else:
        assert (sketch.levels[0], tuple(sketch.kept[0])) == (level, kept)
        assert np.array_equal(np.unpackbits(sketch.words.view(np.uint8), bitorder="little"), cells)


def test_a_sketch_depends_on_the_set_and_the_seed_alone():
    ids = np.random.default_rng(1).integers(0, 2**64, 300, np.uint64)
    sketches = odd_sketches(set_of(ids, ids[::-1], np.repeat(ids[:50], 2), []), 7)
    assert np.array_equal(sketches.words[0], sketches.words[1]), "the order does not count"
    alone = odd_sketches(set_of(ids[:50]), 7)
    assert np.array_equal(sketches.words[2], alone.words[0]), "nor do repeats, nor what stands beside it"
    assert sketches.kept.tolist()[2:] == [alone.kept[0].tolist(), [0, 0]]
    assert sketches.levels.tolist() == [0, 0, 0, NO_LEVEL]
    assert not np.array_equal(odd_sketches(set_of(ids), 8).words[0], sketches.words[0])


def test_of_a_text_that_repeats_itself_there_is_no_sketch_where_chance_would_tell():
    assert odd_sketches(set_of(np.repeat(np.arange(20), 1000)), 1, 1000).levels[0] == NO_LEVEL
    assert odd_sketches(set_of(np.repeat(np.arange(20), 1000)), 1).levels[0] == NO_LEVEL
    assert odd_sketches(set_of(np.repeat(np.arange(20), 50)), 1, 1000).levels[0] == 0
