"""What can be done about problems: narrow the list, open, show, read again, and choose another encoding."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from simexplorer.documents.formats import CONTAINERS, FORMATS, HTML, MAIL, XHTML
from simexplorer.documents.listing import Documents
from simexplorer.documents.options import encoding_of_file, encodings_of
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.dialogs.encoding_dialog import EncodingDialog
from simexplorer.ui.jobs import sentence_of
from simexplorer.ui.models.problems_table import ProblemRows
from simexplorer.ui.panels.encoding_names import AUTOMATIC, ENCODING_NAMES
from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.theme import numbers

_MARKUP = (HTML, XHTML, MAIL, *CONTAINERS)
_DECODED = frozenset({*(f.media_type for f in FORMATS if f.plain), *_MARKUP, "application/octet-stream"})
_MOST_FILES = 100_000


class ProblemsController(QObject):
    """The Problems view, and reading again from every list."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._bench, self._panel = workbench, workbench.problems
        self._asked: list[int] = []
        self._documents: Documents | None = None
        self.dialog = EncodingDialog(workbench.window)
        self.looks = workbench.jobs("encoding").hand_to(self._on_looked, self._on_not_looked)
        workbench.views.narrow_problems = self._narrow
        workbench.files.extend_menu(self._extend_menu)
        workbench.session.sources_changed.connect(self._panel.clear_choices)
        self._panel.narrowed.connect(workbench.views.fill_problems)
        self._panel.act_requested.connect(self._on_act)
        self.dialog.looked_at.connect(self._look)
        self.dialog.chosen.connect(self._on_encoding)

    def retry(self, rows: Sequence[int]) -> None:
        """Read the files of these documents again; the result follows."""
        result = self._bench.session.result
        if result is not None and rows:
            paths = result.documents.paths
            files = {paths.file_row(row) for row in rows[:_MOST_FILES]}
            self._bench.status.note(f"Reading {numbers.counted(len(files), 'file')} again …", until_next=True)
            self._bench.run.refresh([paths.raw(row) for row in files])

    def ask_for_encoding(self, rows: Sequence[int]) -> None:
        """Open the dialog for the files of these documents, those that are text."""
        result = self._bench.session.result
        if result is None:
            return
        documents = result.documents
        files = list(dict.fromkeys(documents.paths.file_row(row) for row in rows[:_MOST_FILES]))
        text = [row for row in files if documents.formats[documents.format[row]] in _DECODED]
        if not text:
            self._bench.message.refuse(
                "An encoding is chosen for text files; this one keeps its text in a format of its own, which states it."
            )
            return
        self._asked, self._documents = text, documents
        first = text[0]
        present = encodings_of(result.recipe.encodings).get(documents.paths.raw(first), AUTOMATIC)
        self.dialog.ask(documents.paths.display(first), len(text), _how(documents, first), present)

    # the list --------------------------------------------------------------------------------------------------------
    def _narrow(self, rows: ProblemRows, mask: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
        self._panel.show_choices(rows)
        return rows.narrowed(mask, *self._panel.chosen())

    def _chosen(self) -> list[int]:
        """Rows of the selected documents; none of a list that still shows an earlier run, where rows are others."""
        result = self._bench.session.result
        now = result is not None and self._panel.model.paths is result.documents.paths
        return self._panel.documents() if now else []

    def _on_act(self, name: str) -> None:
        rows = self._chosen()
        if not rows:
            return
        if name == "open":
            self._bench.files.open_file(rows[0])
        elif name == "show":
            self._bench.files.show_in_folder(rows[0])
        elif name == "retry":
            self.retry(rows)
        else:
            self.ask_for_encoding(rows)

    def _extend_menu(self, menu: QMenu, view: TableView, _entry: int, documents: tuple[int, ...]) -> None:
        rows = self._chosen() if view is self._panel.view else list(documents)
        menu.addSeparator()
        menu.addAction("Read again").triggered.connect(lambda: self.retry(rows))
        menu.addAction("Read in another encoding…").triggered.connect(lambda: self.ask_for_encoding(rows))

    # encodings -------------------------------------------------------------------------------------------------------
    def _look(self, encoding: str) -> None:
        if self._documents is None:
            return
        path, first = self._documents.paths.file(self._asked[0]), self._asked[0]
        if self._documents.formats[self._documents.format[first]] in CONTAINERS:
            self.looks.cancel()
            self.dialog.show_text("", "It applies to everything inside.")
            return
        self.looks.start(lambda _job: _look_of(path, encoding))

    def _on_looked(self, looked: object) -> None:
        assert isinstance(looked, tuple)
        self.dialog.show_text(*looked)

    def _on_not_looked(self, error: Exception) -> None:
        self.dialog.show_text("", sentence_of(error))

    def _on_encoding(self, encoding: str, for_all: bool) -> None:
        result = self._bench.session.result
        if result is None or self._documents is None:
            return
        if for_all:
            self._bench.run.refresh(encoding=encoding or None)
            return
        paths = self._documents.paths
        chosen = encodings_of(self._bench.run.recipe.encodings)
        for row in self._asked:
            chosen.pop(paths.raw(row), None)
            if encoding:
                chosen[paths.raw(row)] = encoding
        entries = tuple(encoding_of_file(codec, path) for path, codec in sorted(chosen.items()))
        self._bench.run.refresh(encodings=entries)


def _how(documents: Documents, row: int) -> str:
    """How a file is read now."""
    name = documents.encodings[documents.encoding[row]]
    if not name:
        return "So far it was not read as text."
    known = ENCODING_NAMES.get(name, name)
    guessed = bool(documents.guessed.size and documents.guessed[row])
    return f"Now read as {known}, which is a guess." if guessed else f"Now read as {known}."


def _look_of(path: bytes, encoding: str) -> tuple[str, str]:
    from simexplorer.documents.text_files import decoded_beginning

    decoded = decoded_beginning(path, encoding or None)
    if decoded is None:
        return "", "This is not text in any encoding that could be detected."
    text = decoded.text.decode("utf-8", "replace")
    if not text:
        return "", "The file is empty: no encoding changes that."
    bad = text.count("\ufffd")
    if bad:
        return text, f"{numbers.counted(bad, 'character')} of the beginning cannot be read in it."
    if encoding:
        return text, "Everything at the beginning can be read in it."
    name = ENCODING_NAMES.get(decoded.encoding, decoded.encoding)
    return text, f"{name}, {'a guess' if decoded.guessed else 'for sure'}."
