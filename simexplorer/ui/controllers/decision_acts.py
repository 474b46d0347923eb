"""Each decision as what the thread of the workspace makes of it: from a target to an entry.

``workspace.making`` and ``workspace.rules`` are imported there: they bring the compiler, which takes its time.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from simexplorer.documents.listing import Paths
from simexplorer.errors import DecisionError
from simexplorer.pipeline.result import Result
from simexplorer.search.distinct import distinct, stand_in
from simexplorer.ui.controllers.decision_target import Target
from simexplorer.ui.controllers.kept_workspace import Decide
from simexplorer.workspace.entry import Entry, Kind, Mark, now
from simexplorer.workspace.naming import Rows
from simexplorer.workspace.standing import Standing


def keep(target: Target) -> Decide:
    """All documents of the target are kept."""
    return lambda standing: _marked(standing, target.all_documents(standing.result), Mark.KEEP)


def unmark(target: Target) -> Decide:
    """The marks of all documents of the target are taken back; where there is none, what else can be is named."""

    def make(standing: Standing) -> Entry | None:
        entry = _unmarked(standing, target.all_documents(standing.result))
        signs = (_stands_apart, "X takes “not duplicates” back"), (_is_reviewed, "R takes “reviewed” back")
        others = [words for holds, words in signs if holds(standing, target)]
        if entry is None and others:
            raise DecisionError(f"There is no keep or duplicate to take back here: {', '.join(others)}.")
        return entry

    return make


def duplicate(target: Target) -> Decide:
    """Documents are duplicates; of a pair the second; of a group what is verified to be like its representative."""

    def make(standing: Standing) -> Entry | None:
        if target.clusters.size:
            return _settled(standing, target)
        if target.pairs.size:
            return _of_two(standing, target, first_stays=True)
        return _marked(standing, target.documents, Mark.DUPLICATE)

    return make


def toggle(target: Target) -> Decide:
    """Marks as duplicate what is not marked yet; takes the marks back where all of it is."""

    def make(standing: Standing) -> Entry | None:
        documents = target.all_documents(standing.result)
        marked = standing.marks[documents] == Mark.DUPLICATE
        single = not (target.clusters.size or target.pairs.size)
        if marked.all() if single else marked.any():
            return _unmarked(standing, documents)
        return duplicate(target)(standing)

    return make


def keep_first(target: Target) -> Decide:
    """Of each pair, or of the two documents side by side, the second is a duplicate."""
    return lambda standing: _of_two(standing, target, first_stays=True)


def keep_second(target: Target) -> Decide:
    """Of each pair, or of the two documents side by side, the first is a duplicate."""
    return lambda standing: _of_two(standing, target, first_stays=False)


def separate(target: Target) -> Decide:
    """Not duplicates of each other; said again of what stands apart already, it is taken back."""

    def make(standing: Standing) -> Entry:
        from simexplorer.workspace import making

        apart = not _stands_apart(standing, target)
        if target.pairs.size:
            return making.separate_pairs(standing, target.pairs, apart)
        if target.clusters.size:
            return making.separate_clusters(standing, target.clusters, apart)
        if target.twos.size:
            return making.separate_twos(standing, target.twos, apart)
        return making.separate_documents(standing, _with_representative(standing, target.documents), apart)

    return make


def review(target: Target) -> Decide:
    """Seen and settled; said again of what is, it is open again."""

    def make(standing: Standing) -> Entry:
        from simexplorer.workspace import making

        reviewed = not _is_reviewed(standing, target)
        if target.clusters.size:
            return making.review_clusters(standing, target.clusters, reviewed)
        if target.pairs.size:
            return making.review_pairs(standing, target.pairs, reviewed)
        if target.twos.size:
            return making.review_twos(standing, target.twos, reviewed)
        return making.review_documents(standing, target.documents, reviewed)

    return make


class NoteOn(Struct, frozen=True):
    """What a note is on, by the names of its texts: rows and clusters change while somebody writes.

    words : for example "the cluster of a.txt"; text : of the present note
    root : the folder or file that its documents are from; blank : an empty note on it
    """

    words: str
    text: str
    root: bytes
    blank: Entry


def note_of(standing: Standing, target: Target) -> NoteOn:
    """The note on the first of a target."""
    from simexplorer.workspace import making

    result = standing.result
    paths = result.documents.paths
    if target.clusters.size:
        cluster = int(target.clusters[0])
        row = int(result.clusters.representative[cluster])
        words, blank = f"the cluster of {paths.display(row)}", making.note_cluster(standing, cluster, "")
    elif target.pairs.size:
        row, other = (int(rows[target.pairs[0]]) for rows in (result.pairs.i, result.pairs.j))
        words, blank = _both(paths, row, other), making.note_pair(standing, int(target.pairs[0]), "")
    elif target.twos.size and _differ(result, target.twos[0]):
        row, other = target.twos[0].tolist()
        words, blank = _both(paths, row, other), making.note_two(standing, target.twos[0], "")
    else:
        row = int(target.documents[0])
        words, blank = paths.display(row), making.note_document(standing, row, "")
    return NoteOn(words, _present_note(standing, blank) or "", paths.roots[paths.root_of[row]], blank)


def _both(paths: Paths, row: int, other: int) -> str:
    return f"the pair {paths.display(row)} and {paths.display(other)}"


def _differ(result: Result, two: Rows) -> bool:
    """Whether two documents say different things: what is written on copies is written on a document."""
    one, other = result.groups.representative[two].tolist()
    return bool(one != other)


def write_note(on: NoteOn, text: str) -> Decide:
    """A note on what was named when somebody began to write. DecisionError where the result has it no more."""

    def make(standing: Standing) -> Entry | None:
        known = on.root in standing.result.documents.paths.roots
        present = _present_note(standing, on.blank) if known else None
        if present is None:
            raise DecisionError(
                f"The note on {on.words} was not saved: what is on screen now does not hold it as it was. "
                "Your words are still in the window of the note."
            )
        return None if present == text else replace(on.blank, text=text, at=now())

    return make


def _present_note(standing: Standing, blank: Entry) -> str | None:
    """The text of the note on what an empty one names; None where the result does not hold it."""
    names = standing.names
    rows = names.document_rows(blank.keys) if blank.kind == Kind.NOTE_DOCUMENT else names.text_rows(blank.keys)
    if (rows < 0).any():
        return None
    if blank.kind == Kind.NOTE_DOCUMENT:
        return standing.notes.get(int(rows[0]), "")
    if blank.kind == Kind.NOTE_PAIR:
        i, j = sorted(rows.tolist())
        return standing.pair_notes.get((i, j), "")
    clusters = set(standing.result.clusters.of[rows].tolist())
    return standing.cluster_notes.get(clusters.pop(), "") if len(clusters) == 1 and min(clusters) >= 0 else None


def protect(folders: tuple[bytes, ...]) -> Entry:
    """These folders are protected, and no others."""
    from simexplorer.workspace.making import protect_folders

    return protect_folders(folders)


def _marked(standing: Standing, rows: Rows, mark: Mark) -> Entry | None:
    from simexplorer.workspace.making import mark_documents

    fresh = rows[standing.marks[rows] != mark]
    return mark_documents(standing, fresh, mark) if fresh.size else None


def _unmarked(standing: Standing, rows: Rows) -> Entry | None:
    return _marked(standing, rows, Mark.NONE)


def _of_two(standing: Standing, target: Target, first_stays: bool) -> Entry | None:
    """Of two documents each one stays: of those side by side, else of each pair."""
    from simexplorer.workspace.making import marks_entry

    first, second = _both_of(standing, target)
    stays, goes = (first, second) if first_stays else (second, first)
    staying, going = distinct(stays), distinct(goes)
    staying = staying[~stand_in(staying, going)]
    rows = np.concatenate([staying, going])
    values = np.repeat(np.array([Mark.KEEP, Mark.DUPLICATE], np.uint8), [staying.size, going.size])
    if np.array_equal(standing.marks[rows], values):
        return None
    words = "Marked one of a pair as duplicate" if first.size == 1 else f"Marked one of each of {first.size:,} pairs"
    return marks_entry(standing, rows, values, words)


def _both_of(standing: Standing, target: Target) -> tuple[Rows, Rows]:
    """(m,) the first documents and the second ones."""
    pairs, of = standing.result.pairs, standing.result.clusters.of
    if target.compared:
        first, second = target.compared
        if of[first] != of[second] or of[first] < 0:
            raise DecisionError("The two side by side are in no cluster together: neither is a duplicate of the other.")
        return np.array([first]), np.array([second])
    if not target.pairs.size:
        raise DecisionError(
            "This is about two documents: select a pair, or one member of a cluster beside its representative."
        )
    return pairs.i[target.pairs].astype(np.int64), pairs.j[target.pairs].astype(np.int64)


def _settled(standing: Standing, target: Target) -> Entry:
    """Groups by their representatives, and single members as they are named."""
    from simexplorer.workspace.rules import Prefer, Rule, apply_rules

    entry = apply_rules(standing, [Rule(prefer=Prefer.REPRESENTATIVE)], target.clusters)
    if entry is None:
        raise DecisionError("All that rules would mark here carries a mark, is protected, or is not a duplicate.")
    return entry


def _stands_apart(standing: Standing, target: Target) -> bool:
    """Whether all of a target bears the sign of what is not a duplicate."""
    if target.pairs.size:
        return bool(standing.apart[target.pairs].all())
    if target.clusters.size:
        return bool(standing.wholly_apart[target.clusters].all())
    if target.twos.size:
        return bool(standing.stand_apart(*target.twos.T).all())
    return standing.all_stand_apart(_with_representative(standing, target.documents))


def _is_reviewed(standing: Standing, target: Target) -> bool:
    """Whether all of a target was seen and settled."""
    if target.clusters.size:
        return bool(standing.clusters_reviewed[target.clusters].all())
    if target.pairs.size:
        return bool(standing.pairs_reviewed[target.pairs].all())
    if target.twos.size:
        return bool(standing.were_reviewed(*target.twos.T).all())
    return bool(standing.reviewed[target.documents].all())


def _with_representative(standing: Standing, rows: Rows) -> Rows:
    """One member alone is told apart from its group's representative."""
    clusters = standing.result.clusters
    if rows.size == 1 and clusters.of[rows[0]] >= 0:
        return np.append(rows, clusters.representative[clusters.of[rows[0]]])
    return rows
