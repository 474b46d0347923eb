"""The folder of each document, as deep as it takes to tell the bulk of a collection apart."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.ui.models.folder_index import FolderIndex, Span

TOP = "top folder"  # of what lies beside the folders and not in one of them
_BULK = 0.5  # share of all documents from which a folder is taken apart
_DEEPEST = 12


def bulk_folders(index: FolderIndex) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """(n,) numbers of folders in the order of paths, and their names without what all paths begin with.

    A folder that holds more than half of all documents gives way to the folders in it; what lies beside these keeps
    its name.
    """
    whole = index.whole
    found: list[tuple[Span, str]] = [(whole, "")]
    largest, name = whole, ""
    for _ in range(_DEEPEST):
        children = index.children(largest)
        if not children:
            break
        through = len(children) == 1 and (children[0].first, children[0].last) == (whole.first, whole.last)
        if through:
            found, name = [(children[0], "")], ""
        else:
            found += [(child, f"{name}{child.name}") for child in children]
        largest = max(children, key=lambda child: child.last - child.first)
        if largest.last - largest.first <= _BULK * whole.last:
            break
        name = "" if through else f"{name}{largest.name}/"
    of = np.zeros(whole.last, np.int32)
    for number, (span, _) in enumerate(found):  # outer folders first: what lies deeper is written over them
        of[span.first : span.last] = number
    return _ordered(of, [name or TOP for _, name in found])


def _ordered(of: NDArray[np.int32], names: list[str]) -> tuple[NDArray[np.int32], tuple[str, ...]]:
    """Only the folders that have documents of their own, by their first one."""
    held, first = np.unique(of, return_index=True)
    order = held[np.argsort(first, kind="stable")]
    number = np.zeros(len(names), np.int32)
    number[order] = np.arange(order.size, dtype=np.int32)
    return number[of], tuple(names[one] for one in order.tolist()) or (TOP,)
