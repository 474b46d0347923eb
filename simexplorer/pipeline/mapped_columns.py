"""Arrays that lie in a file of the cache: they take memory while they are read, and none in between."""

from __future__ import annotations

import math
import mmap
import os
import threading
from collections.abc import Callable, Iterable
from typing import Any
from weakref import WeakSet

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.array_cache import Kept, let_go
from simexplorer.search.mapping import Mapper

_MAPPED: WeakSet[mmap.mmap] = WeakSet()  # all files that arrays still lie in
_LOCK = threading.Lock()


def let_go_of_all() -> None:
    """Have all arrays that lie in files take no memory until somebody reads them again; any thread may ask."""
    with _LOCK:
        for mapped in _MAPPED:
            let_go(mapped)


def letting_go(each: Mapper) -> Mapper:
    """As ``each``; what a job has read of files takes no memory once it is done: 0.1 ms a job."""

    def leaner(function: Callable[[Any], Any], jobs: Iterable[Any]) -> list[Any]:
        def tidy(job: Any) -> Any:
            answer = function(job)
            let_go_of_all()
            return answer

        return each(tidy, jobs)

    return leaner


class MappedColumns:
    """Columns of a kept file, as they were checked when it was loaded; to be read only.

    The file may be replaced or removed meanwhile: its contents last as long as they are mapped.
    """

    def __init__(self, kept: Kept, mapped: mmap.mmap) -> None:
        self._kept, self._mapped = kept.starts, mapped
        self._like = {name: (array.dtype, array.shape) for name, array in kept.arrays.items()}
        with _LOCK:
            _MAPPED.add(mapped)

    @classmethod
    def of(cls, kept: Kept | None) -> MappedColumns | None:
        """The columns of a kept file; None where there is none, or it cannot be mapped."""
        if kept is None or (descriptor := kept.reopen()) is None:
            return None
        try:
            return cls(kept, mmap.mmap(descriptor, 0, access=mmap.ACCESS_COPY))
        except OSError:
            return None
        finally:
            os.close(descriptor)

    def column(self, name: str) -> NDArray[Any]:
        """The array of this name."""
        dtype, shape = self._like[name]
        if 0 in shape:
            return np.empty(shape, dtype)
        return np.frombuffer(self._mapped, dtype, math.prod(shape), self._kept[name]).reshape(shape)
