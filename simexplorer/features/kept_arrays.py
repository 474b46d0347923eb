"""Arrays that take a while to make, kept beside the compiled kernels."""

from __future__ import annotations

import contextlib
import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import KERNEL_CACHE

# whatever a file may raise that was cut, emptied by a loss of power, or changed: it is made anew
_DAMAGED = (OSError, ValueError, KeyError, EOFError, RuntimeError, MemoryError, zipfile.BadZipFile, zlib.error)


def kept_arrays(name: str, fields: Sequence[str], make: Callable[[], Sequence[NDArray[Any]]]) -> list[NDArray[Any]]:
    """The arrays kept under this name, one for each of ``fields``; made and kept where there are none."""
    path = KERNEL_CACHE / f"{name}.npz"
    with contextlib.suppress(*_DAMAGED), path.open("rb") as file, np.load(file) as stored:
        return [stored[field] for field in fields]
    made = list(make())
    with contextlib.suppress(OSError):  # a cache that cannot be written costs time, nothing else
        KERNEL_CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KERNEL_CACHE, prefix=f"{name}-") as beside:
            part = os.path.join(beside, path.name)
            columns: dict[str, Any] = dict(zip(fields, made, strict=True))
            np.savez(part, **columns)
            os.replace(part, path)
    return made
