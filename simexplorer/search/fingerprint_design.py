"""Which tables find every fingerprint within k of f bits, how they are keyed, and what they cost.

Cut f bits into m blocks. Two fingerprints within k bits agree in at least m - k blocks, so with one table for each
choice of m - k blocks, these moved to the front, they share their leading p bits in at least one table. A further
level cuts the bits that were not chosen again. (Manku, Jain, Das Sarma 2007, "Detecting near-duplicates for web
crawling", section 3.1; for 64 bits, k = 3 and 2^34 fingerprints the paper lists 20, 16, 10 and 4 tables.)

Where k is f or more every fingerprint is a neighbour of every other one: no block is left to agree in, so designs are
refused (``designs``, ``BlockDesign``); ``hamming.pairs_within`` answers for any k.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise
from math import comb, lgamma, log, log1p, log2

import numpy as np
from msgspec import Struct

from simexplorer.counted_nouns import counted
from simexplorer.errors import ParameterError

MAX_BITS, MAX_RADIUS, MAX_TABLES = 128, 8, 5000
_FEW_BITS = 20  # of which the fingerprints' factorials can be told apart by their logarithms
_LEAST_ROW_BYTES = 4  # those of the tables that are kept here


def block_widths(bits: int, blocks: int) -> tuple[int, ...]:
    """``bits`` cut into blocks as even as can be, the wider ones first: 64 in 5 is 13, 13, 13, 13, 12."""
    return tuple(bits // blocks + (block < bits % blocks) for block in range(blocks))


def _choices(positions: tuple[int, ...], levels: tuple[int, ...], radius: int) -> Iterator[tuple[int, ...]]:
    """The leading bit positions of every table: chosen blocks of the first level, then those of the next."""
    if not levels:
        yield ()
        return
    ends = np.cumsum((0, *block_widths(len(positions), levels[0])))
    blocks = [positions[a:b] for a, b in pairwise(ends)]
    for chosen in combinations(range(levels[0]), levels[0] - radius):
        front = tuple(position for block in chosen for position in blocks[block])
        rest = tuple(position for position in positions if position not in set(front))
        for deeper in _choices(rest, levels[1:], radius):
            yield front + deeper


class BlockDesign(Struct, frozen=True, kw_only=True):
    """Tables for all fingerprints of ``bits`` within ``radius``; ``levels`` holds the number of blocks of each level.

    Positions count from 0 at the most significant of the ``bits``; ``leading[t]`` are the positions that table ``t``
    moves to the front, in order: its p_t is their number. A design that cannot be, k >= f among them, raises
    ParameterError.
    """

    bits: int
    radius: int
    levels: tuple[int, ...]

    def __post_init__(self) -> None:
        if not 1 <= self.bits <= MAX_BITS:
            raise ParameterError("simhash_bits", self.bits, f"between 1 and {MAX_BITS}")
        if not 0 <= self.radius <= MAX_RADIUS:
            raise ParameterError("hamming_radius", self.radius, f"between 0 and {MAX_RADIUS}")
        left = self.bits
        for blocks in self.levels:
            if not self.radius < blocks <= left:
                least, most = counted(self.radius, "bit"), counted(left, "bit")
                rule = f"more than the {least} of the radius and at most the {most} there are to cut"
                raise ParameterError("blocks", blocks, rule)
            left -= sum(block_widths(left, blocks)[: blocks - self.radius])
        if not self.levels or self.tables > MAX_TABLES:
            raise ParameterError("blocks", self.levels, f"such that there are 1 to {MAX_TABLES:,} tables")

    @property
    def tables(self) -> int:
        """t, the number of tables."""
        return int(np.prod([comb(blocks, self.radius) for blocks in self.levels], dtype=np.int64))

    @property
    def leading(self) -> tuple[tuple[int, ...], ...]:
        """(t,) bit positions that each table moves to the front."""
        return tuple(_choices(tuple(range(self.bits)), self.levels, self.radius))

    @property
    def leading_bits(self) -> tuple[int, ...]:
        """(t,) p_t, the number of leading bits that a match must share."""
        return tuple(len(front) for front in self.leading)

    @property
    def permutations(self) -> tuple[tuple[int, ...], ...]:
        """(t, bits) where each position goes: a table's leading blocks to the front, the others behind, in order."""
        orders = []
        for front in self.leading:
            rest = sorted(set(range(self.bits)) - set(front))
            goes_to = [0] * self.bits
            for place, position in enumerate((*front, *rest)):
                goes_to[position] = place
            orders.append(tuple(goes_to))
        return tuple(orders)

    def expected_matches(self, fingerprints: int) -> tuple[float, ...]:
        """(t,) matches that a probe of each table meets on average, 2^(d - p) of 2^d random fingerprints."""
        return tuple(fingerprints * 2.0**-p for p in self.leading_bits)

    def table_bytes(self, fingerprints: int) -> int:
        """Bytes of all tables: the fingerprint and the document's row in each."""
        return self.tables * fingerprints * (8 * words_of(self.bits) + row_bytes(fingerprints))

    def compressed_bits(self, fingerprints: int) -> float:
        """Bits a fingerprint that a compressed table needs at least: ``log2 C(2^f, n) / n``, about f - d + 1.44.

        A sorted table of n = 2^d random fingerprints says their d leading bits by its order alone. For 64 bits and
        2^34 fingerprints that is 31.4 of 64, the "about half" of the paper (section 3.2, whose code gets near it). The
        tables here are not compressed: they are searched where they lie.
        """
        n, whole = float(fingerprints), 2.0**self.bits
        if not 0 < n < whole:
            return 0.0
        if self.bits <= _FEW_BITS:
            ways = lgamma(whole + 1.0) - lgamma(whole - n + 1.0)
        else:  # the same by Stirling's formula for both: the difference of what is so large says nothing
            ways = n * log(whole) - (whole - n + 0.5) * log1p(-n / whole) - n
        return (ways - lgamma(n + 1.0)) / (n * log(2.0))


