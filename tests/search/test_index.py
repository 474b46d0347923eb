"""The living index: after any sequence of insertions and removals it answers as if built afresh."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from numpy.typing import NDArray

from simexplorer.errors import InputError, ParameterError, SchemeMismatchError
from simexplorer.search.index import BandIndex
from simexplorer.signatures.family import Signatures
from tests.oracles_joins import band_candidates

INFINITE = 3


def signed(values: object, infinite: int | None = INFINITE, dtype: type = np.uint32) -> Signatures:
    return Signatures("toy-1", 7, np.array(values, dtype).reshape(-1, 6), infinite)


def pairs(found: tuple[NDArray[np.int64], NDArray[np.int64]]) -> list[tuple[int, int]]:
    return list(zip(found[0].tolist(), found[1].tolist(), strict=True))


def test_bands_by_hand() -> None:
    # three bands of two: rows 0 and 1 share the second band, 1 and 2 the third; 3 has an infinite value in each
    index = BandIndex.build(
        signed([[1, 2, 5, 6, 0, 0], [1, 1, 5, 6, 9, 8], [2, 1, 6, 5, 9, 8], [1, 3, 3, 6, 9, 3]]), bands=3, rows=2
    )
    assert pairs(index.candidates()) == [(0, 1), (1, 2)]
    assert pairs(index.query(signed([[7, 7, 5, 6, 9, 8], [3, 3, 3, 6, 9, 3]]))) == [(0, 0), (0, 1), (0, 2)]
    # values that are equal in another band are no collision: each band has its own buckets
    assert pairs(index.query(signed([[5, 6, 1, 2, 0, 1]]))) == []
    index.remove(np.array([1]))
    assert pairs(index.candidates()) == []
    assert index.members.tolist() == [0, 2, 3]


class IndexMachine(RuleBasedStateMachine):
    """Any sequence against brute force over the documents that are there."""

    @initialize(rows=st.integers(1, 3), infinite=st.sampled_from([None, INFINITE]), narrow=st.booleans())
    def start(self, rows: int, infinite: int | None, narrow: bool) -> None:
        self.rows, self.bands, self.infinite = rows, 6 // rows, infinite
        self.dtype = np.int8 if narrow else np.uint64
        self.shift = 0 if narrow else 2**63
        self.index = BandIndex(self.signatures([]), self.bands, self.rows)
        self.there: dict[int, list[int]] = {}

    def signatures(self, values: list[list[int]]) -> Signatures:
        shifted = np.array(values, np.uint64).reshape(-1, 6)
        shifted = np.where(shifted == INFINITE, shifted, shifted + np.uint64(self.shift))
        return Signatures("toy-1", 7, shifted.astype(self.dtype), self.infinite)

    @rule(values=st.lists(st.lists(st.integers(0, 4), min_size=6, max_size=6), max_size=30))
    def insert(self, values: list[list[int]]) -> None:
        self.there |= dict(zip(self.index.insert(self.signatures(values)).tolist(), values, strict=True))

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        gone = data.draw(st.sets(st.sampled_from(sorted(self.there)))) if self.there else set()
        self.index.remove(np.array(sorted(gone), np.int64))
        for row in gone:
            del self.there[row]

    @rule(query=st.lists(st.integers(0, 4), min_size=6, max_size=6))
    def query(self, query: list[int]) -> None:
        found = pairs(self.index.query(self.signatures([query])))
        rows = sorted(self.there)
        values = np.array([query, *(self.there[row] for row in rows)])
        meet = band_candidates(values, self.bands, self.rows, self.infinite)
        assert found == sorted((0, rows[j - 1]) for i, j in meet if i == 0)

    @invariant()
    def candidates_equal_those_of_a_fresh_index(self) -> None:
        if hasattr(self, "there"):
            rows = sorted(self.there)
            assert self.index.members.tolist() == rows
            assert len(self.index) == len(rows)
            fresh = BandIndex.build(self.signatures([self.there[row] for row in rows]), self.bands, self.rows)
            again = [(rows[i], rows[j]) for i, j in pairs(fresh.candidates())]
            assert pairs(self.index.candidates()) == again


TestIndexMachine = IndexMachine.TestCase
TestIndexMachine.settings = settings(max_examples=40, stateful_step_count=12, deadline=None, derandomize=True)


@pytest.mark.parametrize(("bands", "rows"), [(1, 1), (3, 2), (2, 3), (6, 1), (1, 6)])
def test_a_large_index_equals_brute_force(bands: int, rows: int) -> None:
    rng = np.random.default_rng(bands)
    values = rng.integers(0, 6, (150, 6))
    index = BandIndex.build(signed(values), bands, rows)
    assert set(pairs(index.candidates())) == band_candidates(values, bands, rows, INFINITE)


def test_thousands_of_equal_documents_come_and_go_one_by_one() -> None:
    index = BandIndex.build(signed([[1, 2, 4, 5, 6, 7]] * 20_000), 3, 2)
    index.remove(np.arange(0, 20_000, 2))
    index.remove(np.array([1]))
    query, row = index.query(signed([[1, 2, 0, 0, 0, 0]]))
    assert row.tolist() == list(range(3, 20_000, 2))
    assert not query.any()


def test_a_document_that_is_not_there_cannot_be_removed() -> None:
    index = BandIndex.build(signed([[1] * 6, [2] * 6]), 3, 2)
    index.remove(np.array([0]))
    for row in (0, 2, -1):
        with pytest.raises(InputError, match="not in the index"):
            index.remove(np.array([1, row]))
    assert index.members.tolist() == [1]
    assert index.insert(signed([[1] * 6])).tolist() == [2]


def test_bands_beyond_the_signature_and_other_schemes_are_refused() -> None:
    for bands, rows in ((4, 2), (0, 1), (1, 0)):
        with pytest.raises(ParameterError):
            BandIndex(signed([]), bands, rows)
    index = BandIndex(signed([]), 3, 2)
    with pytest.raises(SchemeMismatchError):
        index.insert(Signatures("toy-1", 8, np.zeros((1, 6), np.uint32), INFINITE))
    with pytest.raises(SchemeMismatchError):
        index.query(Signatures("toy-1", 7, np.zeros((1, 5), np.uint32), INFINITE))
