"""Sorting and filtering a million rows: index arrays by numpy, which lets other threads run meanwhile."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Order = NDArray[np.int32]


def ordered_rows(size: int, key: NDArray[Any] | None, descending: bool, mask: NDArray[np.bool_] | None) -> Order | None:
    """Rows to show, in order: those in ``mask``, by ``key`` (equal ones as they were); None is "all, as they are".

    ``key`` of None keeps the first order. Values that are nan come last either way.
    """
    if key is None:
        return None if mask is None else np.flatnonzero(mask).astype(np.int32)
    rows = np.arange(size, dtype=np.int32) if mask is None else np.flatnonzero(mask).astype(np.int32)
    values = key[rows]
    if descending:
        values = _negated(values)
    return rows[np.argsort(values, kind="stable")]


def _negated(values: NDArray[Any]) -> NDArray[Any]:
    """Values whose rising order is the falling order of the given ones; nan stays last."""
    if values.dtype.kind == "b":
        return ~values
    if values.dtype.kind == "f":
        return -values
    if values.dtype.kind == "u":
        return np.asarray(np.iinfo(values.dtype).max - values)
    return -values.astype(np.int64)
