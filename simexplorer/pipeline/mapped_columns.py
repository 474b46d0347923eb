"""Arrays that lie in a file of the cache: they take memory while they are read, and none in between."""

from __future__ import annotations

import mmap
import os
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.array_cache import Kept


class MappedColumns:
    """Columns of a kept file, as they were checked when it was loaded; what is written to them stays here.

    The file may be replaced or removed meanwhile: its contents last as long as they are mapped.
    """

    def __init__(self, kept: Kept, mapped: mmap.mmap) -> None:
        self._kept, self._mapped = kept.starts, mapped
        self._like = {name: (array.dtype, array.size) for name, array in kept.arrays.items()}

    @classmethod
    def of(cls, kept: Kept | None) -> MappedColumns | None:
        """None where there is no file, or it cannot be mapped without keeping others from replacing it (Windows)."""
        descriptor = kept.reopen() if kept is not None and sys.platform != "win32" else None
        if kept is None or descriptor is None:
            return None
        try:
            return cls(kept, mmap.mmap(descriptor, 0, access=mmap.ACCESS_COPY))
        except OSError:
            return None
        finally:
            os.close(descriptor)

    def column(self, name: str) -> NDArray[Any]:
        """(m,) one of the arrays."""
        dtype, count = self._like[name]
        return np.frombuffer(self._mapped, dtype, count, self._kept[name]) if count else np.empty(0, dtype)

    def let_go(self) -> None:
        """Take no memory until somebody reads again."""
        if hasattr(mmap, "MADV_DONTNEED"):
            self._mapped.madvise(mmap.MADV_DONTNEED)
