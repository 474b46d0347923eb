"""Texts so short that to open their files again would take longer than to keep them until they are compared."""

from __future__ import annotations

import mmap
import threading

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, U, inlined, lean_kernel
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.kernel_words import load64, store64

SHORT = 1024  # bytes: copied in a hundredth of the time that a file takes to open, read and close
_ROOM = 1 << 24  # bytes of all of them together
_ABSENT = -1
_WORD = U(8)


@inlined
def copy_text(source: Int, target: Int, size: Int) -> None:
    """Copy ``size`` bytes from one address to another, a word at a time: up to 7 bytes more than that."""
    position = U(0)
    while position < size:
        store64(target + position, load64(source + position))
        position += _WORD


@lean_kernel
def _keep_short(
    rows: NDArray[np.int64],
    data: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    wanted: NDArray[np.bool_],
    out: NDArray[np.uint8],
    used: Int,
    place: NDArray[np.int64],
) -> Int:
    """Append the wanted texts of a buffer that are short to ``out[used:]``, while they fit; returns what is used then.

    place : (n,) int64, gets where each begins, at its row
    """
    source, target = U(data.ctypes.data), U(out.ctypes.data)
    for d in range(rows.size):
        size = offsets[d + 1] - offsets[d]
        fits = size <= SHORT and used + size + 8 <= out.size
        if wanted[d] and size > 0 and fits and rows[d] < place.size:
            copy_text(source + U(offsets[d]), target + U(used), U(size))
            place[rows[d]] = used
            used += size
    return used


class ShortTexts:
    """Texts by row, up to 16 MB of them, from any thread; no row is kept twice."""

    def __init__(self, rows: int) -> None:
        self._lock = threading.Lock()
        self._place = np.full(rows, _ABSENT, np.int64)
        self._data = np.empty(0, np.uint8)
        self._used = 0

    def of(self, rows: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """(m,) where the texts of these rows begin in the buffer given with it, -1 for those that are not kept."""
        with self._lock:
            place, data = self._place, self._data
        if not data.size:
            return np.full(rows.size, _ABSENT, np.int64), data
        inside = rows < place.size
        return np.where(inside, place[np.where(inside, rows, 0)], _ABSENT), data

    def keep(self, rows: NDArray[np.int64], buffer: TextBuffer, wanted: NDArray[np.bool_]) -> None:
        """Keep those texts of a buffer that are short and ``wanted`` (m,), for as long as there is room.

        rows : (m,) int64, of the texts in the buffer
        """
        if not wanted.any():  # all of them were read before
            return
        with self._lock:
            if not self._data.size:
                # not from the C library: to give back so much at once would make it hold on to memory ever after
                self._data = np.frombuffer(mmap.mmap(-1, _ROOM), np.uint8)
            self._used = _keep_short(rows, buffer.data, buffer.offsets, wanted, self._data, self._used, self._place)

    def forget_all(self) -> None:
        """Give the memory back."""
        with self._lock:
            self._place = np.full(self._place.size, _ABSENT, np.int64)
            self._data, self._used = np.empty(0, np.uint8), 0

    def reorder(self, order: NDArray[np.int64]) -> None:
        """Row ``i`` becomes what row ``order[i]`` was; rows that came meanwhile are not kept."""
        with self._lock:
            place = np.full(order.size, _ABSENT, np.int64)
            place[: self._place.size] = self._place
            self._place = place[order]
