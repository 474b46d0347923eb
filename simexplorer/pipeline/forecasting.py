"""What a run will cost, told from a sample: time, memory, disk, candidates; and settings that explode, warned of."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.texts import TextCutter
from simexplorer.pipeline.reading import cut_params
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.sampling import Sample
from simexplorer.search.banding import MAX_CHECKS, equal_of_pairs
from simexplorer.search.scurve import expected_counts
from simexplorer.search.tuning import by_recall
from simexplorer.signatures.fss import EMPTY
from simexplorer.signatures.text_signer import TextSigner

BINS = 100
# measured on one core: index a document's band, compare two signatures of 128 values, verify a pair
_SECONDS_A_BAND, _SECONDS_A_CHECK, _SECONDS_A_PAIR = 60e-9, 40e-9, 1.5e-6
_BYTES_A_DOCUMENT, _BYTES_A_PAIR = 400, 120
_BYTES_A_HASH = 4
_SKETCH = 512  # positions: estimates of the sample are off by 0.022 at most


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a first run under a recipe is expected to take.

    seconds : in all; reading : of them for reading and signing
    memory : bytes at most; disk : temporary bytes for texts that were not plain; saved : bytes of a saved workspace
    candidates, pairs : expected numbers, of pairs to compare and of those at the threshold; None where none can tell
    histogram : (BINS,) expected pairs of the collection in each hundredth of estimated similarity
    random_similarity : what two texts picked at random have in common, on average
    warnings : what to change, and why, in sentences
    """

    seconds: float
    reading: float
    memory: int
    disk: int
    saved: int
    candidates: float | None
    pairs: float | None
    histogram: NDArray[np.float64]
    random_similarity: float
    warnings: tuple[str, ...]


def forecast(sample: Sample, recipe: Recipe, workers: int | None = None) -> Forecast:
    """Cuts and signs the sample under this recipe (about 0.1 s) and scales up. Copies inside the sample are few, so
    pairs of very similar documents are known to an order of magnitude; the cost of unlike ones is known well.
    """
    workers = workers or min(8, os.cpu_count() or 1)
    values, shingles, signing = _signed(sample, recipe)
    documents = sample.files * max(1, len(shingles)) / max(1, len(sample))
    histogram, usual = _similarities(values, shingles, documents)
    counts = None
    if recipe.measure in ("jaccard", "containment"):
        bands, rows = recipe.bands, recipe.rows
        if bands is None or rows is None:
            chosen = by_recall(recipe.hashes, recipe.threshold, recipe.recall)
            bands, rows = chosen.bands, chosen.rows
        counts = expected_counts(histogram, recipe.threshold, bands, rows)
    candidates = counts.candidates if counts else 0.0
    plain, parsed = sample.seconds_per_byte
    sampled = max(1, int(np.minimum(sample.documents.size[sample.rows], recipe.max_bytes).sum()))
    reading = (
        (sample.total_bytes - sample.parsed_bytes) * plain
        + sample.parsed_bytes * parsed
        + sample.total_bytes * signing / sampled
    ) / workers
    checked = min(candidates, float(MAX_CHECKS))
    indexing = documents * (recipe.hashes / 5) * _SECONDS_A_BAND / workers
    verifying = checked * (_SECONDS_A_CHECK + 0.5 * _SECONDS_A_PAIR) / workers
    kept = (counts.similar if counts else 0.0) + 0.1 * checked
    row_bytes = _BYTES_A_DOCUMENT + _BYTES_A_HASH * recipe.hashes
    memory = int(documents * row_bytes + min(kept, 12e6) * _BYTES_A_PAIR + workers * 64 * 2**20)
    growth = float(sample.text_bytes.sum()) / sampled
    return Forecast(
        seconds=reading * (1.5 if kept else 1.0) + indexing + verifying,
        reading=reading,
        memory=memory,
        disk=int(sample.parsed_bytes * min(1.0, growth)),
        saved=int(documents * row_bytes + (counts.similar if counts else 0.0) * 60),
        candidates=candidates if counts else None,
        pairs=counts.similar if counts else None,
        histogram=histogram,
        random_similarity=usual,
        warnings=_warnings(recipe, documents, candidates, usual, memory, sample),
    )


