"""Each decision as what the thread of the workspace makes of it: from a target to an entry.

``workspace.making`` and ``workspace.rules`` are imported there: they bring the compiler, which takes its time.
"""

from __future__ import annotations

import numpy as np

from simexplorer.errors import DecisionError
from simexplorer.search.distinct import distinct, stand_in
from simexplorer.ui.controllers.decision_target import Target
from simexplorer.ui.controllers.kept_workspace import Decide
from simexplorer.workspace.entry import Entry, Mark
from simexplorer.workspace.naming import Rows
from simexplorer.workspace.standing import Standing


def keep(target: Target) -> Decide:
    """All documents of the target are kept."""
    return lambda standing: _marked(standing, target.all_documents(standing.result), Mark.KEEP)


def unmark(target: Target) -> Decide:
    """The marks of all documents of the target are taken back."""
    return lambda standing: _unmarked(standing, target.all_documents(standing.result))


def duplicate(target: Target) -> Decide:
    """Documents are duplicates; of a pair the second; of a group what is verified to be like its representative."""

    def make(standing: Standing) -> Entry | None:
        if target.clusters.size:
            return _settled(standing, target)
        if target.pairs.size:
            return _of_pairs(standing, target.pairs, first_stays=True)
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
    """Of each pair the second is a duplicate."""
    return lambda standing: _of_pairs(standing, target.pairs, first_stays=True)


def keep_second(target: Target) -> Decide:
    """Of each pair the first is a duplicate."""
    return lambda standing: _of_pairs(standing, target.pairs, first_stays=False)


def separate(target: Target) -> Decide:
    """Not duplicates of each other; said again of what stands apart already, it is taken back."""

    def make(standing: Standing) -> Entry:
        from simexplorer.workspace import making

        if target.pairs.size:
            return making.separate_pairs(standing, target.pairs, not standing.apart[target.pairs].all())
        if target.clusters.size:
            return making.separate_clusters(standing, target.clusters)
        return making.separate_documents(standing, _with_representative(standing, target.documents))

    return make


def review(target: Target) -> Decide:
    """Seen and settled; said again of what is, it is open again."""

    def make(standing: Standing) -> Entry:
        from simexplorer.workspace import making

        if target.clusters.size:
            seen = standing.clusters_reviewed[target.clusters].all()
            return making.review_clusters(standing, target.clusters, not seen)
        if target.pairs.size:
            return making.review_pairs(standing, target.pairs, not standing.pairs_reviewed[target.pairs].all())
        return making.review_documents(standing, target.documents, not standing.reviewed[target.documents].all())

    return make


def note_of(standing: Standing, target: Target) -> tuple[str, str]:
    """What the note of a target would be on, and the present text."""
    display, result = standing.result.documents.paths.display, standing.result
    if target.clusters.size:
        cluster = int(target.clusters[0])
        name = display(int(result.clusters.representative[cluster]))
        return f"On the cluster of {name}", standing.cluster_notes.get(cluster, "")
    if target.pairs.size:
        i, j = (int(rows[target.pairs[0]]) for rows in (result.pairs.i, result.pairs.j))
        return f"On the pair {display(i)} and {display(j)}", standing.pair_notes.get((i, j), "")
    row = int(target.documents[0])
    return f"On {display(row)}", standing.notes.get(row, "")


def write_note(target: Target, text: str) -> Decide:
    """A note on the first of the target."""

    def make(standing: Standing) -> Entry | None:
        from simexplorer.workspace import making

        if note_of(standing, target)[1] == text:
            return None
        if target.clusters.size:
            return making.note_cluster(standing, int(target.clusters[0]), text)
        if target.pairs.size:
            return making.note_pair(standing, int(target.pairs[0]), text)
        return making.note_document(standing, int(target.documents[0]), text)

    return make


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


def _of_pairs(standing: Standing, pairs: Rows, first_stays: bool) -> Entry | None:
    from simexplorer.workspace.making import marks_entry

    if not pairs.size:
        raise DecisionError("This is about pairs: select one in the list of pairs, or two documents.")
    i, j = (rows[pairs].astype(np.int64) for rows in (standing.result.pairs.i, standing.result.pairs.j))
    stays, goes = (i, j) if first_stays else (j, i)
    staying, going = distinct(stays), distinct(goes)
    staying = staying[~stand_in(staying, going)]
    rows = np.concatenate([staying, going])
    values = np.repeat(np.array([Mark.KEEP, Mark.DUPLICATE], np.uint8), [staying.size, going.size])
    words = "Marked one of a pair as duplicate" if pairs.size == 1 else f"Marked one of each of {pairs.size:,} pairs"
    return marks_entry(standing, rows, values, words)


def _settled(standing: Standing, target: Target) -> Entry:
    """Groups by their representatives, and single members as they are named."""
    from simexplorer.workspace.rules import Prefer, Rule, apply_rules

    entry = apply_rules(standing, [Rule(prefer=Prefer.REPRESENTATIVE)], target.clusters)
    if entry is None:
        raise DecisionError("All that rules would mark here carries a mark, is protected, or is not a duplicate.")
    return entry


def _with_representative(standing: Standing, rows: Rows) -> Rows:
    """One member alone is told apart from its group's representative."""
    clusters = standing.result.clusters
    if rows.size == 1 and clusters.of[rows[0]] >= 0:
        return np.append(rows, clusters.representative[clusters.of[rows[0]]])
    return rows
