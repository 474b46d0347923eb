"""Looks up what belongs to the selection: both texts, the numbers between them, the neighbours."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from simexplorer.documents.listing import Paths
from simexplorer.errors import SimExplorerError
from simexplorer.features.shown_text import TAB, RowCutting, ShownText
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.not_compared import nothing_in
from simexplorer.pipeline.pair_passages import NO_IDS, Ids, left_out_ids, left_out_words, pair_passages
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.text_differences import differences_of
from simexplorer.search.passages import Passages
from simexplorer.ui.controllers.beside import Beside
from simexplorer.ui.controllers.estimate_errors import standard_errors, unions_of_rows
from simexplorer.ui.controllers.lacking import lacking
from simexplorer.ui.controllers.pair_line import figures_of, measured_values
from simexplorer.ui.controllers.run_words import OF_BEFORE
from simexplorer.ui.controllers.selection_controller import SelectionController
from simexplorer.ui.controllers.session import AnalysisLike, Session
from simexplorer.ui.jobs import Job, JobRunner, require_expected
from simexplorer.ui.models.neighbours_table import NeighbourRows
from simexplorer.ui.panels.compare_panel import ComparePanel
from simexplorer.ui.panels.linked_places import ShownPassages
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import numbers

FIGURES_MEANING = (
    "First the measure of the run, exactly. Jaccard: shared shingles over all shingles of both, counted.\n"
    "Estimate: what the two signatures say, ± one standard error.\n"
    "1 in 2, 2 in 1: share of one's shingles that the other holds too.\n"
    "Hamming: bits in which the 64-bit SimHash fingerprints differ."
)
_PATIENCE = 500  # milliseconds after which what was shown before gives way to words about what is being read
MOST_SEARCHED = 16_000_000  # characters of either text that are looked through for passages: about 1 GB of memory
Side = tuple[str, ShownText, str]  # title, text, what of it is left out
_READ_ANEW = "The documents are being read anew: their texts can be shown when the run has come to them."
_NOT_READ = "The documents were not read to the end since. Analyse again to see their texts."


class Texts(Struct, frozen=True):
    """What was read of the selected documents."""

    documents: tuple[int, ...]
    left: Side
    right: Side | None
    figures: str
    recipe: Recipe
    beside: Beside | None = None
    left_out: Ids = NO_IDS


class EvidenceController(QObject):
    """Fills the compare panel and finds the neighbours of the first selected document, off the main thread."""

    neighbours_found = Signal(object)  # NeighbourRows or None

    def __init__(
        self, session: Session, selection: SelectionController, compare: ComparePanel, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session, self._selection, self._compare = session, selection, compare
        self.texts = JobRunner("texts", self, after_painting=True).hand_to(self._on_texts, self._on_unread)
        self._late = after_pause(self, _PATIENCE, self._say_reading)
        self.passages = JobRunner("passages", self, after_painting=True).hand_to(self._on_passages)
        self.neighbours = JobRunner("neighbours", self, after_painting=True)
        self.figures = JobRunner("figures", self, after_painting=True).hand_to(self._on_figures, require_expected)
        self.runners = (self.texts, self.passages, self.neighbours, self.figures)
        self._radius = Recipe().hamming_radius
        self._shown: tuple[int, ...] = ()
        self.beside: Beside | None = None  # a text from elsewhere that stands beside the selected document
        self._of: Paths | None = None
        self._told_of = 0  # the edition of the result whose numbers between both texts are shown or on their way
        self._told, self._of_passages = "", ""  # those, and what is said of the passages that are marked
        self._asked: tuple[object, ...] = ()
        selection.changed.connect(self._on_selection_changed)
        compare.swap_requested.connect(self._on_swap)
        session.show_with(self._on_result_changed)
        session.running_changed.connect(self._on_running_changed)
        self.neighbours.succeeded.connect(self.neighbours_found)
        self.neighbours.failed.connect(self._on_no_neighbours)

    def set_radius(self, radius: int) -> None:
        """The Hamming radius may have changed."""
        if radius != self._radius:
            self._radius = radius
            self._look_for_neighbours()

    def follow(self, recipe: Recipe) -> None:
        """A recipe was opened or changed."""
        self.set_radius(recipe.hamming_radius)

    def show_beside(self, beside: Beside | None) -> None:
        """Show a text that is not of the collection beside the selected document, until another one is selected."""
        if beside is not self.beside:
            self.beside, self._shown = beside, ()
            self._look_up_texts(self._selection.documents)

    def close(self) -> None:
        """Stop all threads."""
        for runner in self.runners:
            runner.close()

    def _on_selection_changed(self, documents: tuple[int, ...]) -> None:
        if self.beside is not None and documents != (self.beside.row,):
            self.beside = None
        self._look_up_texts(documents)
        self._look_for_neighbours()

    def _on_result_changed(self) -> None:
        if self._session.result is None:
            self._look_up_texts(())
            self._look_for_neighbours()  # for none: what was found last may have been shown just now
        elif self._session.growing:
            self._tell_anew()
        else:
            paths = self._session.result.documents.paths
            if paths is not self._of:
                # a light change finds other pairs of the same texts: no need to read them again
                self._of, self._shown, self.beside = paths, (), None
            self._look_up_texts(self._selection.documents)
            self._look_for_neighbours()

    def _on_running_changed(self) -> None:
        if self._session.stale and not self._shown:  # why texts cannot be shown is another reason now
            self._look_up_texts(self._selection.documents)
        elif self._told and self._shown and not self.texts.running:
            self._say_figures()

    def _look_up_texts(self, documents: tuple[int, ...]) -> None:
        result, analysis = self._session.result, self._session.answering
        if not documents or result is None or analysis is None:
            self._shown = ()
            self._late.stop()
            self.texts.cancel()
            self.passages.cancel()
            if documents and self._session.stale:
                self._compare.show_unread(_READ_ANEW if self._session.reads else _NOT_READ)
            else:
                self._compare.clear()
                if lack := lacking(self._session):
                    self._compare.empty.say(lack.title, lack.body)
            return
        if documents == self._shown:
            self._tell_anew()
            return
        self._shown, self._told_of = documents, self._session.edition
        beside, growing = self.beside, self._session.growing
        self._late.start()
        self.texts.start_after(lambda _job: read_texts(result, analysis, documents, beside, growing))

    def _say_reading(self) -> None:
        self.passages.cancel()
        self._compare.show_reading(len(self._shown) + (self.beside is not None))

    def _on_texts(self, read: object) -> None:
        if not isinstance(read, Texts) or read.documents != self._shown or read.beside is not self.beside:
            return
        self._late.stop()
        self._compare.show_texts(read.left, read.right)
        self._told = read.figures
        left_out = left_out_words(read.recipe, read.left_out)
        self._of_passages = f" · passages {left_out}" if left_out else ""
        self._say_figures()
        self._tell_anew()  # another result may have come meanwhile
        if read.right is None:
            self.passages.cancel()
        else:
            self.passages.start_after(lambda _job: (read, passages_of(read)))

    def _say_figures(self) -> None:
        """The numbers between the texts that are shown, and whether a run is about to change them."""
        before = f" · {OF_BEFORE}" if self._session.shows_before else ""
        meaning = FIGURES_MEANING if len(self._shown) + (self.beside is not None) > 1 else ""
        self._compare.show_figures(f"{self._told}{self._of_passages}{before}", meaning)

    def _tell_anew(self) -> None:
        """Count the numbers between both texts for the result on screen: what is read of them is the same."""
        result, analysis, documents = self._session.result, self._session.answering, self._selection.documents
        if result is None or analysis is None or self._told_of == self._session.edition or self.texts.running:
            return
        if not self._told or len(documents) != 2 or len(self._shown) != 2 or self.beside is not None:
            return
        self._told_of, growing = self._session.edition, self._session.growing
        self.figures.start_after(lambda _job: (documents, figures_of(result, analysis, documents, growing)))

    def _on_figures(self, found: object) -> None:
        assert isinstance(found, tuple)
        documents, told = found
        if self._told and documents == self._selection.documents and len(self._shown) == 2 and self.beside is None:
            self._told = told
            self._say_figures()

    def _on_unread(self, error: Exception) -> None:
        self._told = ""
        self._late.stop()
        self.passages.cancel()
        if not isinstance(error, SimExplorerError):
            self._compare.clear()
            raise error
        self._compare.show_unread(str(error))

    def _on_passages(self, found: object) -> None:
        assert isinstance(found, tuple)
        read, passages = found
        if self._compare.left.view.shown is read.left[1]:
            self._compare.set_passages(passages)
            if passages is not None and len(passages.passages):
                self._show_where(passages.passages, always=read.beside is not None)

    def _show_where(self, found: Passages, always: bool) -> None:
        """Bring the longest passage into sight where none is on both sides, unless somebody went elsewhere.

        always : also where some is; the longest is what a text is asked for
        """
        left, right = self._compare.left.view, self._compare.right.view
        ends = [view.seen()[1] * len(view.shown) for view in (left, right)]
        seen = (found.left_start < ends[0]) & (found.right_start < ends[1])
        if left.at_home and right.at_home and (always or not seen.any()):
            self._compare.go_to_passage(int(np.argmax(found.length)))

    def _on_swap(self) -> None:
        if self.beside is None:
            self._selection.swap()
        else:
            self.show_beside(replace(self.beside, swapped=not self.beside.swapped))

    def _look_for_neighbours(self) -> None:
        result, analysis, documents = self._session.result, self._session.answering, self._selection.documents
        if result is None or analysis is None or not documents or self._session.growing:
            self._asked = ()
            self.neighbours.cancel()
            self.neighbours_found.emit(None)
            return
        row, radius = documents[0], self._radius
        asked = (row, radius, self._session.edition)
        if asked == self._asked:
            return
        self._asked = asked

        def find(_job: Job) -> NeighbourRows:
            found = analysis.neighbours(row, radius)
            measured = measured_values(result, analysis, row, found.rows)
            jaccard = np.asarray(found.jaccard)
            unions = unions_of_rows(result, analysis, row, found.rows, jaccard)
            errors = standard_errors(result, jaccard, measured, unions)
            scale = MeasureScale.of(result.recipe)
            return NeighbourRows.of(row, result.documents.paths, found, errors, scale, measured)

        self.neighbours.start(find)

    def _on_no_neighbours(self, error: Exception) -> None:
        """A run took the documents away meanwhile: what it finds is asked again."""
        self.neighbours_found.emit(None)
        require_expected(error)


def read_texts(
    result: Result,
    analysis: AnalysisLike,
    documents: tuple[int, ...],
    beside: Beside | None = None,
    growing: bool = False,
) -> Texts:
    """One text or two, ready to be shown, and the numbers about them."""
    sides = [_side(result, row, analysis.text(result.documents.paths, row)) for row in documents]
    if beside is not None:
        sides.insert(
            len(sides) if beside.swapped else 0, (beside.title, ShownText.of(beside.text), _limit(beside.text))
        )
    figures = figures_of(result, analysis, documents, growing) if beside is None else beside.figures
    for _, shown, _ in sides:
        RowCutting(shown, TAB).advance(1)  # brings the kernel, which the main thread would wait for
    if len(sides) == 1:
        return Texts(documents, sides[0], None, figures, result.recipe, beside)
    left_out = left_out_ids(result.recipe, lambda: analysis.reader)
    return Texts(documents, sides[0], sides[1], figures, result.recipe, beside, left_out)


def passages_of(read: Texts) -> ShownPassages | None:
    """What both texts share, looked for in their beginnings where they are very long."""
    if read.right is None:
        return None
    left, right = read.left[1].text[:MOST_SEARCHED], read.right[1].text[:MOST_SEARCHED]
    found = pair_passages(left, right, read.recipe, read.left_out)
    return ShownPassages.of(found, len(read.left[1]), len(read.right[1]), differences_of(found, left, right))


def _side(result: Result, row: int, text: str) -> Side:
    lost = "gone or changed since the run: analyse again" if result.shingles[row] and not text else ""
    notices = (
        lost,
        "" if text or lost else nothing_in(result, row),
        "cut short when read" if result.documents.truncated[row] else "",
        _limit(text),
    )
    return result.documents.paths.display(row), ShownText.of(text), ", ".join(filter(None, notices))


def _limit(text: str) -> str:
    return f"passages: first {numbers.count(MOST_SEARCHED)} characters" if len(text) > MOST_SEARCHED else ""
