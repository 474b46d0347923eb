"""How rows are cut for reading: small files many at a time, large ones and those that need a parser few."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.formats import FORMATS, GZIP, NUMBER_OF, PLAIN
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.read_kernels import GLANCE_ABOVE, UNREAD
from simexplorer.documents.table import DocumentTable

_CHUNK_BYTES, _CHUNK_ROWS = 4 * 2**20, 2048
_PARSED_CHUNK_BYTES, _PARSED_CHUNK_ROWS = 2**22, 128
_SMALLER_LAST = 2  # chunks, that are cut in pieces: of plain texts in four, of others, which take longer, in sixteen
_PIECES, _PARSED_PIECES = 4, 16
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
        plain &= [table.raw_name(row) not in options.encodings for row in rows]
    if odd.size:
        plain &= ~np.isin(rows, odd)
    needed: NDArray[np.bool_] = unread & ~plain
    return needed


def plan_chunks(
    table: DocumentTable, rows: NDArray[np.int64], options: ReadOptions, odd: NDArray[np.int64]
) -> tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]:
    """Rows in chunks of some hundred files up to _CHUNK_ROWS; and those that need a reader, in smaller ones."""
    slow = needs_reader(table, rows, options, odd)
    size = np.minimum(table.column("size")[rows], options.max_bytes)
    return (
        _cut(rows[~slow], size[~slow], _CHUNK_BYTES, _CHUNK_ROWS, _PIECES),
        _cut(rows[slow], size[slow], _PARSED_CHUNK_BYTES, _PARSED_CHUNK_ROWS, _PARSED_PIECES),
    )


def _cut(
    rows: NDArray[np.int64], size: NDArray[np.int64], most_bytes: int, most_rows: int, pieces: int
) -> list[NDArray[np.int64]]:
    """Runs of rows, each of at most ``most_rows`` and, but for its last row, ``most_bytes``; the last ones smaller.

    A row weighs its bytes and as much as it costs besides: ``most_bytes / most_rows``.

    Who takes one run after the other beside others so ends at about the same time as they do.
    """
    if not rows.size:
        return []
    weight = size + most_bytes // most_rows
    end = np.cumsum(weight)
    near_end = max(0, int(end[-1]) - _SMALLER_LAST * most_bytes) // most_bytes * most_bytes
    begin = end - weight
    number = np.where(
        begin < near_end, begin // most_bytes, near_end // most_bytes + (begin - near_end) * pieces // most_bytes
    )
    return np.split(rows, np.flatnonzero(np.diff(number)) + 1)
