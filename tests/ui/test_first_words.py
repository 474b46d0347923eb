"""Documents that are called by a number alone have their first words beside them, wherever they are listed."""

from __future__ import annotations

import gc
import os
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.analysis import Analysis
from simexplorer.ui import app
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.panels.cluster_page import ClusterPage
from simexplorer.ui.panels.table_view import TableView
from simexplorer.ui.plots.collection_map_plot import CollectionMapPlot
from tests.ui.conftest import quiet, run_to_end
from tests.ui.lent import lending, shared
from tests.ui.shown import closing_after

BODY = "the keeper of the lighthouse wrote down every ship that passed, its colours and the hour of the day"
SUBJECTS = ("A ship\u202e in the fog", "A ship in the night", "Nothing of the kind")
MAILBOX = "".join(
    f"From a Thu Jan  1 00:00:00 1970\nSubject: {subject}\n\n{BODY if number < 2 else 'quite other words'}\n\n"
    for number, subject in enumerate(SUBJECTS)
)
_TEXT, _TIP = Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole
OpenFolder = Callable[..., MainWindow]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return fill(tmp_path / "mail")


def fill(place: Path) -> Path:
    place.mkdir()
    (place / "list.mbox").write_text(MAILBOX)
    (place / "plain.txt").write_text(f"Plain <b>words</b>\n{BODY}")
    return place


def build(folder: Path) -> object:
    return app.build([os.fspath(folder)], make=lambda sources: Analysis(sources, workers=1))


def run(window: MainWindow, qtbot: QtBot, **changes: object) -> MainWindow:
    window.run.show_recipe(replace(window.run.recipe, threshold=0.5, **changes))
    run_to_end(window, qtbot)
    return window


@pytest.fixture
def open_folder(qtbot: QtBot, folder: Path) -> Iterator[OpenFolder]:
    def make(**changes: object) -> MainWindow:
        return run(shown.enter_context(closing_after(build(folder))), qtbot, **changes)

    with ExitStack() as shown:
        yield make


@pytest.fixture
def own(open_folder: OpenFolder, qtbot: QtBot) -> MainWindow:
    made = open_folder()
    look_at(made, "pairs", qtbot)
    return made


