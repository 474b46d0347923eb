"""What was decided, as small signs with a word each: on a document, a pair, a whole cluster."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from simexplorer.ui.models.columns import Column, Kind
from simexplorer.ui.theme import numbers
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.standing import Standing


class Badge(NamedTuple):
    """A sign, the word beside it, and what stands where there is no sign: none where that is the word."""

    picture: str
    word: str
    told: str = ""


Badges: TypeAlias = tuple[Badge, ...]

KEEP = Badge("check", "keep")
DUPLICATE = Badge("trash-2", "duplicate")
SPARED = Badge("triangle-alert", "duplicate, stays as the last")
PROTECTED = Badge("shield", "protected")
REVIEWED = Badge("eye", "reviewed")
APART = Badge("ban", "not duplicates")
DECISION = Column(
    name="decision",
    title="Decision",
    kind=Kind.MARK,
    width=112,
    longest=APART.word,
    meaning="What you decided: keep, duplicate, not duplicates, reviewed, a note;\n"
    "of a cluster, of how many of its documents and pairs.\n"
    "Kept by content: decisions survive renaming, reading anew and other thresholds.",
)


def badges_of_document(standing: Standing, row: int) -> Badges:
    """Protection, mark, whether it is no duplicate of its cluster's representative, review and note of a document."""
    found: list[Badge] = []
    if standing.protected[row]:
        found.append(PROTECTED)
    if standing.spared[row]:
        found.append(SPARED)
    elif standing.marks[row] == Mark.DUPLICATE and not standing.is_set_aside(row):
        found.append(DUPLICATE)
    elif standing.marks[row] == Mark.KEEP:
        found.append(KEEP)
    if standing.apart_from_representative[row]:
        found.append(APART)
    if standing.reviewed[row]:
        found.append(REVIEWED)
    return _with_note(found, standing.notes.get(row))


def badges_of_cluster(standing: Standing, cluster: int) -> Badges:
    """How many pairs of a cluster are none, how many documents go and are kept, whether it was reviewed, its note."""
    members = standing.result.clusters.members(cluster)
    found: list[Badge] = []
    apart, pairs = standing.clusters_apart[cluster].tolist()
    if apart:
        some = f"{_part(apart, pairs)} pairs"
        found.append(APART if apart == pairs else Badge(APART.picture, some, f"{some} {APART.word}"))
    going, kept = int(standing.duplicates[members].sum()), int((standing.marks[members] == Mark.KEEP).sum())
    if going:
        some = _part(going, members.size)
        found.append(Badge(DUPLICATE.picture, some, f"{some} {DUPLICATE.word}"))
    if kept:
        found.append(KEEP if kept == members.size else Badge(KEEP.picture, f"{_part(kept, members.size)} kept"))
    if standing.clusters_reviewed[cluster]:
        found.append(REVIEWED)
    return _with_note(found, standing.cluster_notes.get(cluster))


def _part(some: int, of: int) -> str:
    return f"{numbers.count(some)} of {numbers.count(of)}"


def badges_of_pair(standing: Standing, pair: int) -> Badges:
    """What was said of a pair, and which of its documents is to go or kept."""
    pairs = standing.result.pairs
    apart, reviewed = bool(standing.apart[pair]), bool(standing.pairs_reviewed[pair])
    return badges_of_two(standing, int(pairs.i[pair]), int(pairs.j[pair]), apart, reviewed)


def badges_of_two(standing: Standing, one: int, other: int, apart: bool, reviewed: bool) -> Badges:
    """Of two documents, the other one -1 where there is none; ``apart`` and ``reviewed`` is what was said of both."""
    if other < 0:
        return badges_of_document(standing, one)
    found = [APART] if apart else []
    both = (("1st", one), ("2nd", other))
    going = [word for word, row in both if standing.duplicates[row]]
    kept = [word for word, row in both if standing.marks[row] == Mark.KEEP]
    for those, picture, word in ((going, DUPLICATE.picture, DUPLICATE.word), (kept, KEEP.picture, "kept")):
        if those:
            which = " and ".join(those)
            found.append(Badge(picture, which, f"{which} {word}"))
    if reviewed:
        found.append(REVIEWED)
    low, high = sorted(standing.result.groups.representative[[one, other]].tolist())
    return _with_note(found, standing.pair_notes.get((low, high)) if low < high else standing.notes.get(one))


def any_of_pairs(standing: Standing | None) -> bool:
    """Whether any pair has a badge to show."""
    if standing is None:
        return False
    told = standing.apart.any() or standing.pairs_reviewed.any() or _marked(standing).any()
    return bool(told or standing.pair_notes)


def any_of(standing: Standing | None) -> bool:
    """Whether anything has a badge to show."""
    if standing is None:
        return False
    flags = standing.marks, standing.protected, standing.reviewed, standing.clusters_reviewed
    told = (*flags, standing.apart_from_representative)
    return (
        any_of_pairs(standing)
        or any(bool(each.any()) for each in told)
        or bool(standing.notes or standing.cluster_notes)
    )


def any_of_twos(standing: Standing | None) -> bool:
    """Whether any two documents may have a badge to show, be they a pair of the run or not."""
    if standing is None:
        return False
    return any_of(standing) or bool(standing.apart_sets.value.any() or standing.reviewed_sets.value.any())


def cluster_keys(standing: Standing | None, count: int) -> NDArray[np.int8]:
    """(count,) values that sort clusters by decision: open ones first when rising."""
    if standing is None or standing.clusters_reviewed.size != count:
        return np.zeros(count, np.int8)
    of = standing.result.clusters.of
    marked = np.zeros(count, np.bool_)
    marked[of[_marked(standing) & (of >= 0)]] = True
    weighed = standing.wholly_apart * 4 + standing.clusters_reviewed * 2 + marked
    return weighed.astype(np.int8)


def pair_keys(standing: Standing | None, count: int) -> NDArray[np.int8]:
    """(count,) values that sort pairs by decision."""
    if standing is None or standing.apart.size < count:
        return np.zeros(count, np.int8)
    pairs = standing.result.pairs
    marked = _marked(standing)
    either = marked[pairs.i[:count]] | marked[pairs.j[:count]]
    weighed = standing.apart[:count] * 4 + standing.pairs_reviewed[:count] * 2 + either
    return weighed.astype(np.int8)


def _marked(standing: Standing) -> NDArray[np.bool_]:
    """(n,) documents that are to go or are kept."""
    return np.asarray(standing.duplicates | (standing.marks == Mark.KEEP))


def words_of(badges: Badges) -> str:
    """Badges as text, for the clipboard and for screen readers."""
    return ", ".join(_told(badges))


def tooltip_of(badges: Badges) -> str:
    """Badges in lines of their own."""
    return "\n".join(_told(badges))


def _told(badges: Badges) -> list[str]:
    return [badge.told or badge.word for badge in badges]


def _with_note(found: list[Badge], note: str | None) -> Badges:
    if note:
        found.append(Badge("sticky-note", " ".join(note.split())))
    return tuple(found)
