"""Pairs that several threads find: kept as long as there is room for them, counted in any case."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.search.mapping import Mapper
from simexplorer.signatures.odd_comparing import Outlines

Column: TypeAlias = NDArray[np.int32]
Columns: TypeAlias = tuple[Column, Column, Column]  # (p,) rows i and j of pairs, and their equal positions


class Sieve(Struct, frozen=True):
    """Tells by longer sketches than signatures are which pairs may be near; from any thread.

    told : (p,) int32, what the sketches of pairs of rows i, j (p,) int32 tell of them, in so many ``steps``
    needed : what those of near pairs tell at least
    spread, excess : where it is at most how similar a pair is, the standard deviation of what is told, and by how much
    that exceeds the similarity in the mean, in steps; where it is in how many bits sketches agree, 0
    outlines : parts of the sketches, where it is less work to look at them than at signatures
    """

    told: Callable[[Column, Column], Column]
    steps: int
    needed: int
    spread: float = 0.0
    excess: float = 0.0
    outlines: Outlines | None = None


class SieveMaker(Protocol):
    """Knows when it is worth while to look closer at pairs before they are kept, and how."""

    def worth(
        self,
        counts: NDArray[Any],
        rows: NDArray[np.int64],
        *,
        strict: bool,
        pairs: Columns | None = None,
    ) -> int:
        """How long sketches of these rows should be, 0 for none; counts : (k + 1,) their pairs by equal positions.

        strict : what lies beyond the limit of the run may go as well
        pairs : where they are known already
        """

    def sieve(self, rows: NDArray[np.int64], length: int, *, strict: bool) -> Sieve:
        """For the pairs of these rows, by sketches of this length."""


class Found(Struct, frozen=True):
    """What one part of a search found.

    pairs : runs of (3, p) int32: i, j and equal positions; candidates : pairs that share a bucket
    counts : (k + 1,) int64, pairs that are near enough by equal positions, also those that found no room
    ruled_out : pairs that a sieve took out before they were counted; where it has outlines, of all pairs
    """

    pairs: list[NDArray[np.int32]]
    candidates: int
    counts: NDArray[np.int64]
    ruled_out: int = 0


class Room:
    """Room for so many pairs, shared by all threads. Once it is full, further pairs are only counted.

    It takes no lock: of two threads that take room at the same time one may go unnoticed, and a few more are kept.
    """

    def __init__(self, pairs: int) -> None:
        self._left = pairs

    @property
    def is_left(self) -> bool:
        """Whether pairs are still kept."""
        return self._left >= 0

    def taken(self, pairs: NDArray[np.int32]) -> NDArray[np.int32]:
        """A copy of these pairs (3, p), or of none where the room is full."""
        self._left -= pairs.shape[1]
        return pairs[:, : pairs.shape[1] if self.is_left else 0].copy()


def all_pairs(found: list[Found], each: Mapper) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """(m,) int32 columns of all pairs, i, j and equal positions; the parts lose theirs.

    One array each: who keeps one does not keep the others.
    """
    ends = np.cumsum([sum(run.shape[1] for run in part.pairs) for part in found], dtype=np.int64)
    i, j, equal = (np.empty(int(ends[-1]) if found else 0, np.int32) for _ in range(3))

    def move(place: int) -> None:
        end = int(ends[place])
        while found[place].pairs:
            run = found[place].pairs.pop()
            here = slice(end - run.shape[1], end)
            i[here], j[here], equal[here] = run
            end = here.start

    each(move, range(len(found)))
    return i, j, equal


def drop_below(bar: int, found: list[Found], each: Mapper) -> None:
    """Take pairs of fewer equal positions out of all parts."""

    def drop(place: int) -> None:
        found[place].pairs[:] = [np.compress(run[2] >= bar, run, axis=1) for run in found[place].pairs]

    each(drop, range(len(found)))


def lowest_bar(counts: NDArray[Any], most: int) -> int:
    """The least number of equal positions that at most ``most`` of the pairs counted so have."""
    with_as_many = np.cumsum(counts[::-1])[::-1]
    return int(np.count_nonzero(with_as_many > most))
