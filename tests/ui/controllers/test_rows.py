"""Tables become documents: offered when one is opened, previewed as they will be read, and analysed so."""

from __future__ import annotations

import csv
import gzip
import io
import os
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from simexplorer.documents import table_files
from simexplorer.ui import app
from simexplorer.ui.controllers import rows_controller
from simexplorer.ui.controllers.kept_workspace import KeptWorkspace
from simexplorer.ui.controllers.overview_figures import notes_of
from simexplorer.ui.controllers.rows_controller import NO_TABLE, RowsController
from simexplorer.ui.dialogs.rows_dialog import BASKETS, RowsDialog
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import OpenWindow, quiet, run_to_end
from tests.ui.kept import OpenReal, settle
from tests.ui.shown import closing_after

CSV = b"id,author,body\n7,Ann,one long text of a review\n8,Bob,another text of some length\n8,Cy,third\n"


@pytest.fixture
def table(tmp_path: Path) -> bytes:
    (tmp_path / "reviews.csv").write_bytes(CSV)
    return os.fsencode(tmp_path / "reviews.csv")


def rows_of(window: MainWindow) -> RowsController:
    (found,) = (one for one in window.features if isinstance(one, RowsController))
    return found


def rows_entry(window: MainWindow) -> QAction:
    """The line of the menu that asks for rows."""
    (found,) = {
        a for menu in window.menus.findChildren(QMenu) for a in menu.actions() if a.text().startswith("Rows of")
    }
    return found


def shown(dialog: RowsDialog) -> list[list[str]]:
    made = dialog.made
    return [[made.index(r, c).data() for c in range(made.columnCount())] for r in range(made.rowCount())]


def test_opening_a_table_offers_its_rows_and_analyses_them(open_window: OpenWindow, qtbot: QtBot, table: bytes) -> None:
    window = open_window(opened=False)
    dialog = rows_of(window).dialog
    window.opening.open([table])
    qtbot.waitUntil(dialog.isVisible, timeout=20_000)
    assert (dialog.text.value(), dialog.name.value()) == ("body", "id")
    assert shown(dialog) == [["7", "one long text of a review"], ["8", "another text of some length"], ["8#3", "third"]]
    with qtbot.waitSignal(window.run.run_finished, timeout=20_000):
        dialog.apply.click()
    quiet(window, qtbot)
    recipe = window.fakes[-1].recipes[-1]
    assert (recipe.text_column, recipe.id_column, recipe.table_header) == ("body", "id", True)
    assert recipe.shingle_kind == "char"
    assert window.collection.reading.rows.text() == "rows of “body”…"


def test_opening_a_table_without_the_columns_of_the_one_before_offers_its_own(
    open_window: OpenWindow, qtbot: QtBot, table: bytes, tmp_path: Path
) -> None:
    (tmp_path / "orders.csv").write_text("order,comment\n1,the comment on an order\n2,and the one on another\n")
    (tmp_path / "more reviews.csv").write_bytes(CSV)
    window = open_window(opened=False)
    window.run.show_recipe(window.run.recipe.replace(text_column="body", id_column="id", table_header=True))
    dialog = rows_of(window).dialog
    for name, offered in (("more reviews.csv", False), ("orders.csv", True)):
        window.opening.open([os.fsencode(tmp_path / name)])
        quiet(window, qtbot)
        assert dialog.isVisible() == offered, name
    assert (dialog.text.value(), dialog.name.value()) == ("comment", "")
    with qtbot.waitSignal(window.run.run_finished, timeout=20_000):
        dialog.apply.click()
    quiet(window, qtbot)
    recipe = window.fakes[-1].recipes[-1]
    assert (recipe.text_column, recipe.id_column) == ("comment", None)


def test_opening_a_packed_table_offers_its_rows(open_window: OpenWindow, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "reviews.csv.gz").write_bytes(gzip.compress(CSV))
    window = open_window(opened=False)
    window.opening.open([os.fsencode(tmp_path / "reviews.csv.gz")])
    dialog = rows_of(window).dialog
    qtbot.waitUntil(dialog.isVisible, timeout=20_000)
    assert dialog.text.value() == "body"
    dialog.leave.click()


