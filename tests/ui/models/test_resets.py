"""Models asked by their views amid a reset, when what the views know is of before and the models hold less."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import TracebackType

import numpy as np
import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QTreeView
from pytestqt.qtbot import QtBot

from simexplorer.ui.dialogs.preview_view import preview_view
from simexplorer.ui.dialogs.put_back_dialog import MovedView
from simexplorer.ui.models.figures_table import FiguresTable
from simexplorer.ui.models.moved_tree import NOTHING, MovedRows, MovedTree
from simexplorer.ui.models.preview_table import PreviewRows
from simexplorer.ui.models.text_table import LeftTable, TextRows
from simexplorer.ui.panels.figures_view import FiguresView
from simexplorer.ui.panels.painted_list import painted_list

ROLES = [Qt.ItemDataRole(role) for role in (0, 3, 7, 10, 11, 12)] + [Qt.ItemDataRole.UserRole + k for k in range(4)]


@pytest.fixture
def told() -> Iterator[list[BaseException]]:
    """Errors that Qt's calls into the program have ended with."""
    errors: list[BaseException] = []
    before = sys.excepthook

    def hear(_kind: type[BaseException], error: BaseException, _trace: TracebackType | None) -> None:
        errors.append(error)

    sys.excepthook = hear
    yield errors
    sys.excepthook = before


def moved(acts: int, files: int) -> MovedRows:
    """So many acts of so many files each."""
    n = acts * files
    lines = [(f"file {k}", "away", "goes back") for k in range(n)]
    begins = np.arange(acts + 1, dtype=np.int64) * files
    places = [(f"/before/{k}", f"/after/{k}") for k in range(n)]
    return MovedRows([("act", "away")] * acts, begins, lines, places, np.ones(n, np.int64), np.ones(n, np.bool_))


def asked_everything(model: QAbstractItemModel, index: QModelIndex) -> None:
    """All that a view may ask of an index, whatever the model holds by now."""
    for role in ROLES:
        model.data(index, role)
    model.flags(index)
    index.parent()
    model.rowCount(index)
    model.columnCount(index)
    model.index(0, 0, index)


def _tree() -> tuple[MovedTree, list[QModelIndex]]:
    model = MovedTree()
    rows = moved(3, 4)
    model.show(rows, rows.goes)
    acts = [model.index(act, column) for act in range(3) for column in range(4)]
    files = [model.index(row, column, model.index(2, 0)) for row in range(4) for column in range(4)]
    return model, acts + files


def test_a_tree_of_moved_files_answers_indexes_of_before() -> None:
    for fewer in (NOTHING, moved(1, 1), moved(3, 1)):
        model, held = _tree()
        model.show(fewer, fewer.goes)
        for index in held:
            asked_everything(model, index)
            model.setData(index, 2, Qt.ItemDataRole.CheckStateRole)


def test_tables_answer_indexes_of_before() -> None:
    preview, figures, texts = PreviewRows(), FiguresTable(), LeftTable()
    preview.show(("a", "b"), (("1", "2"), ("3", "4")))
    figures.show(("a", "b"), (["x", "y"], [1.0, 2.0]))
    texts.show(TextRows.of((("a", "b"), ("c", "d"))))
    held = {model: [model.index(r, c) for r in range(2) for c in range(2)] for model in (preview, figures, texts)}
    preview.show(("a",), ())
    figures.show((), ())
    texts.show(TextRows.of((("a", "b"),)))
    for model, indexes in held.items():
        for index in indexes:
            asked_everything(model, index)
        beyond = model.createIndex(0, 9) if isinstance(model, LeftTable) else indexes[-1]
        asked_everything(model, beyond)
        for section in (-1, 0, 9):
            for role in ROLES:
                model.headerData(section, Qt.Orientation.Horizontal, role)


def looked_at_amid_resets(view: QAbstractItemView, model: QAbstractItemModel) -> None:
    """Have the view resized, laid out and painted at both ends of every reset, before and after it has heard of it."""

    def look() -> None:
        wide = 320 if view.width() > 400 else 640
        view.resize(wide, 200)
        view.doItemsLayout()
        view.grab()

    view.resize(640, 120)
    view.show()
    model.modelAboutToBeReset.connect(look)
    model.modelReset.connect(look)


class Amid:
    """A model's end of a reset, with its view made to look right before it: the model holds what the view knows not."""

    def __init__(self, model: QAbstractItemModel, view: QAbstractItemView) -> None:
        self._end, self._view = model.endResetModel, view

    def __call__(self) -> None:
        self._view.resize(self._view.width() - 60, 130)
        self._view.grab()
        self._end()


def test_views_resized_amid_a_reset_raise_nothing(
    qtbot: QtBot, told: list[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    tree = MovedTree()
    tree_view = MovedView(tree)
    preview = PreviewRows()
    frame = preview_view(preview, "preview", "Preview")
    preview_table = next(child for child in frame.children() if isinstance(child, QAbstractItemView))
    figures = FiguresView("figures", "Figures")
    left = LeftTable()
    left_view = painted_list(left, "left", "Left")
    for widget in (tree_view, frame, figures, left_view):
        qtbot.addWidget(widget)
    many, few = moved(3, 40), moved(1, 1)
    lines = [(f"file {k}", "why") for k in range(200)]
    shown = (
        (tree, tree_view, [lambda: tree.show(many, many.goes), lambda: tree.show(few, few.goes)]),
        (
            preview,
            preview_table,
            [lambda: preview.show("abc", [tuple("xyz")] * 40), lambda: preview.show("a", [("x",)])],
        ),
        (
            figures.figures,
            figures,
            [
                lambda: figures.figures.show(("a", "b"), (["x"] * 90, [1.0] * 90)),
                lambda: figures.figures.show(("a", "b", "c", "d", "e"), ([1.0],) * 5),
                lambda: figures.figures.show((), ()),
            ],
        ),
        (left, left_view, [lambda: left.show(TextRows.of(lines)), lambda: left.show(TextRows.of(lines[:1]))]),
    )
    for model, view, shows in shown:
        looked_at_amid_resets(view, model)
        monkeypatch.setattr(model, "endResetModel", Amid(model, view))
        for show in (*shows, *shows):
            show()
            if isinstance(view, QTreeView):
                view.expandAll()
            view.scrollToBottom()
            view.grab()
    assert told == []
