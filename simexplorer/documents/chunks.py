"""How rows are cut for reading: small files many at a time, large ones and those that need a parser few."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.formats import FORMATS, GZIP, NUMBER_OF, PLAIN
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.read_kernels import GLANCE_ABOVE, UNREAD
from simexplorer.documents.table import DocumentTable

# of a chunk, of one of the pieces that the last ones are cut in, and what a row costs besides its own bytes
_CHUNK_BYTES, _PIECE_BYTES, _ROW_BYTES = 2**21, 2**19, 2**11
_PARSED_PIECE_BYTES, _PARSED_ROW_BYTES = 2**18, 2**15  # of those that need a reader, which take longer
# of those a chunk is smaller where there would be fewer of them
_LEAST_PARSED_BYTES, _MOST_PARSED_BYTES, _PARSED_CHUNKS = 2**20, 2**22, 64
_SMALLER_LAST = 2  # chunks
_IS_PLAIN = np.array([format_.plain for format_ in FORMATS])


def needs_reader(
    table: DocumentTable, rows: NDArray[np.int64], options: ReadOptions, odd: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """Which unread rows do not even promise to be plain UTF-8 that the kernel alone can read, or were seen not to be.

    odd : rows that the kernel has looked at in vain
    """
    unread: NDArray[np.bool_] = table.column("place")[rows] == UNREAD
    if options.encoding is not None:
        return unread
    promised = table.column("format")[rows]
    plain: NDArray[np.bool_] = _IS_PLAIN[promised]
    # the kernel reads no more than the beginning of a larger one, where NULs are
    plain |= (promised == NUMBER_OF[GZIP]) & (table.column("size")[rows] <= GLANCE_ABOVE)
    if options.rows_are_documents:
        plain &= promised == NUMBER_OF[PLAIN]
    if options.encodings:
        plain &= np.array([table.raw_name(row) not in options.encodings for row in rows], np.bool_)
    if odd.size:
        plain &= ~np.isin(rows, odd)
    needed: NDArray[np.bool_] = unread & ~plain
    return needed


def plan_chunks(
    table: DocumentTable, rows: NDArray[np.int64], options: ReadOptions, odd: NDArray[np.int64]
) -> tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]:
    """Rows in chunks of some hundred files up to a thousand; and those that need a reader, in smaller ones."""
    slow = needs_reader(table, rows, options, odd)
    weight = np.minimum(table.column("size")[rows], options.max_bytes)
    weight += np.where(slow, _PARSED_ROW_BYTES, _ROW_BYTES)
    parsed_bytes = min(max(_LEAST_PARSED_BYTES, int(weight[slow].sum()) // _PARSED_CHUNKS), _MOST_PARSED_BYTES)
    return (
        _cut(rows[~slow], weight[~slow], _CHUNK_BYTES, _PIECE_BYTES),
        _cut(rows[slow], weight[slow], parsed_bytes, _PARSED_PIECE_BYTES),
    )


def _cut(rows: NDArray[np.int64], weight: NDArray[np.int64], most: int, least: int) -> list[NDArray[np.int64]]:
    """Runs of rows that weigh ``most`` together but for their last row; the last ones ``least``.

    Who takes one run after the other beside others so ends at about the same time as they do.
    """
    if not rows.size:
        return []
    end = np.cumsum(weight)
    near_end = max(0, int(end[-1]) - _SMALLER_LAST * most) // most * most
    begin = end - weight
    number = np.where(begin < near_end, begin // most, near_end // most + (begin - near_end) // least)
    return np.split(rows, np.flatnonzero(np.diff(number)) + 1)
