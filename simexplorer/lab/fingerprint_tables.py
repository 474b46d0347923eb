"""Fingerprint tables to be watched: blocks, a permutation, the sorted table, and a probe by either search.

Tables, probes and designs are those of ``search.fingerprint_tables`` and ``search.fingerprint_design``.
Source: Manku, Jain, Das Sarma 2007, "Detecting near-duplicates for web crawling", section 3.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.errors import InputError, ParameterError
from simexplorer.lab.cutting import Cutting, joined
from simexplorer.search.fingerprint_design import (
    BlockDesign,
    DesignRow,
    block_widths,
    design_table,
    designs,
    probes,
    recommend,
    row_bytes,
)
from simexplorer.search.fingerprint_tables import FingerprintTables, Probe
from simexplorer.search.hamming import distances_to
from simexplorer.search.sorted_tables import SortedTable
from simexplorer.signatures import simhash

WORKED_BITS, WORKED_RADIUS = 4, 1
WORKED_ERRATUM = "The lecture prints 0011 twice in the sorted table; it is 0010, 0010, 0011, 0111, 1100."
WORKED_PRINTS = (0b0110, 0b0010, 0b0010, 0b1001, 0b1110)
WORKED_GOES_TO = (1, 3, 2, 0)  # position 1 goes to 2, 2 to 4, 3 to 3, 4 to 1, counted from 1
WORKED_LEADING = 2


class TableWalk(Struct, frozen=True):
    """One query against one table, and against all of them.

    widths : bits of each block, () where the permutation was given by hand; goes_to : (bits,) place of each position
    fingerprints : (n,) in the order of the documents; permuted : (n,) the same under the table's permutation
    values, rows : (n,) the permuted ones sorted, and whose they are; key : the permuted query
    binary, interpolation : every step of both searches; answer : rows within the radius by all tables, nearest first;
    scanned : what a look at every fingerprint finds
    runs, found : (tables,) fingerprints of each table that share its leading bits, and those within the radius
    distances : (n,) bits in which each permuted fingerprint differs from the key, in the order of the table
    """

    bits: int
    radius: int
    widths: tuple[int, ...]
    table: int
    tables: int
    goes_to: tuple[int, ...]
    leading: int
    query: int
    key: int
    fingerprints: NDArray[np.uint64]
    permuted: NDArray[np.uint64]
    values: NDArray[np.uint64]
    rows: NDArray[np.int32]
    binary: Probe
    interpolation: Probe
    answer: NDArray[np.int64]
    scanned: NDArray[np.int64]
    runs: NDArray[np.int64]
    found: NDArray[np.int64]
    distances: NDArray[np.int16]

    def steps(self, search: str) -> NDArray[np.int64]:
        """(s, 3) low, high and the place looked at, of ``binary`` or ``interpolation``."""
        return (self.binary if search == "binary" else self.interpolation).steps

    @property
    def front(self) -> tuple[int, ...]:
        """Positions that the permutation brings among the leading bits, in their new order."""
        return tuple(int(position) for position in np.argsort(self.goes_to)[: self.leading])


def bit_matrix(values: NDArray[np.uint64], bits: int) -> NDArray[np.bool_]:
    """(n, bits) bits of (n,) fingerprints, the most significant of them first."""
    places = np.arange(bits - 1, -1, -1, dtype=np.uint64)
    return (values[:, None] >> places & np.uint64(1)).astype(np.bool_)


def worked_walk(
    prints: Sequence[int] = WORKED_PRINTS, bits: int = WORKED_BITS, goes_to: tuple[int, ...] = WORKED_GOES_TO
) -> TableWalk:
    """The first fingerprint looked for under one permutation given by hand: those of the lecture, or others.

    Raises ParameterError for a permutation of another number of bits, and for single bits.
    """
    if bits < WORKED_LEADING:
        raise ParameterError("Fingerprints", f"{bits} bit", f"{WORKED_LEADING} bits long at least, as so many lead")
    if sorted(goes_to) != list(range(bits)):
        places = " ".join(str(place + 1) for place in goes_to)
        raise ParameterError("Permutation", places, f"the numbers from 1 to {bits}, each once: where every bit goes")
    words = np.array(prints, np.uint64).reshape(-1, 1)
    design = BlockDesign(bits=bits, radius=WORKED_RADIUS, levels=(2,))
    table = SortedTable.build(words, goes_to, WORKED_LEADING)
    return _walk(FingerprintTables.of(design, [table]), words[:, 0], (), 0, int(prints[0]))


def table_walk(
    fingerprints: NDArray[np.uint64], bits: int, radius: int, blocks: int, table: int, query: int
) -> TableWalk:
    """Tables of ``blocks`` blocks over (n,) fingerprints of up to 64 bits, and a probe of one of them.

    Raises ParameterError for longer fingerprints and for a table that there is not.
    """
    if bits > 64:
        raise ParameterError("simhash_bits", bits, "at most 64 here")
    design = BlockDesign(bits=bits, radius=radius, levels=(blocks,))
    if not 0 <= table < design.tables:
        raise ParameterError("table", table + 1, f"between 1 and {design.tables}")
    built = FingerprintTables.build(fingerprints, design)
    return _walk(built, fingerprints, block_widths(bits, blocks), table, query)


def _walk(
    built: FingerprintTables, fingerprints: NDArray[np.uint64], widths: tuple[int, ...], table: int, query: int
) -> TableWalk:
    chosen, radius = built.tables[table], built.design.radius
    binary, interpolation = (built.probe(table, query, search) for search in ("binary", "interpolation"))
    rows, _ = built.query(query)
    every = [built.probe(place, query) for place in range(len(built.tables))]
    permuted = np.empty_like(fingerprints)
    permuted[chosen.rows] = chosen.values[:, 0]
    return TableWalk(
        bits=built.design.bits,
        radius=radius,
        widths=widths,
        table=table,
        tables=len(built.tables),
        goes_to=chosen.goes_to,
        leading=chosen.leading,
        query=query,
        key=int(binary.key[0]),
        fingerprints=fingerprints,
        permuted=permuted,
        values=chosen.values[:, 0],
        rows=chosen.rows,
        binary=binary,
        interpolation=interpolation,
        answer=rows,
        scanned=np.flatnonzero(distances_to(fingerprints, query) <= radius),
        runs=np.array([probe.last - probe.first for probe in every]),
        found=np.array([probe.rows.size for probe in every]),
        distances=distances_to(chosen.values[:, 0].copy(), int(binary.key[0])),
    )


def text_fingerprints(texts: Sequence[str], cutting: Cutting) -> tuple[NDArray[np.uint64], list[int]]:
    """(n,) the 64-bit fingerprints that a run leaves of those texts that have a shingle, and which texts these are.

    Repeats count. Raises InputError where no text has a shingle.
    """
    cuts = [cutting.cut(text) for text in texts]
    whose = [place for place, cut in enumerate(cuts) if cut.ids.size]
    if not whose:
        raise InputError("None of the documents has a shingle, and without one there is no fingerprint.")
    return simhash.text_fingerprints(*joined([cuts[place] for place in whose])), whose


def drawn_fingerprints(count: int, bits: int, radius: int, seed: int) -> tuple[NDArray[np.uint64], int]:
    """(count,) random fingerprints, three of them planted within ``radius`` of the query that comes with them.

    Raises ParameterError unless they have 1 to 64 bits.
    """
    if not 1 <= bits <= 64:
        raise ParameterError("simhash_bits", bits, "between 1 and 64 here")
    random = np.random.default_rng(seed)
    words = random.integers(0, 2**bits - 1, count, np.uint64, endpoint=True)
    query = int(random.integers(0, 2**bits - 1, dtype=np.uint64, endpoint=True))
    for place, row in enumerate(random.permutation(count)[:3].tolist()):
        flipped = random.permutation(bits)[: min(place, radius)]
        words[row] = np.uint64(query ^ sum(1 << int(bit) for bit in flipped))
    return words, query


class DesignSheet(Struct, frozen=True, kw_only=True):
    """All ways to answer queries for (f, k) over so many fingerprints, and one design in detail.

    rows : designs by their number of tables, then probing and the scan; chosen : the place in ``rows`` of ``design``
    recommended : the place of the one that looks at fewest fingerprints within the memory allowed
    fits : whether that is so; else none fits, and it is the one that needs the least memory
    widths : bits of its blocks at the first level; leading, matches : (t,) p and expected matches of each table
    bytes : of all its tables; exactly : look-ups that probing takes, at k bits
    """

    bits: int
    radius: int
    fingerprints: int
    rows: tuple[DesignRow, ...]
    chosen: int
    recommended: int
    fits: bool
    design: BlockDesign
    widths: tuple[int, ...]
    leading: tuple[int, ...]
    matches: tuple[float, ...]
    bytes: int
    exactly: int

    @property
    def row_bytes(self) -> int:
        """What a document's number takes beside each fingerprint."""
        return row_bytes(self.fingerprints)


def design_sheet(
    bits: int, radius: int, fingerprints: int, tables: int | None = None, max_bytes: int = 2 * 2**40
) -> DesignSheet:
    """The designer: every design, and that of ``tables`` tables in detail (of the recommended one if None)."""
    if fingerprints < 1:
        raise ParameterError("fingerprints", fingerprints, "at least 1")
    found = designs(bits, radius)
    best = recommend(bits, radius, fingerprints, max_bytes)
    recommended = found.index(best)
    chosen = recommended
    if tables is not None:
        chosen = min(range(len(found)), key=lambda place: abs(found[place].tables - tables))
    design = found[chosen]
    return DesignSheet(
        bits=bits,
        radius=radius,
        fingerprints=fingerprints,
        rows=design_table(bits, radius, fingerprints),
        chosen=chosen,
        recommended=recommended,
        fits=best.table_bytes(fingerprints) <= max_bytes,
        design=design,
        widths=block_widths(bits, design.levels[0]),
        leading=design.leading_bits,
        matches=design.expected_matches(fingerprints),
        bytes=design.table_bytes(fingerprints),
        exactly=probes(bits, radius)[0],
    )
