"""What a run will cost, estimated from a sample: time, memory, disk and candidates; with warnings of bad settings."""

from __future__ import annotations

import os
import time

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.features.texts import TextCutter
from simexplorer.pipeline.forecast_warnings import Outlook, warnings_of
from simexplorer.pipeline.measure_scale import (
    JACCARD,
    OF_VECTORS,
    MeasureScale,
    containment_of_jaccard,
    limit_similarity,
)
from simexplorer.pipeline.memory_room import physical_memory
from simexplorer.pipeline.reading import cut_params
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import BINS, EDGES
from simexplorer.pipeline.sample_likeness import sets_of_sample, similarities_of, vectors_of
from simexplorer.pipeline.sampling import Sample
from simexplorer.pipeline.signing import family_of
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.agreement import agreeing
from simexplorer.search.banding import MAX_CHECKS, MAX_PAIRS
from simexplorer.search.equal_words import first_equal
from simexplorer.search.scurve import ExpectedCounts, expected_counts, histogram_nodes
from simexplorer.search.tuning import Banding
from simexplorer.search.unmixing import unmixed
from simexplorer.signatures.fss import INFINITE, KEPT, FastSimilaritySketch
from simexplorer.signatures.text_signer import TextSigner

# measured on one core: index a document's band, compare two signatures of 128 values, in turn with all, verify a pair
_SECONDS_A_BAND, _SECONDS_A_CHECK, _SECONDS_A_COMPARISON, _SECONDS_A_PAIR = 60e-9, 40e-9, 3e-9, 100e-9
_SECONDS_A_PACKED = 5e-9  # shingle, numbered and put into its document's bits
_BYTES_A_DOCUMENT, _BYTES_A_PAIR, _BYTES_A_SAVED_PAIR = 400, 60, 60
_BYTES_A_JOINED_SHINGLE = 20  # its id and its number, in sets and in the index
_NEAR_SHARE = 0.1  # of the candidates: similar enough by their signatures to be verified
_READING_AND_VERIFYING = 1.5  # of the time of reading: what is verified is read again
_BYTES_AT_REST, _BYTES_A_WORKER = 50 << 20, 16 << 20
# a byte of a long text: while it is read and signed; while it is compared with one like it, its ids and their table
_BYTES_A_BYTE_READ, _BYTES_A_BYTE_COMPARED = 1.5, {"word": 12, "char": 40}
_BYTES_OF = {"fss": 2, "simhash": 1, "hyperplane": 1, "bit-sampling": 1, "random-lines": 8, "minhash": 8}
_SECONDS_A_SHINGLE = 40e-9  # cutting, sorting and weighing one again
_TIMED_SHINGLES = 50_000
_SKETCH, _FEW = 512, 16  # positions: estimates of the sample are off by 0.022 at most; where texts are only told apart


class Forecast(Struct, frozen=True):
    """What a first run under a recipe is expected to take.

    seconds : in all; reading : of them for reading and signing
    memory : bytes at most; disk : temporary bytes for texts that were not plain; saved : bytes of a saved workspace
    copies : texts that equal another one, at least: they are compared with none, and in no pair
    candidates, pairs : expected numbers, of pairs to compare and of those within the limit; seen : of the sample
    histogram : (BINS,) expected pairs of different texts in each hundredth of estimated similarity; at_one : how many
        of the last have exactly 1
    random_similarity : of two texts picked at random, on average, by the measure of the recipe
    warnings : what to change, and why, in sentences
    """

    seconds: float
    reading: float
    memory: int
    disk: int
    saved: int
    copies: float
    candidates: float
    pairs: float
    seen: int
    histogram: NDArray[np.float64]
    at_one: float
    random_similarity: float
    warnings: tuple[str, ...]


