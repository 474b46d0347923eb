"""Passages as two texts show them: what is marked on each side, and which place belongs to which of the other."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.pipeline.text_differences import NO_DIFFERENCES, Differences
from simexplorer.search.passages import Passages

Places = NDArray[np.int64]
Marks = tuple[Places, Places, Places]  # where each begins and ends, which passage it is of


class LinkedPlaces(Struct, frozen=True):
    """Anchors of one direction, rising: place ``here[k]`` belongs to ``there[k]``; between them it is as far along.

    here, there : (a,) int64 characters; length_there : of the other text
    """

    here: Places
    there: Places
    length_there: int

    @classmethod
    def ends(cls, here: int, there: int) -> LinkedPlaces:
        """Of texts of these lengths, of which no more is known."""
        return cls(np.array([0, here]), np.array([0, there]), there)

    @classmethod
    def of(cls, passages: Passages, marks: Marks, lengths: tuple[int, int], from_right: bool) -> LinkedPlaces:
        """Both ends of every mark on one side, and where the same passage begins and ends on the other.

        lengths : of the left text and the right one
        """
        here, there = lengths[::-1] if from_right else lengths
        if not len(passages):
            return cls.ends(here, there)
        starts, ends, of = marks
        own = passages.right_start if from_right else passages.left_start
        other = passages.left_start if from_right else passages.right_start
        last = passages.left_end if from_right else passages.right_end
        first = np.minimum(other[of] + (starts - own[of]), last[of])
        return cls(np.stack([starts, ends], axis=1).ravel(), np.stack([first, last[of]], axis=1).ravel(), there)

    def place(self, character: int) -> int:
        """The place on the other side. Before the first and behind the last passage equal steps are taken."""
        at = int(np.searchsorted(self.here, character, side="right")) - 1
        if at < 0:
            found = int(self.there[0]) - (int(self.here[0]) - character)
        elif at + 1 >= self.here.size:
            found = int(self.there[-1]) + character - int(self.here[-1])
        else:
            x, y = self.here[at : at + 2].tolist(), self.there[at : at + 2].tolist()
            if y[1] < y[0]:  # the next passage stands before this one: text that was moved
                found = y[0] + character - x[0]
            else:
                found = y[0] + (character - x[0]) * (y[1] - y[0]) // max(1, x[1] - x[0])
        return min(max(found, 0), self.length_there)


class ShownPassages(Struct, frozen=True):
    """Passages and all that is told from them before they are shown: of hundreds of thousands it takes its time.

    marks, links : by whether it is the right side; differences : between those that stand in one order
    """

    passages: Passages
    marks: tuple[Marks, Marks]
    links: tuple[LinkedPlaces, LinkedPlaces]
    differences: Differences

    @classmethod
    def of(
        cls, passages: Passages, length_left: int, length_right: int, differences: Differences = NO_DIFFERENCES
    ) -> ShownPassages:
        """Those of two texts of these lengths."""
        marks = passages.marks(False), passages.marks(True)
        lengths = length_left, length_right
        return cls(
            passages,
            marks,
            (
                LinkedPlaces.of(passages, marks[0], lengths, from_right=False),
                LinkedPlaces.of(passages, marks[1], lengths, from_right=True),
            ),
            differences,
        )
