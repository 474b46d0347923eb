"""Entries from what a person does to rows, pairs and clusters of a result; what must not be is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from msgspec import Struct
from numpy.typing import ArrayLike, NDArray

from simexplorer.counted_nouns import counted
from simexplorer.errors import DecisionError
from simexplorer.offsets import offsets_of
from simexplorer.search.distinct import distinct
from simexplorer.workspace.entry import SEPARATOR, Entry, Kind, Mark, no_keys, now
from simexplorer.workspace.naming import Rows
from simexplorer.workspace.standing import Standing, acting

_WORDS = {Mark.NONE: "Took back the mark of", Mark.KEEP: "Kept", Mark.DUPLICATE: "Marked as duplicate:"}
_SAME = "Two texts at least are needed; these documents all say the same."
_REMEMBERED = 5


class _Sets(Struct, frozen=True):
    """Sets of texts, one after another: so many of each."""

    texts: Rows
    sizes: Rows

    def __len__(self) -> int:
        return self.sizes.size


def mark_documents(standing: Standing, rows: ArrayLike, mark: Mark) -> Entry:
    """Keep documents, mark them as duplicates or take their marks back.

    Raises DecisionError if a cluster would keep none of its documents, or a marked one is protected, holds no text or
    is in no cluster.
    """
    chosen = distinct(np.asarray(rows, np.int64))
    words = f"{_WORDS[mark]} {counted(chosen.size, 'document')}"
    return marks_entry(standing, chosen, np.full(chosen.size, mark, np.uint8), words)


def marks_entry(standing: Standing, rows: Rows, values: NDArray[np.uint8], words: str) -> Entry:
    """Give each row its own mark, under the same conditions."""
    marks = standing.marks.copy()
    marks[rows] = values
    duplicates = rows[values == Mark.DUPLICATE]
    _require_markable(standing, duplicates)
    _require_survivors(standing, marks, rows)
    return Entry(kind=Kind.MARK, words=words, at=now(), keys=standing.names.document_keys(rows), values=values)


def review_clusters(standing: Standing, clusters: ArrayLike, reviewed: bool = True) -> Entry:
    """Clusters seen and settled, or (False) open again."""
    sets = _texts_of_clusters(standing, clusters)
    return _sets_entry(standing, Kind.REVIEWED, sets, reviewed, f"{_seen(reviewed)} {counted(len(sets), 'cluster')}")


def review_documents(standing: Standing, rows: ArrayLike, reviewed: bool = True) -> Entry:
    """Documents seen and settled, or open again."""
    texts = _texts(standing, np.asarray(rows, np.int64).ravel())
    sets = _Sets(texts, np.ones(texts.size, np.int64))
    return _sets_entry(standing, Kind.REVIEWED, sets, reviewed, f"{_seen(reviewed)} {counted(len(sets), 'document')}")


def review_pairs(standing: Standing, pairs: ArrayLike, reviewed: bool = True) -> Entry:
    """Pairs (positions in ``result.pairs``) seen and settled, or open again."""
    return review_twos(standing, _rows_of_pairs(standing, pairs), reviewed)


def review_twos(standing: Standing, twos: Rows, reviewed: bool = True) -> Entry:
    """Two documents each (m, 2), whether the run found them as a pair or not; of copies their text."""
    sets = _sets_of_twos(standing, twos)
    return _sets_entry(standing, Kind.REVIEWED, sets, reviewed, f"{_seen(reviewed)} {counted(len(sets), 'pair')}")


def separate_pairs(standing: Standing, pairs: ArrayLike, apart: bool = True) -> Entry:
    """Pairs (positions in ``result.pairs``) that are not duplicates, or (False) may be again."""
    return separate_twos(standing, _rows_of_pairs(standing, pairs), apart)


def separate_twos(standing: Standing, twos: Rows, apart: bool = True) -> Entry:
    """The same of two documents each (m, 2), found as a pair or not; copies are left out. DecisionError if all are."""
    sets = _sets_of_twos(standing, twos)
    sets = _Sets(sets.texts[np.repeat(sets.sizes == 2, sets.sizes)], sets.sizes[sets.sizes == 2])
    if not len(sets):
        raise DecisionError(_SAME)
    return _sets_entry(standing, Kind.APART, sets, apart, f"{_apart(apart)}: {counted(len(sets), 'pair')}")


def separate_documents(standing: Standing, rows: ArrayLike, apart: bool = True) -> Entry:
    """Documents none of which is a duplicate of another of them, or (False) may be again.

    DecisionError if all say the same.
    """
    texts = _texts(standing, np.asarray(rows, np.int64).ravel())
    if texts.size < 2:
        raise DecisionError(_SAME)
    sets = _Sets(texts, np.array([texts.size]))
    return _sets_entry(standing, Kind.APART, sets, apart, f"{_apart(apart)}: {counted(texts.size, 'document')}")


def separate_clusters(standing: Standing, clusters: ArrayLike, apart: bool = True) -> Entry:
    """Several whole clusters in one step, or (False) may be again. DecisionError if one holds a single text."""
    sets = _texts_of_clusters(standing, clusters)
    if (sets.sizes < 2).any():
        raise DecisionError(_SAME)
    return _sets_entry(standing, Kind.APART, sets, apart, f"{_apart(apart)}: {counted(len(sets), 'cluster')}")


def note_document(standing: Standing, row: int, text: str) -> Entry:
    """A note on one document; an empty one takes it back."""
    keys = standing.names.document_keys(np.array([row]))
    return Entry(kind=Kind.NOTE_DOCUMENT, words="Wrote a note on a document", at=now(), keys=keys, text=text)


def note_pair(standing: Standing, pair: int, text: str) -> Entry:
    """A note on a pair (position in ``result.pairs``); an empty one takes it back."""
    return note_two(standing, _rows_of_pairs(standing, [pair])[0], text)


def note_two(standing: Standing, two: Rows, text: str) -> Entry:
    """A note on two documents that say different things, found as a pair or not; an empty one takes it back."""
    return _note(standing, Kind.NOTE_PAIR, _texts(standing, two), text, "Wrote a note on a pair")


def note_cluster(standing: Standing, cluster: int, text: str) -> Entry:
    """A note on a cluster; an empty one takes it back."""
    texts = _texts_of_clusters(standing, [cluster]).texts
    return _note(standing, Kind.NOTE_CLUSTER, texts, text, "Wrote a note on a cluster")


def protect_folders(folders: Sequence[bytes]) -> Entry:
    """These folders (absolute) and no others are protected: nothing in them is ever marked or moved.

    DecisionError for a path that is not whole.
    """
    if not all(folder.startswith(b"/") or folder[1:2] == b":" for folder in folders):
        raise DecisionError("A protected folder is named by its whole path.")
    words = f"Protected {counted(len(folders), 'folder')}" if folders else "Protected no folder any more"
    return Entry(kind=Kind.PROTECT, words=words, at=now(), keys=no_keys(), folders=tuple(folders))


def _require_markable(standing: Standing, rows: Rows) -> None:
    display = standing.result.documents.paths.display
    for bad, why in (
        (standing.protected, "it lies in a protected folder"),
        (standing.result.clusters.of < 0, "it is in no cluster, so there is nothing it is a duplicate of"),
    ):
        wrong = rows[bad[rows]]
        if wrong.size:
            more = f" (and {wrong.size - 1:,} more)" if wrong.size > 1 else ""
            raise DecisionError(f"{display(int(wrong[0]))}{more} cannot be marked as a duplicate: {why}.")


def _require_survivors(standing: Standing, marks: NDArray[np.uint8], rows: Rows) -> None:
    """Every cluster that is touched keeps one document by its marks alone, without anything being spared."""
    clusters = standing.result.clusters
    _, spared = acting(standing.result, marks, standing.protected)
    emptied = np.intersect1d(clusters.of[spared], clusters.of[rows[marks[rows] == Mark.DUPLICATE]])
    if emptied.size:
        members = clusters.members(int(emptied[0]))
        others = counted(
            emptied.size - 1, "more cluster would lose all of its", "more clusters would lose all of theirs"
        )
        more = f", and {others}" if emptied.size > 1 else ""
        raise DecisionError(
            f"All {members.size:,} documents of the cluster of "
            f"{standing.result.documents.paths.display(int(members[0]))} would be duplicates{more}. "
            "At least one has to stay: keep another one first."
        )


def _require_texts(standing: Standing, rows: Rows) -> None:
    if not standing.result.present[rows].all():
        raise DecisionError("A document without text was chosen; there is nothing to decide about it.")


def _texts(standing: Standing, rows: Rows) -> Rows:
    """Distinct texts of these rows; DecisionError where one has none."""
    _require_texts(standing, rows)
    return distinct(standing.result.groups.representative[rows].astype(np.int64))


def _texts_of_clusters(standing: Standing, clusters: ArrayLike) -> _Sets:
    of = standing.result.clusters
    chosen = np.asarray(clusters, np.int64).ravel().tolist()
    sets = [_texts(standing, of.members(cluster).astype(np.int64)) for cluster in chosen]
    return _Sets(np.concatenate([np.empty(0, np.int64), *sets]), np.array([texts.size for texts in sets], np.int64))


def _rows_of_pairs(standing: Standing, pairs: ArrayLike) -> Rows:
    chosen, table = np.asarray(pairs, np.int64).ravel(), standing.result.pairs
    return np.column_stack([table.i[chosen], table.j[chosen]]).astype(np.int64)


def _sets_of_twos(standing: Standing, twos: Rows) -> _Sets:
    """The texts of two documents each (m, 2): one where both say the same."""
    _require_texts(standing, twos)
    texts = np.sort(standing.result.groups.representative[twos].astype(np.int64), axis=1)
    first = np.column_stack([np.ones(len(texts), np.bool_), texts[:, 0] != texts[:, 1]])
    return _Sets(texts[first], np.count_nonzero(first, axis=1))


def _sets_entry(standing: Standing, kind: Kind, sets: _Sets, value: bool, words: str) -> Entry:
    offsets = offsets_of(sets.sizes)
    return Entry(
        kind=kind,
        words=words,
        at=now(),
        keys=standing.names.text_keys(sets.texts),
        offsets=offsets,
        values=np.full(len(sets), value, np.uint8),
        text=SEPARATOR.join(_remembered(standing, sets.texts, offsets)) if kind == Kind.APART else "",
    )


def _remembered(standing: Standing, texts: Rows, offsets: Rows) -> Iterator[str]:
    """What to call the texts of each set once they are gone and somebody looks through the list."""
    display, rows = standing.result.documents.paths.display, texts.tolist()
    for begin, end in pairwise(offsets.tolist()):
        yield "\n".join(map(display, rows[begin : min(end, begin + _REMEMBERED)]))


def _note(standing: Standing, kind: Kind, texts: Rows, text: str, words: str) -> Entry:
    keys = standing.names.text_keys(texts)
    return Entry(kind=kind, words=words, at=now(), keys=keys, offsets=np.array([0, texts.size]), text=text)


def _seen(reviewed: bool) -> str:
    return "Reviewed" if reviewed else "Took back the review of"


def _apart(apart: bool) -> str:
    return "Not duplicates" if apart else "May be duplicates again"
