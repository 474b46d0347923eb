"""The place where a thread puts the texts of a chunk: one buffer, reused for every chunk."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from simexplorer.kernel_words import PADDING
from simexplorer.offsets import offsets_of


class TextBuffer(Struct):
    """UTF-8 texts one after the other; a thread has one and uses it for chunk after chunk.

    data : uint8, writable, grows, with PADDING zero bytes or more after the last text
    offsets : (m + 1,) int64, text ``i`` is ``data[offsets[i]:offsets[i + 1]]``
    """

    data: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(1 << 16, np.uint8))
    offsets: NDArray[np.int64] = field(default_factory=lambda: np.zeros(1, np.int64))

    def __len__(self) -> int:
        return self.offsets.size - 1

    def text(self, index: int) -> bytes:
        """A copy of one text."""
        return self.data[self.offsets[index] : self.offsets[index + 1]].tobytes()

    def reserve(self, size: int) -> None:
        """Make room for ``size`` bytes of text and the padding; what ``data`` held may be gone."""
        if self.data.size < size + PADDING:
            self.data = np.zeros(size + size // 4 + PADDING, np.uint8)

    def finish(self, offsets: NDArray[np.int64]) -> None:
        """Take over the offsets of the texts that were written and pad the last one."""
        self.offsets = offsets
        end = int(offsets[-1])
        self.data[end : end + PADDING] = 0

    def insert(self, texts: dict[int, bytes]) -> None:
        """Put these texts in place of those at the given indexes; all others keep theirs."""
        sizes = np.diff(self.offsets)
        for index, text in texts.items():
            sizes[index] = len(text)
        offsets = offsets_of(sizes)
        old, old_offsets = self.data, self.offsets
        pieces = list(pairwise([-1, *sorted(texts), len(self)]))
        if (offsets > old_offsets).any():  # else everything moves towards the beginning, in place
            if (offsets < old_offsets).any() or old.size < offsets[-1] + PADDING:
                self.data = np.zeros(max(old.size, int(offsets[-1]) + PADDING), np.uint8)
            pieces.reverse()  # towards the end the last ones make way first
        for before, after in pieces:
            kept = old[old_offsets[before + 1] : old_offsets[after]]
            self.data[offsets[before + 1] : offsets[before + 1] + kept.size] = kept
            if after < len(self):
                self.data[offsets[after] : offsets[after + 1]] = np.frombuffer(texts[after], np.uint8)
        self.finish(offsets)
