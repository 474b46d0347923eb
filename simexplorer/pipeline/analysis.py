"""One collection and what is remembered of its stages: another recipe repeats only the stages that it changes.

What is remembered, and what makes it stale:
corpus (where and how to read) → signatures (shingles, scheme, seed) → verified pairs (grow only) → clusters.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.array_cache import ArrayCache
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import Documents, Paths
from simexplorer.errors import Cancelled, NotAtHandError
from simexplorer.pipeline.allocating import give_back
from simexplorer.pipeline.auditing import PairSample, Prospect, audit, chance_at_limit, prospect, sampled
from simexplorer.pipeline.engine import Engine
from simexplorer.pipeline.exact_pairs import exact_jaccard, filler_of
from simexplorer.pipeline.folding import fold_identical
from simexplorer.pipeline.giving_way import HAND
from simexplorer.pipeline.index_work import IndexWork, capped_words, gap_share
from simexplorer.pipeline.keeping import Keeper
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.listed_corpus import ListedCorpus
from simexplorer.pipeline.measure_scale import limit_similarity, require_fitting
from simexplorer.pipeline.neighbourhood import Neighbours, neighbours_of
from simexplorer.pipeline.nothing_left import with_nothing_left
from simexplorer.pipeline.own_kernels import ensure_kernels_for
from simexplorer.pipeline.pairing import find_candidates
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.ranking import no_pairs, ranked_pairs
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.reading_options import read_options
from simexplorer.pipeline.recall_measuring import measure_recall
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.remembered import AtHand, Paired
from simexplorer.pipeline.result import Groups, Pairs, Result, incomplete, says_something
from simexplorer.pipeline.shared_text import SharedText, glance_at_shared_text
from simexplorer.pipeline.sides import Sides, across_words
from simexplorer.pipeline.signing import SignedCorpus, sign_corpus
from simexplorer.pipeline.sought import Sought
from simexplorer.pipeline.timing import StageClock, Throttle
from simexplorer.pipeline.unchanged import unless_changed
from simexplorer.pipeline.verifying import Verifying
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.search.clustering import cluster
from simexplorer.search.finding import reaching
from simexplorer.search.linkage_pairs import Filler
from simexplorer.search.mapping import one_by_one


class Analysis:
    """The stages over one collection, with memory. ``run`` by one thread at a time, the questions by any.

    sources : folders and files, as bytes
    headroom : pairs are verified down to the threshold less this, so that the threshold can be moved down freely
    cache : what was found out about unchanged files is taken over from there and left there
    compile_apart : on first use have a child process compile the kernels, so that no thread here stalls the others
    lasting : questions come long after: what they seldom need stays in the cache's file, what stages leave goes back
    niceness : of the threads that work
    """

    def __init__(
        self,
        sources: Sequence[bytes],
        *,
        workers: int | None = None,
        headroom: float = 0.0,
        compile_apart: bool = False,
        lasting: bool = False,
        niceness: int = 0,
        cache: ArrayCache | None = None,
    ) -> None:
        self.sources = [os.path.abspath(source) for source in sources]
        self.headroom = headroom
        self._compile_apart, self._lasting = compile_apart, lasting
        self._cache = cache
        self.result: Result | None = None
        self._engine = Engine(workers, niceness)
        self._corpus = ListedCorpus(self.sources, cache)
        self._signed: AtHand | None = None
        self._news = False  # there is something that the cache does not hold yet
        self._folded: tuple[SignedCorpus, Groups] | None = None
        self._sides = Sides()
        self._paired: Paired | None = None
        self._sample: tuple[SignedCorpus, Callable[[], PairSample]] | None = None
        self._prospect: tuple[Pairs, Prospect] | None = None
        self._told_documents: Documents | None = None

    def run(
        self,
        recipe: Recipe,
        progress: Progress,
        *,
        on_partial: Callable[[Result], None] | None = None,
        on_stage: Callable[[Result], None] | None = None,
        draft: bool = False,
    ) -> Result:
        """Everything that this recipe asks for; blocking, in the caller's thread and the engine's.

        A cancelled run returns what was done, with ``partial`` set. ``on_partial`` gets growing results from a worker
        thread about twice a second; ``on_stage`` gets what is worth keeping in the caller's thread once all is read.
        ``draft`` leaves out the similarities inside clusters that no pair tells: for a threshold that is being moved.
        """
        require_fitting(recipe)
        if self._compile_apart:
            ensure_kernels_for(recipe, progress)
        clock = StageClock()
        throttle = Throttle(on_partial)
        corpus, at_hand = self._listed(recipe, progress), self._signed
        corpus.heed(progress.check, progress.widen, HAND.let_act)
        clock.lap("list")
        whole = self._signatures(recipe, corpus, progress, throttle)
        reader, signed, known = whole.reader, whole.corpus, whole.known
        clock.lap("read_and_sign", done=whole is not at_hand)
        groups = self._groups(recipe, signed, corpus)
        if on_stage is not None and signed.complete and self._paired is None:
            on_stage(self._unpaired(recipe, reader, signed, groups))
        while True:
            paired = self._pairs(recipe, whole, groups, progress, throttle, clock)
            result = self._assembled(recipe, reader, signed, groups, paired, fill=not draft)
            partial = not (signed.complete and paired.complete)
            if partial or not (corpus.skipped() & groups.present(signed.texts.shingles)).any():
                break
            signed.leave_out(corpus.skipped())  # lost since they were signed: nothing that holds them counts
            self._folded = self._paired = self._sample = None
            groups = self._groups(recipe, signed, corpus)
        clock.lap("cluster")
        if not draft:
            corpus.forget_texts()
            self._let_go_of_buffers()
        if self._news and not partial:
            Keeper(self._cache, recipe).keep(corpus, signed, known, lasting=self._lasting)
            result = replace(result, signatures=signed.signatures)
            self._news = False
            clock.lap("keep")
        self.result = replace(incomplete(result) if partial else result, timings=clock.total())
        return self.result

    def read_again(self, paths: Collection[bytes] = ()) -> None:
        """Have the next run list the folders anew and read what changed, files of these paths in any case."""
        self._signed = None
        self._corpus.read_again(paths)

    def known_overlaps(self) -> KnownOverlaps:
        """What was verified so far, for keeping."""
        return KnownOverlaps() if self._signed is None else self._signed.known

    @property
    def reader(self) -> Reader:
        """What reads and cuts documents as the signatures of the last run need it; its light fields may be older."""
        return self._at_hand().reader

    def _at_hand(self) -> AtHand:
        """What was signed; NotAtHandError while a run reads the documents anew."""
        signed = self._signed
        if signed is None:
            raise NotAtHandError
        return signed

    @property
    def engine(self) -> Engine:
        """Where the work of this collection runs."""
        return self._engine

    def whole(self, _progress: Progress) -> Analysis:
        """Itself: all documents are at hand, which ``SavedAnalysis.whole`` has to see to."""
        return self

    def text(self, paths: Paths, row: int) -> str:
        """The text of this row of ``paths`` as it was read, for people to see; NotAtHandError while others are read."""
        return self._corpus.text(paths, row)

    def beginnings(self, paths: Paths, rows: Sequence[int]) -> list[bytes]:
        """The first bytes of the texts of these rows of ``paths``, where they lie ready; see ``Corpus.beginnings``."""
        return self._corpus.beginnings(paths, rows)

    def exact_jaccard(self, i: NDArray[np.int32], j: NDArray[np.int32]) -> NDArray[np.float64]:
        """(m,) exact Jaccard of any pairs of different rows; what was verified before is not read again."""
        return exact_jaccard(self._at_hand(), i, j, self._engine)

    def neighbours(self, row: int, radius: int) -> Neighbours:
        """The documents nearest to one, by Hamming distance and by the index; NotAtHandError before a run has ended."""
        if self.result is None:
            raise NotAtHandError
        return neighbours_of(self.result, row, radius, self.exact_jaccard)

    def try_out(self, recipe: Recipe, progress: Progress) -> Result:
        """What another recipe over the same signatures would find; result and index stay as they were."""
        result, paired, folded = self.result, self._paired, self._folded
        try:
            return self.run(recipe, progress)
        finally:  # a document that was lost meanwhile is in no pair of the next run
            self.result, self._paired = result, paired if self._folded is folded else None

    def shared_text(self, progress: Progress) -> SharedText | None:
        """How many of the pairs found rest on text that many documents share; None where it is not worth a look."""
        if self.result is None:
            return None
        return glance_at_shared_text(self.result, self._at_hand().reader, self._engine, progress)

    def measure_recall(self, progress: Progress) -> Result:
        """The result with its recall measured on the collection itself; raises Cancelled."""
        result, signed = self.result, self._at_hand()
        assert result is not None, "nothing was run yet"
        measured = measure_recall(result, signed.reader, self._sides, self._engine, progress)
        audit = replace(result.audit, measured_recall=measured.recall, measured_interval=(measured.low, measured.high))
        self.result = replace(result, audit=audit)
        return self.result

    def close(self) -> None:
        """End threads and reading processes, remove temporary files."""
        self._engine.close()
        self._corpus.let_go()

    def _tidy(self) -> None:
        """Between two stages: what one has left in pieces, the next cannot use, and partial results come on top."""
        if self._lasting:
            give_back()

    def _let_go_of_buffers(self) -> None:
        """Texts and shingles as each thread read them last are of no use to whoever asks next."""
        if self._lasting and self._signed is not None:
            reader = self._signed.reader
            self._signed = replace(self._signed, reader=reader.over(reader.source))
            self._tidy()

    def _listed(self, recipe: Recipe, progress: Progress) -> Corpus:
        options = read_options(recipe)
        if not self._corpus.is_read_by(options):
            self._signed = None
        return self._corpus.of(options, progress)

    def _signatures(self, recipe: Recipe, corpus: Corpus, progress: Progress, throttle: Throttle) -> AtHand:
        key = recipe.heavy_key()
        if self._signed is None or self._signed.key != key or not self._signed.corpus.complete:
            self._paired, self._sample, self._prospect = None, None, None
            self._folded, self._sides = None, Sides()
            reader, keeper = Reader(corpus, recipe), Keeper(self._cache, recipe)
            signed = sign_corpus(
                reader,
                self._engine,
                progress,
                lambda so_far: throttle.offer(lambda: self._unpaired(recipe, reader, so_far)),
                lambda unsigned: keeper.take_over(corpus, unsigned),
            )
            self._signed = AtHand(key, reader, signed, keeper.overlaps(signed))
            self._news = True
            self._tidy()
        return self._signed

    def _groups(self, recipe: Recipe, signed: SignedCorpus, corpus: Corpus) -> Groups:
        """Documents of equal texts, folded once for the same signatures, as is told which pairs of others count."""
        if self._folded is None or self._folded[0] is not signed:
            there = says_something(signed.texts.text_hashes)
            groups = fold_identical(signed.texts.text_hashes, there & ~corpus.skipped() if signed.complete else there)
            self._folded, self._sides = (signed, groups), Sides.of(recipe.reference, corpus.paths, groups)
        return self._folded[1]

    def _pairs(
        self, recipe: Recipe, whole: AtHand, groups: Groups, progress: Progress, throttle: Throttle, clock: StageClock
    ) -> Paired:
        yardstick, reader, signed = Yardstick(recipe), whole.reader, whole.corpus
        banding = yardstick.banding(signed.family)
        key = (banding.bands, banding.rows, recipe.measure, recipe.sketch_sigmas)
        if self._paired is not None and self._paired.serves(key, yardstick):
            return replace(self._paired, banding=banding)
        floor = yardstick.floor(self.headroom)
        progress.begin("Finding candidates", 0)
        sought = Sought(reader, signed, groups.members(signed.texts.shingles), yardstick, floor)
        self._sampled(signed, sought.members, yardstick)
        try:
            found, floor = find_candidates(sought, banding, self._engine, progress)
        except Cancelled:
            return Paired(key, banding, IndexWork(), no_pairs(), floor, floor, complete=False)
        if recipe.reference is not None:
            found = found.at(self._sides.crossing(found.i, found.j))
        clock.lap("index")
        self._tidy()
        joined = found.joined or recipe.measure == "containment"  # exactly, whatever the signatures are
        work = IndexWork.of(found, 0.0 if joined else gap_share(signed, sought.members))
        verifying = Verifying(replace(sought, floor=floor), found, whole.known)

        def paired(complete: bool, listed: float = floor) -> Paired:
            self._tidy()
            each = self._engine.each if complete else one_by_one  # a partial result is made in one of its threads
            pairs = ranked_pairs(signed, *verifying.now(), listed, yardstick, each)
            done = work if complete else replace(work, verified=verifying.compared())
            return Paired(key, banding, done, pairs, floor, listed, complete)

        def so_far() -> Result:
            partly = paired(complete=False, listed=yardstick.limit)  # nobody waits for the others
            return incomplete(self._assembled(recipe, reader, signed, groups, partly, fill=False))

        del found
        throttle.wait()
        complete = verifying.run(self._engine, progress, lambda: throttle.offer(so_far))
        progress.begin("Sorting and grouping", 0)  # of millions of pairs it takes seconds
        self._paired = replace(paired(complete), others=verifying.below(floor) if complete else None)
        verifying.remember()
        clock.lap("verify")
        return self._paired

    def _assembled(
        self, recipe: Recipe, reader: Reader, signed: SignedCorpus, groups: Groups, paired: Paired, fill: bool = True
    ) -> Result:
        """The result of what is paired; ``fill`` computes what clusters lack, which takes the engine."""
        documents, shingles, pairs = self._documents(reader, signed), signed.texts.shingles, paired.pairs
        yardstick, limit = Yardstick(recipe), limit_similarity(recipe)
        at_threshold, members = int(reaching(pairs.ranking, limit)), groups.members(shingles)

        def told() -> Prospect:
            return self._told(signed, members, paired, yardstick)

        awaited = self._engine.beside(told) if fill else told  # without fill this may be one of the engine's threads
        exactly = fill and recipe.measure == "jaccard"
        filler = filler_of(self._at_hand(), self._engine) if exactly else Filler()
        same_text, present = groups.representative, groups.present(shingles)
        linked = pairs.linking(at_threshold)
        clusters, notes = cluster(linked, limit, recipe.linkage, same_text, present, filler)
        known, chance = awaited(), chance_at_limit(signed, yardstick, paired)
        return Result(
            recipe=recipe,
            documents=documents,
            shingles=shingles,
            signatures=signed.signatures,
            fingerprints=signed.texts.fingerprints,
            bands=paired.banding.bands,
            rows=paired.banding.rows,
            groups=groups,
            pairs=pairs,
            floor=paired.listed,
            at_threshold=at_threshold,
            clusters=clusters,
            audit=audit(known, paired, yardstick, at_threshold, self._sides.pairs(members), chance),
            capped=(
                *across_words(recipe.reference),
                *capped_words(paired.work, paired.banding, limit <= 0.0, chance),
            ),
            lacking=notes,
            text_hashes=signed.texts.text_hashes,
            taken_over=int(np.count_nonzero(signed.known >= 0)),
        )

    def _documents(self, reader: Reader, signed: SignedCorpus) -> Documents:
        """All documents; the very columns that were told before, where nothing in them has changed."""
        listed = reader.corpus.documents()
        if signed.complete:
            listed = with_nothing_left(listed, signed.texts.shingles)
        self._told_documents = unless_changed(self._told_documents, listed)
        return self._told_documents

    def _told(self, signed: SignedCorpus, members: NDArray[np.int64], paired: Paired, yardstick: Yardstick) -> Prospect:
        """What these pairs tell at every threshold; computed once for the pairs at hand."""
        if self._prospect is None or self._prospect[0] is not paired.pairs:
            sample = self._sampled(signed, members, yardstick)()
            if sample.rows is not None:
                known = np.zeros(0, np.int32) if self._signed is None else self._signed.known.sizes
                shingles = signed.texts.shingles  # repeats counted; of what the join has read it is known without
                sizes = np.where(known > 0, known, shingles) if known.size == shingles.size else shingles
                sample = sample.among(sizes)
            told = prospect(signed, paired, yardstick, sample)
            self._prospect = (paired.pairs, told)
            return told
        return self._prospect[1]

    def _sampled(
        self, signed: SignedCorpus, members: NDArray[np.int64], yardstick: Yardstick
    ) -> Callable[[], PairSample]:
        """Gives the sample of all similarities; of whole signatures it is begun at the first call, and kept."""
        if not signed.complete:
            return lambda: sampled(signed, members, yardstick, Sides())
        if self._sample is None or self._sample[0] is not signed:
            sides = self._sides
            self._sample = (signed, self._engine.beside(lambda: sampled(signed, members, yardstick, sides)))
        return self._sample[1]

    def _unpaired(self, recipe: Recipe, reader: Reader, signed: SignedCorpus, groups: Groups | None = None) -> Result:
        """The result while documents are still being read: no pairs, and groups only if they are given."""
        yardstick = Yardstick(recipe)
        banding = yardstick.banding(signed.family)
        if groups is None:
            groups = fold_identical(signed.texts.text_hashes, np.zeros(signed.texts.shingles.size, np.bool_))
        nothing = Paired((), banding, IndexWork(), no_pairs(), yardstick.limit, yardstick.limit, complete=False)
        return incomplete(self._assembled(recipe, reader, signed, groups, nothing, fill=False))
