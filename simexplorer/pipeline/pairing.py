"""Stages 2 and 3: candidates from the signatures, then the exact similarity of each, down to a floor."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from simexplorer.errors import Cancelled
from simexplorer.pipeline.engine import Engine, PerThread
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.recall_measuring import all_sets
from simexplorer.pipeline.result import Pairs
from simexplorer.pipeline.signing import SignedCorpus
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.banding import NO_VALUE, Candidates, Mapper, candidates, equal_of_pairs, holds_value, one_by_one
from simexplorer.search.containment import contained_pairs
from simexplorer.search.filtering import needed_positions
from simexplorer.search.tuning import Banding
from simexplorer.search.verify import Packer, jaccard_of
from simexplorer.search.verify_units import Unit, plan_units
from simexplorer.signatures.fss import FastSimilaritySketch
from simexplorer.signatures.known_union import standard_errors

_ESTIMATED_AT_ONCE = 50_000
_RANKED_AT_ONCE = 1 << 16
_SCALE_BITS = 39


def find_candidates(
    reader: Reader,
    signed: SignedCorpus,
    members: NDArray[np.int64],
    banding: Banding,
    floor: float,
    yardstick: Yardstick,
    engine: Engine,
) -> Candidates:
    """Pairs of ``members`` that share a bucket and whose signatures do not rule out a value of ``floor``.

    Containment has no such buckets (a small text inside a large one is never alike): its exact join stands in.
    """
    if yardstick.recipe.measure == "containment":
        return _contained(reader, signed, members, floor, engine)
    # positions without a value agree with nothing: where there are such, their number would be held against a pair
    gaps = signed.infinite is not None and holds_value(signed.texts.values, members, signed.infinite)
    sigmas = yardstick.recipe.sketch_sigmas
    return candidates(
        signed.texts.values,
        banding.bands,
        banding.rows,
        members=members,
        infinite=signed.infinite,
        needed=0 if gaps else needed_positions(signed.family, float(yardstick.to_family(floor)), sigmas),
        each=engine.each,
    )


def _contained(
    reader: Reader, signed: SignedCorpus, members: NDArray[np.int64], floor: float, engine: Engine
) -> Candidates:
    # unlike texts may have equal shingles: they are pairs too, so that equal sets are not folded here
    join = contained_pairs(all_sets(reader, members, engine), floor, each=engine.each)
    a, b = members[join.inner], members[join.outer]
    i, j = np.minimum(a, b), np.maximum(a, b)
    equal = np.empty(i.size, np.int32)
    equal_of_pairs(signed.texts.values, i, j, NO_VALUE if signed.infinite is None else signed.infinite, equal)
    return Candidates(i.astype(np.int32), j.astype(np.int32), equal, i.size, 0, 0)


def across(found: Candidates, inside: NDArray[np.bool_], representative: NDArray[np.int32]) -> Candidates:
    """The candidates that link a document of the reference with one outside it; twins stand for each other.

    inside : (n,) documents of the reference; representative : (n,) the document that stands for each
    """
    has_inside, has_outside = np.zeros(inside.size, np.bool_), np.zeros(inside.size, np.bool_)
    has_inside[representative[inside]] = True
    has_outside[representative[~inside]] = True
    i, j = found.i, found.j
    kept = (has_inside[i] & has_outside[j]) | (has_outside[i] & has_inside[j])
    return replace(found, i=i[kept], j=j[kept], equal=found.equal[kept])


@dataclass(slots=True)
class Verified:
    """Overlaps of candidate pairs as they come in: ``shared`` (m,) is -1 where a pair is not verified yet.

    sizes_i, sizes_j : (m,) int32, distinct shingles of both documents
    """

    shared: NDArray[np.int32]
    sizes_i: NDArray[np.int32]
    sizes_j: NDArray[np.int32]

    @classmethod
    def nothing_yet(cls, count: int) -> Verified:
        """Columns for ``count`` pairs, none verified."""
        return cls(np.full(count, -1, np.int32), np.zeros(count, np.int32), np.zeros(count, np.int32))


def verify(
    reader: Reader,
    shingles: NDArray[np.int64],
    i: NDArray[np.int32],
    j: NDArray[np.int32],
    verified: Verified,
    engine: Engine,
    progress: Progress,
    on_verified: Callable[[], None] = lambda: None,
    strength: NDArray[np.int32] | None = None,
) -> bool:
    """Fill in the exact overlap of every pair that ``verified`` still lacks; False if it was cancelled on the way.

    ``on_verified`` is called now and then from worker threads, never by two at once. strength : (m,) how alike the
    signatures are, which tells what to read together.
    """
    todo = np.flatnonzero(verified.shared < 0)
    if todo.size == i.size:  # of all of them no copies are made
        units = plan_units(i, j, shingles, strength)
    else:
        units = plan_units(i[todo], j[todo], shingles, None if strength is None else strength[todo])
        units = [replace(unit, pairs=todo[unit.pairs]) for unit in units]
    progress.begin("Verifying exactly", todo.size, "pairs")
    lock, packers = threading.Lock(), PerThread(Packer)

    def work(unit: Unit) -> None:
        progress.check()
        packer = packers.get()
        packer.begin(unit.documents.size)
        done = 0
        for ids, bounds in reader.pieces(unit.documents):
            first, done = done, done + bounds.size - 1
            packer.add(ids, bounds, unit.begins[first:done])
        pairs = unit.pairs
        verified.sizes_i[pairs], verified.sizes_j[pairs] = packer.sizes[unit.left], packer.sizes[unit.right]
        verified.shared[pairs] = packer.shared(unit.left, unit.right)
        progress.advance(pairs.size)
        if lock.acquire(blocking=False):
            try:
                on_verified()
            finally:
                lock.release()

    try:
        engine.each(work, units)
    except Cancelled:
        return False
    return True


def measured_values(
    reader: Reader,
    signed: SignedCorpus,
    found: Candidates,
    done: NDArray[np.int64],
    verified: Verified,
    yardstick: Yardstick,
    engine: Engine,
) -> NDArray[np.float64]:
    """(len(done),) the exact measure of these candidates, in its own units."""
    which = slice(None) if done.size == found.i.size else done  # of all of them no copies are made
    i, j, shared = found.i[which], found.j[which], verified.shared[which]
    sizes_i, sizes_j = verified.sizes_i[which], verified.sizes_j[which]
    match yardstick.recipe.measure:
        case "jaccard":
            return jaccard_of(shared, sizes_i, sizes_j)
        case "containment":
            return shared / np.minimum(sizes_i, sizes_j)
    values = np.empty(done.size)

    def work(unit: Unit) -> None:
        values[unit.pairs] = yardstick.exact_of_vectors(
            reader, unit.documents, unit.left.astype(np.int64), unit.right.astype(np.int64)
        )

    engine.each(work, plan_units(i, j, signed.texts.shingles))
    return values


def ranked_pairs(
    reader: Reader,
    signed: SignedCorpus,
    found: Candidates,
    verified: Verified,
    floor: float,
    yardstick: Yardstick,
    engine: Engine,
    each: Mapper = one_by_one,
) -> Pairs:
    """The verified pairs within ``floor``, most similar first, then by rows.

    ``each(function, jobs)`` makes the columns, in parallel if it likes.
    """
    done = np.flatnonzero(verified.shared >= 0)
    values = measured_values(reader, signed, found, done, verified, yardstick, engine)
    similarity = yardstick.similarity(values)
    kept = np.flatnonzero(similarity >= float(yardstick.similarity(floor)))
    if kept.size < done.size:
        done, values, similarity = done[kept], values[kept], similarity[kept]
    order = _most_similar_first(similarity, found.i[done], found.j[done])
    done, values = done[order], values[order]

    def columns(first: int) -> Pairs:
        part = slice(first, first + _RANKED_AT_ONCE)
        return _columns(signed, found, verified, done[part], values[part], yardstick)

    return Pairs.joined(each(columns, range(0, max(1, done.size), _RANKED_AT_ONCE)))


def _columns(
    signed: SignedCorpus,
    found: Candidates,
    verified: Verified,
    done: NDArray[np.int64],
    values: NDArray[np.float64],
    yardstick: Yardstick,
) -> Pairs:
    """All that is told of these candidates, in their order; values : their exact measure in its own units."""
    i, j = found.i[done], found.j[done]
    estimate = estimates(signed, i, j, found.equal[done])
    shared, sizes_i, sizes_j = verified.shared[done], verified.sizes_i[done], verified.sizes_j[done]
    plain = yardstick.recipe.measure == "jaccard"
    jaccard = values if plain else jaccard_of(shared, sizes_i, sizes_j)
    # what the signatures estimate: of contained documents too the Jaccard similarity
    truth = jaccard if signed.family.measure == "jaccard" else yardstick.to_family(values)
    spread = standard_errors(signed.family, truth, sizes_i.astype(np.int64) + sizes_j - shared)
    error = np.divide(estimate - truth, spread, out=np.zeros(done.size), where=spread > 0)
    prints = signed.texts.fingerprints
    return Pairs(
        i=i,
        j=j,
        jaccard=jaccard,
        estimate=yardstick.from_family(estimate),
        error_sd=error,
        i_in_j=shared / sizes_i,
        j_in_i=shared / sizes_j,
        hamming=np.bitwise_count(prints[i] ^ prints[j]).astype(np.int16),
        distance=yardstick.distance(values),
        similarity=None if plain else yardstick.similarity(values),
    )


def order_by_rows(i: NDArray[np.int32], j: NDArray[np.int32]) -> NDArray[np.int64]:
    """What sorts pairs by ``i``, then by ``j``."""
    bits_i, bits_j, bits = (int(most).bit_length() for most in (i.max(initial=0), j.max(initial=0), i.size))
    if bits_i + bits_j + bits > 63:
        return np.lexsort((j, i)).astype(np.int64)
    return _order_of_words((i.astype(np.int64) << bits_j) | j, bits)


def _order_of_words(words: NDArray[np.int64], bits: int) -> NDArray[np.int64]:
    """What sorts them, stably: words that hold a place in their last bits are sorted faster than places by words."""
    order: NDArray[np.int64] = np.sort((words << bits) | np.arange(words.size)) & ((1 << bits) - 1)
    return order


def _most_similar_first(
    similarity: NDArray[np.float64], i: NDArray[np.int32], j: NDArray[np.int32]
) -> NDArray[np.int64]:
    """What sorts pairs by falling similarity (in [0, 1]), then by ``i``, then by ``j``."""
    bits = i.size.bit_length()
    if bits + _SCALE_BITS <= 63:
        by_rows = order_by_rows(i, j)
        scaled = ((1.0 - similarity[by_rows]) * (1 << (_SCALE_BITS - 1))).astype(np.int64)
        order = by_rows[_order_of_words(scaled, bits)]
        falling = similarity[order]
        if np.all(falling[1:] <= falling[:-1]):
            return order
    return np.lexsort((j, i, -similarity))


def estimates(
    signed: SignedCorpus, i: NDArray[np.int32], j: NDArray[np.int32], equal: NDArray[np.int32]
) -> NDArray[np.float64]:
    """(m,) estimates of the family's measure from the signatures alone."""
    if isinstance(signed.family, FastSimilaritySketch):
        return equal / signed.family.length
    out = np.empty(i.size)
    whole = signed.signatures
    for first in range(0, i.size, _ESTIMATED_AT_ONCE):
        part = slice(first, first + _ESTIMATED_AT_ONCE)
        a, b = (replace(whole, values=whole.values[rows[part]]) for rows in (i, j))
        out[part] = signed.family.estimate(a, b)
    return out


def no_pairs() -> Pairs:
    """An empty table of pairs."""
    rows, numbers = np.empty(0, np.int32), np.empty(0)
    return Pairs(rows, rows, numbers, numbers, numbers, numbers, numbers, rows.astype(np.int16))
