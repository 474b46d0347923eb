"""How alike the texts of a sample are by the measure of a recipe, estimated from short sketches of their vectors.

Weighted texts stand in as count sketches (Charikar, Chen, Farach-Colton 2002): every shingle adds its weight, with a
sign of its own, to one of WIDTH places. Inner products of sketches are those of the vectors, off by |x| |y| / 128 as a
rule, and the products of all pairs are one product of matrices.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from simexplorer.features.bags import numbered, sets_of
from simexplorer.features.boilerplate import LeftOut, frequent_ids
from simexplorer.features.sets import ShingleSets, SparseVectors
from simexplorer.features.texts import TextCutter
from simexplorer.features.vectors import DocumentFrequencies, as_vectors, term_frequencies, tf_idf
from simexplorer.kernel_words import GOLD
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.sampling import Sample
from simexplorer.search.distinct import distinct
from simexplorer.search.hamming import distances
from simexplorer.signatures.simhash import SimHash

Floats = NDArray[np.float64]
WIDTH = 2**14


def sets_of_sample(sample: Sample, cutter: TextCutter, recipe: Recipe) -> ShingleSets:
    """What the recipe compares of each text, unsorted: of bags each occurrence; boilerplate is told from the sample."""
    ids, bounds = _shingles(sample, cutter, recipe)
    if recipe.bag:
        ids, bounds = numbered(ids, bounds)
    return ShingleSets(bounds, ids)


def vectors_of(sample: Sample, cutter: TextCutter, recipe: Recipe) -> SparseVectors:
    """The texts of a sample as the recipe weighs them; how rare a shingle is is told from the sample."""
    ids, bounds = _shingles(sample, cutter, recipe)
    frequencies = term_frequencies(ids, bounds)
    if recipe.weights == "binary":
        return SparseVectors(frequencies.offsets, frequencies.ids, np.ones(frequencies.ids.size))
    if recipe.weights == "tfidf":
        counted = DocumentFrequencies()
        counted.add(frequencies)
        return tf_idf(frequencies, counted)
    return as_vectors(frequencies)


def _shingles(sample: Sample, cutter: TextCutter, recipe: Recipe) -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Shingles without boilerplate, and where those of each text begin.

    Of a part of a collection no text makes a share by itself: what is left out is in two of them at least.
    """
    ids, bounds, _ = cutter.shingles(sample.data, sample.offsets, cutter.scratch(int(sample.text_bytes.max(initial=1))))
    if recipe.boilerplate >= 1.0:
        return ids, bounds
    filled = sets_of(ids, distinct(bounds))
    share = Fraction(str(recipe.boilerplate))
    if len(sample) < sample.files and len(filled):
        share = max(share, Fraction(1, len(filled)))
    return LeftOut(frequent_ids(filled, share)).taken_from(ids, bounds)


def similarities_of(vectors: SparseVectors, recipe: Recipe) -> Floats:
    """(m (m - 1) / 2,) similarities of all pairs of texts that are not empty, in [0, 1] as pairs are ranked."""
    scale = MeasureScale.of(recipe)
    filled = np.flatnonzero(np.diff(vectors.offsets) > 0)
    i, j = np.triu_indices(filled.size, 1)
    if scale.measure == "hamming":
        prints = SimHash(recipe.simhash_bits, recipe.seed).fingerprints(vectors)
        return scale.similarity(distances(prints, filled[i], filled[j]).astype(np.float64))
    sketch = _sketches(vectors)[filled]
    dot: Floats = np.asarray(sketch @ sketch.T, np.float64)
    squares = np.diag(dot)
    if scale.measure == "euclidean":
        return scale.similarity(np.sqrt(np.maximum(0.0, squares[i] + squares[j] - 2.0 * dot[i, j])))
    lengths = np.sqrt(squares[i] * squares[j])
    return scale.similarity(np.divide(dot[i, j], lengths, out=np.zeros(i.size), where=lengths > 0.0))


def _sketches(vectors: SparseVectors) -> Floats:
    """(n, WIDTH) count sketches."""
    n = vectors.offsets.size - 1
    with np.errstate(over="ignore"):
        mixed = vectors.ids * GOLD
    mixed ^= mixed >> np.uint64(29)
    sign = np.where(mixed & np.uint64(1), 1.0, -1.0)
    place = (mixed >> np.uint64(50)).astype(np.int64)  # the highest 14 bits
    row = np.repeat(np.arange(n, dtype=np.int64), np.diff(vectors.offsets))
    sums = np.bincount(row * WIDTH + place, sign * vectors.weights, n * WIDTH)
    return np.asarray(sums, np.float64).reshape(n, WIDTH)
