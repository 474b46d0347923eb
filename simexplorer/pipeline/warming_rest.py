"""Kernels by stages: what reads and searches is compiled beside what cuts, signs, ranks and shows."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.collection_memory import match_sorted
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.features.bags import numbered, sets_of
from simexplorer.features.boilerplate import LeftOut
from simexplorer.features.document_counts import IdCounts, RepeatedBuckets
from simexplorer.features.sets import ShingleSets
from simexplorer.features.shown_text import ShownText
from simexplorer.features.texts import CutParams, TextCutter, join_texts
from simexplorer.features.word_table import WordReplacer
from simexplorer.features.words import WordFilter
from simexplorer.pipeline.estimating import estimates_against
from simexplorer.pipeline.recipe import LINKAGES, Recipe
from simexplorer.search.agreement import NO_VALUE, agreeing
from simexplorer.search.banding import candidates
from simexplorer.search.bucket_join import Buckets
from simexplorer.search.clustering import cluster
from simexplorer.search.document_parts import Likeness
from simexplorer.search.equal_words import first_equal
from simexplorer.search.exact_join import SelfJoin, partners_of
from simexplorer.search.falling_order import falling_order, falling_runs
from simexplorer.search.fetching import Known, fetch, reorder
from simexplorer.search.found_pairs import Room, Sieve
from simexplorer.search.linkage_forest import Forest
from simexplorer.search.linkage_pairs import Filler, KnownPairs
from simexplorer.search.mapping import one_by_one
from simexplorer.search.numbering import PIECE_IDS
from simexplorer.search.pair_lookup import Overlaps, look_up
from simexplorer.search.pair_scan import Scan, packed_bits
from simexplorer.search.passages import shared_passages
from simexplorer.search.posting_join import PostingJoin
from simexplorer.search.random_pairs import count_equal
from simexplorer.search.rare_join import RareFirst, RareJoin
from simexplorer.search.verify import Packer, similar_pairs
from simexplorer.search.verify_units import plan_shares
from simexplorer.signatures.family import Signatures
from simexplorer.signatures.fss import INFINITE, KEPT, FastSimilaritySketch
from simexplorer.signatures.long_sketch import LENGTH, SPARED, LongSketches, agreeing_bits
from simexplorer.signatures.odd_comparing import Outlines, told
from simexplorer.signatures.odd_law import STEPS, OddLaw
from simexplorer.signatures.odd_sketch import odd_sketches

_OTHER_LINKAGES = tuple(linkage for linkage in LINKAGES if linkage != Recipe().linkage)
TEXTS = ("The quick brown fox jumps over the lazy dog. " * 12, "Zwölf Boxkämpfer jagen Viktor über den Deich. " * 12)


def main() -> None:
    """Compile all of them; the argument is a folder with a few texts."""
    collect_rarely()
    compile_reading(sys.argv[1])
    compile_search()


def collect_rarely() -> None:
    """Look for garbage less often: compiling makes objects by the million, and looking through them takes its time."""
    gc.set_threshold(1_000_000, 50, 100)


def compile_reading(folder: str) -> None:
    """List and read the texts of a folder, twice: the second reading asks whether a file has changed."""
    corpus, buffer = Corpus.open([os.fsencode(folder)], ReadOptions()), TextBuffer()
    for _ in range(2):
        corpus.read(np.arange(len(corpus)), buffer)
    corpus.reorder(corpus.order())
    corpus.close()
    _find_again(b"ab", np.array([0, 1, 2]))


def _find_again(names: bytes, offsets: NDArray[np.int64]) -> None:
    """A later run finds its files among those of an earlier one, whose names lie in a file that is only read."""
    kept = np.frombuffer(names, np.uint8)
    rows, at = np.arange(len(names)), np.empty(len(names), np.int64)
    earlier = offsets.copy()
    earlier.flags.writeable = False
    match_sorted(kept.copy(), offsets, kept, earlier, rows, at)
    match_sorted(kept, offsets, kept, offsets, rows, at)


def compile_tables() -> None:
    """Read a table of each kind, whose rows become documents."""
    with tempfile.TemporaryDirectory(prefix="simexplorer-") as folder:
        Path(folder, "t.csv").write_text('n,text\n1,"a ""word"""\n2,another\n', "utf-8")
        Path(folder, "t.jsonl").write_text('{"n": 1, "text": "a \\u0077ord"}\n', "utf-8")
        corpus, buffer = Corpus.open([os.fsencode(folder)], ReadOptions(text_column="text")), TextBuffer()
        rows = np.arange(len(corpus))
        while rows.size:
            for chunk in corpus.plan(rows):
                corpus.read(chunk, buffer)
            rows = corpus.discovered()
        corpus.close()


def compile_words() -> None:
    """Leave the stop words out of a text."""
    texts = TextCutter(CutParams()), WordFilter("en", stop_words=True, stemming=False)
    WordReplacer(*texts).replaced(*join_texts([TEXTS[0].encode()]))


