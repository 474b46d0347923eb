"""Which document of one run stands where a document of another run does."""

from __future__ import annotations

import os

import numpy as np

from simexplorer.documents.listing import Paths
from simexplorer.workspace.naming import Rows


def at_same_place(earlier: Paths, later: Paths) -> Rows:
    """(n,) row of the earlier run at the place of each later document, -1 where there is none.

    A place is the absolute path; of what is left the path below its folder, as folders are moved. Where a folder is
    added or left out, others are spelled differently, and a copy in it may be spelled as another file was.
    """
    of, free = np.full(len(later), -1), np.ones(len(earlier), np.bool_)
    for spelled in (Paths.raw,) if earlier.roots == later.roots else (_absolute, Paths.raw):
        rows = {spelled(earlier, row): row for row in np.flatnonzero(free).tolist()}
        left = np.flatnonzero(of < 0)
        of[left] = np.fromiter((rows.get(spelled(later, row), -1) for row in left.tolist()), np.int64, left.size)
        free[of[of >= 0]] = False
    return of


def _absolute(paths: Paths, row: int) -> bytes:
    """The file's absolute path, and of a member its place in it."""
    return os.path.join(paths.roots[paths.root_of[row]], paths.raw(row)[paths.prefix_length[row] :])
