"""Above a view: where both have no room, the view scrolls and the rows above it stay whole."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton, QScrollArea, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.features.shown_text import ShownText
from simexplorer.ui.panels.compare_panel import ComparePanel
from simexplorer.ui.panels.heading_row import HeadingRow
from simexplorer.ui.panels.view_heading import ViewHeading
from simexplorer.ui.panels.whole_page import page_around
from simexplorer.ui.theme import metrics


def test_what_is_around_it_gives_it_all_of_its_rows_and_takes_them_back(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    heading = ViewHeading()
    row = HeadingRow(heading)
    for part in (QPushButton("One thing to do"), QLineEdit(), QPushButton("Another thing to do")):
        row.addWidget(part)
    whole = QVBoxLayout(page)
    whole.addWidget(heading)
    whole.addWidget(QScrollArea(), 1)
    page.resize(900, 200)
    page.show()
    qtbot.waitUntil(lambda: heading.width() > 800)
    one = page.minimumSizeHint().height()
    page.resize(200, 200)
    qtbot.waitUntil(lambda: page.minimumSizeHint().height() > one + row.itemAt(0).geometry().height())
    page.resize(900, 200)
    qtbot.waitUntil(lambda: page.minimumSizeHint().height() == one)


def test_in_a_low_compare_the_search_and_the_tools_stay_whole(qtbot: QtBot) -> None:
    compare = ComparePanel()
    qtbot.addWidget(compare)
    texts = [(f"{side}.txt", ShownText.of("a text\n" * 90), "") for side in ("left", "right")]
    compare.show_texts(*texts)
    compare.show_figures(" · ".join(["Jaccard 0.983", "estimate 0.969 ± 0.011", "1 in 2 1.000", "2 in 1 0.983"] * 2))
    compare.show()
    compare.focus_search()
    compare.resize(500, 300)
    tools, figures = compare.search.parentWidget(), compare.numbers_line
    qtbot.waitUntil(lambda: compare.search.y() > compare.counter.geometry().bottom())
    rows = tools.heightForWidth(500)
    page = page_around(tools).widget()
    qtbot.waitUntil(lambda: page.minimumSizeHint().height() >= rows + figures.heightForWidth(500))
    below = compare.left.minimumSizeHint().height()
    assert below < 3.5 * metrics.row_height(compare.left.view.font())  # a title and two lines of the text
    compare.resize(500, rows + below)
    qtbot.waitUntil(lambda: figures.parentWidget().y() > 0)  # what is found wants to be seen: they follow the texts
    QApplication.processEvents()
    for tool in (compare.search, compare.seek, compare.wrap, compare.link, compare.swap):
        assert tools.rect().contains(tool.geometry())
    compare.seek.click()
    assert figures.isVisible()