@pytest.fixture(scope="module")
def of_all(lone_qtbot: QtBot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    folder = fill(tmp_path_factory.mktemp("all") / "mail")
    with shared(lambda: build(folder), tmp_path_factory.mktemp("settings")) as made:
        yield run(made, lone_qtbot)


@pytest.fixture
def window(of_all: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """As ``own``, for tests that leave files and words as they are."""
    with lending(of_all, qtbot) as made:
        look_at(made, "pairs", qtbot)
        yield made
        for page in made.findChildren(ClusterPage):
            page.as_table.setChecked(False)


def look_at(window: MainWindow, name: str, qtbot: QtBot) -> None:
    """Bring a view to the front and wait until it was painted with what it asked for."""
    window.commands.show_view(name)
    window.grab()
    quiet(window, qtbot)


def said(table: ArrayTable, role: int = _TEXT) -> dict[str, str]:
    """What cells with a path say by this role, by the path."""
    cells = [table.index(row, column) for row in range(table.rowCount()) for column in range(table.columnCount())]
    named = [c for c in cells if table.document_in(table.source, table.entry(c.row()), c.column()) is not None]
    return {str(cell.data()): str(cell.data(role) or "") for cell in named}


def picture(view: TableView, column: int) -> QImage:
    """The first row's cell of a column."""
    cell = view.visualRect(view.model().index(0, column))
    return view.viewport().grab(QRect(QPoint(cell.left(), cell.top()), cell.size())).toImage()


def test_messages_of_a_mailbox_have_their_subjects_beside_them(window: MainWindow) -> None:
    table = window.pairs.model
    assert said(table)["list.mbox!1"] == "list.mbox!1, A ship in the fog"  # nothing turns the line round
    assert said(table)["list.mbox!2"] == "list.mbox!2, A ship in the night"
    assert said(table)["plain.txt"] == ""  # which has Qt read the path
    assert "plain.txt\nPlain &lt;b&gt;words&lt;/b&gt;" in said(table, _TIP)["plain.txt"]
    assert "list.mbox!1\nA ship in the fog" in said(table, _TIP)["list.mbox!1"]


def test_they_are_painted_after_the_path(own: MainWindow) -> None:
    view, words = own.pairs.view, own.words.words
    view.setColumnWidth(0, 240)
    with_words = picture(view, 0)
    words._known = dict.fromkeys(words._known, ("", True))
    without = picture(view, 0)
    differs = [
        x
        for x in range(with_words.width())
        if any(with_words.pixel(x, y) != without.pixel(x, y) for y in range(with_words.height()))
    ]
    assert differs
    measured = view.fontMetrics().horizontalAdvance("list.mbox!1")
    assert min(differs) > measured  # the path itself stays as it was


def test_every_list_has_them(window: MainWindow, qtbot: QtBot) -> None:
    window.clusters.model.set_all_open(True)
    look_at(window, "clusters", qtbot)
    assert said(window.clusters.model)["list.mbox!2"] == "list.mbox!2, A ship in the night"
    window.selection.select(window.pairs.model.documents_of(0))
    look_at(window, "neighbours", qtbot)
    heard = set(said(window.neighbours.model).values())
    assert heard & {"list.mbox!1, A ship in the fog", "list.mbox!2, A ship in the night"}
    for page in window.findChildren(ClusterPage):
        page.as_table.click()
        look_at(window, page.objectName().removesuffix("View"), qtbot)
        assert said(page.view.table)["list.mbox!1"] == "list.mbox!1, A ship in the fog"


def test_the_menu_shows_them_beside_all_names_and_remembers_it(
    own: MainWindow, open_folder: OpenFolder, qtbot: QtBot
) -> None:
    action = own.words.beside_all
    titles = [entry.text() for entry in own.menus.menu("view").actions()]
    assert titles.index("Reset panels and columns") == titles.index(action.text()) - 1
    assert not action.isChecked()
    action.trigger()
    own.grab()
    quiet(own, qtbot)
    assert said(own.pairs.model)["plain.txt"] == "plain.txt, Plain <b>words</b>"
    own.close()
    again = open_folder()
    look_at(again, "pairs", qtbot)
    assert again.words.beside_all.isChecked()
    assert said(again.pairs.model)["plain.txt"] == "plain.txt, Plain <b>words</b>"
    again.words.beside_all.trigger()
    assert said(again.pairs.model)["plain.txt"] == ""


def test_compare_has_them_above_its_texts(window: MainWindow, qtbot: QtBot) -> None:
    paths = window.session.result.documents.paths
    row = {paths.display(number): number for number in range(len(paths))}
    window.selection.select((row["list.mbox!1"], row["plain.txt"]))
    quiet(window, qtbot)
    left, right = window.compare.left, window.compare.right
    assert (left.title.text(), left.words.text()) == ("list.mbox!1", "A ship in the fog")
    assert (right.words.text(), right.words.isHidden()) == ("", True)
    window.words.beside_all.trigger()
    assert right.words.text() == "Plain <b>words</b>"
    window.words.beside_all.trigger()
    assert right.words.isHidden()


def test_texts_that_were_compared_are_let_go_of_with_the_selection(window: MainWindow, qtbot: QtBot) -> None:
    window.selection.select((0, 1))
    quiet(window, qtbot)
    points = weakref.ref(window.compare.left.view.shown.points)
    assert points() is not None
    window.selection.select(())
    quiet(window, qtbot)
    gc.collect()
    assert points() is None, "two large texts take a gigabyte"


def test_tooltips_of_plots_have_them(window: MainWindow, qtbot: QtBot) -> None:
    window.selection.select(window.pairs.model.documents_of(0))
    for page in window.findChildren(ClusterPage):
        look_at(window, page.objectName().removesuffix("View"), qtbot)
        page.plot.words_of(0)
        quiet(window, qtbot)
        tips = {page.plot.tip_at(x, y) for x in range(0, page.plot.width(), 6) for y in range(0, page.plot.height(), 6)}
        assert any("list.mbox!1\nA ship in the fog" in tip for tip in tips), page.objectName()
    look_at(window, "map", qtbot)
    plot = window.findChild(CollectionMapPlot)
    assert plot is not None
    for place in range(len(plot.scene.drawn)):
        plot.words_of(place)
    quiet(window, qtbot)
    tips = {plot.tip_at(x, y) for x in range(0, plot.width(), 6) for y in range(0, plot.height(), 6)}
    assert any(tip.startswith("list.mbox!1\nA ship in the fog\n") for tip in tips)


def test_names_in_the_pictures_of_a_cluster_have_them(window: MainWindow, qtbot: QtBot) -> None:
    window.selection.select(window.pairs.model.documents_of(0))
    look_at(window, "graph", qtbot)
    cluster = next(each for each in window.features if type(each).__name__ == "ClusterController")
    names = cluster.scenes.names
    assert "list.mbox!1\u2003A ship in the fog" in names
    assert "plain.txt" in names, "its name tells what it is"
    assert "list.mbox!1" in cluster.scenes.paths


def test_what_is_copied_is_the_path_alone(window: MainWindow) -> None:
    window.pairs.view.select_row(0)
    window.files.copying.copy(window.pairs.view)
    copied = QGuiApplication.clipboard().text()
    assert "list.mbox!" in copied
    assert "ship" not in copied
    menu = window.files.menu_for(window.pairs.view)
    assert isinstance(menu, QMenu)
    menu.deleteLater()


def test_a_new_result_never_has_old_words(own: MainWindow, folder: Path, qtbot: QtBot) -> None:
    (folder / "list.mbox").write_text(MAILBOX.replace("A ship", "Some boat"))
    (folder / "a.txt").write_text("A first file\n" + BODY)  # all rows have other numbers now
    run_to_end(own, qtbot)
    look_at(own, "pairs", qtbot)
    found = said(own.pairs.model)
    assert found["list.mbox!1"] == "list.mbox!1, Some boat in the fog"
    assert "a.txt\nA first file" in said(own.pairs.model, _TIP)["a.txt"]
    assert not any("ship" in words for words in found.values())


def test_a_file_that_vanished_has_no_words_and_is_no_fault(own: MainWindow, folder: Path, qtbot: QtBot) -> None:
    (folder / "plain.txt").unlink()
    own.words.words.begin(None)
    own.words.words.begin(own.session.result.documents.paths)
    own.grab()
    quiet(own, qtbot)
    assert said(own.pairs.model, _TIP)["plain.txt"].count("\n") == 0
    assert said(own.pairs.model)["list.mbox!1"] == "list.mbox!1, A ship in the fog"
    assert not own.message.isVisible()


def test_rows_of_a_table_have_theirs(open_folder: OpenFolder, folder: Path, qtbot: QtBot) -> None:
    (folder / "list.mbox").unlink()
    (folder / "rows.csv").write_text(f"id,text\n7,First row: {BODY}\n7,Second row: {BODY}\n")
    window = open_folder(text_column="text", id_column="id")
    look_at(window, "pairs", qtbot)
    heard = " ".join(said(window.pairs.model).values())
    assert "rows.csv!7, First row: the keeper" in heard
    assert "rows.csv!7#2, Second row: the keeper" in heard
