"""Two documents side by side with the numbers that relate them."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPlainTextEdit, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.empty_state import EmptyState
from simexplorer.ui.panels.naming import label, named, tool_button
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.tooltips import tooltip_of

MOST_LINES = 3_000
LONGEST_LINE = 2_000
MOST_CHARACTERS = 200_000


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two texts, ready to show: ``notice`` says what of it is left out."""

    title: str
    text: str
    notice: str = ""


def side_of(title: str, text: str) -> Side:
    """The text cut to what a text field can lay out at once: lines of at most 2,000 characters, 3,000 of them."""
    lines: list[str] = []
    room, cut = MOST_CHARACTERS, False
    for line in text[: MOST_CHARACTERS + LONGEST_LINE].split("\n"):
        pieces = [line[at : at + LONGEST_LINE] for at in range(0, max(1, len(line)), LONGEST_LINE)]
        for piece in pieces:
            if len(lines) >= MOST_LINES or room <= 0:
                cut = True
                break
            lines.append(piece[:room])
            room -= len(piece) + 1
    cut = cut or len(text) > MOST_CHARACTERS
    return Side(
        title, "\n".join(lines), f"shown: the first {sum(map(len, lines)):,} of {len(text):,} characters" if cut else ""
    )


class TextSide(QWidget):
    """One text with its path above it."""

    def __init__(self, name: str, accessible: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = ElidedLabel("section", Qt.TextElideMode.ElideLeft)
        self._notice = label(role="warning")
        self.text = named(QPlainTextEdit(), name, accessible)
        self.text.setReadOnly(True)
        self.text.setUndoRedoEnabled(False)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.text.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.text.document().setDocumentMargin(metrics.GAP)
        head = QHBoxLayout()
        head.setContentsMargins(12, 4, 8, 4)
        head.addWidget(self._title, 1)
        head.addWidget(self._notice)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.text, 1)

    def show_side(self, side: Side) -> None:
        """Show a text from its beginning."""
        self._title.say(side.title)
        self._notice.setText(side.notice)
        self.text.setPlainText(side.text)


class ComparePanel(QWidget):
    """The evidence for a pair: both texts, and what is known of the two.

    Shared passages are marked by whoever knows them, through ``left.text`` and ``right.text`` as extra selections.
    """

    swap_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "compareView", "Two documents side by side")
        self.left = TextSide("compareLeft", "Text of the first document")
        self.right = TextSide("compareRight", "Text of the second document")
        self.empty = EmptyState("git-compare")
        self.empty.say(
            "Nothing to compare yet",
            "Select a pair, a member of a group or a neighbour to see both texts side by side.",
        )
        self._figures: dict[str, QLabel] = {}
        self.swap = tool_button("Swap", "swapButton", "Swap the two documents", "arrow-left-right", only_icon=True)
        self.swap.clicked.connect(self.swap_requested)
        self._head = QWidget()
        self._head.setObjectName("viewHeading")
        self._row = QHBoxLayout(self._head)
        self._row.setContentsMargins(12, 4, 8, 4)
        self._row.setSpacing(metrics.GROUP)
        self._numbers = label()
        self._row.addWidget(self._numbers, 1)
        self._row.addWidget(self.swap)
        splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        for side in (self.left, self.right):
            splitter.addWidget(side)
        filled = QWidget()
        column = QVBoxLayout(filled)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(splitter, 1)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(filled)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._stack)

    def show_sides(self, left: Side, right: Side | None, figures: str, meaning: str = "") -> None:
        """Show one text or two, and a line of numbers about them."""
        self.left.show_side(left)
        self.right.setVisible(right is not None)
        self.swap.setEnabled(right is not None)
        if right is not None:
            self.right.show_side(right)
        self._numbers.setText(figures)
        self._numbers.setToolTip(tooltip_of(meaning) if meaning else "")
        self._stack.setCurrentIndex(1)

    def clear(self) -> None:
        """Nothing is selected."""
        self._stack.setCurrentIndex(0)

    def figures(self) -> str:
        """The line of numbers."""
        return self._numbers.text()
