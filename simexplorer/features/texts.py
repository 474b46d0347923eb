"""A chunk of UTF-8 texts to shingle ids: parameters bound once, working memory for each thread, the rest compiled."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, lean_kernel
from simexplorer.features.code_points import Form, unicode_form
from simexplorer.features.composing import compose_texts
from simexplorer.features.form_table import form_table
from simexplorer.features.normalise import (
    FOLDED_ROOM,
    NEEDS_COMPOSITION,
    NEEDS_ROOM,
    NormaliseRules,
    is_ascii,
    normalise_rules,
    normalise_utf8,
)
from simexplorer.features.shingles import BLOCK, KINDS, SPARE, Cursor, ShingleRules, new_cursor, next_shingles, rewind
from simexplorer.kernel_words import PADDING
from simexplorer.offsets import offsets_of


class Scratch(NamedTuple):
    """Working memory of one thread; ``normal`` is as long as the longest text so far, the rest is small."""

    folded: NDArray[np.uint8]
    normal: NDArray[np.uint8]
    ids: NDArray[np.uint64]
    cursor: Cursor


def new_scratch(text_bytes: int, shingle_size: int) -> Scratch:
    """Working memory for texts of up to ``text_bytes`` bytes (those that grow under normalisation may need more)."""
    return Scratch(
        np.zeros(FOLDED_ROOM, np.uint8),
        np.zeros(text_bytes + text_bytes // 2 + 256, np.uint8),
        np.zeros(BLOCK + SPARE, np.uint64),
        new_cursor(shingle_size),
    )


@lean_kernel
def normalise_one(
    data: NDArray[np.uint8], start: Int, length: Int, rules: NormaliseRules, check: bool, scratch: Scratch
) -> tuple[Int, bool]:
    """Normalise one text into ``scratch.normal``; (its bytes or a negative code, whether it is ASCII).

    It is ``data[start:start + length]``, UTF-8, and 64 bytes beyond are readable.
    """
    ascii_only = is_ascii(data, start, length)
    if length + 2 * PADDING > scratch.normal.size:
        return NEEDS_ROOM, ascii_only
    capacity = scratch.normal.size - 2 * PADDING
    size = normalise_utf8(data, start, length, rules, check, scratch.folded, scratch.normal, capacity)
    if size >= 0:
        for t in range(PADDING):
            scratch.normal[size + t] = 0
    return size, ascii_only


@lean_kernel
def collect_shingles(
    data: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    first: Int,
    check: bool,
    normalise: NormaliseRules,
    rules: ShingleRules,
    scratch: Scratch,
    ids: NDArray[np.uint64],
    bounds: NDArray[np.int64],
    unstable: NDArray[np.bool_],
) -> Int:
    """Append the shingle ids of texts ``first`` and later to ``ids``; returns the first text that did not fit.

    Text ``d`` is ``data[offsets[d]:offsets[d + 1]]``, UTF-8, readable for 64 bytes beyond the last one.
    bounds : (m + 1,) int64, ids of text ``d`` are ``ids[bounds[d]:bounds[d + 1]]``, repeats kept, in text order
    unstable : (m,) bool, set where the text is not in its Unicode form yet (compose it and come again)
    """
    for d in range(first, offsets.size - 1):
        start = offsets[d]
        size, ascii_only = normalise_one(data, start, offsets[d + 1] - start, normalise, check, scratch)
        if size == NEEDS_ROOM or bounds[d] + max(size, 0) + 2 * BLOCK > ids.size:
            return d
        unstable[d] = size == NEEDS_COMPOSITION
        end = U(bounds[d])
        if not unstable[d]:
            rewind(scratch.cursor)
            while True:
                count = next_shingles(scratch.normal, size, ascii_only, rules, scratch.cursor, scratch.ids)
                if count == 0:
                    break
                for place in range(U(count)):  # copied one by one: an assigned slice takes seconds to compile
                    ids[end + place] = scratch.ids[place]
                end += U(count)
        bounds[d + 1] = np.int64(end)
    return offsets.size - 1


def join_texts(texts: list[bytes]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Texts in one padded buffer and their offsets, as the kernels take them."""
    offsets = offsets_of([len(text) for text in texts])
    return np.frombuffer(bytearray(b"".join(texts) + bytes(PADDING)), np.uint8), offsets


