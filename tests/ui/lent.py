"""A window that the tests of a file share: lent to each, and put back as it was, or the test fails."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QModelIndex, QSettings
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QDialog, QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui import app
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.table_view import TableView
from tests.ui.fakes import FakeAnalysis, made_into
from tests.ui.shown import closing_after, quiet, run_to_end

_SIZE = (1280, 800)


@contextmanager
def shared(build: Callable[[], object], settings: Path) -> Iterator[MainWindow]:
    """A window for several tests, with settings of its own."""
    keep_settings(settings)
    with nothing_left_after(), closing_after(build()) as window:
        window.resize(*_SIZE)
        yield window


@contextmanager
def nothing_left_after() -> Iterator[None]:
    """What the tests of a file share is deleted when they have ended, before the tests of the next file begin."""
    threads, shares = set(threading.enumerate()), bool(QApplication.topLevelWidgets())
    try:
        yield
    finally:
        collect()
        if not shares:
            gc.enable()
            none_left(threads)


@contextmanager
def lending(window: MainWindow, qtbot: QtBot, *, runs: bool = False) -> Iterator[MainWindow]:
    """The window for one test, which may look at other views, sizes and colours, select, filter, sort and arrange.

    That is put back by the window's own means; whatever else it has changed is a mistake of the test.

    runs : it may change settings and run too: they are set back, and all is analysed again
    """
    before, fields = _state(window, runs), _fields(window)
    theme, recipe = window.theme.mode, window.run.recipe
    yield window
    _put_back(window, theme, qtbot)
    if runs:
        _set_back(window, recipe, qtbot)
    assert _state(window, runs) == before, "this test has changed the window that it shares with others"
    left = [one.objectName() for one, value in fields.items() if isValid(one) and _value(one) != value]
    assert not left, f"this test has left other values in the window that it shares with others: {left}"


@pytest.fixture(scope="module")
def lone_qtbot(machine_left_alone: None, qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """What waits for a window that tests are to share."""
    return QtBot(request)


@pytest.fixture(scope="module")
def window_of_all(lone_qtbot: QtBot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """One in which a run over a fake analysis has ended."""
    with _shared_over_fakes(tmp_path_factory) as window:
        run_to_end(window, lone_qtbot)
        yield window


@pytest.fixture(scope="module")
def new_window_of_all(lone_qtbot: QtBot, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """One in which nothing was analysed yet."""
    with _shared_over_fakes(tmp_path_factory) as window:
        quiet(window, lone_qtbot)
        yield window


@pytest.fixture
def lent(window_of_all: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window in which a run has ended, for a test that only looks and arranges: it stays for the next one."""
    with lending(window_of_all, qtbot) as window:
        yield window


