"""Normalised text that remembers where each of its characters came from: what is found in it can be shown in the text.

Positions count characters (Python's, so code points), not bytes: they are what a person's text is indexed by.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import U32, Int, kernel
from simexplorer.features.code_points import (
    APART,
    BYTES_MASK,
    CLASS_SHIFT,
    MARK,
    SAME,
    SPACE,
    UNSTABLE,
    Form,
    unicode_form,
)
from simexplorer.features.normalise import COLLAPSE, KEEP, REMOVE, NormaliseRules, normalise_rules
from simexplorer.offsets import offsets_of

_AT_ONCE = 1 << 20  # characters: some milliseconds
LONGEST_RUN = 512  # marks after marks take quadratic time to be put in order: longer runs are composed piece by piece

_BYTES, _SAME, _SPACE, _MARK, _UNSTABLE = U32(BYTES_MASK), U32(SAME), U32(SPACE), U32(MARK), U32(UNSTABLE)
_APART, _CLASS_SHIFT, _NONE = U32(APART), U32(CLASS_SHIFT), U32(0)


class TracedText(Struct, frozen=True):
    """A normalised text and its origin.

    points : (n,) uint32 code points of the normalised text
    starts, ends : (n,) int32, characters ``starts[p]:ends[p]`` of the original text became character ``p``; several
        characters of one origin ("ß" is "ss", a letter and its marks) share both; accents that are left out belong to
        the character before them
    inner : (n,) bool, the character continues what stands before it: of the same origin, or a combining mark
    """

    points: NDArray[np.uint32]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]
    inner: NDArray[np.bool_]

    def __len__(self) -> int:
        return self.points.size

    @property
    def text(self) -> str:
        """The normalised text."""
        return self.points.tobytes().decode("utf-32-le", "surrogatepass")


def code_points(text: str) -> NDArray[np.uint32]:
    """(n,) the code points of a text; of a long one piece by piece, between which other threads run."""
    if len(text) <= _AT_ONCE:
        return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    points = np.empty(len(text), np.uint32)
    for first in range(0, len(text), _AT_ONCE):
        points[first : first + _AT_ONCE] = code_points(text[first : first + _AT_ONCE])
    points.flags.writeable = False  # as those of a short one: for another kind of array all kernels are compiled anew
    return points


def traced(text: str, switches: Iterable[str]) -> TracedText:
    """``normalise_text(text, switches)`` with the origin of every character. Linear time, about 10 ns a character.

    The one difference: runs of more than LONGEST_RUN marks are not put in order as a whole.
    """
    switches = tuple(switches)
    points = code_points(text)
    first = last = np.empty(0, np.int32)
    rules = normalise_rules(switches)
    form = unicode_form(switches)
    if form is not None and not text.isascii():
        points, first, last = _composed(text, points, form, rules)
    room = points.size + points.size // 8 + 64
    while True:
        out, starts, ends = np.empty(room, np.uint32), np.empty(room, np.int32), np.empty(room, np.int32)
        inner = np.empty(room, np.bool_)
        size = trace_points(points, first, last, rules, out, starts, ends, inner)
        if size <= room:
            return TracedText(out[:size], starts[:size], ends[:size], inner[:size])
        room = size


@kernel
def find_unstable_runs(points: NDArray[np.uint32], rules: NormaliseRules, out: NDArray[np.int32]) -> Int:
    """Write (start, end) of runs that composing may change to ``out`` (room, 2); returns how many there are.

    A run goes from one character that never composes with what stands before it to the next such character (the
    stable boundaries of UAX 15), itself changed or not, or to LONGEST_RUN: no run could be cut and composed in parts.
    points : (n,) code points. Runs that do not fit are counted, not written.
    """
    found, start = 0, 0
    dirty = False
    previous_class = U32(0)
    for p in range(points.size + 1):
        ends = p == points.size
        info = _NONE
        if not ends:
            point = points[p]
            info = rules.info[(np.int64(rules.block_of[point >> U32(8)]) << 8) | np.int64(point & U32(255))]
        combining = info >> _CLASS_SHIFT
        apart = ((info & _UNSTABLE) == _NONE or (info & _APART) != _NONE) and combining == _NONE
        if ends or apart or p - start >= LONGEST_RUN:
            if dirty:
                if found < out.shape[0]:
                    out[found, 0], out[found, 1] = start, p
                found += 1
            start = p
            dirty = False
            previous_class = U32(0)
        if not ends and ((info & _UNSTABLE) != _NONE or (combining != _NONE and combining < previous_class)):
            dirty = True
        previous_class = combining
    return found


def _composed(
    text: str, points: NDArray[np.uint32], form: Form, rules: NormaliseRules
) -> tuple[NDArray[np.uint32], NDArray[np.int32], NDArray[np.int32]]:
    """(points, first, last) of the text in its Unicode form; ``first`` and ``last`` are empty where nothing changed."""
    runs = np.empty((1024, 2), np.int32)
    count = find_unstable_runs(points, rules, runs)
    if count > runs.shape[0]:
        runs = np.empty((count, 2), np.int32)
        find_unstable_runs(points, rules, runs)
    if count == 0:
        return points, np.empty(0, np.int32), np.empty(0, np.int32)
    runs = runs[:count]
    different, which = _different_runs(text, points, runs)
    made = [code_points(unicodedata.normalize(form, run)) for run in different]
    offsets = offsets_of([one.size for one in made])
    size = points.size - int(np.diff(runs, axis=1).sum()) + int(np.diff(offsets)[which].sum())
    out, first, last = np.empty(size, np.uint32), np.empty(size, np.int32), np.empty(size, np.int32)
    put_runs(points, runs, which, np.concatenate(made), offsets, out, first, last)
    return out, first, last


def _different_runs(
    text: str, points: NDArray[np.uint32], runs: NDArray[np.int32]
) -> tuple[list[str], NDArray[np.int64]]:
    """The different texts of runs, and (r,) which one each is. Most are one character, and few of those differ."""
    which = np.empty(runs.shape[0], np.int64)
    single = runs[:, 1] - runs[:, 0] == 1
    characters, which[single] = np.unique(points[runs[single, 0]], return_inverse=True)
    known = {chr(point): number for number, point in enumerate(characters.tolist())}
    longer = runs[~single].tolist()
    which[~single] = np.fromiter((known.setdefault(text[a:b], len(known)) for a, b in longer), np.int64, len(longer))
    return list(known), which


@kernel
def put_runs(
    points: NDArray[np.uint32],
    runs: NDArray[np.int32],
    which: NDArray[np.int64],
    made: NDArray[np.uint32],
    offsets: NDArray[np.int64],
    out: NDArray[np.uint32],
    first: NDArray[np.int32],
    last: NDArray[np.int32],
) -> None:
    """Copy ``points`` to ``out`` with every run replaced by ``made[offsets[w]:offsets[w + 1]]``, and the origins.

    runs : (r, 2) where each begins and ends, rising; which : (r,) the w of each
    first, last : as long as ``out``, the characters ``[first, last)`` of the text that each point comes from
    """
    written, p = 0, 0
    for r in range(runs.shape[0] + 1):
        start = runs[r, 0] if r < runs.shape[0] else points.size
        while p < start:
            out[written], first[written], last[written] = points[p], p, p + 1
            written += 1
            p += 1
        if r < runs.shape[0]:
            p = runs[r, 1]
            for t in range(offsets[which[r]], offsets[which[r] + 1]):
                out[written], first[written], last[written] = made[t], start, p
                written += 1


@kernel
def trace_points(
    points: NDArray[np.uint32],
    first: NDArray[np.int32],
    last: NDArray[np.int32],
    rules: NormaliseRules,
    out: NDArray[np.uint32],
    starts: NDArray[np.int32],
    ends: NDArray[np.int32],
    inner: NDArray[np.bool_],
) -> Int:
    """Fold and collapse composed text; returns its length, which may exceed ``out``: come again with more room.

    first, last : (n,) origin of every point, or empty where point ``p`` is character ``p``
    out : (room,) normalised points; starts, ends : (room,) where each comes from in the text, in characters
    inner : (room,) whether it is a mark, or made of the same character as the point before it: no cut goes there
    """
    collapse, keep = rules.space_mode == COLLAPSE, rules.space_mode == KEEP
    written, room = 0, out.size
    blank = collapse
    for p in range(points.size):
        point = points[p]
        entry = (np.int64(rules.block_of[point >> U32(8)]) << 8) | np.int64(point & U32(255))
        info = rules.info[entry]
        start, end = (first[p], last[p]) if first.size else (np.int32(p), np.int32(p + 1))
        if info & _SPACE and not keep:
            if rules.space_mode == REMOVE:
                continue
            if blank:
                if 0 < written <= room:
                    ends[written - 1] = end
                continue
            if written < room:
                out[written], starts[written], ends[written], inner[written] = U32(32), start, end, False
            written += 1
            blank = True
            continue
        if info & _SAME:
            if point == U32(13):  # \r\n and \r are \n
                if p + 1 < points.size and points[p + 1] == U32(10):
                    continue
                point = U32(10)
            elif point == U32(10) and p > 0 and points[p - 1] == U32(13):
                start = first[p - 1] if first.size else np.int32(p - 1)
            if written < room:
                out[written], starts[written], ends[written] = point, start, end
                mark = (info & _MARK) != _NONE
                inner[written] = mark or (written > 0 and starts[written - 1] == start)
            written += 1
            blank = False
        elif info & _BYTES:
            text, left = rules.text[entry], np.int64(info & _BYTES)
            while left > 0:
                lead = U32(text & np.uint64(255))
                size = 1 + (lead >= U32(0xC0)) + (lead >= U32(0xE0)) + (lead >= U32(0xF0))
                folded = lead if size == 1 else lead & (U32(0x7F) >> U32(size))
                for _ in range(1, size):
                    text >>= np.uint64(8)
                    folded = (folded << U32(6)) | U32(text & np.uint64(0x3F))
                text >>= np.uint64(8)
                left -= size
                if written < room:
                    out[written], starts[written], ends[written] = folded, start, end
                    mark = (info & _MARK) != _NONE
                    inner[written] = mark or (written > 0 and starts[written - 1] == start)
                written += 1
            blank = False
        elif 0 < written <= room:  # an accent that is left out belongs to its letter
            ends[written - 1] = end
    if collapse and blank and written > 0:
        written -= 1
    return written
