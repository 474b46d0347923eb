"""What all tables look like: rows of one height between headings that nothing lights up, and no lines of Qt's own."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHeaderView, QTableView

from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.letters import follow_letters, set_row_height


def dress_table(table: QTableView) -> None:
    """Give a table their looks; Tab leads out of it."""
    table.setFrameShape(QFrame.Shape.NoFrame)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setFont(numbers.tabular(table.font()))
    follow_letters(table, set_row_height)
    vertical = table.verticalHeader()
    vertical.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    vertical.hide()
    table.horizontalHeader().setHighlightSections(False)
