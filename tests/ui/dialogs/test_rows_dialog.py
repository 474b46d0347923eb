"""The dialog of rows: which columns it proposes and keeps, and what it shows of the documents they make."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableView
from pytestqt.qtbot import QtBot

from simexplorer.documents.previews import TablePreview
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.dialogs.rows_dialog import BASKETS, ROWS, TEXT, RowsDialog
from tests.ui.controllers.test_rows import shown


def test_columns_are_as_wide_as_what_stands_in_them(dialog: RowsDialog, qtbot: QtBot) -> None:
    preview = TablePreview(
        ("id", "a heading of some length", "body"), (("7", "x", "words " * 99), ("123456789012", "y", ""))
    )
    dialog.ask("t.csv", preview, Recipe())
    view = dialog.findChild(QTableView, "tablePreview")
    number, heading, body = (view.columnWidth(column) for column in range(3))
    assert view.fontMetrics().horizontalAdvance("123456789012") < number < heading < body
    assert view.horizontalScrollBar().maximum() == 0  # the last one makes do with what is left
    dialog.reject()


@pytest.fixture
def dialog(qtbot: QtBot) -> RowsDialog:
    made = RowsDialog()
    qtbot.addWidget(made)
    preview = TablePreview(("who", "what"), (("ann", "milk; bread; milk"), ("bob", "beer")))
    made.ask("t.csv", preview, Recipe())
    return made


def test_baskets_are_shown_as_the_sets_they_become(dialog: RowsDialog) -> None:
    dialog.ways[BASKETS].click()
    dialog.text.set_value("what")
    dialog.name.set_value("who")
    assert shown(dialog) == [["ann", "2", "milk · bread"], ["bob", "1", "beer"]]
    assert dialog.fields() == {"text_column": "what", "id_column": "who", "table_header": True, "shingle_kind": "item"}
    cut = "Then: sets of items, cut at the first of ; | , that a cell holds; equal ones count once"
    assert dialog.outcome.text() == cut
    dialog.text.set_value("")
    assert shown(dialog)[0] == ["ann", "1", "milk; bread; milk"], "all other columns, each an item"
    assert dialog.outcome.text() == "Then: sets of items, a cell each; equal ones count once"


def test_without_a_header_columns_are_numbers_and_the_first_row_is_one(dialog: RowsDialog) -> None:
    dialog.ways[ROWS].click()
    dialog.header.click()
    dialog.text.setCurrentIndex(1)
    dialog.name.setCurrentIndex(1)
    assert [dialog.rows.headerData(c, Qt.Orientation.Horizontal) for c in range(2)] == ["Column 1", "Column 2"]
    assert shown(dialog) == [["who", "what"], ["ann", "milk; bread; milk"], ["bob", "beer"]]
    assert (dialog.fields()["text_column"], dialog.fields()["id_column"]) == ("2", "1")
    assert dialog.fields()["table_header"] is False


def test_long_names_of_columns_ask_for_no_wider_window(dialog: RowsDialog, qtbot: QtBot) -> None:
    least = dialog.minimumSizeHint().width()
    names = [f"a heading of very many words that tell all of what stands below it {place}" for place in range(2)]
    dialog.offer_tables(names, 0, 2)
    dialog.ask("t.csv", TablePreview(tuple(names), (("ann", "milk"),)), Recipe())
    assert dialog.minimumSizeHint().width() <= least + dialog.table_label.sizeHint().width()
    dialog.resize(1400, 700)
    dialog.show()
    qtbot.waitUntil(lambda: dialog.text.width() + dialog.more.width() > 350)  # they take the room that there is
    dialog.reject()


def test_a_table_may_stay_one_text(dialog: RowsDialog) -> None:
    dialog.ways[TEXT].click()
    assert dialog.fields() == {"text_column": None, "id_column": None, "table_header": None, "shingle_kind": "char"}
    assert not dialog.text.isEnabled()
    assert dialog.outcome.text() == "Then: one document, the text of the file"


def test_all_columns_together_are_a_choice(dialog: RowsDialog) -> None:
    dialog.name.set_value("who")
    dialog.text.set_value("*")
    assert dialog.fields()["text_column"] == "*"
    assert shown(dialog) == [["ann", "milk; bread; milk"], ["bob", "beer"]]
    dialog.name.set_value("")
    assert shown(dialog) == [["1", "ann milk; bread; milk"], ["2", "bob beer"]]


def test_a_column_that_the_table_does_not_have_is_not_taken_for_its_first_one(dialog: RowsDialog) -> None:
    preview = TablePreview(("customer", "items"), (("C0000", "apple,cheese,milk"), ("C0001", "beer,bread,milk")))
    dialog.ask("baskets.csv", preview, Recipe(text_column="text", id_column="id"))
    assert (dialog.fields()["text_column"], dialog.fields()["id_column"]) == ("items", None)


def test_columns_that_are_proposed_for_one_table_are_not_kept_for_the_next(dialog: RowsDialog) -> None:
    people = TablePreview(("rec_id", "name", "street", "town"), (("r1", "ann", "high street", "perth"),))
    reviews = TablePreview(("id", "author", "body"), (("7", "Ann", "one long text of a review"),))
    dialog.ask("people.csv", people, Recipe())
    dialog.show_table(1, "reviews.csv", reviews)
    assert (dialog.text.value(), dialog.name.value()) == ("body", "id")
    dialog.text.set_value("*")
    dialog.show_table(0, "people.csv", people)
    dialog.show_table(1, "reviews.csv", reviews)
    assert dialog.text.value() == "*", "what was chosen stays"
    dialog.text.set_value("body")
    dialog.header.click()
    dialog.show_table(0, "people.csv", people)
    assert not dialog.header.isChecked()


def test_a_lone_table_offers_no_choice_of_tables(dialog: RowsDialog) -> None:
    assert not dialog.table.isVisibleTo(dialog)
    assert not dialog.several.isVisibleTo(dialog)
    dialog.offer_tables(["a.csv", "b.csv"], 1, 2)
    assert dialog.table.isVisibleTo(dialog)
    assert dialog.table.currentText() == "b.csv"


def test_a_column_without_a_name_is_said_to_be_read_of_every_table(dialog: RowsDialog) -> None:
    dialog.offer_tables(["a.csv", "b.csv"], 0, 1200)
    assert "those that have no column of this name are left out" in dialog.several.text()
    dialog.header.click()
    dialog.text.setCurrentIndex(1)
    whole = "The choice holds for all 1,200 tables of the collection: of each, column 2 is read, whatever it holds."
    assert dialog.several.text() == whole
    dialog.header.click()
    assert "of this name" in dialog.several.text()


def test_several_columns_of_a_recipe_stay_chosen(dialog: RowsDialog) -> None:
    preview = TablePreview(("who", "what"), (("ann", "milk"),))
    dialog.ask("t.csv", preview, Recipe(text_column="what, who"))
    assert dialog.fields()["text_column"] == "what, who"
    assert shown(dialog) == [["1", "milk ann"]]


def test_rows_of_many_short_cells_are_compared_whole(dialog: RowsDialog) -> None:
    columns = ("rec_id", "name", "street", "town")
    dialog.ask("a.csv", TablePreview(columns, (("r1", "ann", "high street", "perth"),)), Recipe())
    assert (dialog.text.value(), dialog.name.value()) == ("*", "rec_id")
    assert shown(dialog) == [["r1", "ann high street perth"]]
    long = TablePreview(columns, (("r1", "ann", "a street of which there is much to tell here", "perth"),))
    dialog.ask("a.csv", long, Recipe())
    assert dialog.text.value() == "street"


def _add(dialog: RowsDialog, title: str) -> list[str]:
    """Press the button and choose a column of its menu; what the menu offers."""
    menu = dialog.more_columns
    menu.aboutToShow.emit()  # as the button does
    offered = {action.text(): action for action in menu.actions()}
    offered[title].trigger()
    return list(offered)


def test_columns_are_added_to_that_of_the_text(dialog: RowsDialog) -> None:
    columns = ("id", "name", "street, no", "town")
    dialog.ask("t.csv", TablePreview(columns, (("1", "Ann", "Lane 7", "Perth"), ("2", "Bob", "", "York"))), Recipe())
    assert dialog.more.menu() is dialog.more_columns
    dialog.name.set_value("id")
    dialog.text.set_value("*")
    assert _add(dialog, "name") == ["name", "street, no", "town"]
    assert dialog.fields()["text_column"] == "name"
    assert _add(dialog, "street, no") == ["street, no", "town"]
    assert dialog.fields()["text_column"] == "name,3"
    assert shown(dialog) == [["1", "Ann Lane 7"], ["2", "Bob"]]
    _add(dialog, "town")
    assert shown(dialog) == [["1", "Ann Lane 7 Perth"], ["2", "Bob York"]]
    dialog.text.set_value("street, no")
    assert _add(dialog, "town") == ["name", "town"]
    assert dialog.fields()["text_column"] == "3,town"
    dialog.ways[BASKETS].click()
    assert shown(dialog)[0] == ["1", "2", "Lane 7 · Perth"]
    dialog.ways[TEXT].click()
    assert not dialog.more.isEnabled()
    dialog.ask("t.csv", dialog._preview, Recipe().replace(text_column="3,town", id_column="id"))
    assert dialog.fields()["text_column"] == "3,town"


def test_several_columns_are_no_choice_where_their_names_are_a_row(dialog: RowsDialog) -> None:
    dialog.ask("t.csv", TablePreview(("a", "b"), (("x", "y"),)), Recipe().replace(text_column="a,b"))
    assert dialog.fields()["text_column"] == "a,b"
    dialog.header.click()
    assert dialog.fields()["text_column"] == "1"
    assert shown(dialog) == [["1", "a"], ["2", "x"]]
