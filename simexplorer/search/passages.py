"""Passages that two documents share: where they stand in both texts, so that they can be marked side by side.

Exact repeats in the spirit of greedy string tiling (Wise 1993, "String similarity via greedy string tiling and
running Karp-Rabin matching"), but in one pass from the front, so that no input makes it slow: texts of 10 MB, a line
of a million characters, or one word half a million times take seconds at most.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.features.traced_text import TracedText, traced
from simexplorer.offsets import within_runs
from simexplorer.search.shared_runs import LONGEST_WINDOW, cut_runs, find_runs, index_windows

LEAST = 24  # characters; shorter repeats of a language's common turns of phrase say nothing about two texts
_ROOM = 1 << 14
Places: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]


class Passages(Struct, frozen=True):
    """m passages in the order of the left text. All positions count characters of the texts as they were read.

    left_start, left_end, right_start, right_end : (m,) int64; both sides are equal after normalisation
    length : (m,) int64 normalised characters
    left_share, right_share : share of each normalised text, less what was left out of it, that a passage covers

    On each side all that the other holds is covered, so a passage that stands once on the left and twice on the right
    appears twice; ``marks`` tells what to paint where.
    """

    left_start: Places
    left_end: Places
    right_start: Places
    right_end: Places
    length: Places
    left_share: float
    right_share: float

    def __len__(self) -> int:
        return self.length.size

    def marks(self, right: bool = False) -> tuple[Places, Places, Places]:
        """(starts, ends, passages) to paint on one side, rising and free of overlaps: what begins first goes on."""
        starts, ends = (self.right_start, self.right_end) if right else (self.left_start, self.left_end)
        order = np.lexsort((-ends, starts))
        reached = np.maximum.accumulate(np.append(0, ends[order]))[:-1]
        free = np.maximum(starts[order], reached)
        shown = np.flatnonzero(free < ends[order])
        return free[shown], ends[order][shown], order[shown]


def shared_passages(left: str, right: str, switches: Iterable[str], least: int = LEAST) -> Passages:
    """All passages of ``least`` normalised characters or more that both texts hold.

    switches : of the normalisation, as in the recipe; ``least`` is taken as at most 64. A passage that begins inside
    a longer one is cut to what that leaves, so parts may be shorter. O(n log n): 10 MB against 10 MB take 2 to 9 s
    and about 60 bytes a character.
    """
    switches = tuple(switches)
    return passages_of(traced(left, switches), traced(right, switches), least)


def suitable_least(shingle_kind: str, shingle_size: int, characters: int) -> int:
    """How long a passage should at least be for texts of this many characters, the shorter of the two.

    Long texts share every common phrase by chance; of short ones a shingle that counts should also be seen.
    """
    shingle = shingle_size if shingle_kind == "char" else 5 * shingle_size
    return max(4, min(LONGEST_WINDOW, max(shingle, min(LEAST, characters // 20))))


def passages_of(
    left: TracedText, right: TracedText, least: int = LEAST, left_out: tuple[Flags, Flags] | None = None
) -> Passages:
    """The same for texts that are normalised already.

    left_out : (n,) of either text, characters of which alone no passage is made; shorter parts beside them are none
    """
    window = max(1, min(least, LONGEST_WINDOW))
    without = left_out or (np.zeros(len(left), np.bool_), np.zeros(len(right), np.bool_))
    here, there = _Side.of(left, without[0]), _Side.of(right, without[1])
    forth = here.parts_in(there, window)
    there.cover(forth[:, 1], forth[:, 2])
    back = there.parts_in(here, window)
    parts = np.concatenate([forth, back[:, [1, 0, 2]]])
    if left_out is not None:
        alone = [_all_of(flags, parts[:, side], parts[:, 2]) for side, flags in enumerate(left_out)]
        parts = parts[(parts[:, 2] >= window) & ~(alone[0] | alone[1])]
    place, there_at, length = parts[np.lexsort((parts[:, 1], parts[:, 0]))].T
    return Passages(
        left_start=left.starts[place].astype(np.int64),
        left_end=left.ends[place + length - 1].astype(np.int64),
        right_start=right.starts[there_at].astype(np.int64),
        right_end=right.ends[there_at + length - 1].astype(np.int64),
        length=length.copy(),
        left_share=here.covered_share,
        right_share=there.covered_share,
    )


def _all_of(flags: Flags, places: Places, lengths: Places) -> Flags:
    """(m,) whether a run of characters has nothing but such."""
    before = np.concatenate([[0], np.cumsum(flags)])
    whole: Flags = before[places + lengths] - before[places] == lengths
    return whole


class _Side(Struct, frozen=True):
    """One text while its passages are looked for.

    inner : (n + 1,) where no passage may begin or end; blank : (n,) white space
    left_out : (n,) what stands in no passage; covered : (n,) that at first, and grows
    """

    text: TracedText
    inner: Flags
    blank: Flags
    left_out: Flags
    covered: Flags

    @classmethod
    def of(cls, text: TracedText, left_out: Flags) -> _Side:
        """A text of which nothing else is covered."""
        blank = (text.points == 32) | ((text.points >= 9) & (text.points <= 13))
        return cls(text, np.append(text.inner, False), blank, left_out, left_out.copy())

    @property
    def covered_share(self) -> float:
        """Share of the normalised characters that count; 0 where there are none."""
        counting = ~self.left_out
        return float(self.covered[counting].mean()) if counting.any() else 0.0

    def cover(self, places: Places, lengths: Places) -> None:
        """Count these runs as covered."""
        self.covered[:] |= within_runs(places, places + lengths, self.covered.size)

    def parts_in(self, other: _Side, window: int) -> Places:
        """(m, 3) place here, place there and length of what the other text holds too and was not covered before."""
        parts = [np.empty((0, 3), np.int64)]
        if min(len(self.text), len(other.text)) < window:
            return parts[0]
        index = index_windows(other.text.points, window)
        cursor, runs = np.zeros(2, np.int64), np.empty((_ROOM, 3), np.int64)
        while count := find_runs(self.text.points, index, cursor, runs):
            room = np.empty((int(runs[:count, 2].sum()), 3), np.int64)
            made = cut_runs(runs[:count], self.inner, other.inner, self.blank, self.covered, room)
            parts.append(room[:made].copy())
        return np.concatenate(parts)
