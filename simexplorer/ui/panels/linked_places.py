"""Which place of one text belongs to which place of the other, told from the passages that they share."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.search.passages import Passages

Places = NDArray[np.int64]


class LinkedPlaces(Struct, frozen=True):
    """Anchors of one direction, rising: place ``here[k]`` belongs to ``there[k]``; between them it is as far along.

    here, there : (a,) int64 characters; length_there : of the other text
    """

    here: Places
    there: Places
    length_there: int

    @classmethod
    def of(cls, passages: Passages | None, length_left: int, length_right: int, from_right: bool) -> LinkedPlaces:
        """Both ends of every mark on one side, and where the same passage begins and ends on the other."""
        here, there = (length_right, length_left) if from_right else (length_left, length_right)
        if passages is None or not len(passages):
            return cls(np.array([0, here]), np.array([0, there]), there)
        starts, ends, of = passages.marks(from_right)
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
