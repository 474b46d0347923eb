"""Mode, size and time of change of a folder's entries in one compiled call."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, U, kernel
from simexplorer.documents.system_calls import (
    AT_SYMLINK_NOFOLLOW,
    MODE_AT,
    MTIME_NANOSECONDS_AT,
    MTIME_SECONDS_AT,
    SIZE_AT,
    STATX_BYTES,
    STATX_WANTED,
    statx,
)


@kernel
def stat_names(
    folder: Int,
    names: NDArray[np.uint8],
    mode: NDArray[np.int32],
    size: NDArray[np.int64],
    modified_ns: NDArray[np.int64],
) -> None:
    """Fill the columns for names that each end in a NUL, relative to the open ``folder``; mode 0 where statx failed."""
    record = np.zeros(STATX_BYTES, np.uint8)
    words, halves, shorts = record.view(np.int64), record.view(np.uint32), record.view(np.uint16)
    at = 0
    for i in range(mode.size):
        address = U(names.ctypes.data) + U(at)
        failed = statx(np.int32(folder), address, np.int32(AT_SYMLINK_NOFOLLOW), U32(STATX_WANTED), record.ctypes.data)
        mode[i] = 0
        if failed == 0:
            mode[i] = shorts[MODE_AT // 2]
            size[i] = words[SIZE_AT // 8]
            seconds = words[MTIME_SECONDS_AT // 8]
            modified_ns[i] = seconds * 1_000_000_000 + np.int64(halves[MTIME_NANOSECONDS_AT // 4])
        while names[at] != 0:
            at += 1
        at += 1
