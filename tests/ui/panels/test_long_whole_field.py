"""Seeds have up to nineteen digits: every one of them is shown, typed and given back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.long_whole_field import LongWholeField, long_whole_field

HIGHEST = 2**63 - 1


@pytest.fixture
def field(qtbot: QtBot) -> LongWholeField:
    made = long_whole_field("seed", "seedSpin")
    qtbot.addWidget(made)
    made.setValue(7)
    made.show()
    return made


def typed(field: LongWholeField, qtbot: QtBot, text: str) -> int:
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    return field.value()


def test_the_largest_seed_of_a_recipe_is_shown_and_typed(field: LongWholeField, qtbot: QtBot) -> None:
    field.setValue(HIGHEST)
    assert (field.value(), field.text()) == (HIGHEST, str(HIGHEST))
    assert typed(field, qtbot, "5000000000") == 5_000_000_000


def test_a_seed_is_read_in_the_digits_of_any_script(field: LongWholeField, qtbot: QtBot) -> None:
    field.selectAll()
    field.insert("۱۲۳۴")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert (field.value(), field.text()) == (1234, "1234")


@pytest.mark.parametrize("text", ["9223372036854775808", "", "abc", "-"])
def test_what_is_no_seed_gives_way_to_the_one_before(field: LongWholeField, qtbot: QtBot, text: str) -> None:
    field.clear()
    assert typed(field, qtbot, text) == 7
    assert field.text() == "7"


def test_it_says_so_once_and_only_when_it_changed(field: LongWholeField, qtbot: QtBot) -> None:
    said: list[int] = []
    field.valueChanged.connect(said.append)
    assert typed(field, qtbot, "12") == 12
    qtbot.keyClick(field, Qt.Key.Key_Return)
    field.clearFocus()
    assert said == [12]


def test_arrow_keys_step_as_in_other_fields(field: LongWholeField, qtbot: QtBot) -> None:
    for key, value in ((Qt.Key.Key_Up, 8), (Qt.Key.Key_PageUp, 18), (Qt.Key.Key_Down, 17)):
        qtbot.keyClick(field, key)
        assert field.value() == value
    for _ in range(3):
        qtbot.keyClick(field, Qt.Key.Key_PageDown)
    assert field.value() == 0


def test_a_number_that_was_typed_and_not_entered_is_where_a_step_begins(field: LongWholeField, qtbot: QtBot) -> None:
    field.selectAll()
    qtbot.keyClicks(field, "40")
    qtbot.keyClick(field, Qt.Key.Key_Up)
    assert field.value() == 41
