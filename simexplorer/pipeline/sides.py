"""Documents of the reference and documents outside it: which pairs a comparison between both is about."""

from __future__ import annotations

import os

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.errors import InputError
from simexplorer.pipeline.result import Groups
from simexplorer.search.scurve import pairs_among


def of_reference(paths: Paths, reference: str) -> NDArray[np.bool_]:
    """(n,) the documents in this folder, table or archive, or where it leads to; InputError where none is."""
    place = os.path.abspath(os.fsencode(reference))
    inside = paths.below([place])
    if not inside.any():
        inside = _within(paths, place)
    if not inside.any():
        raise InputError(f"{reference}: none of the documents lies in this reference; name it as you name the others.")
    return inside


def _within(paths: Paths, file: bytes) -> NDArray[np.bool_]:
    """(n,) whether each document is this file (absolute), also where a link leads to it, or lies inside of it."""
    real, length = os.path.realpath(file), np.diff(paths.offsets) - paths.prefix_length
    fits = np.zeros(len(paths), np.bool_)
    for number, root in enumerate(paths.roots):
        fits |= (paths.root_of == number) & (length == len(real) - len(os.path.join(root, b"")))
    rows = [row for row in np.flatnonzero(fits & (paths.container < 0)).tolist() if paths.file(row) == real]
    inside: NDArray[np.bool_] = np.isin(paths.container, rows)
    inside[rows] = True
    return inside


def across_words(reference: str | None) -> tuple[str, ...]:
    """That only pairs across were looked for, where there is a reference."""
    across = (
        "Only pairs between the reference and the rest were looked for; identical texts are put together "
        "wherever they lie, and a pair names the first of them by path, which may lie on the other side."
    )
    return (across,) if reference is not None else ()


class Sides(Struct, frozen=True):
    """What each document stands for, twins included; without a reference every pair counts.

    inside, outside : (n,) whether a document of the reference, and one outside it, has this text; both None without one
    """

    inside: NDArray[np.bool_] | None = None
    outside: NDArray[np.bool_] | None = None

    @staticmethod
    def of(reference: str | None, paths: Paths, groups: Groups) -> Sides:
        """The sides that a reference makes; raises InputError where it holds no document."""
        if reference is None:
            return Sides()
        below = of_reference(paths, reference)
        inside, outside = np.zeros(below.size, np.bool_), np.zeros(below.size, np.bool_)
        inside[groups.representative[below]] = True
        outside[groups.representative[~below]] = True
        return Sides(inside, outside)

    def crossing(self, i: NDArray[np.integer], j: NDArray[np.integer]) -> NDArray[np.bool_]:
        """(m,) whether a pair links a document of the reference with one outside it."""
        if self.inside is None or self.outside is None:
            return np.ones(i.size, np.bool_)
        linked: NDArray[np.bool_] = (self.inside[i] & self.outside[j]) | (self.outside[i] & self.inside[j])
        return linked

    def pairs(self, members: NDArray[np.int64]) -> int:
        """How many pairs of these documents count."""
        if self.inside is None or self.outside is None:
            return pairs_among(members.size)
        inside, outside = self.inside[members], self.outside[members]
        within, beyond = int(np.count_nonzero(inside & ~outside)), int(np.count_nonzero(outside & ~inside))
        return pairs_among(members.size) - pairs_among(within) - pairs_among(beyond)
