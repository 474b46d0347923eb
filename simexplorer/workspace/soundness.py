"""Whether a result that came from a file fits itself: kernels trust offsets and rows, so nothing else gets to them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import Documents, Status
from simexplorer.pipeline.result import BINS, Result, Signed
from simexplorer.signatures.family import Signatures
from simexplorer.workspace.columns import DamagedError

if TYPE_CHECKING:
    from simexplorer.pipeline.known_overlaps import KnownOverlaps

_MOST_FUNCTIONS = 1 << 20  # more than a recipe may ask for


def require_sound(held: Signed) -> None:
    """DamagedError unless every column has its length and every row number leads to a document."""
    paths = held.documents.paths
    _offsets(paths.offsets, len(paths.names))  # which tells how many documents there are
    n = len(held.documents)
    _documents(held.documents)
    _length(held.shingles, n)
    _length(held.fingerprints, n)
    _length(held.text_hashes, n, 2)
    _signatures(held.signatures, n)
    if min(held.bands, held.rows) < 0 or max(held.bands, held.rows) > _MOST_FUNCTIONS:
        raise DamagedError("There are no such bands.")
    if isinstance(held, Result):
        _found(held, n)


def require_sound_overlaps(known: KnownOverlaps, n: int) -> None:
    """DamagedError unless what was verified is about pairs of ``n`` documents."""
    _length(known.sizes, n)
    for batch in known.batches:
        _rows(batch.i, n)
        _rows(batch.j, n)


def require_ids(ids: NDArray[Any]) -> None:
    """DamagedError unless these are ids of shingles."""
    if ids.ndim != 1 or ids.dtype != np.uint64:
        raise DamagedError("What was left out are no ids of shingles.")


def _found(result: Result, n: int) -> None:
    pairs, clusters, groups = result.pairs, result.clusters, result.groups
    _length(groups.representative, n)
    _length(clusters.of, n)
    for name in pairs.__struct_fields__[1:]:  # all but ``i``, which tells how many there are
        column = getattr(pairs, name)
        if column is not None:
            _length(column, len(pairs))
    _rows(pairs.i, n)
    _rows(pairs.j, n)
    _rows(groups.rows, n)
    _rows(groups.representative, n)
    _rows(clusters.rows, n)
    _rows(clusters.representative, n)
    _rows(clusters.of + np.int32(1), len(clusters) + 1)
    _offsets(groups.offsets, groups.rows.size)
    _offsets(clusters.offsets, clusters.rows.size)
    _length(clusters.offsets, len(clusters) + 1)
    of = np.full(n, -1, np.int32)
    of[clusters.rows] = np.repeat(np.arange(len(clusters), dtype=np.int32), np.diff(clusters.offsets))
    if not np.array_equal(of, clusters.of):
        raise DamagedError("Clusters do not hold the documents that are said to be in them.")
    _length(result.audit.histogram, BINS)
    if not np.isfinite(result.audit.histogram).all():
        raise DamagedError("Pairs are counted that no number tells.")
    for figures in (clusters.min_jaccard, clusters.mean_jaccard, clusters.weakest_link):
        _length(figures, len(clusters))
    _length(clusters.to_representative, clusters.rows.size)
    if not 0 <= result.at_threshold <= len(pairs):
        raise DamagedError("More pairs are counted than there are.")


def _signatures(signatures: Signatures, n: int) -> None:
    values, infinite = signatures.values, signatures.infinite
    if values.ndim != 2 or values.shape[0] not in (0, n):
        raise DamagedError("There are not as many signatures as documents.")
    if values.dtype.kind not in "iu":
        raise DamagedError(f"Signatures hold {values.dtype}, which they cannot.")
    dropped, limits = not values.shape[1], np.iinfo(values.dtype)  # of an earlier run, with the type of its numbers
    if infinite is not None and not (dropped or limits.min <= infinite <= limits.max):
        raise DamagedError("Signatures name a value that they cannot hold.")


def _documents(documents: Documents) -> None:
    n = len(documents)
    paths = documents.paths
    for column in (paths.root_of, paths.prefix_length, paths.container):
        _length(column, n)
    if np.any((paths.prefix_length < 0) | (paths.prefix_length > np.diff(paths.offsets))):
        raise DamagedError("Names of documents are shorter than what stands before them.")
    for name in ("status", "reason", "format", "size", "modified_ns", "characters", "truncated", "encoding"):
        _length(getattr(documents, name), n)
    if documents.guessed.size:
        _length(documents.guessed, n)
    if documents.noted_ns.size:
        _length(documents.noted_ns, n)
    _rows(paths.root_of, len(paths.roots))
    _rows(paths.container + 1, n + 1)
    _rows(documents.status, len(Status))
    _rows(documents.reason, len(documents.reasons))
    _rows(documents.format, len(documents.formats))
    _rows(documents.encoding, len(documents.encodings))


def _length(column: NDArray[Any], *shape: int) -> None:
    if column.shape != shape:
        raise DamagedError(f"A column has the shape {column.shape} in place of {shape}.")


def _rows(column: NDArray[Any], below: int) -> None:
    if column.ndim != 1 or (column.size and (int(column.min()) < 0 or int(column.max()) >= below)):
        raise DamagedError("A column names rows that do not exist.")


def _offsets(offsets: NDArray[np.int64], end: int) -> None:
    sound = offsets.ndim == 1 and offsets.size > 0 and offsets[0] == 0 and offsets[-1] == end
    if not sound or np.any(np.diff(offsets) < 0):
        raise DamagedError("Offsets do not rise from the first to the last.")
