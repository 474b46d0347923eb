"""A listing that says the same as the one before is replaced by that one, so that nobody looks through it anew."""

from __future__ import annotations

import numpy as np

from simexplorer.documents.listing import Documents


def unless_changed(before: Documents | None, now: Documents) -> Documents:
    """``before`` if it tells the same of the very same paths, else ``now``."""
    if before is None or before.paths is not now.paths:
        return now
    names = [name for name in Documents.__struct_fields__ if name != "paths"]
    same = all(_alike(getattr(before, name), getattr(now, name)) for name in names)
    return before if same else now


def _alike(one: object, other: object) -> bool:
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return bool(np.array_equal(one, other))
    return one == other
