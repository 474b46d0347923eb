"""The texts that a file, an archive, a mailbox or a folder holds, for somebody who asks what is like them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import Documents, Paths, shown_path
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.errors import InputError
from simexplorer.pipeline.frequency import by_frequency
from simexplorer.pipeline.reading_options import encodings_by_file, options_anew
from simexplorer.pipeline.recipe import Recipe

MOST_TEXTS = 50
_MOST_REASONS = 3


class FileTexts(NamedTuple):
    """(name, text) of what a file or folder holds, the first MOST_TEXTS; and how many more files and members it has.

    remarks : why some of it was not read, or in part only, in words
    """

    texts: list[tuple[str, str]]
    more: int
    remarks: tuple[str, ...] = ()


def texts_of_file(path: bytes, recipe: Recipe, paths: Paths | None = None) -> FileTexts:
    """The texts of a dropped file, an archive, a mailbox or a folder, read as the recipe reads.

    paths : of the collection, where it may lie in it. Raises InputError, with the reason, where there is no text in it.
    """
    encodings = {} if paths is None else encodings_by_file(recipe, paths, range(len(paths)))
    corpus = Corpus.open([path], options_anew(recipe, [path], encodings))
    try:
        texts: list[tuple[str, str]] = []
        rows = np.arange(len(corpus))
        while rows.size and len(texts) < MOST_TEXTS:
            buffer = TextBuffer()
            taken, rows = rows[:MOST_TEXTS], rows[MOST_TEXTS:]
            corpus.read(taken, buffer)
            name = corpus.paths.display
            found = zip(taken.tolist(), range(len(buffer)), strict=True)
            texts += [(name(row), buffer.text(at).decode("utf-8", "replace")) for row, at in found if buffer.text(at)]
            rows = np.concatenate([rows, corpus.discovered()])
        documents = corpus.documents()
        if not texts:
            reason = "; ".join(_remarks(documents, rows)[:_MOST_REASONS]) or "there is no text in it"
            raise InputError(f"{shown_path(path)}: nothing to look for: {reason}.")
        return FileTexts(texts[:MOST_TEXTS], int(rows.size) + len(texts[MOST_TEXTS:]), _remarks(documents, rows))
    finally:
        corpus.close()


def _remarks(documents: Documents, unread: NDArray[np.int64]) -> tuple[str, ...]:
    """Why documents were skipped, are empty or were read in part, the most frequent reasons first."""
    reasons = np.delete(documents.reason, unread)
    often = by_frequency(reasons[reasons > 0], documents.reasons)
    if reasons.size == 1:
        return tuple(documents.reasons[number] for number, _ in often)
    return tuple(f"{documents.reasons[number]} ({count:,} in it)" for number, count in often)
