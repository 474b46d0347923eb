"""A view that is one list: a line above it that sums it up, the table, and words while it is empty."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.filled_view import FilledView
from simexplorer.ui.panels.giving_way import meaning_of_more, words_of_more
from simexplorer.ui.panels.heading_row import HeadingRow
from simexplorer.ui.panels.naming import tool_button
from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.panels.view_heading import ViewHeading
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.letters import follow_letters
from simexplorer.ui.theme.tooltips import hint

_LEAST_ROWS = 3  # of the table that are in sight, however low its view is


class ListPage(FilledView):
    """Heading, table, empty state; shows the table as soon as it has rows."""

    def __init__(self, view: TableView, icon: str) -> None:
        super().__init__(icon)
        self.view = view
        self._summary = ElidedLabel()
        self._notice = ElidedLabel("warning")
        self._notice.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.heading = ViewHeading()
        self.heading_row = metrics.spaced(HeadingRow(self.heading), metrics.GAP, (12, 6, 12, 6))
        self.heading_row.addWidget(self._summary, 1)
        self.heading_row.addWidget(self._notice, 1)
        self.more = tool_button("", f"{view.objectName()}More", "Columns that have no room", "columns-2")
        self.more.setProperty("quiet", True)
        follow_letters(self.more, lambda button: button.setMaximumHeight(metrics.row_height(button.font())))
        self.more.hide()
        self.heading_row.addWidget(self.more)
        filled = QWidget()
        column = metrics.spaced(QVBoxLayout(filled))
        column.addWidget(self.heading)
        column.addWidget(view, 1)
        follow_letters(view, _keep_rows)
        self.page_column = self.fill(filled, first=view)  # for what stands above list and words
        view.more_columns.connect(self._tell_of_more)
        self.more.clicked.connect(self._open_columns)

    def sum_up(self, summary: str, notice: str = "") -> None:
        """The line above the table; ``notice`` says what is partial, capped or sampled."""
        self._summary.say(summary)
        self._notice.say(notice)
        self._notice.setVisible(bool(notice))

    def summary(self) -> str:
        """What the line above the table says."""
        return f"{self._summary.text()} {self._notice.text()}".strip()

    def _tell_of_more(self, titles: list[str]) -> None:
        self.more.setText(words_of_more(titles))
        hint(self.more, meaning_of_more(titles))
        self.more.setVisible(bool(titles))

    def _open_columns(self) -> None:
        header = self.view.horizontalHeader()
        header.customContextMenuRequested.emit(header.rect().bottomRight())


def _keep_rows(view: TableView) -> None:
    """Some rows below the headings stay in sight, however little room there is."""
    view.setMinimumHeight((1 + _LEAST_ROWS) * metrics.row_height(view.font()))
