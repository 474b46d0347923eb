"""Ask: a text or a file that is not of the collection, and its neighbours from the index at hand."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import QMimeData, QObject, QTimer
from PySide6.QtWidgets import QFileDialog

from simexplorer.documents.listing import shown_path
from simexplorer.pipeline.measure_scale import MeasureScale, limit_similarity
from simexplorer.pipeline.measure_words import limit_words
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.answer_figures import figures_between, with_holders
from simexplorer.ui.controllers.beside import Beside
from simexplorer.ui.controllers.empty_views import say_lacking, say_not_yet
from simexplorer.ui.controllers.estimate_errors import standard_errors, unions_of_answers
from simexplorer.ui.controllers.opening_controller import dropped_paths
from simexplorer.ui.controllers.questions import Questions
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job
from simexplorer.ui.models.answers_table import listed
from simexplorer.ui.models.listing_table import Listing
from simexplorer.ui.panels.ask_panel import AskPanel
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.pipeline.analysis import Analysis
    from simexplorer.pipeline.asking import Answers
    from simexplorer.pipeline.file_texts import FileTexts

_PAUSE = 250  # milliseconds without a key before a typed text is looked up
_LEAST_HELD = 0.5
_TYPED = "The text that was asked about"


class _Answer(Struct, frozen=True):
    """``recipe`` and ``floor`` are those of the run that was asked: the one in sight may grow by others.

    title, text : what it was asked about, which may be another text by now
    """

    title: str
    text: str
    found: Answers
    recipe: Recipe
    floor: float
    errors: NDArray[np.float64]
    listing: Listing
    shingles: int
    more: int
    passage: bool


class AskController(QObject):
    """Looks up what is typed, pasted or dropped; the latest text wins."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench, self._session = workbench, workbench.session
        self.panel = AskPanel()
        self._table = workbench.add_list("ask", self.panel)
        self._questions = Questions(workbench, "ask", self.panel.strip)
        self._reading = workbench.jobs("asked file").hand_to(self._on_read, self._on_failed)
        self._awaited = False  # a file is read, and what is in it will be asked about
        self._text, self._name = "", _TYPED
        self._parts: list[tuple[str, str]] = []
        self._others = 0  # that were let go with the file that is read
        self._remarks: list[str] = []  # what of the file is not asked about, and why
        self._answer: _Answer | None = None
        self._pause = after_pause(self, _PAUSE, self._ask)
        self._connect()
        workbench.menus.add(
            "analysis",
            "Ask about a text or a file",
            self.show,
            "Ctrl+K",
            tip="Paste a text or drop a file: its neighbours at once, without a new run",
            group="questions",
        )
        self._say()

    def show(self) -> None:
        """Bring the view to the front and the cursor into its field."""
        self._workbench.tabs.show_view("ask")
        self._workbench.tabs.once_shown(self.panel.take_focus)

    def ask_file(self, path: bytes, of: int = 1) -> None:
        """Look for the text of a file, the first of so many; of one that holds several texts, the first."""
        result = self._session.result
        recipe, paths = (
            (self._workbench.run.recipe, None) if result is None else (result.recipe, result.documents.paths)
        )

        def read(_job: Job) -> FileTexts:
            from simexplorer.pipeline.file_texts import texts_of_file

            return texts_of_file(path, recipe, paths)

        self.panel.show_source(f"Reading {shown_path(path)} …")
        self._awaited, self._others = True, of - 1
        self._reading.start(read)
        self._say()

    def _connect(self) -> None:
        panel = self.panel
        panel.text_changed.connect(self._on_text_changed)
        panel.edit.pasted.connect(self._on_pasted)
        panel.edit.dropped.connect(self._on_dropped)
        panel.file_requested.connect(self._choose_file)
        panel.clear_requested.connect(self._clear)
        panel.part_chosen.connect(self._on_part)
        panel.passage_requested.connect(self._find_passage)
        panel.view.chosen.connect(self._put_beside)
        self._questions.answered.connect(self._on_answered)
        self._questions.ended.connect(self._say)
        self._table.arranged.connect(self._say)
        self._session.show_with(self._on_result_changed)
        self._session.running_changed.connect(self._say)

    # what is asked about ---------------------------------------------------------------------------------------------
    def _on_text_changed(self) -> None:
        self._text, self._name = self.panel.edit.toPlainText(), _TYPED
        self._pause.start()
        self._say()

    def _on_pasted(self, text: str) -> None:
        self._parts, self._remarks = [("Pasted text", text)], []
        self._take_part(0)

    def _on_dropped(self, data: object) -> None:
        assert isinstance(data, QMimeData)
        paths = dropped_paths(data)
        if paths:
            # whoever it came from must not wait
            QTimer.singleShot(0, self, lambda: self.ask_file(paths[0], of=len(paths)))

    def _choose_file(self) -> None:
        chosen, _ = QFileDialog.getOpenFileName(self._workbench.window, "Look for the text of a file")
        if chosen:
            self.ask_file(os.fsencode(chosen))

    def _on_read(self, texts: FileTexts) -> None:
        self._awaited = False
        self._parts, more, remarks = texts
        self._remarks = list(remarks)
        for count, where in ((more, " in it"), (self._others, "")):
            if count:
                self._remarks.insert(0, f"{numbers.counted(count, f'more{where} is', f'more{where} are')} left out")
        self._take_part(0)

    def _take_part(self, place: int) -> None:
        self._name, self._text = self._parts[place]
        words = " · ".join([self._name, numbers.counted(len(self._text), "character"), *self._remarks])
        if place == 0:
            self.panel.show_source(words, tuple(part for part, _ in self._parts))
        else:
            self.panel.source.say(words)
        self._ask()

    def _on_part(self, place: int) -> None:
        if 0 <= place < len(self._parts):
            self._take_part(place)

    def _on_failed(self, error: Exception) -> None:
        self._clear()
        self._questions.say(error)

    def _clear(self) -> None:
        self._reading.cancel()
        self._awaited = False
        self._parts, self._text, self._name = [], "", _TYPED
        self.panel.show_text()
        self.panel.edit.clear()
        self._ask()

    # asking ----------------------------------------------------------------------------------------------------------
    def _ask(self) -> None:
        self._pause.stop()
        title, text, radius = self._name, self._text, self._workbench.tuning.light.radius.value()
        if not text.strip():
            self._questions.jobs.cancel()
            self._put(None)
            return

        def ask_for(analysis: Analysis, result: Result, _job: Job) -> _Answer:
            from simexplorer.pipeline.asking import ask

            found = ask(result, analysis.reader, analysis.engine, text, radius)
            return _answer(title, text, found, result)

        self._questions.ask(ask_for)

    def _find_passage(self) -> None:
        self._pause.stop()
        title, text, radius = self._name, self._text, self._workbench.tuning.light.radius.value()
        if not text.strip():
            return

        def find(analysis: Analysis, result: Result, job: Job) -> _Answer:
            from simexplorer.pipeline.asking import ask, find_containing

            whole = analysis.whole(job.progress)
            found = ask(result, whole.reader, whole.engine, text, radius)
            rows, shares = find_containing(result, whole.reader, whole.engine, job.progress, text, _LEAST_HELD)
            return _answer(title, text, with_holders(found, rows, shares), result, passage=True)

        self._questions.ask(find)

    def _on_answered(self, answer: object) -> None:
        if isinstance(answer, _Answer) and self._text.strip():
            self._put(answer)

    def _put(self, answer: _Answer | None) -> None:
        self._answer = answer
        # every neighbour of the text is shown, whatever the filter: they are the question
        self._table.show(None if answer is None else answer.listing, None)
        beside = self._workbench.evidence.beside
        if beside is not None:
            at = np.flatnonzero([] if answer is None else answer.found.rows == beside.row)
            self._put_beside(int(at[0]) if at.size else None)
        self._say()

    def _put_beside(self, entry: int | None) -> None:
        """The text beside an answer, in Compare; None: no longer."""
        answer, evidence = self._answer, self._workbench.evidence
        if answer is None or entry is None:
            evidence.show_beside(None)
            return
        words = figures_between(answer.found, entry, float(answer.errors[entry]), MeasureScale.of(answer.recipe))
        swapped = evidence.beside is not None and evidence.beside.swapped
        evidence.show_beside(Beside(answer.title, answer.text, int(answer.found.rows[entry]), words, swapped))

    def _on_result_changed(self) -> None:
        if self._session.result is None:
            self._put(None)
        elif not self._session.growing and self._text.strip():
            self._pause.start()
        self._say()

    def _say(self) -> None:
        panel, answer, rows = self.panel, self._answer, self._table.model.rowCount()
        panel.passage.setEnabled(self._questions.ready and bool(self._text.strip()))
        panel.clear.setEnabled(bool(self._text) or self._awaited)
        panel.asks = self._session.result is not None  # until then what is let go is opened
        panel.length.setText("" if answer is None else numbers.counted(answer.shingles, "shingle"))
        panel.show_filled(rows > 0)
        self._workbench.tabs.show_count("ask", rows)
        if self._session.result is None:
            more = "Then its nearest documents appear at once."
            analyse = self._workbench.bar.analyse.click
            say_not_yet(panel.empty, self._session, analyse, "Ask about a text that is not here", more)
        elif say_lacking(panel.empty, self._session, least=1):
            return
        elif answer is None:
            panel.empty.say("Which document is like this text?", "Paste a text above, or drop a file here.")
        elif not rows and not answer.shingles:
            panel.empty.say("The text is empty after normalisation", "There is nothing in it to look for.")
        elif not rows:
            more = (
                f", and none holds {numbers.percent(_LEAST_HELD)} of it or more."
                if answer.passage
                else ". It may still be inside a longer one."
            )
            if answer.shingles == 1:
                more += " It makes one shingle only: too little to be like a longer text."
            panel.empty.say("Nothing here is like this text", f"No document was found {_reach(answer)}{more}")
        else:
            less = numbers.counted(answer.more, "less likely one was", "less likely ones were")
            notice = f"{less} not compared" if answer.more else ""
            held = f"; {_holding_words(answer.found)}" if answer.passage else ""
            panel.sum_up(f"{numbers.counted(rows, 'document')} like the text: {_within(answer)}{held}", notice)


