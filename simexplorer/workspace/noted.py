"""Notes as they show in a result: the last on each document, pair and cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from simexplorer.pipeline.result import Result
from simexplorer.workspace.entry import Entry, Keys
from simexplorer.workspace.naming import Names, Rows


def document_notes(entries: Sequence[Entry], names: Names) -> dict[int, str]:
    """By document's row."""
    notes: dict[int, str] = {}
    for text, rows in _written(entries, names.document_rows):
        notes |= dict.fromkeys(rows.tolist(), text)
    return {row: text for row, text in notes.items() if text}


def pair_notes(entries: Sequence[Entry], names: Names) -> dict[tuple[int, int], str]:
    """By both rows, the lower first."""
    notes: dict[tuple[int, int], str] = {}
    for text, texts in _written(entries, names.text_rows):
        rows = sorted(texts.tolist())
        for place, i in enumerate(rows):
            for j in rows[place + 1 :]:
                notes[i, j] = text
    return {rows: text for rows, text in notes.items() if text}


def cluster_notes(entries: Sequence[Entry], names: Names, result: Result) -> dict[int, str]:
    """By cluster: the last note whose texts are all in the cluster, or that was written on all of the cluster's."""
    notes: dict[int, str] = {}
    clusters, representative = result.clusters, result.groups.representative
    for text, texts in _written(entries, names.text_rows):
        touched, count = np.unique(clusters.of[texts], return_counts=True)
        for cluster, shared in zip(touched.tolist(), count.tolist(), strict=True):
            if cluster >= 0:
                all_texts = np.unique(representative[clusters.members(cluster)]).size
                if shared in (all_texts, texts.size):
                    notes[cluster] = text
    return {cluster: text for cluster, text in notes.items() if text}


def _written(entries: Sequence[Entry], rows_of: Callable[[Keys], Rows]) -> Iterator[tuple[str, Rows]]:
    """Each text and the rows of what it is on, as far as that is there: all are looked up at once."""
    if entries:
        rows = rows_of(np.concatenate([entry.keys for entry in entries]))
        ends = np.cumsum([len(entry.keys) for entry in entries])
        for entry, own in zip(entries, np.split(rows, ends[:-1]), strict=True):
            yield entry.text, own[own >= 0]
