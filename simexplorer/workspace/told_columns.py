"""What sets of texts say of the documents, pairs and clusters of a result: columns made anew where texts were touched.

All else of a column stays as it was, so that a decision costs what it is about, however many were made before it.
"""

from __future__ import annotations

import numpy as np
from msgspec import Struct

from simexplorer.pipeline.result import Result
from simexplorer.workspace.covering import TextSets, texts_of_clusters
from simexplorer.workspace.naming import Flags, Rows


class Touched(Struct, frozen=True):
    """What holds texts about which something was decided or taken back.

    sets : of all sets what they hold of these texts; fresh : the sets that came or went
    texts : (n,) flags; rows : documents that say them; pairs : positions in ``result.pairs`` of pairs of two of them
    """

    sets: TextSets
    fresh: TextSets
    texts: Flags
    rows: Rows
    pairs: Rows

    @classmethod
    def by(cls, fresh: TextSets, sets: TextSets, result: Result) -> Touched:
        """By sets that came to ``sets`` or went from them."""
        texts = np.zeros(len(result.documents), np.bool_)
        texts[fresh.text] = True
        documents = texts[result.groups.representative]
        pairs = np.flatnonzero(documents[result.pairs.i])
        pairs = pairs[documents[result.pairs.j[pairs]]]
        return cls(sets.among(texts), fresh, texts, np.flatnonzero(documents), pairs)


class Reviewed(Struct, frozen=True):
    """What was seen and settled: (n,) documents, (m,) pairs, (c,) clusters."""

    documents: Flags
    pairs: Flags
    clusters: Flags

    def renewed(self, touched: Touched, sets: TextSets, result: Result) -> Reviewed:
        """After decisions about what is touched; ``sets`` : all."""
        some, text = touched.sets, result.groups.representative.astype(np.int64)
        documents, pairs, clusters = self.documents.copy(), self.pairs.copy(), self.clusters.copy()
        said = some.say_yes(some.latest_of_texts(text[touched.rows]))
        documents[touched.rows] = result.present[touched.rows] & said
        pairs[touched.pairs] = _of_pairs(some, touched.pairs, result)
        covered = touched.fresh.latest_of_clusters(result.clusters, result.groups) >= 0
        if covered.any():
            whole = sets.among((result.clusters.of >= 0) & covered[result.clusters.of])
            latest = whole.latest_of_clusters(result.clusters, result.groups)
            clusters[covered] = whole.say_yes(latest[covered])
        return Reviewed(documents, pairs, clusters)


class Pointed(Struct, frozen=True):
    """Pairs inside of clusters that can be pointed at: those at the threshold, and each text with the representative.

    count : (c,) int64, all of each cluster; unlisted : (n,) texts of which that one is not at the threshold
    """

    count: Rows
    unlisted: Flags

    @classmethod
    def of(cls, result: Result) -> Pointed:
        """Those of a result."""
        clusters, of, pairs, count = result.clusters, result.clusters.of, result.pairs, result.at_threshold
        i, j = pairs.i[:count], pairs.j[:count]
        within = (of[i] >= 0) & (of[i] == of[j])
        i, j = i[within], j[within]
        heads = result.groups.representative[clusters.representative]
        head, unlisted = heads[of[i]], np.zeros(of.size, np.bool_)
        unlisted[texts_of_clusters(clusters, result.groups)] = True
        for texts in (heads, j[i == head], i[j == head]):
            unlisted[texts] = False
        both = np.append(of[i], of[unlisted])
        return cls(np.bincount(both, minlength=len(clusters)), unlisted)

    def inside(self, result: Result, pairs: Flags, from_head: Flags) -> Rows:
        """(c,) those of each cluster among these pairs (m,) and these texts (n,) with its representative."""
        of, chosen = result.clusters.of, np.flatnonzero(pairs[: result.at_threshold])
        one, other = of[result.pairs.i[chosen]], of[result.pairs.j[chosen]]
        both = np.append(one[(one >= 0) & (one == other)], of[from_head & self.unlisted])
        return np.bincount(both, minlength=len(result.clusters))


class Apart(Struct, frozen=True):
    """What was said not to be duplicates: (m,) pairs, and (n,) documents from their representative.

    in_clusters : (c, 2) pairs that can be pointed at, those that stand apart and all; zeros while none does
    pointed : those; None until something stood apart
    """

    pairs: Flags
    from_head: Flags
    in_clusters: Rows
    pointed: Pointed | None = None

    def renewed(self, touched: Touched, result: Result) -> Apart:
        """After decisions about what is touched."""
        some, text = touched.sets, result.groups.representative.astype(np.int64)
        clusters, rows = result.clusters, touched.rows
        pairs, from_head = self.pairs.copy(), self.from_head.copy()
        pairs[touched.pairs] = _of_pairs(some, touched.pairs, result)
        rows = rows[clusters.of[rows] >= 0]
        heads = text[clusters.representative[clusters.of[rows]]]
        rows, heads = rows[touched.texts[heads]], heads[touched.texts[heads]]
        from_head[rows] = some.say_yes(some.latest_of_pairs(text[rows], heads))
        if not (pairs.any() or from_head.any()):
            return Apart(pairs, from_head, np.zeros((len(clusters), 2), np.int64), self.pointed)
        pointed = self.pointed or Pointed.of(result)
        came = pointed.inside(result, pairs > self.pairs, from_head > self.from_head)
        went = pointed.inside(result, pairs < self.pairs, from_head < self.from_head)
        some_apart = self.in_clusters[:, 0] + came - went
        return Apart(pairs, from_head, np.column_stack([some_apart, pointed.count]), pointed)


def _of_pairs(sets: TextSets, places: Rows, result: Result) -> Flags:
    """Whether the last set that holds both documents of pairs says yes."""
    text = result.groups.representative.astype(np.int64)
    return sets.say_yes(sets.latest_of_pairs(text[result.pairs.i[places]], text[result.pairs.j[places]]))
