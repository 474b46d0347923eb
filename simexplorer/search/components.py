"""Connected components of documents that pairs link (union-find, Tarjan 1975, with path halving)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, lean_kernel


@lean_kernel
def find_root(parent: NDArray[np.int32], node: Int) -> Int:
    """The root of a node's tree; halves the path on its way. ``parent`` : (n,) int32, itself at a root."""
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@lean_kernel
def join_components(parent: NDArray[np.int32], i: NDArray[np.int32], j: NDArray[np.int32]) -> None:
    """Unite the trees of every pair in ``parent`` (n,) int32; then each node points to its component's least node.

    i, j : (m,) the nodes of each pair
    """
    for p in range(i.size):
        if parent[i[p]] == parent[j[p]]:  # as of most pairs
            continue
        a, b = find_root(parent, i[p]), find_root(parent, j[p])
        if a < b:
            parent[b] = a
        elif b < a:
            parent[a] = b
    for node in range(parent.size):
        parent[node] = find_root(parent, node)


def components(n: int, i: NDArray[np.int32], j: NDArray[np.int32]) -> NDArray[np.int32]:
    """(n,) the least member of each document's component under the links ``i[p] - j[p]``; itself where it has none."""
    parent = np.arange(n, dtype=np.int32)
    join_components(parent, i, j)
    return parent
