"""What a person decided, as columns beside what was found."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.result import Result
from simexplorer.reports.inert_text import visible_text
from simexplorer.reports.table import Column
from simexplorer.search.finding import place_of_pair

MARKS = ("", "keep", "duplicate")


class Decisions(Protocol):
    """Decisions as they show in one result, such as ``workspace.standing.Standing``."""

    @property
    def result(self) -> Result:
        """What was decided about."""

    @property
    def whole(self) -> Decisions | None:
        """Where pairs are left out of ``result``: decisions as they show in the one that still has them."""

    @property
    def marks(self) -> NDArray[np.uint8]:
        """(n,) codes of ``MARKS``."""

    @property
    def apart(self) -> NDArray[np.bool_]:
        """(m,) pairs that are not duplicates."""

    @property
    def pairs_reviewed(self) -> NDArray[np.bool_]:
        """(m,) pairs that were looked at."""

    @property
    def clusters_reviewed(self) -> NDArray[np.bool_]:
        """(c,) clusters that were looked at."""

    @property
    def notes(self) -> dict[int, str]:
        """By document."""

    @property
    def pair_notes(self) -> dict[tuple[int, int], str]:
        """By both documents."""

    def decided_twos(self) -> dict[tuple[int, int], tuple[bool, bool]]:
        """By both documents, those included that are no pair of the result: whether they stand apart, and reviewed."""

    @property
    def cluster_notes(self) -> dict[int, str]:
        """By cluster."""


def decision_columns(result: Result, decisions: Decisions, table: str) -> tuple[Column, ...]:
    """The columns that a table of this name gets in addition; none where nothing is decided about its rows."""
    clusters, end = result.clusters, result.at_threshold
    if table == "pairs":
        return (
            Column("not_duplicates", "Not duplicates", "flag", decisions.apart[:end]),
            Column("reviewed", "Reviewed", "flag", decisions.pairs_reviewed[:end]),
            _note(end, _placed(result, decisions.pair_notes)),
        )
    if table == "clusters":
        of = clusters.of[clusters.rows]
        members = {
            int(place): text
            for cluster, text in decisions.cluster_notes.items()
            for place in range(int(clusters.offsets[cluster]), int(clusters.offsets[cluster + 1]))
        }
        return (
            _marks(decisions.marks[clusters.rows]),
            Column("reviewed", "Reviewed", "flag", decisions.clusters_reviewed[of]),
            _note(clusters.rows.size, members),
        )
    if table == "documents":
        return _marks(decisions.marks), _note(decisions.marks.size, _of_documents(result, decisions))
    return ()


def _marks(marks: NDArray[np.uint8]) -> Column:
    return Column("decision", "Decision", "text", np.where(marks > 0, marks.astype(np.int64), -1), MARKS)


def _note(count: int, notes: dict[int, str]) -> Column:
    texts = sorted(set(notes.values()))
    place_of = {text: place for place, text in enumerate(texts)}
    codes = np.full(count, -1, np.int32) if notes else np.broadcast_to(np.int32(-1), count)  # which takes no memory
    for place, text in notes.items():
        codes[place] = place_of[text]
    return Column("note", "Note", "text", codes, list(map(visible_text, texts)))


def _of_documents(result: Result, decisions: Decisions) -> dict[int, str]:
    """Notes by document: its own, and those on it and another one that are no pair of the table."""
    pairs, end, display = result.pairs, result.at_threshold, result.documents.paths.display
    notes = {row: [text] for row, text in decisions.notes.items()}
    for (i, j), text in sorted(decisions.pair_notes.items()):
        if place_of_pair(pairs.i[:end], pairs.j[:end], i, j) is None:
            for row, other in ((i, j), (j, i)):
                notes.setdefault(row, []).append(f"with {display(other)}: {text}")
    return {row: "\n".join(texts) for row, texts in notes.items()}


def _placed(result: Result, notes: dict[tuple[int, int], str]) -> dict[int, str]:
    """Notes by the place that their pairs have in the table."""
    pairs, end = result.pairs, result.at_threshold
    found = {}
    for (i, j), text in notes.items():
        place = place_of_pair(pairs.i[:end], pairs.j[:end], i, j)
        if place is not None:
            found[place] = text
    return found