def row_bytes(fingerprints: int) -> int:
    """Bytes of a document's row, which a table keeps beside each fingerprint: 4 up to 2^32 of them, then more."""
    return max(_LEAST_ROW_BYTES, -(-max(0, fingerprints - 1).bit_length() // 8))


def words_of(bits: int) -> int:
    """64-bit words that hold so many bits."""
    return -(-bits // 64)


def probes(bits: int, radius: int) -> tuple[int, int]:
    """Look-ups of one sorted table in place of many: fingerprints at exactly ``radius`` bits, and within them."""
    return comb(bits, radius), sum(comb(bits, distance) for distance in range(radius + 1))


class DesignRow(Struct, frozen=True):
    """One way to answer a query, and its cost on ``n`` random fingerprints.

    way : ``tables``, ``probing`` (every fingerprint within the radius looked up in one sorted table) or ``scan``
    tables, levels : of the design; leading_bits : (least, most) p
    matches : matches of one probe on average, at the least p; probes : searches of a query
    looked_at : fingerprints that a query looks at, those of its binary searches included
    bytes : size of what is kept
    """

    way: str
    levels: tuple[int, ...]
    tables: int
    leading_bits: tuple[int, int]
    matches: float
    probes: int
    looked_at: float
    bytes: int


def _design_row(design: BlockDesign, n: int) -> DesignRow:
    p, matches = design.leading_bits, design.expected_matches(n)
    looked_at = design.tables * log2(max(n, 2)) + sum(matches)
    return DesignRow(
        "tables",
        design.levels,
        design.tables,
        (min(p), max(p)),
        max(matches),
        design.tables,
        looked_at,
        design.table_bytes(n),
    )


def designs(bits: int, radius: int, max_tables: int = 500) -> tuple[BlockDesign, ...]:
    """All designs of one level, and of two levels of the least number of blocks, with at most ``max_tables`` tables.

    Raises ParameterError where the radius is ``bits`` or more: then no tables can help.
    """
    found = []
    for blocks in range(radius + 1, bits + 1):
        if comb(blocks, radius) > max_tables or (radius == 0 and blocks > 1):
            break
        found.append(BlockDesign(bits=bits, radius=radius, levels=(blocks,)))
    least = radius + 1
    widest = -(-bits // least)  # what is left beside it is cut again
    if radius > 0 and least * least <= max_tables and bits - widest >= least:
        found.append(BlockDesign(bits=bits, radius=radius, levels=(least, least)))
    if not found:
        raise ParameterError("hamming_radius", radius, f"less than the {bits} bits of a fingerprint")
    return tuple(sorted(found, key=lambda design: design.tables))


def design_table(bits: int, radius: int, n: int) -> tuple[DesignRow, ...]:
    """Every design for (f, k) on ``n`` fingerprints, fewest tables first, then probing and the linear scan."""
    size = 8 * words_of(bits) * n
    within, matches = probes(bits, radius)[1], n * 2.0**-bits
    probing = within * (log2(max(n, 2)) + matches)
    return (
        *(_design_row(design, n) for design in designs(bits, radius)),
        DesignRow("probing", (), 1, (bits, bits), matches, within, probing, size + row_bytes(n) * n),
        DesignRow("scan", (), 0, (0, 0), float(n), 1, float(n), size),
    )


def recommend(bits: int, radius: int, n: int, max_bytes: int = 2 * 2**30) -> BlockDesign:
    """The design that looks at the fewest of ``n`` random fingerprints a query and keeps at most ``max_bytes``.

    Where none does so, the one of the fewest tables, which keeps the least.
    """
    choices = designs(bits, radius)
    affordable = [design for design in choices if design.table_bytes(n) <= max_bytes] or [choices[0]]
    return min(affordable, key=lambda design: _design_row(design, n).looked_at)
