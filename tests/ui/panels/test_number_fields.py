"""Numbers as people type them: with a comma, in per cent, out of range; and given back as they were given."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QLocale, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.panels import number_fields
from simexplorer.ui.panels.number_fields import (
    ChoiceField,
    DecimalField,
    WholeField,
    decimal_field,
    length_field,
    whole_field,
)


@pytest.fixture(autouse=True)
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What tooltips said."""
    texts: list[str] = []
    monkeypatch.setattr(number_fields.QToolTip, "showText", lambda _place, text, _field: texts.append(text))
    return texts


@pytest.fixture
def field(qtbot: QtBot) -> DecimalField:
    made = decimal_field("threshold", "thresholdSpin", 0.01, 3)
    qtbot.addWidget(made)
    made.setValue(0.64)
    made.show()
    return made


def typed(field: WholeField | DecimalField, qtbot: QtBot, text: str) -> float:
    """The value after a person has replaced what stands there and pressed Enter."""
    line = field.findChild(QLineEdit)
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    return field.value()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.75", 0.75),
        ("0,75", 0.75),
        (",5", 0.5),
        ("80", 0.8),
        ("85%", 0.85),
        ("99.9 %", 0.999),
        ("0.5%", 0.005),
        ("1", 1.0),
        ("0", 0.0),
        ("100", 1.0),
        ("2 %", 0.02),
        # what makes no share leaves the value as it was
        ("7.5", 0.64),
        ("2", 0.64),  # of a slip, not two per cent
        ("800", 0.64),
        ("abc", 0.64),
    ],
)
def test_a_share_is_read_as_it_is_typed(field: DecimalField, qtbot: QtBot, text: str, value: float) -> None:
    assert typed(field, qtbot, text) == pytest.approx(value)


def test_where_the_sign_is_a_comma_a_point_serves_too(field: DecimalField, qtbot: QtBot) -> None:
    field.setLocale(QLocale(QLocale.Language.German))
    assert typed(field, qtbot, "0.75") == 0.75
    assert typed(field, qtbot, "0,8") == 0.8
    assert field.text() == "0,800"


@pytest.mark.parametrize("text", ["٠٫٧٥", "۰٫۷۵", "०.७५", "۷۵ %"])
def test_digits_of_any_script_are_read(field: DecimalField, qtbot: QtBot, text: str) -> None:
    line = field.findChild(QLineEdit)
    line.selectAll()
    line.insert(text)
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert (field.value(), field.text()) == (0.75, "0.750")
    whole = whole_field("hashes", "hashesSpin")
    qtbot.addWidget(whole)
    line = whole.findChild(QLineEdit)
    line.selectAll()
    line.insert("۲۵۶")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert (whole.value(), whole.text()) == (256, "256")


def test_a_length_is_no_share(qtbot: QtBot) -> None:
    field = decimal_field("sketch_sigmas", "spin", 1.0, 1)
    qtbot.addWidget(field)
    field.setValue(3.0)
    assert typed(field, qtbot, "40") == 40.0
    assert typed(field, qtbot, "800") == 40.0


def test_what_is_given_is_given_back_until_it_is_changed(field: DecimalField, qtbot: QtBot) -> None:
    field.show_exactly(0.8125)
    assert field.text() in ("0.812", "0.813")
    assert field.exact == 0.8125
    # Enter on what stands there changes nothing
    qtbot.keyClick(field.findChild(QLineEdit), Qt.Key.Key_Return)
    assert field.exact == 0.8125
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert field.exact == field.value() == pytest.approx(0.8225, abs=0.0006)
    # back at what it looked like: a person has chosen that, not what was given
    qtbot.keyClick(field, Qt.Key.Key_Down)
    assert field.exact == field.value() != 0.8125


def test_a_value_that_looks_the_same_is_a_change_all_the_same(field: DecimalField, qtbot: QtBot) -> None:
    field.show_exactly(0.8004)
    assert field.value() == 0.8
    with qtbot.waitSignal(field.valueChanged, timeout=100):
        field.setValue(0.8)
    assert field.exact == 0.8
    with qtbot.assertNotEmitted(field.valueChanged):
        field.setValue(0.8)


