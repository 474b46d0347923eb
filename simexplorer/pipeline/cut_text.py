"""One document's shingles in the order of its text, and where each of them stands in the text that people see."""

from __future__ import annotations

import re
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.features.normalise import normalise_text
from simexplorer.features.texts import TextCutter, join_texts
from simexplorer.features.traced_text import TracedText, traced
from simexplorer.features.words import WordFilter, word_pattern
from simexplorer.pipeline.reading import Reader, cut_params
from simexplorer.pipeline.recipe import Recipe

Places: TypeAlias = NDArray[np.int64]
_ITEM = re.compile(r"[^\0 ]++(?: ++[^\0 ]++)*")  # as the kernel cuts baskets


class CutText(Struct, frozen=True):
    """A text and its shingles.

    text : as it was read, or what is left of it where stop words or stems were asked for: those lead nowhere back
    ids : (m,) uint64 in the order of the text, repeats and boilerplate kept
    first, last : (m,) int64, shingle ``s`` is characters ``first[s]:last[s]`` of ``normal``
    """

    text: str
    normal: TracedText
    ids: NDArray[np.uint64]
    first: Places
    last: Places

    def origins(self, which: Places) -> tuple[Places, Places]:
        """(starts, ends) in ``text`` of these shingles."""
        return (
            self.normal.starts[self.first[which]].astype(np.int64),
            self.normal.ends[self.last[which] - 1].astype(np.int64),
        )

    def texts(self, which: Places) -> tuple[str, ...]:
        """These shingles as they stand in ``text``."""
        return _pieces(self.text, *self.origins(which))

    def normalised(self, which: Places) -> tuple[str, ...]:
        """These shingles as they stand in ``normal``."""
        return _pieces(self.normal.text, self.first[which], self.last[which])


def _pieces(text: str, starts: Places, ends: Places) -> tuple[str, ...]:
    return tuple(text[a:b] for a, b in zip(starts.tolist(), ends.tolist(), strict=True))


def cut_text(text: str, recipe: Recipe, cutter: TextCutter | None = None) -> CutText:
    """The shingles of a text under this recipe, with their places; one pass of compiled code and one of Python."""
    cutter = cutter or TextCutter(cut_params(recipe))
    if recipe.stop_words or recipe.stemming:
        words = WordFilter(
            recipe.language, stop_words=recipe.stop_words, stemming=recipe.stemming, normalise=recipe.normalise
        )
        text = words.apply(normalise_text(text, recipe.normalise))
    normal = traced(text, recipe.normalise)
    data, offsets = join_texts([text.encode("utf-8", "replace")])
    ids, _, _ = cutter.shingles(data, offsets, cutter.scratch(data.size))
    first, last = shingle_places(normal, recipe.shingle_kind, recipe.shingle_size)
    count = min(ids.size, first.size)  # they differ for absurd runs of combining marks only
    return CutText(text, normal, ids[:count], first[:count], last[:count])


def cut_document(reader: Reader, row: int) -> CutText:
    """The shingles of one document of a collection, as its reader cuts them (boilerplate is still in)."""
    buffer = TextBuffer()
    reader.source.read(np.array([row], np.int64), buffer)
    return cut_text(buffer.text(0).decode("utf-8", "replace"), reader.recipe, reader.cutter)


def shingle_places(normal: TracedText, kind: str, size: int) -> tuple[Places, Places]:
    """(first, last) characters of every shingle of a normalised text, in the order that kernels give their ids."""
    if kind == "char":
        starts, ends = np.arange(len(normal)), np.arange(1, len(normal) + 1)
    elif kind == "item":
        spans = np.array([match.span() for match in _ITEM.finditer(normal.text)], np.int64).reshape(-1, 2)
        return spans[:, 0], spans[:, 1]
    else:
        spans = np.array([match.span() for match in word_pattern().finditer(normal.text)], np.int64).reshape(-1, 2)
        starts, ends = spans[:, 0], spans[:, 1]
    if starts.size == 0:
        return np.empty(0, np.int64), np.empty(0, np.int64)
    whole = min(size, starts.size)
    return starts[: starts.size - whole + 1].astype(np.int64), ends[whole - 1 :].astype(np.int64)
