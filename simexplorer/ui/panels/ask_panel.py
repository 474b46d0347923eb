"""A text that is pasted or dropped, and the documents that are like it."""

from __future__ import annotations

from PySide6.QtCore import QMimeData, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QStackedWidget

from simexplorer.ui.models.answers_table import AnswersTable
from simexplorer.ui.panels.drop_frame import DropFrame
from simexplorer.ui.panels.drops import holds_files, take_copy, take_drops
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.naming import label, named, push_button, tool_button
from simexplorer.ui.panels.number_fields import ChoiceField
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.panels.search_page import SearchPage
from simexplorer.ui.theme import metrics

MOST_TYPED = 50_000  # characters; a longer text is kept aside and told by its length
_LEAST_FIELD, _MOST_FIELD = 40, 72  # pixels: height of the field


def _would(data: QMimeData) -> str:
    """What letting go of it does: of several files the first is asked about."""
    several = holds_files(data) and len(data.urls()) > 1
    return f"Let go to look for documents like {'the first of them' if several else 'it'}"


class PasteEdit(QPlainTextEdit):
    """A field for text that hands over what is too long to be shown, and files that are let go over it."""

    pasted = Signal(str)  # a long text
    dropped = Signal(object)  # QMimeData, valid while the signal lasts

    def __init__(self) -> None:
        super().__init__()
        take_drops(self, self.viewport())  # whatever is let go comes by way of the viewport
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setPlaceholderText("Paste or type a text, or drop a file here: what in this collection is like it?")
        self.drop_frame = DropFrame(self)

    def insertFromMimeData(self, source: QMimeData) -> None:
        """Files are opened, long texts kept aside, others pasted."""
        if holds_files(source):
            self.dropped.emit(source)
        elif len(source.text()) > MOST_TYPED:
            self.pasted.emit(source.text())
        else:
            super().insertFromMimeData(source)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        """Files too."""
        return holds_files(source) or super().canInsertFromMimeData(source)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Whatever holds a text or a file."""
        self.drop_frame.offer(event, _would(event.mimeData()) if self.canInsertFromMimeData(event.mimeData()) else "")

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Anywhere in the field."""
        take_copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """It is dragged elsewhere."""
        self.drop_frame.hide()
        super().dragLeaveEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """As if pasted."""
        self.drop_frame.hide()
        self.insertFromMimeData(event.mimeData())
        take_copy(event)


class AskPanel(SearchPage):
    """Field above, answers below; takes files that are let go anywhere over it, once it ``asks``."""

    text_changed = Signal()
    file_requested = Signal()  # let the person choose a file
    clear_requested = Signal()
    passage_requested = Signal()  # also documents that hold the text somewhere inside
    part_chosen = Signal(int)  # of several texts in one file

    def __init__(self) -> None:
        self.asks = False
        self.model = AnswersTable()
        view = painted_list(self.model, "askView", "Documents like the text")
        super().__init__("ask", "Asking", view, "search")
        self.edit = named(PasteEdit(), "askEdit", "Text to look for")
        self.source = ElidedLabel()
        self.parts = named(ChoiceField(), "askPartCombo", "Which text of the file")
        self.file = push_button("Choose a file…", "askFileButton", "Choose a file to look for", "file-text")
        self.clear = tool_button("Clear", "askClearButton", "Clear the text", "x", only_icon=True)
        self.passage = push_button(
            "Find it inside longer texts", "askPassageButton", "Find the text inside longer ones", "search"
        )
        named(
            self.passage,
            "askPassageButton",
            "Find the text inside longer ones",
            "Reads all documents and lists those that hold at least half of the text's shingles, however long they "
            "are: a passage is never similar to a book.",
        )
        self._place = QStackedWidget()
        self._lay_out()
        take_drops(self)
        self.drop_frame = DropFrame(self)
        self.edit.textChanged.connect(self.text_changed)
        self.file.clicked.connect(self.file_requested)
        self.clear.clicked.connect(self.clear_requested)
        self.passage.clicked.connect(self.passage_requested)
        self.parts.currentIndexChanged.connect(self.part_chosen)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files only: a text belongs into the field."""
        self.drop_frame.offer(event, _would(event.mimeData()) if self.asks and holds_files(event.mimeData()) else "")

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """It is dragged elsewhere."""
        self.drop_frame.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Ask about it."""
        self.drop_frame.hide()
        self.edit.dropped.emit(event.mimeData())
        take_copy(event)

    def take_focus(self) -> None:
        """Into the field, or to the button below what stands in its place."""
        (self.edit if self.edit.isVisible() else self.file).setFocus()

    def show_text(self) -> None:
        """The field to type into."""
        self._place.setCurrentIndex(0)

    def show_source(self, words: str, parts: tuple[str, ...] = ()) -> None:
        """What is asked about instead of a typed text: a file, or a text too long to show."""
        self.source.say(words)
        with QSignalBlocker(self.parts):
            self.parts.clear()
            self.parts.addItems(list(parts))
        self.parts.setVisible(len(parts) > 1)
        self._place.setCurrentIndex(1)

    def _lay_out(self) -> None:
        frame = QFrame()
        frame.setProperty("role", "card")
        inside = QHBoxLayout(frame)
        inside.setContentsMargins(4, 4, 4, 4)
        inside.addWidget(self.edit)
        kept = QFrame()  # in place of the field while a file is asked about
        kept.setProperty("role", "card")
        row = metrics.spaced(QHBoxLayout(kept), metrics.GAP, (12, 4, 12, 4))
        row.addWidget(self.source, 1)
        row.addWidget(self.parts)
        self.parts.setMinimumWidth(160)
        self._place.addWidget(frame)
        self._place.addWidget(kept)
        self._place.setMinimumHeight(_LEAST_FIELD)
        self._place.setMaximumHeight(_MOST_FIELD)
        self.rows.insertWidget(0, self._place)
        self.controls.addWidget(self.file)
        self.controls.addWidget(self.passage)
        self.controls.addStretch(1)
        self.length = label(role="muted")
        self.length.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.controls.addWidget(self.length)
        self.controls.addWidget(self.clear)
