"""A saved result that answers questions as if it had just been found, by files that are read again one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.errors import InputError, NotAtHandError, WorkspaceError
from simexplorer.pipeline.engine import Engine, ensure_kernels
from simexplorer.pipeline.exact_values import both_there
from simexplorer.pipeline.giving_way import BEHIND_WHO_LEADS
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.neighbourhood import Neighbours, neighbours_of
from simexplorer.pipeline.overlaps import verify
from simexplorer.pipeline.packing_together import Packing
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading import Reader
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result, says_something
from simexplorer.pipeline.shared_text import glance_at_shared_text, is_worth_a_look
from simexplorer.pipeline.signing import OTHERWISE_SIGNED, signed_as_today
from simexplorer.workspace.rereading import SavedTexts
from simexplorer.workspace.saved_beginnings import SavedBeginnings

if TYPE_CHECKING:
    from simexplorer.pipeline.analysis import Analysis
    from simexplorer.pipeline.shared_text import SharedText

Make = Callable[[Sequence[bytes]], "Analysis"]


class SavedAnalysis:
    """As ``pipeline.analysis.Analysis``; the files are read again where a text is asked for.

    A document that is gone or says something else now is InputError, never a wrong text. ``make`` gives the real
    analysis of these sources; from its first run on all is asked there, and what reads many documents is asked of
    ``whole``. ``known`` gives what was verified.
    """

    def __init__(
        self,
        sources: Sequence[bytes],
        result: Result,
        known: Callable[[], KnownOverlaps],
        left_out: NDArray[np.uint64],
        make: Make,
    ) -> None:
        self.sources = list(sources)
        self._result = result
        self._kept_overlaps = known
        self._overlaps: KnownOverlaps | None = None
        self._left_out = left_out
        self._make = make
        self._whole: Analysis | None = None
        self._anew: tuple[bytes, ...] = ()
        self._texts = SavedTexts(result)
        self._beginnings = SavedBeginnings(sources, result)
        self._reader: Reader | None = None
        self._engine: Engine | None = None

    @property
    def result(self) -> Result:
        """What was found last."""
        newest = None if self._whole is None else self._whole.result
        return self._result if newest is None else newest

    @property
    def _known(self) -> KnownOverlaps:
        """What was verified; read when it is first asked for. Nothing, if the workspace was closed meanwhile."""
        if self._overlaps is None:
            try:
                self._overlaps = self._kept_overlaps()
            except WorkspaceError:
                self._overlaps = KnownOverlaps(self._result.shingles.size)
        return self._overlaps

    @property
    def reader(self) -> Reader:
        """What reads and cuts documents as the signatures need it.

        Raises InputError where shingles are left out whose ids another version of the program has kept.
        """
        if self._whole is not None:
            return self._whole.reader
        if self._reader is None:
            if self._left_out.size and not signed_as_today(self._result.recipe, self._result.signatures.scheme):
                raise InputError(OTHERWISE_SIGNED)
            ensure_kernels(Progress())
            self._reader = self._texts.reader(self._left_out)
        return self._reader

    @property
    def engine(self) -> Engine:
        """Where work is done."""
        if self._whole is not None:
            return self._whole.engine
        if self._engine is None:
            self._engine = Engine(niceness=BEHIND_WHO_LEADS)
        return self._engine

    def run(
        self,
        recipe: Recipe,
        progress: Progress,
        *,
        on_partial: Callable[[Result], None] | None = None,
        on_stage: Callable[[Result], None] | None = None,
        draft: bool = False,
    ) -> Result:
        """Everything that this recipe asks for, by the real analysis."""
        whole, found = self._ran(
            lambda whole: whole.run(recipe, progress, on_partial=on_partial, on_stage=on_stage, draft=draft)
        )
        self._go_on_with(whole, found)
        return found

    def _ran(self, run: Callable[[Analysis], Result]) -> tuple[Analysis, Result]:
        """The real analysis and what it found, not yet asked in the place of what was saved."""
        whole = self._whole if self._whole is not None else self._make(self.sources)
        try:
            if self._anew:
                whole.read_again(self._anew)
            return whole, run(whole)
        except BaseException:
            if whole is not self._whole:
                whole.close()
            raise

    def _go_on_with(self, whole: Analysis, found: Result) -> None:
        """Ask the real analysis from now on: what was saved is of no use any more, nothing of it is held."""
        self._whole, self._anew = whole, ()
        self._texts.close()
        self._result, self._texts, self._overlaps, self._reader = found, SavedTexts(found), None, None
        self._beginnings.close()
        self._beginnings = SavedBeginnings(self.sources, found)

    def read_again(self, paths: Sequence[bytes] = ()) -> None:
        """Have the next run read what changed, and these files in any case."""
        if self._whole is not None:
            self._whole.read_again(paths)
        else:
            self._anew = tuple(paths)

    def known_overlaps(self) -> KnownOverlaps:
        """What was verified so far, for keeping."""
        return self._whole.known_overlaps() if self._whole is not None else self._known

    def text(self, paths: Paths, row: int) -> str:
        """The text of this row of ``paths`` as it was read; NotAtHandError where a run shows others already."""
        if self._whole is not None:
            return self._whole.text(paths, row)
        known = self._result.documents.paths
        if paths is not known and (row >= len(known) or known.raw(row) != paths.raw(row)):
            raise NotAtHandError
        if not says_something(self._result.text_hashes[[row]])[0]:
            return ""
        text = self._texts.text(row)
        if text is None:
            raise InputError(
                f"{self._result.documents.paths.display(row)} is gone or was changed since this run was saved. "
                "Analyse again to see what the folder holds now."
            )
        return text

    def beginnings(self, paths: Paths, rows: Sequence[int]) -> list[bytes]:
        """The first bytes of the texts of these rows of ``paths``, where they lie ready."""
        whole = self._whole if self._whole is not None else self._beginnings
        return whole.beginnings(paths, rows)

    def exact_jaccard(self, i: NDArray[np.int32], j: NDArray[np.int32]) -> NDArray[np.float64]:
        """(m,) exact Jaccard of any pairs of different rows; what was verified before is not read again."""
        if self._whole is not None:
            return self._whole.exact_jaccard(i, j)
        low, high = np.minimum(i, j), np.maximum(i, j)
        verified, unknown = self._known.ask(low, high)
        verify(Packing(self.reader, self._result.shingles, self.engine, Progress()), low, high, verified)
        damaged = unknown & ~both_there(self.reader, low, high)
        exact = verified.jaccard(low, high)
        exact[damaged] = np.nan  # a document that is gone has no similarity
        self._known.add(low, high, verified, unknown & ~damaged)
        return exact

    def neighbours(self, row: int, radius: int) -> Neighbours:
        """The documents nearest to one, by Hamming distance within ``radius`` and by the index."""
        if self._whole is not None:
            return self._whole.neighbours(row, radius)
        return neighbours_of(self._result, row, radius, self.exact_jaccard)

    def shared_text(self, progress: Progress) -> SharedText | None:
        """How many of the pairs found rest on text that many documents share; None too where a document has changed."""
        if self._whole is not None:
            return self._whole.shared_text(progress)
        if not is_worth_a_look(self._result):
            return None
        shared = glance_at_shared_text(self._result, self.reader, self.engine, progress)
        return None if self._texts.lost(np.arange(len(self._result.documents))).any() else shared

    def measure_recall(self, progress: Progress) -> Result:
        """The result with its recall measured on the collection itself, as ``whole`` finds it; raises Cancelled."""
        return self.whole(progress).measure_recall(progress)

    def whole(self, progress: Progress) -> Analysis:
        """The real analysis, run over the very documents of this result; for what must not miss one of them.

        Raises InputError where the folder has changed, Cancelled where it was stopped.
        """
        if self._whole is None:
            saved = self._result

            def run_to_end(whole: Analysis) -> Result:
                found = whole.run(saved.recipe, progress)
                progress.check()
                return found

            whole, found = self._ran(run_to_end)
            if self._result is saved and says_the_same(saved, found):  # no run was made meanwhile
                self._go_on_with(whole, found)
            elif whole is not self._whole:  # its rows would stand for other documents than those that are shown
                whole.close()
        if self._whole is None:
            raise InputError("The folder has changed since this run was saved. Analyse again first.")
        return self._whole

    def close(self) -> None:
        """End threads and reading processes."""
        if self._whole is not None:
            self._whole.close()
        if self._engine is not None:
            self._engine.close()
        self._texts.close()
        self._beginnings.close()


def says_the_same(saved: Result, found: Result) -> bool:
    """Whether a later run found the same documents with the same texts, as far as the saved one had read them."""
    if saved.documents.paths.names != found.documents.paths.names:
        return False
    read = says_something(saved.text_hashes) | (not saved.partial)
    return np.array_equal(saved.text_hashes[read], found.text_hashes[read])