def forecast(sample: Sample, recipe: Recipe, workers: int | None = None) -> Forecast:
    """Cuts and signs the sample under this recipe (about 0.1 s) and scales up. Near-copies inside the sample are few,
    so pairs of very similar documents are known to an order of magnitude; the cost of unlike ones is known well.
    """
    workers = workers or min(8, os.cpu_count() or 1)
    looked, share = _looked(sample, recipe), sample.files / max(1, len(sample))
    documents, texts = share * max(1, looked.documents), share * max(1, looked.texts)
    histogram, at_one, usual = _histogram(looked, texts, MeasureScale.of(recipe))
    banding, counts = _counts(recipe, histogram, at_one)
    sampled = max(1, int(np.minimum(sample.size, recipe.max_bytes).sum()))
    reading = _seconds_of_reading(sample, looked.seconds / sampled) / workers
    kept = min(float(MAX_PAIRS), counts.similar + _NEAR_SHARE * counts.candidates)
    row_bytes = _BYTES_A_DOCUMENT + _BYTES_OF.get(recipe.scheme, 4) * recipe.signature_length
    memory = int(documents * row_bytes + kept * _BYTES_A_PAIR) + _BYTES_AT_REST + workers * _BYTES_A_WORKER
    memory += _of_long_texts(sample, recipe, workers)
    if recipe.measure == "containment":  # the exact join holds all shingles, numbered and as they are
        memory += int(documents * looked.shingles * _BYTES_A_JOINED_SHINGLE)
    told = Outlook(
        documents=texts,
        sampled=looked.texts,
        candidates=counts.candidates,
        usual=usual,
        memory=memory,
        physical_memory=physical_memory(),
        containers=sample.containers,
        signing_seconds=reading,
        note=banding.note if banding else "",
    )
    return Forecast(
        seconds=reading * (_READING_AND_VERIFYING if kept else 1.0)
        + _seconds_of_pairs(recipe, looked, documents, counts.candidates, kept) / workers,
        reading=reading,
        memory=memory,
        disk=int(sample.parsed_bytes * min(1.0, float(sample.text_bytes.sum()) / sampled)),
        saved=int(documents * row_bytes + counts.similar * _BYTES_A_SAVED_PAIR),
        copies=documents - texts,
        candidates=counts.candidates,
        pairs=counts.similar,
        seen=int(np.count_nonzero(looked.similar >= limit_similarity(recipe))),
        histogram=histogram,
        at_one=at_one,
        random_similarity=usual,
        warnings=warnings_of(recipe, told),
    )


def _seconds_of_reading(sample: Sample, signing: float) -> float:
    """On one core, of the whole folder; ``signing`` : seconds a byte besides reading it."""
    plain, parsed = sample.seconds_per_byte
    return (
        (sample.total_bytes - sample.parsed_bytes) * plain + sample.parsed_bytes * parsed + sample.total_bytes * signing
    )


class _Looked(Struct, frozen=True):
    """Documents of the sample that are not empty, the texts among them that equal no earlier one, similarities of all
    pairs of those, mean shingles (repeats counted), seconds.

    steps : similarities are shares of so many positions; 0 where they are not
    """

    documents: int
    texts: int
    similar: NDArray[np.float64]
    shingles: float
    seconds: float
    steps: int = 0


def _seconds_of_pairs(recipe: Recipe, looked: _Looked, documents: float, candidates: float, kept: float) -> float:
    """On one core: bands filled, ``candidates`` compared by their signatures, ``kept`` of them verified."""
    indexing = documents * (recipe.signature_length / 5) * _SECONDS_A_BAND
    checking = min(
        min(candidates, float(MAX_CHECKS)) * _SECONDS_A_CHECK, documents * documents / 2 * _SECONDS_A_COMPARISON
    )
    # by a measure of vectors documents are counted and weighed again, large collections a few times
    shingle = 2.0 * _SECONDS_A_SHINGLE if recipe.measure in OF_VECTORS else _SECONDS_A_PACKED
    return indexing + checking + kept * _SECONDS_A_PAIR + min(documents, 2 * kept) * looked.shingles * shingle


def _looked(sample: Sample, recipe: Recipe) -> _Looked:
    """All pairs of different texts by the measure of the recipe, and what cutting and signing the sample takes."""
    values, shingles, hashes, seconds = _signed(sample, recipe)
    every = np.ones(len(sample), np.bool_)
    once = (first_equal(hashes, every) == np.arange(len(sample)))[shingles > 0]  # a run compares these alone
    filled = shingles[shingles > 0]
    mean = float(filled.mean()) if filled.size else 0.0
    i, j = np.triu_indices(filled.size, 1)
    different = once[i] & once[j]
    texts = int(once.sum())
    if recipe.measure in OF_VECTORS:
        vectors = vectors_of(sample, TextCutter(cut_params(recipe)), recipe)
        similar = similarities_of(vectors, recipe)[different]
        twice = 2.0 if recipe.weights == "tfidf" else 1.0
        return _Looked(filled.size, texts, similar, mean, twice * seconds + _scheme_seconds(vectors, recipe))
    i, j = i[different], j[different]
    similar = agreeing(values[shingles > 0], i, j, INFINITE) / values.shape[1]
    if recipe.measure == "containment":
        sizes = np.diff(vectors_of(sample, TextCutter(cut_params(recipe)), recipe).offsets)  # without repeats
        sizes = sizes[sizes > 0]
        similar = containment_of_jaccard(similar, sizes[i], sizes[j])
        return _Looked(filled.size, texts, similar, mean, seconds)
    return _Looked(filled.size, texts, similar, mean, seconds, steps=values.shape[1])