def test_what_another_range_has_cut_is_not_given_back(field: DecimalField) -> None:
    field.show_exactly(0.0)
    field.blockSignals(True)
    field.setMinimum(0.001)
    assert field.exact == 0.001


def test_a_share_is_given_back_as_a_share(qtbot: QtBot) -> None:
    field = length_field("first_rows", "spin", 4, unit=100.0)
    qtbot.addWidget(field)
    field.setSuffix(" %")
    field.show_exactly(1 / 16)
    assert (field.text(), field.exact) == ("6.25 %", 0.0625)
    field.show_exactly(1 / 3)
    assert (field.text(), field.exact) == ("33.3333 %", 1 / 3)
    field.setValue(12.5)
    assert field.exact == 0.125


@pytest.mark.parametrize(
    ("name", "decimals", "unit"),
    [
        ("recall", 4, 1.0),  # 0.999999 at most, which four decimals would make 1
        ("first_rows", 4, 100.0),  # 2^-16 at least, which four decimals of a per cent would make less
        ("boilerplate", 4, 100.0),
        ("threshold", 3, 1.0),
        ("sketch_sigmas", 2, 1.0),
        ("interval", 9, 1.0),
        ("max_bytes", 1, 2.0**-20),
    ],
)
def test_no_field_can_show_what_a_recipe_refuses(qtbot: QtBot, name: str, decimals: int, unit: float) -> None:
    field = length_field(name, "spin", decimals, unit=unit)
    qtbot.addWidget(field)
    for end in (field.minimum(), field.maximum()):
        field.setValue(end)
        Recipe().replace(**{name: int(field.exact) if name == "max_bytes" else field.exact})


def test_one_step_up_from_a_high_recall_is_still_a_recall(qtbot: QtBot) -> None:
    field = decimal_field("recall", "spin", 0.001, 4)
    qtbot.addWidget(field)
    field.setValue(0.999)
    field.stepUp()
    assert (field.text(), field.exact) == ("0.9999", 0.9999)
    field.stepUp()
    assert field.exact == 0.9999
    assert typed(field, qtbot, "100 %") == 0.9999


def test_hovering_tells_the_digits_that_are_not_shown(field: DecimalField, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(number_fields.QToolTip, "showText", lambda _place, text, _field: told.append(text))
    hover = QHelpEvent(QEvent.Type.ToolTip, QPoint(1, 1), QPoint(1, 1))
    field.show_exactly(0.8125)
    QApplication.sendEvent(field, hover)
    assert "Exactly 0.8125." in told[0]
    assert "Pairs of exact Jaccard" in told[0]


@pytest.mark.parametrize("made", [WholeField, DecimalField])
def test_a_number_below_the_range_is_refused_aloud(
    qtbot: QtBot, told: list[str], made: type[WholeField | DecimalField]
) -> None:
    field = made()
    qtbot.addWidget(field)
    field.setRange(30, 100)
    field.setValue(90)
    field.show()
    assert typed(field, qtbot, "2") == 90
    assert told
    assert "30" in told[0]
    assert "100" in told[0]
    told.clear()
    assert typed(field, qtbot, "40") == 40
    assert not told


@pytest.mark.parametrize("made", [ChoiceField, DecimalField, WholeField])
def test_the_wheel_turns_a_field_only_where_the_keyboard_is(qtbot: QtBot, made: type[QWidget]) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    column, elsewhere, field = QVBoxLayout(page), QLineEdit(), made()
    for widget in (elsewhere, field):
        column.addWidget(widget)
    if isinstance(field, ChoiceField):
        field.addItems(["one", "two", "three"])
    with qtbot.waitActive(page):
        page.show()
    elsewhere.setFocus()

    def shown() -> object:
        return field.currentIndex() if isinstance(field, ChoiceField) else field.value()

    def turn() -> None:
        down = QPoint(0, -120 if isinstance(field, ChoiceField) else 120)
        QTest.wheelEvent(page.windowHandle(), field.geometry().center(), down)

    before = shown()
    turn()
    assert (shown(), elsewhere.hasFocus()) == (before, True)
    field.setFocus()
    turn()
    assert shown() != before
