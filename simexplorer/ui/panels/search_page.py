"""A list with controls above it that stay while it is empty: what is looked for, and a button that looks."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from simexplorer.ui.panels.heading_row import HeadingRow
from simexplorer.ui.panels.job_strip import JobStrip
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.panels.view_heading import ViewHeading
from simexplorer.ui.theme import metrics


class SearchPage(ListPage):
    """``controls`` is a row for fields and buttons; ``strip`` below it shows what goes on."""

    def __init__(self, name: str, words: str, view: TableView, icon: str) -> None:
        super().__init__(view, icon)
        self.strip = JobStrip(name, words)
        self.top = ViewHeading()
        self.controls = metrics.spaced(HeadingRow(), metrics.GAP)
        column = metrics.spaced(QVBoxLayout(self.top), 6, (12, 8, 12, 8))
        self.rows = column
        column.addLayout(self.controls)
        column.addWidget(self.strip)
        self.page_column.insertWidget(0, self.top)
