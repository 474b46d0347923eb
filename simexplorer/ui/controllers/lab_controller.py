"""The way into the lab: from its menu, from a row of any list, from the curve; on what is open and selected."""

from __future__ import annotations

from functools import partial

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from simexplorer.errors import InputError
from simexplorer.lab.material import LabCollection, LabText
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.lab_beforehand import LabBeforehand
from simexplorer.ui.controllers.session import AnalysisLike
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job, sentence_of
from simexplorer.ui.lab.lab_window import LabWindow
from simexplorer.ui.lab.page_list import PAGES
from simexplorer.ui.panels.explain_button import ExplainButton
from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import numbers

# pages that show how numbers of a few documents come about
_OF_DOCUMENTS = ("way", "shingles", "minhash", "bbit", "simhash", "bands", "families", "tables", "joins", "distances")
_MOST = 24  # documents that a page can use
_RESTED = 300  # milliseconds after which a result is no step of a drag: a page that shows it is made anew


class LabController(QObject):
    """Makes the window of the lab when it is first wanted; made itself after all panels that lead there."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._window: LabWindow | None = None
        self._page = ""
        self._of: tuple[Result | None, tuple[int, ...]] = (None, ())
        self._others_opened = False
        self._rest = after_pause(self, _RESTED, self._hand_on)
        self.jobs = workbench.jobs("lab").hand_to(self._on_texts, self._on_failed)
        self.boilerplate_jobs = workbench.jobs("lab-boilerplate").hand_to(self._on_left_out)
        self._beforehand = LabBeforehand(workbench)
        for entry in PAGES:
            workbench.menus.add("learn", entry.title, partial(self.open_page, entry.name))
        workbench.files.extend_menu(self._extend_menu)
        workbench.session.result_changed.connect(self._on_result_changed)
        workbench.selection.changed.connect(self._offer)
        for button in workbench.all_of(ExplainButton):
            button.clicked.connect(partial(self._on_explain, button.topic))

    @property
    def window(self) -> LabWindow:
        """The lab, made when first asked for."""
        if self._window is None:
            self._window = LabWindow(self._workbench.window)
            self._window.documents.take_requested.connect(lambda: self.open_page(self.window.shown))
            self._hand_on()
        elif self._rest.isActive():
            self._hand_on()
        return self._window

    def open_page(self, name: str, documents: tuple[int, ...] | None = None) -> None:
        """Show a page on these documents (None: those selected); their texts are read in a thread first."""
        session = self._workbench.session
        rows = (self._workbench.selection.documents if documents is None else documents)[:_MOST]
        result, analysis = session.result, session.answering
        self._page = name
        if result is None or analysis is None or not rows or self._is_of(result, rows):
            self.window.open_page(name)
            return
        self._of = (result, rows)

        def read(_job: Job) -> list[LabText]:
            return [_text_of(result, analysis, row) for row in rows]

        self.jobs.start(read)

    def close(self) -> None:
        """Close the lab with the main window."""
        if self._window is not None:
            self._window.close()

    def _is_of(self, result: Result, rows: tuple[int, ...]) -> bool:
        return self._of[0] is result and self._of[1] == rows

    def _offer(self) -> None:
        """Let the lab know what is selected."""
        result = self._workbench.session.result
        if self._window is not None:
            rows = () if result is None else self._workbench.selection.documents[:_MOST]
            self._window.documents.offer(
                [] if result is None else [result.documents.paths.display(row) for row in rows]
            )

    def _on_explain(self, topic: str, _checked: bool = False) -> None:
        self.open_page(topic)

    def _on_texts(self, texts: object) -> None:
        assert isinstance(texts, list)
        self.window.open_page(self._page, texts)

    def _on_left_out(self, found: tuple[Result, NDArray[np.uint64] | None]) -> None:
        """Have documents cut as the run did, once it is known what it left out."""
        result, left_out = found
        if self._window is not None and self._workbench.session.result is result:
            self._window.set_collection(LabCollection.of(result, left_out))

    def _on_failed(self, error: Exception) -> None:
        self._of = (None, ())
        self._workbench.message.say(sentence_of(error))
        self.window.open_page(self._page)  # on what it has, or on worked examples
        self.window.documents.tell(str(error))

    def _on_result_changed(self) -> None:
        session = self._workbench.session
        self._of = (None, ())  # texts are read again, and nothing holds a result that has been replaced
        self._others_opened = self._others_opened or session.result is None
        if self._window is not None and not session.growing:
            self._rest.start()

    def _hand_on(self) -> None:
        """Show what the session has now."""
        self._rest.stop()
        session = self._workbench.session
        if self._window is None or session.growing:
            return
        result, analysis = session.result, session.answering
        self._window.set_collection(None if result is None else LabCollection.of(result))
        if result is not None and analysis is not None and result.recipe.boilerplate < 1.0:
            self.boilerplate_jobs.start(lambda _job: (result, _left_out(analysis)))
        if self._others_opened:
            self._others_opened = False
            self._window.forget_documents()
        self._offer()

    def _extend_menu(self, menu: QMenu, view: TableView, _entry: int, documents: tuple[int, ...]) -> None:
        """A menu of pages, on the documents of the row, or of all selected rows where several are."""
        pages = [entry for entry in PAGES if entry.name in _OF_DOCUMENTS]
        if not documents or not pages:
            return
        title, entries = "How this is computed", view.chosen_entries()
        if len(entries) > 1:
            found: dict[int, None] = {}
            for row in entries:
                found |= dict.fromkeys(view.table.documents_of(row))
                if len(found) > _MOST:
                    break
            documents = self._workbench.selection.now(view.table.paths, tuple(found)[:_MOST])
            several = numbers.counted(len(found), "document")
            first = f"the first {_MOST} documents of {numbers.counted(len(entries), 'row')}"
            title += f", on {first if len(found) > _MOST else several}"
        more = menu.addMenu(title)
        for entry in pages:
            act = partial(self.open_page, entry.name, documents[:_MOST])
            more.addAction(entry.title).triggered.connect(lambda _checked=False, act=act: act())


def _left_out(analysis: AnalysisLike) -> NDArray[np.uint64] | None:
    """Sorted ids of the shingles that the run left out; None where that cannot be told. A saved run reads them."""
    try:
        return analysis.reader.left_out
    except InputError:
        return None


def _text_of(result: Result, analysis: AnalysisLike, row: int) -> LabText:
    """A document as it was read; one that is gone is no empty one."""
    paths = result.documents.paths
    title, text = paths.display(row), analysis.text(paths, row)
    if not text and result.shingles[row]:
        raise InputError(f"{title} is gone or has changed since the run: analyse again.")
    return LabText(title, text)
