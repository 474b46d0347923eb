"""The table of the lecture, probes that tables and a plain scan agree on, and the lecture's design for 2^34 pages."""

from __future__ import annotations

import numpy as np
import pytest

from simexplorer.errors import InputError, ParameterError
from simexplorer.lab.cutting import Cutting
from simexplorer.lab.fingerprint_tables import (
    WORKED_GOES_TO,
    bit_matrix,
    design_sheet,
    drawn_fingerprints,
    table_walk,
    text_fingerprints,
    worked_walk,
)


def words(values) -> list[str]:
    return ["".join(str(int(bit)) for bit in row) for row in bit_matrix(values, 4)]


def test_the_table_of_the_lecture() -> None:
    walk = worked_walk()
    assert words(walk.fingerprints) == ["0110", "0010", "0010", "1001", "1110"]
    assert words(walk.permuted) == ["0011", "0010", "0010", "1100", "0111"]
    assert words(walk.values) == ["0010", "0010", "0011", "0111", "1100"]
    # 0110 permuted is 0011; its two leading bits 00 stand in rows 0 to 2, at 1, 1 and 0 bits
    assert (walk.key, walk.binary.first, walk.binary.last) == (0b0011, 0, 3)
    assert dict(zip(walk.binary.rows.tolist(), walk.binary.distances.tolist(), strict=True)) == {1: 1, 2: 1, 0: 0}
    # document 5 (1110) is one bit away too: only a table with other leading bits would show it
    assert walk.scanned.tolist() == [0, 1, 2, 4]
    # positions 4 and 1 come to the front
    assert walk.front == (3, 0)
    assert WORKED_GOES_TO[3] == 0


@pytest.mark.parametrize("seed", range(5))
def test_both_searches_find_the_same_run_and_all_tables_what_a_scan_finds(seed: int) -> None:
    prints, query = drawn_fingerprints(40, 16, 3, seed)
    found = set()
    for table in range(4):
        walk = table_walk(prints, 16, 3, 4, table, query)
        assert walk.binary.first == walk.interpolation.first
        assert walk.binary.last == walk.interpolation.last
        found |= set(walk.binary.rows.tolist())
        for search in ("binary", "interpolation"):
            assert all(low <= place < high for low, high, place in walk.steps(search).tolist())
        assert (walk.runs[table], walk.found[table]) == (walk.binary.last - walk.binary.first, walk.binary.rows.size)
        within = np.flatnonzero(walk.distances <= 3)
        assert set(walk.rows[within].tolist()) == set(walk.scanned.tolist())
    assert found == set(walk.answer.tolist()) == set(walk.scanned.tolist())
    assert walk.scanned.size >= 3  # the planted ones


def test_permuted_fingerprints_keep_their_bits() -> None:
    prints, query = drawn_fingerprints(30, 32, 2, 4)
    walk = table_walk(prints, 32, 2, 5, 3, query)
    before, after = bit_matrix(prints, 32), bit_matrix(walk.permuted, 32)
    np.testing.assert_array_equal(after[:, list(walk.goes_to)], before)
    assert walk.widths == (7, 7, 6, 6, 6)


def test_the_lecture_design_for_eight_billion_pages() -> None:
    sheet = design_sheet(64, 3, 2**34, tables=10)
    assert sheet.widths == (13, 13, 13, 13, 12)
    assert sheet.design.tables == 10
    assert set(sheet.leading) == {25, 26}
    assert max(sheet.matches) == 512
    assert sheet.exactly == 41_664
    assert sheet.bytes == 10 * 2**34 * 13
    assert sheet.rows[sheet.chosen].tables == 10
    assert [row.way for row in sheet.rows[-2:]] == ["probing", "scan"]


def test_a_design_is_recommended_within_the_memory() -> None:
    roomy, narrow = (design_sheet(64, 3, 2**34, max_bytes=size) for size in (2**50, 2**40))
    assert narrow.chosen == narrow.recommended
    assert narrow.bytes <= 2**40 < roomy.bytes
    assert roomy.fits
    assert narrow.fits
    least = design_sheet(64, 3, 2**34, max_bytes=2**36)  # the fewest tables, 4, take 893 GB
    assert not least.fits
    assert least.bytes == min(row.bytes for row in least.rows if row.way == "tables") == 4 * 2**34 * 13


def test_texts_become_fingerprints_whose_distance_follows_their_likeness() -> None:
    text = "a longer text of several words that is changed in one place only"
    prints, _ = text_fingerprints([text, text, text.replace("one", "no"), "something else entirely"], Cutting())
    same, near, far = (int(prints[0] ^ other).bit_count() for other in prints[1:])
    assert same == 0 < near < far


def test_a_text_without_a_shingle_has_no_fingerprint() -> None:
    some = text_fingerprints(["some words", "others"], Cutting())[0].tolist()
    prints, whose = text_fingerprints(["", "some words", "  ", "others"], Cutting())
    assert (prints.tolist(), whose) == (some, [1, 3])
    with pytest.raises(InputError, match="None of the documents has a shingle"):
        text_fingerprints(["", ""], Cutting())


def test_what_cannot_be_drawn_or_designed_is_refused() -> None:
    prints, query = drawn_fingerprints(5, 16, 1, 1)
    with pytest.raises(ParameterError, match="table"):
        table_walk(prints, 16, 1, 2, 2, query)
    with pytest.raises(ParameterError, match="simhash_bits"):
        table_walk(prints, 128, 1, 2, 0, query)
    with pytest.raises(ParameterError, match="simhash_bits"):
        drawn_fingerprints(5, 65, 1, 1)
    with pytest.raises(ParameterError, match="fingerprints"):
        design_sheet(64, 3, 0)
