"""What a field of choices says is not cut off: at the width that the narrowest window leaves it."""

from __future__ import annotations

from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import OpenWindow, quiet


def room_of(box: QComboBox) -> int:
    """Pixels that the style leaves the text."""
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    part = QStyle.SubControl.SC_ComboBoxEditField
    return box.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, box).width()


def cut_off(window: MainWindow) -> list[str]:
    boxes = [box for box in window.findChildren(QComboBox) if box.isVisible()]
    assert boxes
    return [
        box.currentText() for box in boxes if box.fontMetrics().horizontalAdvance(box.currentText()) > room_of(box) + 1
    ]


def test_none_of_the_other_choices_would_be_either(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    heavy, light = window.tuning.heavy, window.tuning.light
    heavy.kind.set_value("word")
    heavy.finer.fold.click()
    for width in (880, 1280):
        window.resize(width, 700)
        quiet(window, qtbot)
        assert window.width() == width
        for box in (light.choice, light.linkage, heavy.words.language, heavy.finer.id_bits):
            assert box.isVisible()
            texts = [box.itemText(place) for place in range(box.count())]
            assert [text for text in texts if box.fontMetrics().horizontalAdvance(text) > room_of(box) + 1] == [], width


def test_no_choice_is_cut_off(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    for width, height in ((900, 600), (1280, 800)):
        window.resize(width, height)
        for view in ("overview", "calibration", "boilerplate", "across", "map", "settings"):
            window.tabs.show_view(view)
            quiet(window, qtbot)
            assert window.width() == width
            assert cut_off(window) == [], (width, view)