def _reach(answer: _Answer) -> str:
    """The limit of pairs, and how far beyond it was looked."""
    limit = limit_words(answer.recipe, spell=numbers.decimal)
    floor = limit_words(answer.recipe, answer.floor, numbers.decimal)
    return limit if floor == limit else f"{limit}, nor {floor}, which is as far as this run looks"


def _within(answer: _Answer) -> str:
    """How many of the documents found are as similar as pairs of the run are, and how similar that is."""
    recipe = answer.recipe
    similar = MeasureScale.of(recipe).similarity(answer.found.value) >= limit_similarity(recipe)
    count = int(np.count_nonzero(similar))
    return f"{numbers.count(count) if count else 'none'} {limit_words(recipe, spell=numbers.decimal)}"


def _holding_words(found: Answers) -> str:
    """How many documents hold much of the text, whatever else they hold."""
    holding = int(np.count_nonzero(found.text_in_document >= _LEAST_HELD))  # nan where that was not counted
    verb = "hold" if holding > 1 else "holds"
    return f"{numbers.count(holding) if holding else 'none'} {verb} at least {numbers.percent(_LEAST_HELD)} of it"


def _answer(title: str, text: str, found: Answers, result: Result, *, passage: bool = False) -> _Answer:
    errors = standard_errors(result, found.jaccard, found.value, unions_of_answers(found))
    return _Answer(
        title,
        text,
        found,
        result.recipe,
        result.floor,
        errors,
        listed(found, result, errors),
        found.with_repeats,
        found.more,
        passage,
    )
