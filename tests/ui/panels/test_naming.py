"""A caption tells on hovering what its field does, as it is set."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.light_fields import LightFields
from simexplorer.ui.panels.naming import caption_of, dots_end_lines
from simexplorer.ui.panels.number_fields import explained_field
from simexplorer.ui.panels.parameter_texts import ParameterText
from tests.ui.shown import hovered


def test_a_caption_tells_the_meaning_of_what_is_chosen_beside_it(qtbot: QtBot) -> None:
    beside, row = explained_field("measure", "measureCombo", {}), QWidget()
    qtbot.addWidget(row)
    beside.setParent(row)
    beside.offer({"a": ParameterText("A", "What A means."), "b": ParameterText("B", "What B means.")}, "The measure.")
    caption = caption_of(beside, "Measure")
    caption.setParent(row)
    assert "What A means." in hovered(caption)
    beside.set_value("b")
    assert "What B means." in hovered(caption)


def test_the_caption_beside_fields_that_take_turns_tells_of_the_one_that_is_there(qtbot: QtBot) -> None:
    fields = LightFields()
    qtbot.addWidget(fields)
    for choice, field in (("recall", fields.recall), ("weighted", fields.weight), ("collection", fields.cost)):
        fields.choice.set_value(choice)
        caption = next(one for one in fields.findChildren(QLabel) if one.buddy() is field)
        assert hovered(caption) == field.toolTip() != "", choice


def test_a_number_stays_in_the_line_of_what_it_counts_and_a_dot_in_that_of_what_is_before_it() -> None:
    text = "34 text · 1,024 PDF documents · 3 left out · no 2nd part"
    assert dots_end_lines(text).split(" ") == [
        "34\u00a0text\u00a0·",
        "1,024\u00a0PDF",
        "documents\u00a0·",
        "3\u00a0left",
        "out\u00a0·",
        "no",
        "2nd",
        "part",
    ]
