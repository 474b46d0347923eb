"""Numbers as people type them: with a comma, in per cent, out of range."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.number_fields import DecimalField, decimal_field


@pytest.fixture
def field(qtbot: QtBot) -> DecimalField:
    made = decimal_field("threshold", "thresholdSpin", 0.0, 1.0, 0.01, 3)
    qtbot.addWidget(made)
    made.setValue(0.64)
    made.show()
    return made


def typed(field: DecimalField, qtbot: QtBot, text: str) -> float:
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


def test_a_length_is_no_share(qtbot: QtBot) -> None:
    field = decimal_field("sketch_sigmas", "spin", 0.0, 50.0, 1.0, 1)
    qtbot.addWidget(field)
    field.setValue(3.0)
    assert typed(field, qtbot, "40") == 40.0
    assert typed(field, qtbot, "80") == 40.0
