"""A text prepared to be shown: cut into rows that fit a width in milliseconds, and searched without a copy of it.

A row is what fits into so many cells of a fixed pitch: most characters take one, ideographs two, marks none. Rows are
cut behind blanks where there are any, so that a line of a million characters costs no more than a million short ones;
what is seen as one character stays in one row.
"""

from __future__ import annotations

import threading
import unicodedata
from functools import cache
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, kernel
from simexplorer.features.code_points import is_mark, is_word
from simexplorer.features.search_spelling import sought_points
from simexplorer.features.traced_text import code_points

LONGEST_ROW = 1_000  # cells of a row that is not wrapped: longer lines go on in the next row
LONGEST_RIGHT = 300  # of one with letters from right to left: all its marks are painted, also those out of sight
MOST_IN_ROW = 2_000  # characters, which may take no cell: a line of nothing else goes on in the next row
MOST_HITS = 10_000
LONGEST_WORD = 1_000  # characters of one that are looked at, before a place and behind it
_REACH, _SPARE = 4, 8  # characters of a text that are one of what is sought, with all its marks; to see that it ends
TAB = 8
_WIDTH, _BLANK, _RIGHT, _LEFT, _JOINS, _LEARNT, _ENDS = 3, 4, 8, 16, 32, 64, 128
_ONE_BEHIND = 3  # a width: one cell, of a character that goes on with what stands before it
_VIRAMA = 9  # combining class of marks that join the letters of India and of Cambodia
_BREAKS = "\u200b\u0f0b"  # where words end without a blank: in Khmer and Thai, and syllables in Tibetan
_VOWELS_BEHIND = "\u0e33\u0eb3"  # of Thai and Lao, which are no marks
_NO_CELL = (range(0x1160, 0x1200), range(0xD7B0, 0xD800), range(0x1F3FB, 0x1F400))  # parts of syllables; skin tones


class _CharacterClasses:
    """What each code point is to a row and to a search; looked up once for every one that ever occurs.

    kind : (0x110000,) uint8, 0 where never looked up; only what is written to takes memory
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.kind = np.zeros(0x110000, np.uint8)

    def learn(self, points: NDArray[np.uint32]) -> None:
        """Look up the code points of a text that were never seen before."""
        seen = np.zeros(0x110000, np.bool_)
        seen[points] = True
        occurring = np.flatnonzero(seen)
        with self._lock:
            for point in occurring[self.kind[occurring] == 0].tolist():
                self.kind[point] = _kind_of(chr(point))


def _kind_of(character: str) -> int:
    joins = character == "\u200d" or unicodedata.combining(character) == _VIRAMA
    direction = unicodedata.bidirectional(character)
    return (
        _LEARNT
        | _cells_of(character)
        | (_BLANK if (character.isspace() and character != "\u00a0") or character in _BREAKS else 0)
        | (_RIGHT if direction in ("R", "AL") else 0)
        | (_LEFT if direction == "L" else 0)
        | (_JOINS if joins else 0)
        | (_ENDS if character in "\n\r\u2028\u2029" else 0)
    )


def _cells_of(character: str) -> int:
    category = unicodedata.category(character)
    if category in ("Mn", "Me") or (category == "Cf" and character != "\u00ad"):
        return 0
    if any(ord(character) in parts for parts in _NO_CELL):
        return 0
    if category == "Mc" or character in _VOWELS_BEHIND:
        return _ONE_BEHIND
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


@cache
def _classes() -> _CharacterClasses:
    return _CharacterClasses()


class ShownRows(Struct, frozen=True):
    """m rows of a text: row ``r`` shows characters ``starts[r]:ends[r]``; line ends are in none.

    starts, ends : (m,) int32 rising; they meet where a line goes on
    right_to_left : (m,) bool, the line's direction: that of the first letter among its first MOST_IN_ROW characters
    cells : of the widest row
    """

    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    right_to_left: NDArray[np.bool_]
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

    def rows(self, cells: int | None) -> ShownRows:
        """Rows of at most ``cells`` (8 or more), cut behind blanks; None: lines as they are, up to LONGEST_ROW cells.

        10 ns a character. An empty text has one empty row.
        """
        cutting = RowCutting(self, cells)
        while not cutting.advance(self.points.size + 1):
            pass
        return cutting.rows

    def word_around(self, place: int) -> tuple[int, int]:
        """Where the word at this place begins and ends, as far as LONGEST_WORD: letters with all their marks."""
        first = stop = place
        while first > max(0, place - LONGEST_WORD) and _is_of_word(self.text[first - 1]):
            first -= 1
        while stop < min(len(self), place + LONGEST_WORD) and _is_of_word(self.text[stop]):
            stop += 1
        return first, stop

    def find(self, wanted: str, first: int = 0, stop: int | None = None) -> NDArray[np.int64]:
        """(m, 2) where the words begin and end, spelled as a search does; at most MOST_HITS places.

        Kinds of white space are alike, and no character is parted. first, stop : only places that begin in this part;
        20 ns a character, up to 300 where accents are taken apart
        """
        stop = len(self) if stop is None else stop
        sought = _searched(wanted)[0].tobytes()
        points, starts, ends = _searched(self.text[first : stop + _REACH * len(wanted) + _SPARE])
        hay = points.tobytes()
        found: list[tuple[int, int]] = []
        at = hay.find(sought) if sought else -1
        while at >= 0 and len(found) < MOST_HITS:
            place, behind = at // 4, (at + len(sought)) // 4
            if at % 4 or _is_inside(place, starts) or (_is_inside(behind, starts) and not is_mark(chr(points[behind]))):
                at = hay.find(sought, at + 1)
                continue
            if first + starts[place] >= stop:
                break
            found.append((first + int(starts[place]), first + int(ends[behind - 1])))
            at = hay.find(sought, at + len(sought))
        return np.array(found, np.int64).reshape(-1, 2)


def _is_of_word(character: str) -> bool:
    """Whether a character stands in words: also marks, and signs that join letters or part them at a line's end."""
    return is_word(character) or is_mark(character) or character in "\u00ad\u200c\u200d"


