"""The folder of each document, on the first level where a collection has more than one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.ui.models.folder_index import FolderIndex

OUTSIDE = "in no folder"


def first_folders(index: FolderIndex) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """(n,) numbers of folders and their names; files beside these folders have a number of their own, the last."""
    span = index.whole
    children = index.children(span)
    while len(children) == 1 and (children[0].first, children[0].last) == (span.first, span.last):
        span = children[0]
        children = index.children(span)
    of = np.full(index.whole.last, len(children), np.int32)
    for number, child in enumerate(children):
        of[child.first : child.last] = number
    names = tuple(child.name for child in children)
    return of, (*names, OUTSIDE) if bool((of == len(children)).any()) or not names else names
