"""The design table of Manku et al. 2007: block widths, table counts, leading bits, matches, bytes."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.errors import ParameterError
from simexplorer.search.fingerprint_design import (
    BlockDesign,
    block_widths,
    design_table,
    designs,
    probes,
    recommend,
    row_bytes,
)


def test_the_sources_design_of_ten_tables(golden: dict[str, Any]) -> None:
    # 64 bits in 5 blocks of which 5 - 3 = 2 are chosen: C(5, 2) = 10 tables; 13 + 13 = 26 or 13 + 12 = 25 leading bits;
    # 2^34 fingerprints give 2^(34 - 25) = 512 matches a probe
    figures = golden["simhash_design_64_3_10"]
    design = BlockDesign(bits=figures["bits"], radius=figures["k"], levels=(5,))
    assert block_widths(64, 5) == tuple(figures["blocks"])
    assert 5 - design.radius == figures["choose"]
    assert design.tables == figures["tables"] == len(design.leading)
    assert sorted(set(design.leading_bits)) == figures["p"]
    assert max(design.expected_matches(figures["fingerprints"])) == figures["expected_matches_per_probe_at_p25"]


@pytest.mark.parametrize(
    ("levels", "tables", "leading"),
    [
        # Manku, Jain, Das Sarma 2007, section 3.1.1, for 64 bits and k = 3
        pytest.param((6,), 20, {31, 32, 33}, id="6-blocks-choose-3"),
        pytest.param((4, 4), 16, {28}, id="4-blocks-then-4-of-the-other-48-bits"),
        pytest.param((5,), 10, {25, 26}, id="5-blocks-choose-2"),
        pytest.param((4,), 4, {16}, id="4-blocks-choose-1"),
    ],
)
def test_the_four_designs_of_the_paper(levels: tuple[int, ...], tables: int, leading: set[int]) -> None:
    design = BlockDesign(bits=64, radius=3, levels=levels)
    assert design.tables == tables
    assert set(design.leading_bits) == leading


def test_probing_takes_as_many_lookups_as_there_are_fingerprints_within_the_radius(golden: dict[str, Any]) -> None:
    # C(64, 3) = 41664; with C(64, 2) = 2016, C(64, 1) = 64 and the fingerprint itself 43745
    assert probes(64, 3) == (golden["probing"]["exactly_3_of_64"], golden["probing"]["within_3_of_64"])
    assert probes(64, 3)[0] == golden["simhash_design_64_3_10"]["naive_probes_exactly_3_bits"]


def test_the_design_table_compares_tables_with_probing_and_scanning() -> None:
    rows = design_table(64, 3, 2**34)
    ten = next(row for row in rows if row.levels == (5,))
    assert (ten.tables, ten.leading_bits, ten.matches, ten.probes) == (10, (25, 26), 512.0, 10)
    # four tables have two chosen blocks of which one is the narrow one: 4 * 512 + 6 * 256 matches, 10 searches of 34
    assert ten.looked_at == 4 * 512 + 6 * 256 + 10 * 34
    assert ten.bytes == 10 * 2**34 * (8 + 5), "4 bytes number 2^32 documents only"
    assert [row.way for row in rows[-2:]] == ["probing", "scan"]
    assert rows[-2].probes == 43745
    assert rows[-2].looked_at == pytest.approx(43745 * (34 + 2.0**-30))
    assert rows[-1].looked_at == 2**34
    assert rows[-1].bytes == 2**37


def test_probing_looks_at_what_its_probes_meet_too() -> None:
    probing, scan = design_table(16, 2, 2**24)[-2:]
    # 1 + 16 + 120 look-ups, each of 24 rows of the search and of the 2^8 fingerprints there are of every value
    assert (probing.probes, probing.matches, probing.looked_at) == (137, 256.0, 137 * (24 + 256))
    assert scan.looked_at == 2**24


def test_rows_take_as_many_bytes_as_number_all_documents() -> None:
    assert [row_bytes(n) for n in (0, 1, 2**24, 2**32, 2**32 + 1, 2**40, 2**40 + 1)] == [4, 4, 4, 4, 5, 5, 6]


def test_compressed_tables_are_about_half_as_large(golden: dict[str, Any]) -> None:
    # 2^34 sorted fingerprints say 34 of their 64 bits by their order; log2(e) = 1.44 bits are the price of it
    figures = golden["simhash_design_64_3_10"]
    design = BlockDesign(bits=figures["bits"], radius=figures["k"], levels=(5,))
    assert design.compressed_bits(figures["fingerprints"]) == pytest.approx(64 - 34 + 1.4427, abs=1e-4)
    assert design.compressed_bits(figures["fingerprints"]) / 64 == pytest.approx(0.49, abs=0.005)
    # by counting all tables of n of 2^f fingerprints
    small = BlockDesign(bits=12, radius=2, levels=(4,))
    for n in (50, 1000, 3000):
        exact = math.log2(math.comb(4096, n)) / n
        assert small.compressed_bits(n) == pytest.approx(exact, rel=1e-9)
    assert small.compressed_bits(4096) == small.compressed_bits(0) == 0.0
    # 2 of 2^64: log2(2^64 (2^64 - 1) / 2) / 2 = (128 - 1) / 2; never more than the 64 that one alone takes
    assert [design.compressed_bits(n) for n in (1, 2)] == pytest.approx([64.0, 63.5], rel=1e-12)
    for bits in (21, 64, 128):
        for n in (1, 2, 3, 10, 1000):
            exact = math.log2(math.comb(2**bits, n)) / n
            told = BlockDesign(bits=bits, radius=2, levels=(4,)).compressed_bits(n)
            assert told == pytest.approx(exact, rel=1e-6)


def test_more_bytes_allow_a_design_that_looks_at_less() -> None:
    small, large = (recommend(64, 3, 2**24, max_bytes) for max_bytes in (2**30, 2**34))
    assert small.table_bytes(2**24) <= 2**30
    assert sum(large.expected_matches(2**24)) < sum(small.expected_matches(2**24))


@given(st.integers(1, 128), st.integers(0, 8), st.data())
def test_every_difference_within_the_radius_leaves_a_table_whose_leading_bits_agree(
    bits: int, radius: int, data: st.DataObject
) -> None:
    if bits <= radius:
        with pytest.raises(ParameterError, match="less than the"):
            designs(bits, radius)
        return
    choices = designs(bits, radius)
    design = choices[data.draw(st.integers(0, len(choices) - 1))]
    differing = data.draw(st.sets(st.integers(0, bits - 1), max_size=radius))
    assert len(design.leading) == design.tables
    assert any(not differing & set(front) for front in design.leading)
    assert all(sorted(order) == list(range(bits)) for order in design.permutations)


def test_every_radius_below_the_bits_has_designs() -> None:
    # 8 bits in 7 blocks: beside the widest, of 2 bits, 6 are left, too few to be cut into 7 again
    assert [design.levels for design in designs(8, 6)] == [(7,), (8,)]
    for bits in range(1, 25):
        for radius in range(min(bits, 9)):
            assert designs(bits, radius), (bits, radius)


def test_small_designs_are_complete_for_all_differences() -> None:
    for levels in [(4,), (5,), (3, 3)]:
        design = BlockDesign(bits=9, radius=2, levels=levels)
        for differing in combinations(range(9), 2):
            assert any(not set(differing) & set(front) for front in design.leading)


@pytest.mark.parametrize(
    ("bits", "radius", "levels"),
    [
        (0, 0, (1,)),
        (129, 3, (5,)),
        (64, 9, (10,)),
        (64, -1, (1,)),
        (64, 3, (3,)),
        (64, 3, ()),
        (4, 1, (5,)),
        (3, 3, (4,)),  # k = f: every fingerprint is within the radius of every other one
        (2, 3, (4,)),
        (128, 8, (40,)),
    ],
)
def test_designs_that_cannot_work_are_refused(bits: int, radius: int, levels: tuple[int, ...]) -> None:
    with pytest.raises(ParameterError):
        BlockDesign(bits=bits, radius=radius, levels=levels)
