"""The shingle sets of many documents in memory at once: read in runs, joined, refused where there is no room."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.sets import ShingleSets, in_one
from simexplorer.pipeline.memory_room import require_memory
from simexplorer.pipeline.reading import Reader
from simexplorer.search.mapping import Mapper

Part = TypeVar("Part")
_MOST_SHINGLES, _MOST_DOCUMENTS = 2_000_000, 2000  # that are read at once, but for the last of them
SKETCHED_AT_ONCE = 500_000  # shingles of documents whose sketches or fingerprints are made together
_JOIN_BYTES = 22  # a shingle: its id, twice while parts are put together, and its share of a word
_FEWER_SHINGLES = "Open fewer documents at once, or leave long ones out by their size."


def joined(parts: list[ShingleSets]) -> ShingleSets:
    """The sets of all parts, one after the other; the list loses them, so that memory holds them once."""
    offsets = np.concatenate([np.zeros(1, np.int64), *(part.sizes for part in parts)]).cumsum()
    ids = [np.empty(0, np.uint64), *(part.ids for part in parts)]
    parts.clear()
    return ShingleSets(offsets, in_one(ids))


def all_sets(reader: Reader, members: NDArray[np.int64], shingles: NDArray[np.int64], each: Mapper) -> ShingleSets:
    """The shingle sets of all members in memory: 8 bytes a distinct shingle of each.

    shingles : (n,) of all documents. Raises CapacityError where there is no room for an exact join of them.
    """
    total = int(shingles[members].sum())
    require_memory(_JOIN_BYTES * total, f"An exact join of {total:,} shingles", _FEWER_SHINGLES)
    return joined(read_in_parts(reader.sets, members, shingles, each))


def set_sizes(
    reader: Reader, members: NDArray[np.int64], shingles: NDArray[np.int64], each: Mapper
) -> NDArray[np.int64]:
    """(m,) distinct shingles of each member: all are read, and none is kept."""
    sizes = read_in_parts(lambda rows: reader.sets(rows).sizes, members, shingles, each)
    return np.concatenate([np.empty(0, np.int64), *sizes])


def read_in_parts(
    read: Callable[[NDArray[np.int64]], Part], members: NDArray[np.int64], shingles: NDArray[np.int64], each: Mapper
) -> list[Part]:
    """What ``read`` gives of some members after others, in their order."""
    chunks = in_runs(members, shingles, _MOST_SHINGLES, _MOST_DOCUMENTS)
    return each(lambda chunk: read(chunks[chunk]), range(len(chunks)))


def in_runs(
    rows: NDArray[Any], shingles: NDArray[np.int64], most_shingles: int, most: int | None = None
) -> list[NDArray[Any]]:
    """The rows in runs of about ``most_shingles`` shingles, or of fewer for them to be about ``most`` documents."""
    if not rows.size:
        return []
    weight = np.cumsum(shingles[rows] + (most_shingles // most if most else 0)) // most_shingles
    return np.split(rows, np.flatnonzero(np.diff(weight)) + 1)