def compile_search() -> None:
    """Index, verify and link a few made-up signatures, so that the kernels of these stages are compiled and kept."""
    random = np.random.default_rng(1)
    n, family = 8, FastSimilaritySketch()
    values = np.repeat(random.integers(0, INFINITE, (n // 2, family.length)).astype(KEPT), 2, axis=0)
    shingles, members = np.full(n, 50), np.arange(n)
    found = candidates(values, 25, 5, members=members, infinite=INFINITE, needed=64)
    agreeing(values, members, members[::-1].copy(), INFINITE)
    count_equal(values, members, 1, n)
    for share in plan_shares(found.i, found.j, shingles, Likeness(found.equal, np.ones(129))):
        unit = share.unit()
        packer = Packer()
        packer.begin(unit.documents.size)
        ids = random.integers(0, 2**63, 50 * unit.documents.size).astype(np.uint64)
        packer.add(ids, np.arange(0, ids.size + 1, 50), unit.begins)
        packer.shared(unit.left, unit.right)
    _link("component")


def compile_ranking() -> None:
    """Fold identical texts, look known pairs up and put similar ones in order."""
    i, j, shared = np.array([0], np.int32), np.array([1], np.int32), np.full(1, 40, np.int32)
    similar_pairs(i, j, shared, np.full(2, 50, np.int32), 0.5, np.empty(1, np.int64), np.empty(1))
    falling_order(np.ones(1))
    falling_runs(np.ones(1), 1)
    known, first = Known.room(1), np.zeros(1, np.int32)
    fetch(known, first, first, known)
    reorder(known, np.zeros(1, np.int64), Known.room(1))
    first_equal(np.zeros((2, 2), np.uint64), np.ones(2, np.bool_))
    look_up(Overlaps(i, j, np.full(1, -1, np.int32)), [Overlaps(i, j, shared)])


def compile_scan(values: NDArray[Any], members: NDArray[np.int64]) -> None:
    """Compare all signatures of a run, as low thresholds over thousands of documents ask for, or a sample of them."""
    count_equal(values, members, 1, 1)
    bits = packed_bits(values, members)
    digests = np.empty((0, 0), np.uint8) if bits.size else values.astype(np.uint8)
    Scan(values, bits, digests, members, NO_VALUE).part(0, 0, 0, Room(0))
    one, pair, law = ShingleSets(np.array([0, 1]), np.ones(1, np.uint64)), np.zeros(1, np.int32), OddLaw(0.8, 5.0)
    sketches = odd_sketches(one, 1)
    signs, least = LongSketches.none(1, LENGTH), np.zeros((len(SPARED), LENGTH // 64 + 1), np.int32)
    agreeing_bits(signs, signs.spared(30.0), least, pair, pair)
    scan = Scan(values, bits, digests, np.zeros(1, np.int64), NO_VALUE)
    scan.look_closer(Sieve(lambda i, j: told(law, sketches, i, j), STEPS, 0, outlines=Outlines.of(law, sketches)), 0)
    scan.part(0, 0, 0, Room(0))


def compile_for_many() -> None:
    """What only many documents take: buckets clipped, recall measured by parts, large counts, frequent shingles."""
    buckets = Buckets(np.zeros((1, 2), np.uint32), np.arange(2))
    buckets.list_band(0)
    buckets.clip(1, one_by_one)
    ids = np.arange(2 * PIECE_IDS, dtype=np.uint64)
    alike = np.concatenate([ids[:PIECE_IDS], ids[1 : PIECE_IDS + 1]])
    join = SelfJoin.prepare(ShingleSets(np.array([0, PIECE_IDS, 2 * PIECE_IDS]), alike), 0.9)
    join.join.work()
    join.all_pairs()
    two = ShingleSets(np.array([0, 2, 4]), ids[[1, 2, 1, 2]])
    partners_of(two, two, 0.9)
    PostingJoin.prepare(two).pairs(0.9, two.ids.size)
    _join_rare(two)
    RepeatedBuckets(ids.size).count(ids, np.array([0, ids.size]))
    counted = IdCounts()
    counted.count(ids, np.array([0, ids.size]))
    frequent, _ = counted.more_than(0)
    LeftOut(frequent).taken_from(ids, np.array([0, ids.size]))
    sets_of(*numbered(ids, np.array([0, ids.size])))  # a forecast tells of bags and of boilerplate before any run


def _join_rare(sets: ShingleSets) -> None:
    order, rows, values = RareFirst.of(sets, 0.9), np.arange(len(sets)), np.zeros((len(sets), 1), KEPT)
    order.meetings(sets)
    words, sizes = order.words(sets, rows)
    RareJoin([words], sizes, values, NO_VALUE, one_by_one).part(0, 0, Room(1))


def compile_showing() -> None:
    """What shows two texts side by side, and how similar the signatures of one and of its neighbours are."""
    ShownText.of(TEXTS[0]).rows(80)
    shared_passages(TEXTS[0], "".join(TEXTS), Recipe().normalise)
    family = FastSimilaritySketch()
    values = np.zeros((1, family.length), KEPT)
    estimates_against(Recipe(), Signatures(family.scheme, family.seed, values, INFINITE), values[0])


def compile_linkages() -> None:
    """The linkages that are not the first choice, and what tells a cluster's weakest link."""
    for linkage in _OTHER_LINKAGES:
        _link(linkage)
    Forest.of(2, KnownPairs.of(np.array([0], np.int32), np.array([1], np.int32), np.ones(1))).labels(0.5)


def _link(linkage: str) -> None:
    """Clusters of a chain: it lacks its pair of ends, which the linkages then ask for."""
    n = 8
    i, j, jaccard = np.array([0, 1, 4], np.int32), np.array([1, 2, 5], np.int32), np.array([0.9, 0.8, 0.7])
    rows, present = np.arange(n, dtype=np.int32), np.ones(n, np.bool_)
    cluster(KnownPairs.of(i, j, jaccard), 0.5, linkage, rows, present, Filler(_alike))


def _alike(i: NDArray[np.int32], _j: NDArray[np.int32]) -> NDArray[np.float64]:
    return np.full(i.size, 0.6)
