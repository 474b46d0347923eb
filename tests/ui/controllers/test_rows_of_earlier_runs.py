"""A list of an earlier run leads to its documents by their paths: their rows are other documents in a later one."""

from __future__ import annotations

import os
from pathlib import Path

from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers.compare_controller import CompareController
from simexplorer.ui.controllers.decision_target import target_of
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import feature
from tests.ui.kept import LINES, OpenReal, analyse, settle, write_collection


def names_of(window: MainWindow, rows: tuple[int, ...]) -> list[str]:
    result = window.session.result
    assert result is not None
    return [result.documents.paths.display(row) for row in rows]


def row_named(window: MainWindow, name: str) -> int:
    result = window.session.result
    assert result is not None
    return names_of(window, tuple(range(len(result.documents)))).index(name)


def read_once_more(window: MainWindow, qtbot: QtBot) -> None:
    """As watching does: what changed is read, whatever is open meanwhile."""
    window.run.refresh()
    settle(window, qtbot)


def test_a_document_is_compared_with_the_chosen_one_wherever_both_stand_after_a_run_meanwhile(
    window: MainWindow, collection: Path, qtbot: QtBot
) -> None:
    compare = feature(window, CompareController)
    compare.ask(row_named(window, "a three.txt"))
    settle(window, qtbot)
    (collection / "0 before all others.txt").write_text(LINES[0])
    read_once_more(window, qtbot)
    qtbot.keyClicks(compare.chooser.words, "b two")
    settle(window, qtbot)
    compare.chooser.choose.click()
    assert names_of(window, window.selection.documents) == ["a three.txt", "b two.txt"]


def test_a_document_that_is_gone_is_compared_with_none(window: MainWindow, collection: Path, qtbot: QtBot) -> None:
    compare = feature(window, CompareController)
    compare.ask(row_named(window, "alone.txt"))
    settle(window, qtbot)
    (collection / "alone.txt").unlink()
    read_once_more(window, qtbot)
    compare.chooser.choose.click()
    assert not window.selection.documents
    assert "not there any more" in window.message.text()


def test_what_is_new_selects_by_path_where_a_later_run_is_not_kept(
    window: MainWindow, open_real: OpenReal, collection: Path, qtbot: QtBot
) -> None:
    (collection / "c one.txt").write_text("\n".join(LINES[:8]))
    analyse(window, qtbot)
    second = open_real(str(collection))  # reads only: the first window has the workspace
    settle(second, qtbot)
    second.tabs.show_view("changes")
    settle(second, qtbot)
    for name in ("0.txt", "1.txt"):
        (collection / name).write_text(LINES[3])
    analyse(second, qtbot)
    view = second.tabs.currentWidget().view
    rows = [row for row in range(view.table.rowCount()) if view.table.index(row, 2).data() == "c one.txt"]
    assert rows
    view.select_row(rows[0])
    settle(second, qtbot)
    assert "c one.txt" in names_of(second, second.selection.documents)
    result = second.session.result
    assert result is not None
    target = target_of(second.tabs.currentWidget(), second.selection.documents, result)
    assert "c one.txt" in names_of(second, tuple(target.all_documents(result).tolist()))
    second.selection.select(())
    second.selection.select((row_named(second, "c one.txt"),))
    assert view.table.index(view.currentIndex().row(), 2).data() == "c one.txt"


def test_a_document_kept_for_a_comparison_is_forgotten_with_its_folder(
    window: MainWindow, tmp_path: Path, qtbot: QtBot
) -> None:
    compare = feature(window, CompareController)
    compare.keep(row_named(window, "a three.txt"))
    other = tmp_path / "other"
    write_collection(other)
    window.opening.open([os.fsencode(other)])
    settle(window, qtbot)
    analyse(window, qtbot)
    assert compare.kept_row() is None
    compare.keep(row_named(window, "a three.txt"))
    analyse(window, qtbot)
    assert compare.kept_row() == row_named(window, "a three.txt")