def test_json_of_many_objects_offers_them_as_rows(open_window: OpenWindow, qtbot: QtBot, tmp_path: Path) -> None:
    file = os.fsencode(tmp_path / "reviews.json")
    (tmp_path / "reviews.json").write_text('[\n {"id": 7, "body": "one long text"},\n {"id": 8, "body": "third"}\n]')
    (tmp_path / "a.json").write_text('{"id": 7}')
    window = open_window(opened=False)
    dialog = rows_of(window).dialog
    window.opening.open([os.fsencode(tmp_path / "a.json"), file])
    qtbot.waitUntil(dialog.isVisible, timeout=20_000)
    assert (dialog.text.value(), dialog.name.value()) == ("body", "id")
    assert shown(dialog) == [["7", "one long text"], ["8", "third"]]
    dialog.leave.click()


def test_files_of_json_are_looked_into_off_the_main_thread(
    open_real: OpenReal, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is opened, and where its rows are asked for: a file of a slow network would hold the window."""
    looked_in, real = [], rows_controller.holds_rows
    monkeypatch.setattr(
        rows_controller, "holds_rows", lambda *read: looked_in.append(threading.current_thread()) or real(*read)
    )
    (tmp_path / "one.json").write_text('{"text": "no rows"}')
    window = open_real(str(tmp_path / "one.json"))
    run_to_end(window, qtbot)
    assert window.message.text() == "", "nobody asked for rows"
    rows_entry(window).trigger()
    qtbot.waitUntil(lambda: window.message.text() == NO_TABLE)
    assert len(looked_in) == 2
    assert threading.main_thread() not in looked_in


def test_a_cancelled_offer_leaves_everything_as_it_is(open_window: OpenWindow, qtbot: QtBot, table: bytes) -> None:
    window = open_window(opened=False)
    before = window.run.recipe
    window.opening.open([table])
    qtbot.waitUntil(rows_of(window).dialog.isVisible, timeout=20_000)
    rows_of(window).dialog.leave.click()
    assert window.run.recipe == before


@pytest.mark.parametrize(
    ("name", "content"), [("deep/rows.csv", CSV), ("deep/rows.json", b'[{"id": 7, "body": "one long text"}]')]
)
def test_a_table_inside_a_folder_is_found_before_any_run(
    open_window: OpenWindow, qtbot: QtBot, folder: Path, name: str, content: bytes
) -> None:
    (folder / "deep").mkdir()
    (folder / "a.json").write_text("{}")
    (folder / name).write_bytes(content)
    window = open_window()
    dialog = rows_of(window).dialog
    rows_entry(window).trigger()
    qtbot.waitUntil(dialog.isVisible, timeout=20_000)
    assert dialog.text.value() == "body"
    assert window.session.result is None
    dialog.leave.click()


def test_a_folder_without_tables_says_so_before_any_run(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    rows_entry(window).trigger()
    assert window.status.status.text().startswith("Looking for")
    quiet(window, qtbot)
    assert window.message.text() == NO_TABLE
    assert not window.status.status.text().startswith("Looking for")


def test_a_folder_without_tables_says_so(analysed: MainWindow, qtbot: QtBot) -> None:
    rows_of(analysed).ask()
    quiet(analysed, qtbot)
    assert analysed.message.text() == NO_TABLE
    assert not analysed.collection.table_hint.isVisibleTo(analysed)


def test_baskets_are_compared_in_the_window(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMEXPLORER_CACHE", str(tmp_path / "cache"))
    (tmp_path / "baskets.csv").write_text(
        "who,what\nann,milk; bread; eggs\nbob,eggs; milk; bread; milk\ncy,beer; tea\n"
    )
    window = app.build([])
    assert isinstance(window, MainWindow)
    window.show()
    dialog = rows_of(window).dialog
    window.opening.open([os.fsencode(tmp_path / "baskets.csv")])
    qtbot.waitUntil(dialog.isVisible, timeout=20_000)
    dialog.ways[BASKETS].click()
    dialog.text.set_value("what")
    dialog.name.set_value("who")
    with qtbot.waitSignal(window.run.run_finished, timeout=60_000):
        dialog.apply.click()
    quiet(window, qtbot)
    found = window.session.result
    assert found is not None
    paths = [found.documents.paths.display(row) for row in range(len(found.documents))]
    assert window.tuning.heavy.kind.currentText() == "items of rows"
    window.close()
    window.deleteLater()
    assert dict(zip(paths, found.shingles.tolist(), strict=True)) == {
        "baskets.csv": 0,
        "baskets.csv!ann": 3,
        "baskets.csv!bob": 4,
        "baskets.csv!cy": 2,
    }
    assert len(found.clusters) == 1, "the same items in another order are the same set"


def test_among_the_tables_of_a_folder_one_is_chosen_and_the_others_are_told_of(
    open_window: OpenWindow, qtbot: QtBot, folder: Path
) -> None:
    (folder / "baskets.csv").write_text("customer;items\nC0000;apple,cheese,milk\nC0001;apple,cheese\n")
    (folder / "reviews.csv").write_bytes(CSV)
    (folder / "empty.csv").write_bytes(b"")
    window = open_window()
    dialog = rows_of(window).dialog
    rows_entry(window).trigger()
    qtbot.waitUntil(dialog.isVisible, timeout=20_000)
    assert [dialog.table.itemText(at) for at in range(3)] == ["baskets.csv", "empty.csv", "reviews.csv"]
    assert (dialog.table.currentText(), dialog.text.value()) == ("baskets.csv", "items")
    assert "all 3 tables" in dialog.several.text()
    assert "left out" in dialog.several.text()
    dialog.table.setFocus()
    qtbot.keyClick(dialog.table, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: dialog.text.value() == "body", timeout=20_000)
    assert dialog.file.text().endswith("reviews.csv")
    assert dialog.name.value() == "id"
    qtbot.keyClick(dialog.table, Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: dialog.file.text().endswith("empty.csv"), timeout=20_000)
    assert not dialog.apply.isEnabled()
    dialog.leave.click()


@pytest.fixture(params=["reviews.csv", "reviews.parquet"])
def lone_table(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[MainWindow]:
    """A window on a folder whose only file is a table, after a run that read it as one text, or could not."""
    monkeypatch.setenv("SIMEXPLORER_CACHE", str(tmp_path / "cache"))
    (tmp_path / "reviews").mkdir()
    raw = CSV
    if request.param.endswith("parquet"):
        arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        names, *rows = csv.reader(io.StringIO(CSV.decode()))
        table, out = dict(zip(names, zip(*rows, strict=True), strict=True)), io.BytesIO()
        parquet.write_table(arrow.table(table), out)
        raw = out.getvalue()
    (tmp_path / "reviews" / request.param).write_bytes(raw)
    with closing_after(app.build([str(tmp_path / "reviews")])) as window:
        run_to_end(window, qtbot)
        yield window


def test_where_tables_were_read_as_texts_the_way_to_their_rows_is_told_whole(
    lone_table: MainWindow, qtbot: QtBot
) -> None:
    words, button = lone_table.collection.table_words, lone_table.collection.table_hint
    read = bool(lone_table.session.result.shingles.any())
    said = "read as one text" if read else "left out"
    assert words.text() == f"1 table was {said}. Each row can be a document of its own."
    assert words.isVisibleTo(lone_table)
    assert words.height() >= words.heightForWidth(words.width())
    assert button.text() == "A document per row…"
    assert button.width() >= button.sizeHint().width()
    assert "each of its rows can be a document" in notes_of(lone_table.session.result, growing=False)
    lone_table.collection.show_tables(2, 3)
    assert words.text().startswith("2 tables were each read as one text. 3 tables were left out.")
    dialog = rows_of(lone_table).dialog
    button.click()
    qtbot.waitUntil(dialog.isVisible, timeout=20_000)
    with qtbot.waitSignal(lone_table.run.run_finished, timeout=60_000):
        dialog.apply.click()
    quiet(lone_table, qtbot)
    assert len(lone_table.session.result.documents) == 4
    assert not words.isVisibleTo(lone_table)
    assert not button.isVisibleTo(lone_table)


def test_a_table_without_the_column_that_is_set_is_offered_as_its_rows(lone_table: MainWindow, qtbot: QtBot) -> None:
    lone_table.run.show_recipe(lone_table.run.recipe.replace(text_column="text of another table"))
    run_to_end(lone_table, qtbot)
    assert not lone_table.session.result.texts
    assert lone_table.collection.table_words.text() == "1 table was left out. Each row can be a document of its own."
    assert lone_table.collection.table_hint.isVisibleTo(lone_table)
    assert "each of its rows can be a document" in notes_of(lone_table.session.result, growing=False)
    lone_table.collection.table_hint.click()
    dialog = rows_of(lone_table).dialog
    qtbot.waitUntil(dialog.isVisible, timeout=20_000)
    assert (dialog.text.value(), dialog.name.value()) == ("body", "id")
    dialog.leave.click()


def test_a_lone_table_is_offered_as_its_rows_where_nothing_can_be_compared(
    lone_table: MainWindow, qtbot: QtBot
) -> None:
    empty = lone_table.pages["clusters"].empty
    assert "The only document is a table." in empty.words()
    lone_table.views.show_view("clusters")
    qtbot.mouseClick(empty.button, Qt.MouseButton.LeftButton)
    dialog = rows_of(lone_table).dialog
    qtbot.waitUntil(dialog.isVisible, timeout=20_000)
    dialog.leave.click()
    assert not dialog.isVisible()
    lone_table.collection.table_hint.click()
    qtbot.waitUntil(dialog.isVisible, timeout=20_000)
    lone_table.close()
    assert not dialog.isVisible(), "it goes with the window"


def test_a_table_of_a_folder_that_was_left_asks_nothing(
    open_window: OpenWindow, qtbot: QtBot, table: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, begun, go_on = open_window(opened=False), threading.Event(), threading.Event()
    preview_of_file = table_files.preview_of_file

    def slowly(*given: object, **named: object) -> object:
        begun.set()
        assert go_on.wait(10)
        return preview_of_file(*given, **named)

    monkeypatch.setattr(table_files, "preview_of_file", slowly)
    window.opening.open([table])
    qtbot.waitUntil(begun.is_set)
    (tmp_path / "texts").mkdir()
    window.opening.open([os.fsencode(tmp_path / "texts")])
    go_on.set()
    quiet(window, qtbot)
    assert not rows_of(window).dialog.isVisible()


def test_a_table_whose_kept_run_tells_its_rows_is_not_asked_about_however_long_that_takes_to_open(
    open_real: OpenReal, qtbot: QtBot, table: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = open_real()
    first.opening.open([table])
    dialog = rows_of(first).dialog
    qtbot.waitUntil(dialog.isVisible, timeout=20_000)
    with qtbot.waitSignal(first.run.run_finished, timeout=180_000):
        dialog.apply.click()
    settle(first, qtbot)
    first.close()
    window, opened = open_real(), KeptWorkspace.open
    looking = rows_of(window).jobs

    def slowly(*given: object) -> object:
        stop = time.monotonic() + 0.5
        while not looking.running and time.monotonic() < stop:  # who would ask before it is known what is kept
            time.sleep(0.01)
        while looking.running:
            time.sleep(0.01)
        return opened(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(KeptWorkspace, "open", slowly)
    window.opening.open([table])
    settle(window, qtbot)
    assert len(window.session.result.documents) == 4
    quiet(window, qtbot)
    assert not rows_of(window).dialog.isVisible()
