"""What ``read_kernels.read_rows`` does, through Python's own calls: for systems whose C library kernels cannot use."""

from __future__ import annotations

import os
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.folder import open_below
from simexplorer.documents.read_kernels import (
    DONE,
    FAILED,
    LOOK,
    NO_TEXT,
    PLAIN,
    UNREAD,
    ReadOrder,
    judge,
    verdict_of,
    without_mark,
)
from simexplorer.documents.spool import Spool
from simexplorer.documents.system_calls import OPEN_FLAGS, modified_ns
from simexplorer.documents.utf8 import VISIBLE


def read_rows_portably(
    order: ReadOrder,
    roots: Sequence[bytes],
    spool: Spool,
    data: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    verdict: NDArray[np.uint8],
    characters: NDArray[np.int64],
    visible: NDArray[np.bool_],
) -> None:
    """Fill the same arrays in the same way; ``roots[i]`` is the folder of row ``i``."""
    for row in range(order.place.size):
        start = int(offsets[row])
        offsets[row + 1] = start
        verdict[row] = DONE
        place, wanted = int(order.place[row]), int(order.wanted[row])
        if place == NO_TEXT or (wanted == 0 and place != UNREAD):
            continue
        if (kept := int(order.kept[row])) >= 0:
            offsets[row + 1] = start + order.text_bytes[row]
            data[start : offsets[row + 1]] = order.short[kept : kept + order.text_bytes[row]]
            continue
        try:
            raw = spool.read(place, wanted) if place >= 0 else file_bytes(order, row, roots[row], wanted)
        except OSError:
            raw = None
        if raw is None:
            verdict[row] = FAILED
            continue
        data[start : start + len(raw)] = np.frombuffer(raw, np.uint8)
        size = len(raw)
        if place == PLAIN:
            without_mark(data, start, size)
            size = int(order.text_bytes[row])
        elif place == UNREAD:
            size, characters[row], seen = judge(data, start, size, bool(order.size[row] > wanted))
            verdict[row], visible[row] = verdict_of(size), bool(seen & VISIBLE)
            size = len(raw) if verdict[row] == LOOK else size
        offsets[row + 1] = start + max(size, 0)


def file_bytes(order: ReadOrder, row: int, root: bytes, wanted: int, *, follow: bool = False) -> bytes | None:
    """The first ``wanted`` bytes of a file, None where it is not as it was listed; OSError if it does not open."""
    relative = order.names[order.path_start[row] : order.path_end[row]].tobytes()
    with os.fdopen(open_below(root, relative, OPEN_FLAGS, follow=follow), "rb") as stream:
        raw = stream.read(wanted)
        about = os.fstat(stream.fileno())
    unchanged = about.st_size == order.size[row] and modified_ns(about) == order.modified_ns[row]
    return raw if unchanged and len(raw) == wanted else None