def _scheme_seconds(vectors: SparseVectors, recipe: Recipe) -> float:
    """What the scheme takes for all these vectors, told by the first few of them."""
    few = int(np.searchsorted(vectors.offsets, _TIMED_SHINGLES)) + 1
    some = _first(vectors, min(few, len(vectors)))
    scheme = family_of(recipe)
    scheme.sign(_first(some, 1))  # what must be compiled is compiled now
    began = time.perf_counter()
    scheme.sign(some)
    return float((time.perf_counter() - began) * vectors.ids.size / max(1, some.ids.size))


def _first(vectors: SparseVectors, count: int) -> SparseVectors:
    offsets = vectors.offsets[: count + 1]
    return SparseVectors(offsets, vectors.ids[: offsets[-1]], vectors.weights[: offsets[-1]])


def _counts(recipe: Recipe, histogram: NDArray[np.float64], at_one: float) -> tuple[Banding | None, ExpectedCounts]:
    """Bands and rows, and what they do to pairs that are distributed so; contained ones are joined exactly."""
    limit = limit_similarity(recipe)
    if recipe.measure == "containment":
        nodes, pairs = histogram_nodes(histogram, limit, at_one)
        similar = float(pairs[nodes >= limit].sum())
        return None, ExpectedCounts(similar, similar, 0.0, 0.0)
    yardstick, scheme, steps = Yardstick(recipe), family_of(recipe), MeasureScale.of(recipe).steps
    banding, collision = yardstick.banding(scheme), yardstick.collision_over(scheme)
    counts = expected_counts(histogram, limit, banding.bands, banding.rows, collision, at_end=at_one, steps=steps)
    return banding, counts


_Signed = tuple[NDArray[KEPT], NDArray[np.int64], NDArray[np.uint64], float]


def _signed(sample: Sample, recipe: Recipe) -> _Signed:
    """Sketches, shingle counts and hashes of the sample's normalised texts, and the seconds it took."""
    cutter = TextCutter(cut_params(recipe))
    if recipe.bag or recipe.boilerplate < 1.0:  # as in a run, what is compared is not what the compiled pass cuts
        return _signed_sets(sample, cutter, recipe)
    signer = TextSigner(cutter, _SKETCH, recipe.seed)
    scratch = cutter.scratch(int(sample.text_bytes.max(initial=1)))
    signer.sign(sample.data, sample.offsets[:2], scratch)  # what must be compiled is compiled now
    began = time.perf_counter()
    signed, _ = signer.sign(sample.data, sample.offsets, scratch)
    return signed.values, signed.shingles, signed.text_hashes, time.perf_counter() - began


def _signed_sets(sample: Sample, cutter: TextCutter, recipe: Recipe) -> _Signed:
    """The same of bags, and of texts without boilerplate."""
    family = FastSimilaritySketch(_SKETCH, recipe.seed)
    family.sign(ShingleSets.from_lists([[1]]))  # what must be compiled is compiled now
    began = time.perf_counter()
    sets = sets_of_sample(sample, cutter, recipe)
    values, seconds = family.sign(sets).values, time.perf_counter() - began
    scratch = cutter.scratch(int(sample.text_bytes.max(initial=1)))
    signed, _ = TextSigner(cutter, _FEW, recipe.seed).sign(sample.data, sample.offsets, scratch)
    return values, sets.sizes, signed.text_hashes, seconds


def _histogram(
    looked: _Looked, texts: float, scale: MeasureScale = JACCARD
) -> tuple[NDArray[np.float64], float, float]:
    """Expected pairs of the whole collection in each hundredth of estimated similarity and at exactly 1; their mean.

    The mean is that of the measure: of distances, not of what they are as similarities.
    """
    similar, steps = looked.similar, looked.steps
    if not similar.size:
        return np.zeros(BINS), 0.0, 0.0
    at_one = int(np.count_nonzero(similar >= 1.0))
    if steps:
        times, places = np.bincount(np.rint(similar * steps).astype(np.int64), minlength=steps + 1), JACCARD.places
        times[-1] = 0
        counts = np.histogram(places, EDGES, weights=unmixed(times, places))[0]
        counts[-1] += at_one
    else:
        counts = np.histogram(np.clip(similar, 0.0, 1.0), EDGES)[0].astype(np.float64)
    each = texts * (texts - 1) / 2 / similar.size
    return counts * each, at_one * each, float(scale.similarity(scale.value(similar).mean()))


def _of_long_texts(sample: Sample, recipe: Recipe, workers: int) -> int:
    """Bytes for the longest texts, a worker each, should the next longest be like them."""
    sizes = np.minimum(sample.longest, recipe.max_bytes)
    compared = _BYTES_A_BYTE_COMPARED.get(recipe.shingle_kind, 0)
    return int(_BYTES_A_BYTE_READ * sizes[:workers].sum() + compared * sizes[1 : 2 * workers : 2].sum())
