"""The one model of truth of a window: what is open, what was found, under which recipe."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, Signal

from simexplorer.documents.listing import Paths
from simexplorer.errors import Cancelled
from simexplorer.pipeline.giving_way import BEHIND_WHO_LEADS
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.lending import Lending
from simexplorer.ui.turns import Turns

if TYPE_CHECKING:
    from simexplorer.pipeline.analysis import Analysis
    from simexplorer.pipeline.known_overlaps import KnownOverlaps
    from simexplorer.pipeline.neighbourhood import Neighbours
    from simexplorer.pipeline.reading import Reader
    from simexplorer.pipeline.shared_text import SharedText


class AnalysisLike(Protocol):
    """What the window needs of ``pipeline.analysis.Analysis``."""

    def run(
        self,
        recipe: Recipe,
        progress: Progress,
        *,
        on_partial: Callable[[Result], None] | None = None,
        on_stage: Callable[[Result], None] | None = None,
        draft: bool = False,
    ) -> Result:
        """Everything that this recipe asks for."""

    def read_again(self, paths: Sequence[bytes]) -> None:
        """Have the next run read what changed, and these files in any case."""

    @property
    def reader(self) -> Reader:
        """What reads and cuts documents as the signatures need it."""

    def text(self, paths: Paths, row: int) -> str:
        """The text of this row of ``paths``; NotAtHandError where it is another document here."""

    def beginnings(self, paths: Paths, rows: Sequence[int]) -> list[bytes]:
        """The first bytes of the texts of these rows of ``paths``, where they lie ready."""

    def neighbours(self, row: int, radius: int) -> Neighbours:
        """The documents nearest to one."""

    def exact_jaccard(self, i: NDArray[np.int32], j: NDArray[np.int32]) -> NDArray[np.float64]:
        """Exact Jaccard of any pairs."""

    def known_overlaps(self) -> KnownOverlaps:
        """What was verified so far, for keeping."""

    def shared_text(self, progress: Progress) -> SharedText | None:
        """How many of the pairs found rest on text that many documents share."""

    def measure_recall(self, progress: Progress) -> Result:
        """The result with the recall of its index measured on the collection itself."""

    def whole(self, progress: Progress) -> Analysis:
        """The analysis that has all documents read, for what an analysis of a kept run cannot answer."""

    def close(self) -> None:
        """End threads and reading processes."""


# Pairs are verified down to the threshold less this, so that the threshold can be dragged down at once
HEADROOM = 0.1

MakeAnalysis = Callable[[Sequence[bytes]], AnalysisLike]


def make_analysis(sources: Sequence[bytes]) -> AnalysisLike:
    """The real one; imported here because kernels take their time, and this runs in a job's thread."""
    from simexplorer.documents.array_cache import ArrayCache
    from simexplorer.pipeline.analysis import Analysis

    return Analysis(
        sources, headroom=HEADROOM, compile_apart=True, lasting=True, niceness=BEHIND_WHO_LEADS, cache=ArrayCache()
    )


class Session(QObject):
    """Sources, analysis and result of one window; everybody else asks here and listens here.

    ``result_changed`` is for what must hold at once. What shows the result does so when it is called by ``show_with``:
    in turns of the event loop, one after another, so that no change keeps the window waiting.
    """

    sources_leaving = Signal()  # others take their place now; the result is still theirs
    sources_changed = Signal()
    result_changed = Signal()  # also when it went away or grew
    running_changed = Signal()  # also of what reads on
    pairs_leaving = Signal()  # a run looks for others: what is hidden need not keep what it tells of those on screen

    def __init__(self, make: MakeAnalysis = make_analysis, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.make = make
        self.sources: tuple[bytes, ...] = ()
        self.analysis: AnalysisLike | None = None
        self.result: Result | None = None
        self.before: Result | None = None  # what was shown before a run, until it has compared anything
        self.edition = 0  # tells one result from another, also from one that lay in the same memory before
        self.growing = False  # the result is still being added to
        self.stale = False  # the analysis reads, or has read, other documents than those of the result on screen
        self.running = False  # a run goes on
        self.rereading = False  # what changed is read, unasked or as somebody wants it
        self.lending = Lending()  # of analyses, to whoever reads from one longer than it is at hand
        self.turns = Turns.of(self)
        self._shows: list[Callable[[], object]] = []
        self._lock = threading.Lock()  # sources and the analysis of them change together

    def set_sources(self, sources: Sequence[bytes]) -> AnalysisLike | None:
        """Begin anew with these folders and files; returns the analysis that is to be closed."""
        self.sources_leaving.emit()
        with self._lock:
            old, self.analysis = self.analysis, None
            self.sources = tuple(sources)
        self.stale = False
        self.set_result(None)
        self.sources_changed.emit()
        return old

    @property
    def answering(self) -> AnalysisLike | None:
        """The analysis, where it knows the documents of the result on screen: rows of others have other texts."""
        return None if self.stale else self.analysis

    def forget_analysis(self) -> AnalysisLike | None:
        """Have the next run read everything again; returns the analysis that is to be closed."""
        old, self.analysis = self.analysis, None
        self.stale = True
        return old

    def set_result(self, result: Result | None, growing: bool = False) -> None:
        """Show this result from now on."""
        self.result, self.growing = result, growing
        self.edition += 1
        self.result_changed.emit()
        for show in self._shows:
            self.turns.add(show)
        if result is None:
            self.turns.finish()  # nothing is left to be shown, which takes no time

    def show_with(self, show: Callable[[], object]) -> None:
        """Call this in a turn of its own whenever the result has changed; of several changes for the last one."""
        self._shows.append(show)

    def set_running(self, running: bool, *, rereading: bool = False) -> None:
        """A run has begun or ended, or what changed is being read."""
        if (running, rereading) != (self.running, self.rereading):
            self.running, self.rereading = running, rereading
            self.running_changed.emit()

    @property
    def shows_before(self) -> bool:
        """Whether what is on screen is of the run before the one that goes on, which has found nothing yet."""
        return self.result is not None and self.reads and not self.growing

    @property
    def reads(self) -> bool:
        """Whether documents are being read, whoever wanted it: what is at hand is about to be that of others."""
        return self.running or self.rereading

    def analysis_now(self) -> AnalysisLike:
        """The analysis of the present sources, made when first asked for; called in the job's thread.

        Raises Cancelled where others were opened while it was made.
        """
        with self._lock:
            sources, analysis = self.sources, self.analysis
        if analysis is not None:
            return analysis
        made = self.make(sources)
        with self._lock:
            if self.sources is sources:
                self.analysis = made
                return made
        made.close()
        raise Cancelled
