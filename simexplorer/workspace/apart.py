"""What was said not to be duplicates: the list to look through and take back from, and clusters that heed it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from simexplorer.counted_nouns import counted
from simexplorer.pipeline.index_work import cluster_words, tells_of_clusters
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.mapped_columns import let_go_of_all
from simexplorer.pipeline.measure_scale import limit_similarity
from simexplorer.pipeline.result import Clusters, Pairs, Result
from simexplorer.search.clustering import cluster
from simexplorer.search.linkage_pairs import Filler, KnownPairs
from simexplorer.workspace.entry import SEPARATOR, Entry, Keys, Kind, now
from simexplorer.workspace.naming import Names
from simexplorer.workspace.standing import Flags


class ApartItem(Struct, frozen=True):
    """Texts none of which is a duplicate of another.

    keys : (m, 2) their names; at : when it was said; rows : one document of each text that is still there
    remembered : what (some of) the documents were called then, a line each
    """

    keys: Keys
    at: str
    rows: tuple[int, ...]
    remembered: str


def apart_items(entries: Sequence[Entry], names: Names) -> list[ApartItem]:
    """All that holds at present, the newest first."""
    items: list[ApartItem] = []
    seen: set[frozenset[bytes]] = set()
    taken_back: list[frozenset[bytes]] = []
    for entry in reversed(entries):
        if entry.kind != Kind.APART:
            continue
        for number in reversed(range(entry.sets)):
            keys = entry.set_keys(number)
            texts = frozenset(row.tobytes() for row in keys)
            if not entry.values[number]:
                taken_back.append(texts)
            elif texts not in seen and not any(texts <= later for later in taken_back):
                rows = tuple(int(row) for row in names.text_rows(keys) if row >= 0)
                items.append(ApartItem(keys, entry.at, rows, (entry.text.split(SEPARATOR) + [""] * entry.sets)[number]))
                seen.add(texts)
    return items


def take_back(items: Sequence[ApartItem]) -> Entry:
    """The entry after which these texts may be duplicates again."""
    offsets = np.zeros(len(items) + 1, np.int64)
    np.cumsum([item.keys.shape[0] for item in items], out=offsets[1:])
    return Entry(
        kind=Kind.APART,
        words=f"May be duplicates again: {counted(len(items), 'set of texts', 'sets of texts')}",
        at=now(),
        keys=np.concatenate([item.keys for item in items]) if items else np.empty((0, 2), np.uint64),
        offsets=offsets,
        values=np.zeros(len(items), np.uint8),
    )


def without_apart(result: Result, apart: Flags, known: KnownOverlaps | None = None) -> Result:
    """The result as if pairs that stand ``apart`` (m,) had not been found: other pairs, other clusters.

    known : what was verified, which tells what clusters lack; nothing is computed: figures that need more are nan
    """
    if not apart.any():
        return result
    columns = {name: getattr(result.pairs, name) for name in Pairs.__struct_fields__}
    pairs = Pairs(**{name: column[~apart] for name, column in columns.items() if column is not None})
    clusters, notes = _clusters(result, apart, known)
    count = int(apart.sum())
    left_out = f"{counted(count, 'pair')} {'is' if count == 1 else 'are'} left out as decided (not duplicates)"
    taken = ": average linkage counts them as 0." if result.recipe.linkage == "average" else "."
    others = (words for words in result.capped if not tells_of_clusters(words))
    return replace(
        result,
        pairs=pairs,
        at_threshold=int(np.count_nonzero(pairs.ranking >= limit_similarity(result.recipe))),
        clusters=clusters,
        capped=(left_out + taken, *others, *cluster_words(result.recipe, notes)),
        apart=result.pairs.ranking[apart],
    )


def _clusters(result: Result, apart: Flags, known: KnownOverlaps | None) -> tuple[Clusters, tuple[str, ...]]:
    """Clusters of the pairs that are not apart, and what they lack."""
    recipe, pairs = result.recipe, result.pairs.linking(result.at_threshold)
    apart = apart[: len(pairs)]
    i, j, similarity = pairs.i[~apart], pairs.j[~apart], pairs.jaccard[~apart]
    if recipe.linkage in ("average", "complete"):  # which would ask for the true value: apart counts as 0
        i, j = (np.concatenate([kept, of[apart]]) for kept, of in ((i, pairs.i), (j, pairs.j)))
        similarity = np.concatenate([similarity, np.zeros(int(apart.sum()))])
    exactly = known is not None and recipe.measure == "jaccard" and known.sizes.size == result.shingles.size
    found = cluster(
        KnownPairs.of(i, j, similarity),
        limit_similarity(recipe),
        recipe.linkage,
        result.groups.representative,
        result.present,
        Filler(remembered=known.remembered()) if known is not None and exactly else None,
    )
    let_go_of_all()
    return found
