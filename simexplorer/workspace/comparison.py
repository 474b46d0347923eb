"""What is new: a run against an earlier one, document by document, pair by pair, cluster by cluster.

Documents are matched by their place, what is numbered in its file by its text first, those that are left by what they
say (renamed), then by what they nearly say (renamed and changed). Pairs are matched through their documents, clusters
by the documents they share, the largest share first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import Status
from simexplorer.pipeline.comparison import Change, Changes, Comparison
from simexplorer.pipeline.result import Clusters, Result, says_something
from simexplorer.workspace.matching import Side, matched
from simexplorer.workspace.naming import Rows
from simexplorer.workspace.renaming import renamed
from simexplorer.workspace.revising import revised

_SAME = 1e-9


def compare(earlier: Result, later: Result) -> Comparison:
    """What changed from the one to the other."""
    document_of, documents = _documents(earlier, later)
    earlier_documents = np.full(len(earlier.documents), Change.GONE, np.uint8)
    there = document_of >= 0
    earlier_documents[document_of[there]] = documents[there]
    otherwise = np.isin(documents, (Change.CHANGED, Change.REVISED))
    pair_of, pairs = _pairs(earlier, later, document_of, otherwise)
    earlier_pairs = np.full(earlier.at_threshold, Change.GONE, np.uint8)
    earlier_pairs[pair_of[pair_of >= 0]] = pairs[pair_of >= 0]
    cluster_of, clusters = _clusters(earlier.clusters, later.clusters, document_of)
    earlier_clusters = np.full(len(earlier.clusters), Change.GONE, np.uint8)
    earlier_clusters[cluster_of[cluster_of >= 0]] = clusters[cluster_of >= 0]
    return Comparison(
        earlier=earlier,
        later=later,
        documents=documents,
        earlier_documents=earlier_documents,
        document_of=document_of,
        pairs=pairs,
        earlier_pairs=earlier_pairs,
        pair_of=pair_of,
        clusters=clusters,
        earlier_clusters=earlier_clusters,
        cluster_of=cluster_of,
    )


def _documents(earlier: Result, later: Result) -> tuple[Rows, Changes]:
    hashed_alike = earlier.recipe.text_key() == later.recipe.text_key()
    before, now = Side.of(earlier), Side.of(later)
    of = matched(before, now, hashed_alike=hashed_alike)
    changes = np.full(of.size, Change.SAME, np.uint8)
    met = np.flatnonzero(of >= 0)
    same = _same_text(earlier, later, of[met], met, hashed_alike=hashed_alike)
    unread = later.documents.status[met] == Status.PENDING  # of a run that was stopped: nothing is known of these
    changes[met[~(same | unread)]] = Change.CHANGED
    left = np.ones(len(earlier.documents), np.bool_)
    left[of[met]] = False
    new = np.flatnonzero(of < 0)
    changes[new] = Change.ADDED
    moved, source = renamed(before, now, np.flatnonzero(left), new)
    of[moved], changes[moved] = source, Change.MOVED
    left[source] = False
    moved, source = revised(earlier, later, np.flatnonzero(left), np.flatnonzero(of < 0))
    of[moved], changes[moved] = source, Change.REVISED
    return of, changes


def _same_text(earlier: Result, later: Result, old: Rows, new: Rows, *, hashed_alike: bool) -> NDArray[np.bool_]:
    """Whether documents say the same; of those without text, whether size and status are the same."""
    a, b = earlier.documents, later.documents
    texts = np.all(earlier.text_hashes[old] == later.text_hashes[new], axis=1)
    before, now = says_something(earlier.text_hashes[old]), says_something(later.text_hashes[new])
    unread = (a.status[old] == b.status[new]) & (a.size[old] == b.size[new])
    if not hashed_alike:  # then hashes differ of themselves, and the file decides
        texts |= (a.size[old] == b.size[new]) & (a.modified_ns[old] == b.modified_ns[new])
    alike = np.where(before | now, texts, unread)
    result: NDArray[np.bool_] = alike & (before == now)
    return result


def _pairs(earlier: Result, later: Result, document_of: Rows, changed: NDArray[np.bool_]) -> tuple[Rows, Changes]:
    """Pairs stand for texts: a pair is the same if the texts its documents had stand in a pair of the earlier run."""
    count = later.at_threshold
    old_text = _old_texts(earlier, later, document_of, changed)
    ends = old_text[later.pairs.i[:count]], old_text[later.pairs.j[:count]]
    low, high = np.minimum(*ends), np.maximum(*ends)
    width = max(1, len(earlier.documents))
    before = earlier.pairs.first(earlier.at_threshold)
    known = before.i.astype(np.int64) * width + before.j
    of = np.full(count, -1)
    changes = np.full(count, Change.ADDED, np.uint8)
    if known.size and count:
        order = np.argsort(known, kind="stable")
        keys = low * width + high
        place = order[np.minimum(np.searchsorted(known[order], keys), known.size - 1)]
        met = (known[place] == keys) & (low >= 0)
        of[met] = place[met]
        change = np.abs(before.ranking[place] - later.pairs.ranking[:count]) > _SAME
        changes[met] = np.where(change[met], Change.CHANGED, Change.SAME)
    return of, changes


def _old_texts(earlier: Result, later: Result, document_of: Rows, changed: NDArray[np.bool_]) -> Rows:
    """(n,) by later text: the earlier text that its documents had; -1 where all are new.

    Of documents that are one text now those count that have not ``changed``, the text's own row first.
    """
    if not earlier.groups.representative.size:
        return document_of
    before = np.where(document_of >= 0, earlier.groups.representative[document_of].astype(np.int64), -1)
    steady = np.where(changed, -1, before)
    of_copies = np.full(before.size, -1)
    np.maximum.at(of_copies, later.groups.representative, steady)
    of_copies = of_copies[later.groups.representative]
    return np.where(steady >= 0, steady, np.where(of_copies >= 0, of_copies, before))


def _clusters(earlier: Clusters, later: Clusters, document_of: Rows) -> tuple[Rows, Changes]:
    """Each later cluster and the earlier one it shares most documents with, each earlier one taken once."""
    of = np.full(len(later), -1)
    changes = np.full(len(later), Change.ADDED, np.uint8)
    old = document_of[later.rows]
    before = np.where(old >= 0, earlier.of[old], -1) if earlier.of.size else old
    met = before >= 0
    if not met.any():
        return of, changes
    width = len(earlier)
    both, shared = np.unique(later.of[later.rows[met]].astype(np.int64) * width + before[met], return_counts=True)
    order = np.lexsort([both, -shared])
    new_side, old_side = both[order] // width, both[order] % width
    taken = np.zeros(width, np.bool_)
    for new, old_cluster in zip(new_side.tolist(), old_side.tolist(), strict=True):
        if of[new] < 0 and not taken[old_cluster]:
            of[new], taken[old_cluster] = old_cluster, True
    matched = np.flatnonzero(of >= 0)
    sizes, old_sizes = np.diff(later.offsets), np.diff(earlier.offsets)
    overlap = dict(zip(both.tolist(), shared.tolist(), strict=True))
    for new in matched.tolist():
        whole = overlap[new * width + int(of[new])]
        same = whole == sizes[new] == old_sizes[of[new]]
        changes[new] = Change.SAME if same else Change.CHANGED
    return of, changes