def composed_texts(
    data: NDArray[np.uint8], offsets: NDArray[np.int64], which: NDArray[np.int64], form: Form
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The texts ``which`` of a buffer of valid UTF-8 in a Unicode form, in a buffer of their own, and its offsets."""
    lengths = offsets[which + 1] - offsets[which]
    longest = int(lengths.max(initial=0))
    marks, spare = np.empty((2, longest + PADDING), np.uint32)
    table, classes, ends = form_table(form), np.empty(257, np.int64), np.zeros(which.size + 1, np.int64)
    out = np.empty(int(lengths.sum()) * 9 // 8 + 4 * longest + PADDING, np.uint8)
    done = 0
    while True:
        done = compose_texts(data, offsets, which, done, table, marks, spare, classes, out[:-PADDING], ends)
        if done == which.size:
            break
        larger = np.empty(2 * out.size, np.uint8)
        larger[: ends[done]] = out[: ends[done]]
        out = larger
    out[ends[-1] : ends[-1] + PADDING] = 0
    return out, ends


class CutParams(Struct, frozen=True, kw_only=True):
    """How texts become shingles: the recipe's switches, kind, size k and bits of an id."""

    normalise: tuple[str, ...] = ("nfc", "case", "space")
    kind: str = "char"
    size: int = 9
    id_bits: int = 64


class CutRoom(Struct):
    """Where one thread's shingles are written, piece by piece; both grow for a text that needs it."""

    scratch: Scratch
    ids: NDArray[np.uint64]


class TextCutter:
    """Texts to shingle ids under one set of parameters; shared by threads, each call brings its own scratch."""

    def __init__(self, params: CutParams) -> None:
        self.params = params
        self.checks_form = unicode_form(params.normalise) is not None
        self.normalise = normalise_rules(params.normalise)
        mask = np.uint64(2**64 - 1 if params.id_bits == 64 else 2**32 - 1)
        table = self.normalise
        self.rules = ShingleRules(KINDS[params.kind], params.size, mask, table.block_of, table.info)

    def scratch(self, text_bytes: int = 1 << 16) -> Scratch:
        """Fresh working memory for one thread."""
        return new_scratch(text_bytes, self.params.size)

    def composed(
        self, data: NDArray[np.uint8], offsets: NDArray[np.int64], which: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The texts ``which`` of a buffer in the wanted Unicode form, in a buffer of their own."""
        return composed_texts(data, offsets, which, unicode_form(self.params.normalise) or "NFC")

    def shingles(
        self, data: NDArray[np.uint8], offsets: NDArray[np.int64], scratch: Scratch
    ) -> tuple[NDArray[np.uint64], NDArray[np.int64], Scratch]:
        """(ids, bounds, scratch) of all texts, repeats kept; the scratch may have grown.

        data : uint8, UTF-8, readable for PADDING bytes beyond the last text; offsets : (m + 1,) int64
        """
        room = CutRoom(scratch, np.empty(int(offsets[-1] - offsets[0]) * 9 // 8 + 3 * BLOCK, np.uint64))
        ids, bounds = self.piece(data, offsets, room)
        pieces, ends = [ids], [bounds]
        done = bounds.size - 1
        while done < offsets.size - 1:  # the texts grew under normalisation
            room.ids = np.empty(room.ids.size, np.uint64)
            ids, bounds = self.piece(data, offsets[done:], room)
            done += bounds.size - 1
            pieces.append(ids)
            ends.append(bounds[1:] + ends[-1][-1])
        return pieces[0] if len(pieces) == 1 else np.concatenate(pieces), np.concatenate(ends), room.scratch

    def piece(
        self, data: NDArray[np.uint8], offsets: NDArray[np.int64], room: CutRoom
    ) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
        """(ids, bounds) of as many of the first texts as ``room`` holds, at least one of them; it may have grown.

        The ids lie in ``room``: they hold until the next piece is cut there.
        """
        count = offsets.size - 1
        bounds, unstable = np.zeros(count + 1, np.int64), np.zeros(count, np.bool_)
        done = self._cut(data, offsets, self.checks_form, room, bounds, unstable)
        ids, bounds, unstable = room.ids[: bounds[done]], bounds[: done + 1], unstable[:done]
        which = np.flatnonzero(unstable)
        if which.size == 0:
            return ids, bounds
        late, late_offsets = self.composed(data, offsets, which)
        late_room = CutRoom(room.scratch, np.empty(late.size * 9 // 8 + 3 * BLOCK, np.uint64))
        late_bounds = np.zeros(which.size + 1, np.int64)
        while self._cut(late, late_offsets, False, late_room, late_bounds, np.zeros(which.size, np.bool_)) < which.size:
            late_room.ids = np.empty(2 * late_room.ids.size, np.uint64)
            late_room.scratch = self.grown(late_room.scratch, int(np.diff(late_offsets).max()))
        room.scratch = late_room.scratch
        return merged(ids, np.diff(bounds), late_room.ids[: late_bounds[-1]], np.diff(late_bounds), which)

    def _cut(
        self,
        data: NDArray[np.uint8],
        offsets: NDArray[np.int64],
        check: bool,
        room: CutRoom,
        bounds: NDArray[np.int64],
        unstable: NDArray[np.bool_],
    ) -> int:
        """Cut texts into ``room`` until it is full; how many there are, at least one if there is any."""
        while True:
            done: int = collect_shingles(
                data, offsets, 0, check, self.normalise, self.rules, room.scratch, room.ids, bounds, unstable
            )
            if done > 0 or offsets.size == 1:
                return done
            room.scratch = self.grown(room.scratch, int(offsets[1] - offsets[0]))
            room.ids = np.empty(room.ids.size + room.scratch.normal.size, np.uint64)

    def grown(self, scratch: Scratch, text_bytes: int) -> Scratch:
        """A scratch that holds a text of ``text_bytes`` bytes, or twice what the present one holds."""
        return self.scratch(max(text_bytes, 2 * scratch.normal.size * 2 // 3))


def merged(
    ids: NDArray[Any],
    sizes: NDArray[np.int64],
    late_ids: NDArray[Any],
    late_sizes: NDArray[np.int64],
    which: NDArray[np.int64],
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """(ids, bounds) with what the texts ``which``, until now without any, have in their places; or bytes for ids."""
    late = np.zeros(sizes.size, np.bool_)
    late[which] = True
    sizes[which] = late_sizes
    bounds = offsets_of(sizes)
    out = np.empty(bounds[-1], ids.dtype)
    of_late = np.repeat(late, sizes)
    out[~of_late], out[of_late] = ids, late_ids
    return out, bounds
