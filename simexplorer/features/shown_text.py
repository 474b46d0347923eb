"""A text prepared to be shown: cut into rows that fit a width in a moment, and searched without a copy of itself.

A row is what fits into so many cells of a fixed pitch: most characters take one, ideographs two, marks none. Rows are
cut behind blanks where there are any, so that a line of a million characters costs no more than a million short ones.
"""

from __future__ import annotations

import threading
import unicodedata
from functools import cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, kernel
from simexplorer.features.traced_text import code_points

LONGEST_ROW = 1_000  # cells of a row that is not wrapped: longer lines go on in the next row
LONGEST_RIGHT = 300  # of one with letters from right to left: all its marks are painted, also those out of sight
MOST_IN_ROW = 2_000  # characters, which may take no cell: a line of nothing else goes on in the next row
MOST_HITS = 10_000
TAB = 8
_WIDTH, _BLANK, _RIGHT, _LEFT, _JOINS, _LEARNT, _ENDS = 3, 4, 8, 16, 32, 64, 128


class _CharacterClasses:
    """What each code point is to a row and to a search; looked up once for every one that ever occurs.

    kind : (0x110000,) uint8, 0 where never looked up; lower : (0x110000,) uint32. Of both only what is written to takes
    memory.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.kind = np.zeros(0x110000, np.uint8)
        self.lower = np.zeros(0x110000, np.uint32)

    def learn(self, points: NDArray[np.uint32]) -> None:
        """Look up the code points of a text that were never seen before."""
        seen = np.zeros(0x110000, np.bool_)
        seen[points] = True
        occurring = np.flatnonzero(seen)
        with self._lock:
            for point in occurring[self.kind[occurring] == 0].tolist():
                character = chr(point)
                self.kind[point] = _kind_of(character)
                folded = character.lower()
                self.lower[point] = 32 if character.isspace() else ord(folded) if len(folded) == 1 else point


def _kind_of(character: str) -> int:
    category, joins = unicodedata.category(character), character == "\u200d"
    width = 0 if category in ("Mn", "Me") or (category == "Cf" and character != "\u00ad") else 1
    if width and unicodedata.east_asian_width(character) in "WF":
        width = 2
    direction = unicodedata.bidirectional(character)
    return (
        _LEARNT
        | width
        | (_BLANK if character.isspace() and character != "\u00a0" else 0)
        | (_RIGHT if direction in ("R", "AL") else 0)
        | (_LEFT if direction == "L" else 0)
        | (_JOINS if joins else 0)
        | (_ENDS if character in "\n\r\u2028\u2029" else 0)
    )


@cache
def _classes() -> _CharacterClasses:
    return _CharacterClasses()


class TextRows(Struct, frozen=True):
    """m rows of a text: row ``r`` shows characters ``starts[r]:ends[r]``; line ends are in none.

    starts, ends : (m,) int32 rising; begins : (m,) bool, a line begins
    right_to_left : (m,) bool, the line's direction: that of the first letter among its first MOST_IN_ROW characters
    cells : of the widest row
    """

    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    right_to_left: NDArray[np.bool_]
    begins: NDArray[np.bool_]
    cells: int

    def __len__(self) -> int:
        return self.starts.size

    def row_of(self, character: int) -> int:
        """The row that shows this character; of a line end the row before it."""
        sought = np.int32(character)  # for another type of number all rows would be copied to that one
        return max(0, int(np.searchsorted(self.starts, sought, side="right")) - 1)


class ShownText(Struct, frozen=True):
    """A text and its code points; made off the main thread where it is long (10 MB: 40 ms)."""

    text: str
    points: NDArray[np.uint32]

    @classmethod
    def of(cls, text: str) -> ShownText:
        """Prepare a text."""
        points = code_points(text)
        _classes().learn(points)
        return cls(text, points)

    def __len__(self) -> int:
        return self.points.size

    def rows(self, cells: int | None) -> TextRows:
        """Rows of at most ``cells`` (8 or more), cut behind blanks; None: lines as they are, up to LONGEST_ROW cells.

        10 ns a character. An empty text has one empty row.
        """
        cutting = RowCutting(self, cells)
        while not cutting.advance(self.points.size + 1):
            pass
        return cutting.rows

    def find(self, wanted: str, first: int = 0, stop: int | None = None) -> NDArray[np.int64]:
        """(m,) where the words stand, upper and lower case and kinds of white space alike; at most MOST_HITS places.

        first, stop : only places in this part; 15 ns a character
        """
        sought = code_points(wanted)
        stop = self.points.size if stop is None else stop
        part = self.points[first : stop + max(0, sought.size - 1)]
        if not sought.size or sought.size > part.size:
            return np.empty(0, np.int64)
        classes = _classes()
        classes.learn(sought)
        hay = classes.lower[part].tobytes()
        needle = classes.lower[sought].tobytes()
        found: list[int] = []
        at = hay.find(needle)
        while at >= 0 and len(found) < MOST_HITS:
            if at % 4:
                at = hay.find(needle, at + 1)
                continue
            found.append(first + at // 4)
            at = hay.find(needle, at + len(needle))
        return np.array(found, np.int64)


class RowCutting:
    """Rows in the making, a slice at a time, so that nobody waits for the end of a long text."""

    def __init__(self, shown: ShownText, cells: int | None) -> None:
        self._points, self._wrapped = shown.points, cells is not None
        self._cells = max(TAB, LONGEST_ROW if cells is None else cells)
        room = min(self._points.size, 1 << 16) // max(1, self._cells // 2) + 1024
        self._starts, self._ends = np.empty(room, np.int32), np.empty(room, np.int32)
        self._flags = np.empty((room, 2), np.bool_)
        self._state = np.array([0, 1, 0, 0, 0], np.int64)

    def advance(self, characters: int) -> bool:
        """Cut about so many characters more; True when the text is at its end."""
        if not self._points.size:  # no kernel for nothing: windows begin with empty texts
            self._starts[0] = self._ends[0] = 0
            self._flags[0] = (False, True)
            self._state[COUNT] = 1
            return True
        until = int(self._state[NEXT]) + characters
        while True:
            done = cut_rows(
                self._points,
                _classes().kind,
                self._cells,
                self._wrapped,
                until,
                self._state,
                self._starts,
                self._ends,
                self._flags,
            )
            if done or self._state[COUNT] < self._starts.size:
                return bool(done)
            self._starts, self._ends, self._flags = (
                np.concatenate([column, np.empty_like(column)]) for column in (self._starts, self._ends, self._flags)
            )

    @property
    def rows(self) -> TextRows:
        """The rows so far, as views."""
        count = int(self._state[COUNT])
        flags = self._flags[:count]
        return TextRows(self._starts[:count], self._ends[:count], flags[:, 0], flags[:, 1], int(self._state[WIDEST]))


# fields of the state of a cutting
NEXT, BEGINS, RIGHT, COUNT, WIDEST = range(5)


@kernel
def cut_rows(
    points: NDArray[np.uint32],
    kind: NDArray[np.uint8],
    cells: Int,
    wrapped: bool,
    until: Int,
    state: NDArray[np.int64],
    starts: NDArray[np.int32],
    ends: NDArray[np.int32],
    flags: NDArray[np.bool_],
) -> bool:
    """Write rows, and (right to left, begins a line) of each, from ``state`` on; True at the end of the text.

    Stops behind the row that reaches ``until``, and where there is no room for another one.

    points : (n,) code points; kind : (0x110000,) what each code point is to a row; cells : width of a row
    starts, ends : (room,) places in ``points`` where each row begins and ends; flags : (room, 2)
    """
    size = points.size
    while state[COUNT] < starts.size and state[NEXT] < until:
        first, count = state[NEXT], state[COUNT]
        if state[BEGINS]:
            strong, reach = first, min(size, first + MOST_IN_ROW)
            while strong < reach and not kind[points[strong]] & (_RIGHT | _LEFT | _ENDS):
                strong += 1
            state[RIGHT] = strong < reach and (kind[points[strong]] & _RIGHT) != 0
        column, behind_blank, t, most, full, joined = 0, first, first, cells, False, False
        while t < size and not kind[points[t]] & _ENDS:
            what = kind[points[t]]
            if what & _RIGHT and not wrapped:
                most = min(cells, LONGEST_RIGHT)
            width = TAB - column % TAB if points[t] == 9 else what & _WIDTH
            blank = (what & _BLANK) != 0
            wide = column + width > most and width > 0 and t > first
            full = t - first >= MOST_IN_ROW or (wide and not joined and not (wrapped and blank))
            if full:
                break
            goes_on = (width == 0 or joined) and behind_blank == t and t > first
            column += width
            joined = (what & _JOINS) != 0
            t += 1
            if blank or width == 2 or goes_on:
                behind_blank = t
        stop = behind_blank if full and wrapped and behind_blank > first else t
        starts[count], ends[count] = first, stop
        flags[count, 0], flags[count, 1] = state[RIGHT], state[BEGINS]
        state[COUNT], state[BEGINS] = count + 1, not full
        state[WIDEST] = max(state[WIDEST], min(column, cells))
        if full:
            state[NEXT] = stop
        elif t >= size:
            state[NEXT] = size + 1
            return True
        else:
            state[NEXT] = t + (2 if points[t] == 13 and t + 1 < size and points[t + 1] == 10 else 1)
    return bool(state[NEXT] > size)
