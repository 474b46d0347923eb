"""Edit distance with insertions and deletions of single characters only, ``|x| + |y| - 2 LCS``.

LCS is the length of the longest common subsequence. Bit-parallel (Hyyrö 2004; the rapidfuzz library): memory grows with
the length of the texts alone, time with the product of both lengths over 64, less what begins and ends alike.
Source: Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.5.5.
"""

from __future__ import annotations

from msgspec import Struct
from rapidfuzz.distance import Indel, LCSseq

from simexplorer.errors import CapacityError

MOST_CELLS = 4 * 10**12  # about 3 minutes of one core
MOST_ALIGNED_CELLS = 4 * 10**8  # 50 MB: an alignment keeps one bit a cell


class Piece(Struct, frozen=True):
    """A stretch of an alignment: ``x[x_start:x_end]`` and ``y[y_start:y_end]`` are equal, or one of both is empty.

    operation : ``equal``, ``delete`` (of x) or ``insert`` (from y)
    """

    operation: str
    x_start: int
    x_end: int
    y_start: int
    y_end: int


def edit_distance(x: str, y: str, most: int | None = None) -> int:
    """Least number of insertions and deletions of characters that turn ``x`` into ``y``; a distance in all four axioms.

    most : ``most + 1`` is returned for whatever is larger, much faster. Without it, texts whose product of lengths
    exceeds ``MOST_CELLS`` are refused with CapacityError (two of 2,000,000 characters still pass).
    """
    if most is None:
        _require_cells(x, y, MOST_CELLS, "compare their edit distance up to a limit")
    return int(Indel.distance(x, y, score_cutoff=most))


def common_subsequence_length(x: str, y: str) -> int:
    """Length of the longest sequence of characters that both hold in this order (gaps allowed)."""
    _require_cells(x, y, MOST_CELLS, "compare shorter parts of them")
    return int(LCSseq.similarity(x, y))


def alignment(x: str, y: str) -> tuple[Piece, ...]:
    """One shortest way from ``x`` to ``y`` in pieces, in order; their edited lengths add up to the edit distance.

    Refused with CapacityError above ``MOST_ALIGNED_CELLS`` (two of 20,000 characters still pass).
    """
    _require_cells(x, y, MOST_ALIGNED_CELLS, "align shorter parts of them")
    steps = Indel.opcodes(x, y)
    return tuple(Piece(step.tag, step.src_start, step.src_end, step.dest_start, step.dest_end) for step in steps)


def _require_cells(x: str, y: str, most: int, instead: str) -> None:
    if len(x) * len(y) > most:
        raise CapacityError(
            f"Two texts of {len(x):,} and {len(y):,} characters take {len(x) * len(y):.1e} steps; "
            f"up to {most:.0e} are done. Please {instead}."
        )
