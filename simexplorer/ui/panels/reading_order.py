"""The order in which Tab goes through a window: as one reads it, not as its parts happened to be made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollArea,
    QTabBar,
    QTabWidget,
    QWidget,
)

# what is one thing to a person, whatever it is made of
_WHOLE = (QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTabBar)


def reading_order(widget: QWidget) -> Iterator[QWidget]:
    """Everything on the screen in a widget that Tab stops at, itself included, from its beginning to its end."""
    if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and not isinstance(widget, QScrollArea | QTabWidget):
        yield widget
    if not isinstance(widget, _WHOLE):
        parts = [child for child in widget.children() if isinstance(child, QWidget)]
        for part in _as_read([part for part in parts if part.isVisible() and not part.isWindow()]):
            yield from reading_order(part)


def put_in_order(widgets: Iterable[QWidget]) -> None:
    """Have Tab go from each to the next."""
    for before, after in pairwise(widgets):
        QWidget.setTabOrder(before, after)


def _as_read(parts: list[QWidget]) -> list[QWidget]:
    """Row by row from the left; a row is what begins above the middle of its first part."""
    parts = sorted(parts, key=lambda part: part.y())
    ordered: list[QWidget] = []
    while parts:
        middle = parts[0].y() + max(1, parts[0].height() // 2)
        row = [part for part in parts if part.y() < middle]
        ordered += sorted(row, key=lambda part: part.x())
        parts = parts[len(row) :]
    return ordered
