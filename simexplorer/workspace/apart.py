"""Documents that a person said are not duplicates: the list of them, taking one back, clusters that respect them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from simexplorer.counted_nouns import counted
from simexplorer.offsets import offsets_of, places_in_runs
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.measure_scale import limit_similarity
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.result import Clusters, Pairs, Result
from simexplorer.search.clustering import cluster
from simexplorer.search.distinct import distinct, stand_in
from simexplorer.search.linkage_pairs import Filler, KnownPairs
from simexplorer.workspace.entry import SEPARATOR, Entry, Keys, Kind, no_keys, now
from simexplorer.workspace.naming import Flags, Names, Rows

_NONE = np.empty(0, np.int64)


class ApartSets(Struct, frozen=True):
    """Sets of texts none of which is a duplicate of another of its set: s of them, the newest first.

    said : the entries that said it; entry : (s,) int64, which of those each set is from; number : (s,) which set there
    texts : (s,) int64, how many each holds
    rows : one document of each text that is still there, those of set ``i`` from offsets[i] up to offsets[i + 1]
    remembered : of each entry and set what (some of) the documents were called then, a line each
    """

    said: tuple[Entry, ...]
    entry: Rows
    number: Rows
    texts: Rows
    rows: Rows
    offsets: Rows
    remembered: tuple[list[str], ...]

    def __len__(self) -> int:
        return self.entry.size

    @property
    def there(self) -> Rows:
        """(s,) texts of each set that the collection still holds."""
        return np.diff(self.offsets)

    def rows_of(self, place: int) -> list[int]:
        """One document of each text of a set that is still there."""
        rows: list[int] = self.rows[self.offsets[place] : self.offsets[place + 1]].tolist()
        return rows

    def said_at(self, place: int) -> str:
        """When a set was said to stand apart."""
        return self.said[int(self.entry[place])].at

    def called(self, place: int) -> list[str]:
        """What documents of a set were called then."""
        return self.remembered[int(self.entry[place])][int(self.number[place])].splitlines()

    def keys_of(self, place: int) -> Keys:
        """(m, 2) the names of the texts of a set."""
        return self.said[int(self.entry[place])].set_keys(int(self.number[place]))


def apart_sets(entries: Sequence[Entry], names: Names, progress: Progress) -> ApartSets:
    """All that holds at present."""
    said = tuple(entry for entry in entries if entry.kind == Kind.APART)
    counts = np.array([entry.sets for entry in said], np.int64)
    sizes = np.concatenate([_NONE, *(np.diff(entry.offsets) for entry in said)])
    values = np.concatenate([_NONE, *(entry.values for entry in said)])
    keys = np.concatenate([no_keys(), *(entry.keys for entry in said)])
    offsets, rows = offsets_of(sizes), names.text_rows(keys)
    held = _holding(keys, offsets, values, progress)[::-1]
    entry, texts = np.repeat(np.arange(counts.size), counts)[held], sizes[held]
    own = rows[np.repeat(offsets[held], texts) + places_in_runs(texts)]
    return ApartSets(
        said=said,
        entry=entry,
        number=held - offsets_of(counts)[entry],
        texts=texts,
        rows=own[own >= 0],
        offsets=offsets_of(own >= 0)[offsets_of(texts)],
        remembered=tuple(one.text.split(SEPARATOR) + [""] * one.sets for one in said),
    )


def _holding(keys: Keys, offsets: Rows, values: Rows, progress: Progress) -> Rows:
    """Numbers of the sets that hold, rising: the last of the same texts, not taken back with others since."""
    size, spelled, found = np.diff(offsets), keys.view("V16").ravel(), [_NONE]
    for texts in distinct(size[size > 0]).tolist():
        progress.check()
        those = np.flatnonzero(size == texts)
        same = np.sort(spelled[offsets[those][:, None] + np.arange(texts)], axis=1).view(f"V{16 * texts}").ravel()
        last = np.array([*dict(zip(same.tolist(), those.tolist(), strict=True)).values()], np.int64)
        found.append(last[values[last] > 0])
    held = np.sort(np.concatenate(found))
    # only sets that are larger can hold all texts of another
    back = (values == 0) & (size > size[held].min(initial=len(keys)))
    if not back.any():
        return held
    among = stand_in(keys[:, 0], keys[np.repeat(back, size), 0])
    count = np.bincount(np.repeat(np.arange(size.size), size)[among], minlength=size.size)
    taken, gone = _TakenBack(), []
    for number in sorted([*held[count[held] == size[held]].tolist(), *np.flatnonzero(back).tolist()], reverse=True):
        progress.check()
        texts = frozenset(spelled[offsets[number] : offsets[number + 1]].tolist())
        if not values[number]:
            taken.add(texts)
        elif taken.covers(texts):
            gone.append(number)
    return held[~stand_in(held, np.array(gone, np.int64))]


class _TakenBack:
    """Sets that may be duplicates again."""

    def __init__(self) -> None:
        self._sets: set[frozenset[bytes]] = set()
        self._holding: dict[bytes, set[int]] = {}  # by text: numbers of the sets that hold it

    def add(self, texts: frozenset[bytes]) -> None:
        """One more."""
        if texts not in self._sets:
            self._sets.add(texts)
            for text in texts:
                self._holding.setdefault(text, set()).add(len(self._sets))

    def covers(self, texts: frozenset[bytes]) -> bool:
        """Whether one of them holds all of these."""
        if texts in self._sets:
            return True
        holding = sorted((self._holding.get(text, set()) for text in texts), key=len)
        return bool(holding) and bool(holding[0].intersection(*holding[1:]))


def take_back(sets: ApartSets, places: Sequence[int]) -> Entry:
    """The entry after which the texts of these sets may be duplicates again."""
    keys = [sets.keys_of(place) for place in places]
    return Entry(
        kind=Kind.APART,
        words=f"May be duplicates again: {counted(len(keys), 'set of texts', 'sets of texts')}",
        at=now(),
        keys=np.concatenate([no_keys(), *keys]),
        offsets=offsets_of([some.shape[0] for some in keys]),
        values=np.zeros(len(keys), np.uint8),
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
    return replace(
        result,
        pairs=pairs,
        at_threshold=int(np.count_nonzero(pairs.ranking >= limit_similarity(result.recipe))),
        clusters=clusters,
        capped=(left_out + taken, *result.capped),
        lacking=notes,
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
    return cluster(
        KnownPairs.of(i, j, similarity),
        limit_similarity(recipe),
        recipe.linkage,
        result.groups.representative,
        result.present,
        Filler(remembered=known.remembered()) if known is not None and exactly else None,
    )
