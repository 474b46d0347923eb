"""Which shingles two documents share and which each has alone: all are counted, the first in the text spelt out.

Places are looked for in the text, a part at a time, until as many are found as are spelt: ``np.unique`` and
``np.intersect1d``, which find the places of all, take half as long again, and nobody can stop them.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.features.boilerplate import others
from simexplorer.pipeline.cut_text import CutText, cut_document
from simexplorer.pipeline.reading import Reader

_AT_ONCE = 1 << 18  # shingles of a text that are looked through in one go
Ids = NDArray[np.uint64]
Places = NDArray[np.int64]


class SomeShingles(Struct, frozen=True):
    """Distinct shingles: how many there are, and the first of them in the order of a text.

    texts : as they stand in the document; starts, ends : (len(texts),) int64, where, in characters
    """

    count: int
    texts: tuple[str, ...]
    starts: Places
    ends: Places


class _Side(Struct, frozen=True):
    """A document and its different shingles, (m,) rising, without boilerplate; ``counts`` : how often each counts."""

    cut: CutText
    ids: Ids
    counts: Places


def compared_shingles(
    reader: Reader, a: int, b: int, most: int, heed: Callable[[], None]
) -> tuple[SomeShingles, SomeShingles, SomeShingles]:
    """Shingles of both documents, of the first alone, of the second alone; of bags each counts as often as it occurs.

    most : of each kind are spelt; heed : called all the while, may raise to end it
    """
    one, other = (_side(reader, row, heed) for row in (a, b))
    place = _places_among(one.ids, other.ids)
    heed()
    met = place >= 0
    both = int(np.minimum(one.counts[met], other.counts[place[met]]).sum())
    lone = np.ones(other.ids.size, np.bool_)
    lone[place[met]] = False
    heed()
    return (
        _spelt(one.cut, one.ids[met], both, most, heed),
        _spelt(one.cut, one.ids[~met], int(one.counts.sum()) - both, most, heed),
        _spelt(other.cut, other.ids[lone], int(other.counts.sum()) - both, most, heed),
    )


def _side(reader: Reader, row: int, heed: Callable[[], None]) -> _Side:
    cut = cut_document(reader, row)
    heed()
    rising = np.sort(cut.ids)
    heed()
    differs = np.ones(rising.size, np.bool_)
    np.not_equal(rising[1:], rising[:-1], out=differs[1:])
    begins = np.flatnonzero(differs)
    ids = rising[begins]
    kept = others(ids, reader.left_out)
    counts = np.diff(begins, append=rising.size) if reader.recipe.bag else np.ones(ids.size, np.int64)
    return _Side(cut, ids[kept], counts[kept])


def _places_among(ids: Ids, rising: Ids) -> Places:
    """(m,) where each of these ids stands among others, different ones that rise; -1 where it does not."""
    if not rising.size:
        return np.full(ids.size, -1)
    near = np.minimum(np.searchsorted(rising, ids), rising.size - 1)
    return np.where(rising[near] == ids, near, -1)


def _spelt(cut: CutText, wanted: Ids, count: int, most: int, heed: Callable[[], None]) -> SomeShingles:
    """Some shingles of a text, of which ``wanted`` are the ids: where each stands first."""
    places, known = np.empty(0, np.int64), np.empty(0, np.uint64)
    for begin in range(0, cut.ids.size, _AT_ONCE):
        if places.size >= min(most, wanted.size):
            break
        heed()
        part = cut.ids[begin : begin + _AT_ONCE]
        met = np.flatnonzero(_places_among(part, wanted) >= 0)
        met = met[np.isin(part[met], known, invert=True)]
        first = met[np.sort(np.unique(part[met], return_index=True)[1])][: most - places.size]
        places, known = np.append(places, first + begin), np.append(known, part[first])
    starts, ends = cut.origins(places)
    return SomeShingles(count, cut.texts(places), starts, ends)