@pytest.fixture
def lent_to_run(window_of_all: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """The same for a test that changes settings and runs."""
    with lending(window_of_all, qtbot, runs=True) as window:
        yield window


@pytest.fixture
def lent_new(new_window_of_all: MainWindow, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with a folder and no run yet, for a test that changes settings and runs nothing."""
    with lending(new_window_of_all, qtbot, runs=True) as window:
        yield window


@contextmanager
def _shared_over_fakes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    place = tmp_path_factory.mktemp("lent")
    fakes: list[FakeAnalysis] = []
    (place / "collection").mkdir()
    with shared(lambda: app.build([str(place / "collection")], make=made_into(fakes)), place) as window:
        window.fakes = fakes  # type: ignore[attr-defined]
        yield window


def collect() -> None:
    """Delete what is to be deleted, and what hangs on it."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        QCoreApplication.processEvents()
    gc.collect()


def none_left(threads: set[threading.Thread]) -> None:
    """Fail where a thread of a window goes on that is none of these, or a window is there."""
    started = [t for t in set(threading.enumerate()) - threads if t.name.startswith("job-") and _still_alive(t)]
    assert not started, f"threads left: {started}"
    left = [widget for widget in QApplication.topLevelWidgets() if widget.parent() is None]
    assert not left, f"top-level widgets left: {left}"


def keep_settings(place: Path) -> None:
    """Windows that are built from now on keep their settings there."""
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(place / "settings"))


def _still_alive(thread: threading.Thread) -> bool:
    thread.join(20.0)  # jobs end by themselves; on a machine that does other things that takes its time
    return thread.is_alive()


def _put_back(window: MainWindow, theme: str, qtbot: QtBot) -> None:
    window.lab.close()
    for dialog in window.findChildren(QDialog):
        if dialog.isVisible():
            dialog.reject()
    window.bar.filter.clear()
    window.collection.clear_folder()
    window.selection.select(())
    window.clusters.close_all.click()
    window.problems.clear_choices()
    for page in window.pages.values():
        page.view.setCurrentIndex(QModelIndex())
        page.view.scrollToTop()
        page.view.sortByColumn(-1, page.view.horizontalHeader().sortIndicatorOrder())
    for tabs, name in ((window.evidence_tabs, "compare"), (window.tabs, "overview")):
        tabs.show_view(name)
    window.resize(*_SIZE)
    next(entry for entry in window.menus.menu("view").actions() if entry.text().startswith("Reset")).trigger()
    window.message.hide()
    window.theme.set_mode(theme)
    _rest(window, qtbot)


def _rest(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.is_quiet() and not window.theme.repainting.busy, timeout=20_000)
    QApplication.processEvents()


def _set_back(window: MainWindow, recipe: Recipe, qtbot: QtBot) -> None:
    kept = window.tuning.kept
    for row in kept.rows():
        kept.remove_requested.emit(row.bands, row.rows)
    window.run.show_recipe(recipe)
    if window.session.result is not None:
        run_to_end(window, qtbot)
        if (fakes := getattr(window, "fakes", None)) is not None:
            fakes[:] = fakes[-1:]
    _rest(window, qtbot)


def _state(window: MainWindow, runs: bool) -> dict[str, object]:
    """What a test has to leave as it was."""
    result = window.session.result
    return {
        "result": (result.recipe, result.at_threshold, result.partial) if runs and result else id(result),
        "sources": window.session.sources,
        "fields": window.run.recipe.replace(**window.tuning.fields(), **window.collection.fields()),
        "recipe": window.run.recipe,
        "size": window.size().toTuple(),
        "views": (window.tabs.shown(), window.evidence_tabs.shown()),
        "docks": [(dock.isVisible(), dock.isFloating()) for dock in window.docks],
        "selection": window.selection.documents,
        "filter": window.bar.filter.text(),
        "panels": [_texts(panel) for panel in (window.bar, window.collection, window.tuning)],
        "rows": [page.model.rowCount() for name, page in window.pages.items() if name != "neighbours"],
        "columns": [_columns(page.view) for page in window.pages.values()],
    }


def _fields(window: MainWindow) -> dict[QWidget, object]:
    """What is set in the fields of all views; lists that are filled when they are shown are none before."""
    views, kinds = (window.tabs, *window.tabs.late), (QLineEdit, QComboBox, QAbstractButton)
    values = {one: _value(one) for view in views for kind in kinds for one in view.findChildren(kind)}
    return {one: value for one, value in values.items() if value is not None}


def _value(field: QWidget) -> object:
    if isinstance(field, QComboBox):
        return field.currentText() if field.count() else None
    return field.isChecked() if isinstance(field, QAbstractButton) else field.text()  # type: ignore[attr-defined]


def _texts(panel: QWidget) -> list[str]:
    """What stands in all fields, labels and buttons of a panel, and what is switched on."""
    labels, fields = panel.findChildren(QLabel), panel.findChildren(QLineEdit)
    choices = (f"{box.objectName()} {box.currentText()}" for box in panel.findChildren(QComboBox))
    buttons = (f"{one.text()} {one.isChecked()} {one.isEnabled()}" for one in panel.findChildren(QAbstractButton))
    return [*(one.text() for one in (*labels, *fields)), *choices, *buttons]


def _columns(view: TableView) -> tuple[int, list[int]]:
    """Which column the rows of a list are sorted by, and which columns are wanted, from left to right."""
    header = view.horizontalHeader()
    inner = (header.logicalIndex(place) for place in range(header.count()))
    return header.sortIndicatorSection(), [column for column in inner if view.wants(column)]
