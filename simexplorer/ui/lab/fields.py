"""Fields of pages in one line each: named, told when they change, their text clear of the edge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil
from typing import Any, TypeVar

from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QWidget

from simexplorer.ui.lab.flow_layout import FlowLayout
from simexplorer.ui.panels.naming import caption_of, named
from simexplorer.ui.panels.number_fields import ChoiceField, DecimalField, WholeField
from simexplorer.ui.theme.metrics import GAP, spaced

_EDITOR_STYLE = "QPlainTextEdit { border: 1px solid palette(shadow); border-radius: 5px; padding: 2px; }"
_EDITOR_FRAME = 2 * (1 + 2) + 1  # pixels above and below by this style, and one without which the last line scrolls
_EDITOR_LINES = 3  # that are seen whole
_LINE, _MARGINS = 150, 24  # pixels of a line of text, at least, and what is beside the letters
F = TypeVar("F", WholeField, DecimalField)


def whole(
    name: str, says: str, low: int, high: int, value: int, changed: Callable[..., Any], meaning: str = ""
) -> WholeField:
    """A whole number; ``changed`` is called when it was entered or stepped."""
    field = named(WholeField(), name, says, meaning)
    field.setRange(low, high)
    field.setValue(value)
    field.setAccelerated(True)
    return _ready(field, changed)


def decimal(
    name: str, says: str, low: float, high: float, value: float, changed: Callable[..., Any], step: float = 0.05
) -> DecimalField:
    """A number with two decimals."""
    field = named(DecimalField(), name, says)
    field.setDecimals(2)
    field.setRange(low, high)
    field.setSingleStep(step)
    field.setValue(value)
    return _ready(field, changed)


def choice(
    name: str, says: str, choices: Mapping[Any, str], changed: Callable[..., Any], meaning: str = ""
) -> ChoiceField:
    """One of a few: what it stands for, and what is shown."""
    field = named(ChoiceField(), name, says, meaning)
    field.fill(choices.items())
    field.currentIndexChanged.connect(changed)
    return field


def text_editor(name: str, says: str, changed: Callable[..., Any]) -> QPlainTextEdit:
    """A text that can be changed, as high as three lines of it."""
    editor = named(QPlainTextEdit(), name, says)
    line = ceil(QFontMetricsF(editor.font()).lineSpacing())
    margins = round(2 * editor.document().documentMargin()) + _EDITOR_FRAME
    editor.setFixedHeight(_EDITOR_LINES * line + margins)
    editor.setStyleSheet(_EDITOR_STYLE)
    editor.setTabChangesFocus(True)
    editor.textChanged.connect(changed)
    return editor


def typed_line(name: str, says: str, like: str, changed: Callable[..., Any], meaning: str = "") -> QLineEdit:
    """A line of text, empty at first; ``changed`` is called on Enter and when it is left, if it was changed."""
    field = named(QLineEdit(), name, says, meaning)
    field.setPlaceholderText(like)
    field.setMinimumWidth(_MARGINS + max(_LINE, field.fontMetrics().horizontalAdvance(like)))

    def finish() -> None:
        if field.isModified():
            field.setModified(False)
            changed()

    field.editingFinished.connect(finish)
    return field


def field_row(*fields: tuple[str, QWidget]) -> QWidget:
    """Titled fields side by side, on the page rather than in its head."""
    row = QWidget()
    flow = FlowLayout(row)
    for title, field in fields:
        flow.addWidget(titled_field(title, field))
    return row


def titled_field(title: str, field: QWidget) -> QWidget:
    """A field behind its title, never parted from it; a check box brings its own."""
    cell = QWidget()
    row = spaced(QHBoxLayout(cell), GAP)
    if title:
        row.addWidget(caption_of(field, title, "muted"))
    row.addWidget(field)
    return cell


def _ready(field: F, changed: Callable[..., Any]) -> F:
    field.setMinimumWidth(76)
    field.valueChanged.connect(changed)
    return field