def _searched(text: str) -> tuple[NDArray[np.uint32], NDArray[np.int32], NDArray[np.int32]]:
    """``sought_points`` of a text, with a blank for white space of any kind."""
    points, starts, ends = sought_points(text)
    white = _white()
    return np.where(white[np.minimum(points, white.size - 1)], np.uint32(32), points), starts, ends


@cache
def _white() -> NDArray[np.bool_]:
    """(n,) which code points are white space; the last stands for all that follow."""
    return np.array([chr(point).isspace() for point in range(0x3002)], np.bool_)


def _is_inside(place: int, starts: NDArray[np.int32]) -> bool:
    """Whether a place lies between two code points that came from one character."""
    return 0 < place < starts.size and bool(starts[place] == starts[place - 1])


class RowCutting:
    """Rows in the making, a slice at a time, so that nobody waits for the end of a long text."""

    def __init__(self, shown: ShownText, cells: int | None) -> None:
        self._points, self._wrapped = shown.points, cells is not None
        self._cells = max(TAB, LONGEST_ROW if cells is None else cells)
        room = min(self._points.size, 1 << 16) // max(1, self._cells // 2) + 1024
        self._starts, self._ends = np.empty(room, np.int32), np.empty(room, np.int32)
        self._right_to_left = np.empty(room, np.bool_)
        self._state = np.array([0, 1, 0, 0, 0], np.int64)

    def advance(self, characters: int) -> bool:
        """Cut about so many characters more; True when the text is at its end."""
        if not self._points.size:  # no kernel for nothing: windows begin with empty texts
            self._starts[0] = self._ends[0] = 0
            self._right_to_left[0] = False
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
                self._right_to_left,
            )
            if done or self._state[COUNT] < self._starts.size:
                return bool(done)
            # once room for all of a long text, if it goes on as it began: what is not written to takes no memory
            rows, size = self._starts.size, self._points.size
            room = max(2 * rows, rows * size // max(1, int(self._state[NEXT])) * 5 // 4)
            self._starts, self._ends, self._right_to_left = (
                _grown(column, room) for column in (self._starts, self._ends, self._right_to_left)
            )

    @property
    def rows(self) -> ShownRows:
        """The rows so far, as views."""
        count = int(self._state[COUNT])
        widest = int(self._state[WIDEST])
        return ShownRows(self._starts[:count], self._ends[:count], self._right_to_left[:count], widest)


def _grown(column: NDArray[Any], room: int) -> NDArray[Any]:
    """The same rows with room for more."""
    larger = np.empty((room, *column.shape[1:]), column.dtype)
    larger[: len(column)] = column
    return larger


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
    right_to_left: NDArray[np.bool_],
) -> bool:
    """Write rows, and the direction of each, from ``state`` on; True at the end of the text.

    Stops behind the row that reaches ``until``, and where there is no room for another one.

    points : (n,) code points; kind : (0x110000,) what each code point is to a row; cells : width of a row
    starts, ends : (room,) places in ``points`` where each row begins and ends; right_to_left : (room,)
    """
    size = points.size
    while state[COUNT] < starts.size and state[NEXT] < until:
        first, count = state[NEXT], state[COUNT]
        if state[BEGINS]:
            strong, reach = first, min(size, first + MOST_IN_ROW)
            while strong < reach and not kind[points[strong]] & (_RIGHT | _LEFT | _ENDS):
                strong += 1
            state[RIGHT] = strong < reach and (kind[points[strong]] & _RIGHT) != 0
        column, behind_blank, whole, t, most, full, joined = 0, first, first, first, cells, False, False
        while t < size and not kind[points[t]] & _ENDS:
            what = kind[points[t]]
            if what & _RIGHT and not wrapped:
                most = min(cells, LONGEST_RIGHT)
            width, blank = what & _WIDTH, (what & _BLANK) != 0
            goes_on = t > first and (width == 0 or width == _ONE_BEHIND or joined) and not blank
            width = TAB - column % TAB if points[t] == 9 else 1 if width == _ONE_BEHIND else width
            if not goes_on:
                whole = t
            wide = column + width > most and width > 0 and whole > first
            full = t - first >= MOST_IN_ROW or (wide and not (wrapped and blank))
            if full:
                break
            at_break = blank or width == 2 or (goes_on and behind_blank == t)
            column += width
            joined = (what & _JOINS) != 0
            t += 1
            if at_break:
                behind_blank = t
        if full and whole > first:
            t = whole
        stop = behind_blank if full and wrapped and behind_blank > first else t
        starts[count], ends[count] = first, stop
        right_to_left[count] = state[RIGHT]
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
