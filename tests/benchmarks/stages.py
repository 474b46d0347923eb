"""Every stage, in nanoseconds of processor time a unit, beside the limit that no code can pass.

    python -m tests.benchmarks.stages [--collection generated-20000] [--shingle char:9]

The limits of listing and reading are what their system calls alone take a C program on the machine of
resources/benchmark.md. The others are counted: a pass over memory at 20 GB/s a core, a 64-bit multiply in two cycles
of 3 GHz a shingle, a store a cycle.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import Int, lean_kernel
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.features.bags import sets_of
from simexplorer.features.normalise import NormaliseRules
from simexplorer.features.texts import CutRoom, Scratch, TextCutter, normalise_one
from simexplorer.pipeline.analysis import Analysis, read_options
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader, cut_params
from simexplorer.pipeline.recipe import Recipe
from simexplorer.search.banding import candidates
from simexplorer.search.clustering import cluster
from simexplorer.search.document_parts import Likeness
from simexplorer.search.exact_join import exact_pairs
from simexplorer.search.hamming import pairs_within
from simexplorer.search.linkage_pairs import KnownPairs
from simexplorer.search.verify import Packer
from simexplorer.search.verify_units import Unit, plan_shares
from simexplorer.signatures.fss import fill_signatures, sketch_seeds
from simexplorer.signatures.text_signer import TextSigner
from tests.benchmarks.corpora import folder_of

ROUNDS = 5


def best(work: Callable[[], object]) -> float:
    """Least processor seconds of all threads over some rounds, the first of which loads the kernels."""
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return min(times)


def show(stage: str, seconds: float, units: int, unit: str, limit: float, what: str) -> None:
    """One line: what it takes, what it cannot take less than, and how far apart they are."""
    taken = seconds / max(1, units) * 1e9
    print(f"{stage:34} {taken:10,.2f} ns/{unit:10} limit {limit:8,.2f}  x{taken / limit:6.1f}   {what}")


def main() -> None:
    """Run the stages of one collection, each on what the one before made."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--collection", default="generated-20000")
    parser.add_argument("--shingle", default="char:9")
    chosen = parser.parse_args()
    kind, _, size = chosen.shingle.partition(":")
    recipe = Recipe(shingle_kind=kind, shingle_size=int(size))
    source = os.fsencode(folder_of(chosen.collection))
    options = read_options(recipe)
    corpus = Corpus.open([source], options)
    n = len(corpus)
    show("list", best(lambda: Corpus.open([source], options).close()), n, "file", 1500, "getdents and statx")
    buffer, chunks = TextBuffer(), corpus.plan(np.arange(n))
    show("read", best(lambda: [corpus.read(c, buffer) for c in chunks]), n, "file", 3500, "openat, statx, read, close")
    corpus.read(np.arange(n), buffer)
    in_memory(buffer, recipe)
    searching(Reader(corpus, recipe), source, recipe)
    corpus.close()


@lean_kernel
def normalise_all(data: NDArray[np.uint8], offsets: NDArray[np.int64], rules: NormaliseRules, scratch: Scratch) -> Int:
    """Normalise all texts, one over the other."""
    total = 0
    for d in range(offsets.size - 1):
        length, _ = normalise_one(data, offsets[d], offsets[d + 1] - offsets[d], rules, False, scratch)
        total += length
    return total


def in_memory(buffer: TextBuffer, recipe: Recipe) -> None:
    """Text to shingles to sketches, texts lying in memory."""
    data, offsets = buffer.data, buffer.offsets
    count, size = len(buffer), int(offsets[-1])
    cutter = TextCutter(cut_params(recipe))
    room = CutRoom(cutter.scratch(1 << 20), np.empty(1 << 17, np.uint64))
    normalising = best(partial(normalise_all, data, offsets, cutter.normalise, cutter.scratch(1 << 20)))
    show("normalise", normalising, size, "byte", 0.05, "one pass over memory")

    def pieces() -> int:
        rest, total = offsets, 0
        while rest.size > 1:
            ids, bounds = cutter.piece(data, rest, room)
            rest, total = rest[bounds.size - 1 :], total + ids.size
        return total

    show("normalise and cut", best(pieces), pieces(), "shingle", 0.72, "a multiply and a pass over memory")
    signer, scratch = TextSigner(cutter, recipe.hashes, recipe.seed), cutter.scratch(1 << 20)
    signing = best(lambda: signer.sign(data, offsets, scratch))
    show("cut, sketch, SimHash, text hash", signing, size, "byte", 1.1, "a multiply, a store, counters, a pass")
    ids, bounds, _ = cutter.shingles(data, offsets, scratch)
    few = bounds[: min(count, 64) + 1]  # so that the ids lie in the cache, as they do when a text was just cut
    seeds, values = sketch_seeds(1, recipe.hashes), np.empty((few.size - 1, recipe.hashes), np.uint32)
    sketching = best(lambda: fill_signatures(few, ids, seeds, values))
    show("sketch alone", sketching, int(few[-1]), "shingle", 0.67, "a multiply and a store")


def searching(reader: Reader, source: bytes, recipe: Recipe) -> None:
    """Signatures to candidates to verified pairs to clusters; the exact join and the fingerprints beside them."""
    analysis = Analysis([source])
    result = analysis.run(recipe, Progress())
    n, values = len(result.shingles), result.signatures.values
    members = np.flatnonzero((result.groups.representative == np.arange(n)) & (result.shingles > 0))
    search = partial(candidates, values, result.bands, result.rows, members=members, needed=84)
    found = search()
    banding = best(search)
    units = n * result.bands + found.candidates
    show("bands and candidates", banding, units, "place", 2.0, "sort 8 bytes a place, compare 128 a candidate")

    def plan() -> list[Unit]:
        return [share.unit() for share in plan_shares(found.i, found.j, result.shingles, Likeness(found.equal))]

    show("plan of verification", best(plan), found.i.size, "pair", 12.0, "two sorts of 12 bytes a pair")
    unit = max(plan(), key=lambda one: one.pairs.size)
    ids, bounds = reader.shingles(unit.documents)
    packer = Packer()

    def pack() -> None:
        packer.begin(unit.documents.size)
        packer.add(ids, bounds, unit.begins)

    show("pack bitsets (largest unit)", best(pack), ids.size, "shingle", 1.0, "a look and a compare")
    shared = best(lambda: packer.shared(unit.left, unit.right))
    show("overlaps (largest unit)", shared, unit.left.size, "pair", 20.0, "30 words of each document")
    pairs, same = result.pairs, result.groups.representative

    def link() -> None:
        known = KnownPairs.of(pairs.i, pairs.j, pairs.ranking)
        cluster(known, recipe.threshold, "component", same, result.shingles > 0)

    show("clusters", best(link), len(pairs) + n, "pair", 10.0, "union-find, one cache miss a pair")
    show("Hamming pairs within 3 bits", best(partial(pairs_within, result.fingerprints, 3)), n, "text", 20.0, "4 sorts")
    few = members[:5000]
    sets = sets_of(*reader.shingles(few))
    join = best(partial(exact_pairs, sets, recipe.threshold))
    show("exact join (5,000 texts)", join, sets.ids.size, "shingle", 2.0, "a posting for a fifth of the shingles")
    analysis.close()


if __name__ == "__main__":
    main()
