"""A screen reader reads what labels say, and what hovering tells without the marks of a tooltip."""

from __future__ import annotations

from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.naming import label, named
from tests.ui.kept import settle


def read(widget: QWidget, part: QAccessible.Text = QAccessible.Text.Name) -> str:
    return QAccessible.queryAccessibleInterface(widget).text(part)


def test_a_named_label_is_read_with_its_words_of_now(qtbot: QtBot) -> None:
    for made in (label("first"), ElidedLabel()):
        qtbot.addWidget(made)
        named(made, "someLabel", "Found")
        made.setText("3 of 12")
        assert read(made) == "Found: 3 of 12"
        made.setText("")
        assert read(made) == "Found"


def test_a_label_without_a_name_is_read_as_its_words(qtbot: QtBot) -> None:
    made = label("first")
    qtbot.addWidget(made)
    made.setText("other words")
    assert read(made) == "other words"


def test_all_named_labels_of_the_window_are_read_with_what_they_say(window: MainWindow, qtbot: QtBot) -> None:
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    window.evidence_tabs.show_view("why")
    settle(window, qtbot)
    for name in ("statusLabel", "summaryLabel", "compareFigures", "passageCounter", "whyVerdict", "why_value"):
        found = window.findChild(QLabel, name)
        assert found.text() in read(found), name
    named_ones = [one for one in window.findChildren(QLabel) if one.accessibleName() and one.text()]
    assert len(named_ones) > 20
    for one in named_ones:
        assert one.text() in read(one), one.objectName()


def test_no_description_holds_the_marks_of_a_tooltip(window: MainWindow, qtbot: QtBot) -> None:
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    settle(window, qtbot)
    told = {widget: read(widget, QAccessible.Text.Description) for widget in window.findChildren(QWidget)}
    assert not [widget for widget, words in told.items() if "<p " in words]
    assert sum(map(bool, told.values())) > 50