def _signed(sample: Sample, recipe: Recipe) -> tuple[NDArray[np.uint32], NDArray[np.int64], float]:
    """Sketches and shingle counts of the sample's texts that are not empty, and the seconds it took."""
    cutter = TextCutter(cut_params(recipe))
    signer = TextSigner(cutter, _SKETCH, recipe.seed)
    scratch = cutter.scratch(int(sample.text_bytes.max(initial=1)))
    signer.sign(sample.data, sample.offsets[:2], scratch)  # what must be compiled is compiled now
    began = time.perf_counter()
    signed, _ = signer.sign(sample.data, sample.offsets, scratch)
    seconds = time.perf_counter() - began
    filled = signed.shingles > 0
    return signed.values[filled], signed.shingles[filled], seconds


def _similarities(
    values: NDArray[np.uint32], shingles: NDArray[np.int64], documents: float
) -> tuple[NDArray[np.float64], float]:
    """Expected pairs of the whole collection in each hundredth of estimated similarity, and the mean of all pairs."""
    i, j = np.triu_indices(shingles.size, 1)
    if not i.size:
        return np.zeros(BINS), 0.0
    equal = np.empty(i.size, np.int32)
    equal_of_pairs(values, i, j, np.int64(EMPTY), equal)
    estimate = equal / values.shape[1]
    place = np.minimum((estimate * BINS).astype(np.int64), BINS - 1)
    scale = documents * (documents - 1) / 2 / i.size
    return np.bincount(place, minlength=BINS).astype(np.float64) * scale, float(estimate.mean())


def _warnings(
    recipe: Recipe, documents: float, candidates: float, usual: float, memory: int, sample: Sample
) -> tuple[str, ...]:
    words = []
    unit = {"char": "character", "word": "word", "item": "item"}[recipe.shingle_kind]
    if usual > 0.5 * recipe.threshold and len(sample) > 1:
        words.append(
            f"With shingles of {recipe.shingle_size} {unit}{'s' * (recipe.shingle_size > 1)} two texts picked at "
            f"random already share {usual:.0%}, and the threshold is {recipe.threshold:.0%}: unlike documents will "
            "look alike. Take longer shingles or a higher threshold."
        )
    every = documents * (documents - 1) / 2
    if candidates > min(float(MAX_CHECKS), 0.1 * every) and documents > 500:
        words.append(
            f"About {_about(candidates)} of {_about(every)} pairs would have to be compared one by one"
            + (f"; at most {_about(MAX_CHECKS)} are, the rest is left out" if candidates > MAX_CHECKS else "")
            + ". Take a higher threshold, longer shingles, or a lower recall."
        )
    error = 0.5 / recipe.hashes**0.5
    if recipe.hashes < 32:
        words.append(
            f"With {recipe.hashes} hashes an estimate is off by {error:.2f} at similarity 0.5: take 128 or more."
        )
    total = _physical_memory()
    if total and memory > 0.6 * total:
        words.append(
            f"The run may take {memory / 1e9:.1f} GB of memory; this computer has {total / 1e9:.1f} GB. Take fewer "
            "hashes, a higher threshold, or a part of the folder."
        )
    if sample.containers:
        words.append(
            f"{sample.containers:,} archives and mailboxes hold documents that this forecast does not see: expect more."
        )
    return tuple(words)


def _about(number: float) -> str:
    for size, unit in ((1e9, "billion"), (1e6, "million")):
        if number >= size:
            return f"{number / size:.3g} {unit}"
    return f"{number:,.0f}"


def _physical_memory() -> int:
    """Bytes of memory of this computer; 0 where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return 0
