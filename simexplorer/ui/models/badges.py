"""What was decided, as small signs with a word each: on a document, a pair, a whole cluster."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.ui.models.columns import Column, Kind
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.standing import Standing

Badge: TypeAlias = tuple[str, str]  # icon, word
Badges: TypeAlias = tuple[Badge, ...]

KEEP: Badge = ("check", "keep")
DUPLICATE: Badge = ("trash-2", "duplicate")
SPARED: Badge = ("triangle-alert", "duplicate, stays as the last")
PROTECTED: Badge = ("shield", "protected")
REVIEWED: Badge = ("eye", "reviewed")
APART: Badge = ("ban", "not duplicates")
DECISION = Column(
    name="decision",
    title="Decision",
    kind=Kind.MARK,
    width=112,
    meaning="What you decided: keep, duplicate, not duplicates, reviewed, a note.\n"
    "Kept by content: decisions survive renaming, reading anew and other thresholds.",
)


def badges_of_document(standing: Standing, row: int) -> Badges:
    """Mark, protection, review and note of one document."""
    found: list[Badge] = []
    if standing.protected[row]:
        found.append(PROTECTED)
    if standing.spared[row]:
        found.append(SPARED)
    elif standing.marks[row] == Mark.DUPLICATE:
        found.append(DUPLICATE)
    elif standing.marks[row] == Mark.KEEP:
        found.append(KEEP)
    if standing.reviewed[row]:
        found.append(REVIEWED)
    return _with_note(found, standing.notes.get(row))


def badges_of_cluster(standing: Standing, cluster: int) -> Badges:
    """How many of a cluster are to go, whether it was reviewed, its note."""
    members = standing.result.clusters.members(cluster)
    found: list[Badge] = []
    if standing.clusters_reviewed[cluster]:
        found.append(REVIEWED)
    going = int(standing.duplicates[members].sum())
    if going:
        found.append(("trash-2", f"{going:,} of {members.size:,}"))
    return _with_note(found, standing.cluster_notes.get(cluster))


def badges_of_pair(standing: Standing, pair: int) -> Badges:
    """What was said of a pair, and which of its documents is to go."""
    pairs = standing.result.pairs
    i, j = int(pairs.i[pair]), int(pairs.j[pair])
    found: list[Badge] = []
    if standing.apart[pair]:
        found.append(APART)
    going = [word for word, row in (("1st", i), ("2nd", j)) if standing.duplicates[row]]
    if going:
        found.append(("trash-2", " and ".join(going)))
    if standing.pairs_reviewed[pair]:
        found.append(REVIEWED)
    return _with_note(found, standing.pair_notes.get((i, j)))


def any_of_pairs(standing: Standing | None) -> bool:
    """Whether any pair has a badge to show."""
    if standing is None:
        return False
    told = standing.apart.any() or standing.pairs_reviewed.any() or standing.duplicates.any()
    return bool(told or standing.pair_notes)


def any_of(standing: Standing | None) -> bool:
    """Whether anything has a badge to show."""
    if standing is None:
        return False
    told = (standing.marks, standing.protected, standing.reviewed, standing.clusters_reviewed)
    return (
        any_of_pairs(standing)
        or any(bool(each.any()) for each in told)
        or bool(standing.notes or standing.cluster_notes)
    )


def cluster_keys(standing: Standing | None, count: int) -> NDArray[np.int8]:
    """(count,) values that sort clusters by decision: open ones first when rising."""
    if standing is None or standing.clusters_reviewed.size != count:
        return np.zeros(count, np.int8)
    clusters = standing.result.clusters
    going = np.zeros(count, np.bool_)
    going[clusters.of[np.flatnonzero(standing.duplicates)]] = True
    return standing.clusters_reviewed.astype(np.int8) * 2 + going


def pair_keys(standing: Standing | None, count: int) -> NDArray[np.int8]:
    """(count,) values that sort pairs by decision."""
    if standing is None or standing.apart.size < count:
        return np.zeros(count, np.int8)
    pairs = standing.result.pairs
    going = standing.duplicates[pairs.i[:count]] | standing.duplicates[pairs.j[:count]]
    weighed = standing.apart[:count] * 4 + standing.pairs_reviewed[:count] * 2 + going
    return weighed.astype(np.int8)


def words_of(badges: Badges) -> str:
    """Badges as text, for the clipboard and for screen readers."""
    return ", ".join(word for _, word in badges)


def _with_note(found: list[Badge], note: str | None) -> Badges:
    if note:
        found.append(("sticky-note", " ".join(note.split())))
    return tuple(found)
