"""What was moved goes back by the window: the list first, what cannot and why, the log, and the collection after."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path
from typing import NoReturn

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers import moved_looking
from simexplorer.ui.dialogs.put_back_dialog import PutBackDialog
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.models.moved_tree import FILE, WENT_TO, WORDS
from simexplorer.workspace import returns
from tests.ui.conftest import action
from tests.ui.kept import OpenReal, analyse, mark_both_groups, settle, write_collection
from tests.workspace.desk import tree_of

KEYS = "Ctrl+Shift+M"


@pytest.fixture
def window(
    open_real: OpenReal, collection: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> MainWindow:
    """Three files of two groups are marked; nothing is moved yet."""
    monkeypatch.setenv("XDG_DATA_HOME", os.fspath(tmp_path / "home"))
    made = open_real(str(collection))
    mark_both_groups(made, qtbot)
    return made


def move(window: MainWindow, qtbot: QtBot, folder: Path | None = None) -> None:
    """Move all that is marked by the window that does it."""
    acting = window.kept.acting
    action(window, "Ctrl+M").trigger()
    if folder is not None:
        acting.dialog.set_folder(os.fsencode(folder))
    settle(window, qtbot)
    QTest.mouseClick(acting.dialog.move_now, Qt.MouseButton.LeftButton)
    settle(window, qtbot)
    acting.dialog.close()


def opened(window: MainWindow, qtbot: QtBot) -> PutBackDialog:
    action(window, KEYS).trigger()
    settle(window, qtbot)
    return window.kept.put_back.dialog


def go(window: MainWindow, qtbot: QtBot) -> None:
    QTest.mouseClick(window.kept.put_back.dialog.go, Qt.MouseButton.LeftButton)
    settle(window, qtbot)


def lines(dialog: PutBackDialog) -> list[tuple[str, ...]]:
    """Acts and files as they stand there."""
    model, found = dialog.moved, []
    for act in range(model.rowCount()):
        above = model.index(act, 0)
        found.append(tuple(model.index(act, column).data() for column in range(4)))
        for row in range(model.rowCount(above)):
            found.append(tuple(model.index(row, column, above).data() for column in range(4)))
    return found


def check_rect(dialog: PutBackDialog, act: int, row: int | None = None) -> QRect:
    """Where the check of an act, or of one of its files, is drawn."""
    view, index = dialog.view, dialog.moved.index(act, 0)
    if row is not None:
        index = dialog.moved.index(row, 0, index)
    option = QStyleOptionViewItem()
    view.initViewItemOption(option)
    option.rect = view.visualRect(index)
    option.features |= QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
    return view.style().subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, option, view)


def test_files_are_told_of_in_the_thread_and_not_one_by_one_where_they_are_shown(
    window: MainWindow, qtbot: QtBot
) -> None:
    class Many(list[returns.Return]):
        def __iter__(self) -> NoReturn:
            pytest.fail("a step each on the main thread, of which there may be a hundred thousand")

    move(window, qtbot)
    dialog, put_back = opened(window, qtbot), window.kept.put_back
    before, looked = lines(dialog), put_back._looked
    assert looked is not None
    put_back._show(replace(looked, returns=Many(looked.returns)))
    assert lines(dialog) == before
    put_back._show(looked)
    dialog.reject()


@pytest.mark.parametrize("to_trash", [True, False], ids=["trash", "folder"])
def test_what_was_moved_goes_back_by_keys_and_a_press_as_it_was(
    window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot, to_trash: bool
) -> None:
    before = tree_of(collection)
    assert not action(window, KEYS).isEnabled()
    move(window, qtbot, None if to_trash else tmp_path / "moved")
    assert len(tree_of(collection)) == 3
    assert action(window, KEYS).isEnabled()
    dialog = opened(window, qtbot)
    told = lines(dialog)
    assert told[0][0].endswith(": 3 files")
    assert told[0][1] == ("trash" if to_trash else str(tmp_path / "moved"))
    assert {line[3] for line in told[1:]} == {"goes back to its place"}
    assert "3 files" in dialog.summary.text()
    assert dialog.summary.text().endswith(f"will go back to where they were in {collection}.")
    assert dialog.go.text() == "Put back 3 files"
    go(window, qtbot)
    assert tree_of(collection) == before
    assert dialog.summary.text().startswith("3 files put back. The collection on screen holds what is back as before")
    assert [line[1] for line in _log(dialog)] == ["put back"] * 3 + ["moved"] * 3
    assert dialog.moved.rowCount() == 0
    said, dialog.view.when_empty = dialog.view.viewport().grab().toImage(), ""
    assert said != dialog.view.viewport().grab().toImage(), "it says that none is left"
    assert not dialog.go.isEnabled()
    assert not action(window, KEYS).isEnabled()
    # the window knows that they are there again: they could be moved as before
    assert window.kept.acting.button.text() == "Move 3…"
    if to_trash:
        trash = tmp_path / "home" / "Trash"
        assert [path for path in trash.rglob("*") if path.is_file()] == []


def test_very_many_files_of_one_act_stand_below_several_lines(
    window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moved_looking, "_MOST_BELOW", 2)
    move(window, qtbot, tmp_path / "moved")
    dialog = opened(window, qtbot)
    told = lines(dialog)
    assert [line[0].split(": ")[1] for line in (told[0], told[3])] == ["1 to 2 of 3 files", "3 to 3 of 3 files"]
    assert [dialog.view.isExpanded(dialog.moved.index(part, 0)) for part in range(2)] == [True, False]
    dialog.view.setFocus()
    QTest.keyClick(dialog.view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    chosen = dialog.view.selectionModel()
    assert sorted(index.row() for index in chosen.selectedRows()) == [0, 0, 1, 1]  # both lines, the files of the first
    assert chosen.selection().count() == 2
    QTest.keyClick(dialog.view, Qt.Key.Key_Space)
    assert dialog.moved.chosen().size == 0


def test_chosen_ones_go_back_by_mouse_and_space(
    window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    move(window, qtbot, tmp_path / "moved")
    dialog = opened(window, qtbot)
    files = [line[0] for line in lines(dialog)[1:]]
    viewport = dialog.view.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=check_rect(dialog, 0).center())
    assert dialog.moved.chosen().size == 0
    assert dialog.all.checkState() == Qt.CheckState.Unchecked
    assert dialog.summary.text() == "Check the files that are to go back."
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=check_rect(dialog, 0, 1).center())
    assert dialog.moved.chosen().tolist() == [1]
    assert dialog.all.checkState() == Qt.CheckState.PartiallyChecked
    # the first two by the space bar: one of them is checked already, so both are, then neither, then both
    selection = dialog.view.selectionModel()
    above = dialog.moved.index(0, 0)
    flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    dialog.view.clearSelection()
    for row in (0, 1):
        selection.select(dialog.moved.index(row, 0, above), flags)
    for chosen in ([0, 1], [], [0, 1]):
        QTest.keyClick(dialog.view, Qt.Key.Key_Space)
        assert dialog.moved.chosen().tolist() == chosen
    assert dialog.go.text() == "Put back 2 files"
    go(window, qtbot)
    assert [(collection / name).exists() for name in files] == [True, True, False]
    assert [line[0] for line in lines(dialog)[1:]] == files[2:]
    assert dialog.go.text() == "Nothing is checked"  # it was not to go: a second press puts nothing back
    assert not dialog.go.isEnabled()
    QTest.mouseClick(dialog.all, Qt.MouseButton.LeftButton, pos=QPoint(8, dialog.all.height() // 2))
    go(window, qtbot)
    assert (collection / files[2]).exists()
    assert lines(dialog) == []


def test_what_cannot_go_back_is_said_before_and_what_fails_after(
    window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    move(window, qtbot, tmp_path / "moved")
    one, two, three = sorted(path.name for path in (tmp_path / "moved").iterdir())
    (collection / one).write_text("somebody else's")
    sly = tmp_path / "moved" / two
    about = sly.stat()
    sly.write_bytes(b"?" * about.st_size)
    os.utime(sly, ns=(about.st_atime_ns, about.st_mtime_ns))  # is seen when it is read, not before
    dialog = opened(window, qtbot)
    assert _left(dialog) == [(one, "its old place is taken, and nothing is overwritten")]
    assert "1 file cannot: see why under Cannot go back." in dialog.summary.text()
    go(window, qtbot)
    assert "1 file put back, 1 not: see why under Cannot go back" in dialog.summary.text()
    assert (two, "it changed since it was moved") in _left(dialog)
    assert dialog.tabs.currentIndex() == 1
    assert (collection / one).read_text() == "somebody else's"
    assert (collection / three).exists()
    assert sly.exists()
    assert not dialog.go.isEnabled()
    # as things are it could be tried again; nothing goes, and nothing else is claimed
    dialog.moved.choose_all(True)
    go(window, qtbot)
    assert dialog.summary.text() == "0 files put back, 1 not: see why under Cannot go back."


def test_where_none_can_go_back_that_is_said(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    move(window, qtbot, tmp_path / "moved")
    shutil.rmtree(tmp_path / "moved")
    dialog = opened(window, qtbot)
    assert dialog.summary.text() == "None of them can go back. 3 files cannot: see why under Cannot go back."
    assert {reason for _, reason in _left(dialog)} == {"it is no longer where it was moved to"}
    assert not dialog.go.isEnabled()


def test_a_folder_that_is_gone_is_said_to_be_made_again(
    window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    move(window, qtbot, tmp_path / "moved")
    shutil.rmtree(collection)
    dialog = opened(window, qtbot)
    assert dialog.summary.text().endswith(f" in {collection}. The folder of 3 is gone and is made again.")
    assert {line[3] for line in lines(dialog)[1:]} == {returns.MADE_AGAIN}
    go(window, qtbot)
    assert len(tree_of(collection)) == 3


def test_that_files_go_back_to_where_the_open_documents_no_longer_lie_is_said(
    window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    move(window, qtbot, tmp_path / "moved")
    assert "elsewhere" not in opened(window, qtbot).summary.text()
    shutil.move(collection, tmp_path / "new place")
    window.kept.elsewhere.go_on_at(os.fsencode(tmp_path / "new place"))
    settle(window, qtbot)
    assert "to where they were in " in opened(window, qtbot).summary.text()
    assert (
        f" in {collection}. The documents that are open now lie elsewhere. The" in opened(window, qtbot).summary.text()
    )


def test_a_second_start_finds_them_and_an_emptied_trash_is_told(
    window: MainWindow, open_real: OpenReal, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    move(window, qtbot)
    window.close()
    again = open_real(str(collection))
    settle(again, qtbot)
    dialog = opened(again, qtbot)
    assert dialog.go.text() == "Put back 3 files"
    trash = tmp_path / "home" / "Trash"
    kept = sorted(trash.joinpath("files").iterdir())
    kept[0].unlink()
    dialog.close()
    dialog = opened(again, qtbot)
    assert [reason for _, reason in _left(dialog)] == ["it is not in the trash any more"]
    dialog.close()
    settle(again, qtbot)
    dialog = opened(again, qtbot)  # told once; from then on the log tells it
    assert not _left(dialog)
    assert dialog.deeds.index(0, 1).data() == "gone"
    go(again, qtbot)
    assert not action(again, KEYS).isEnabled()
    assert len(tree_of(collection)) == 5
    assert "Analyse again to see the collection with them." in dialog.summary.text()
    analyse(again, qtbot)
    result = again.session.result
    assert result is not None
    assert len(result.documents) == 5
    shutil.rmtree(trash)
    assert len(tree_of(collection)) == 5


def test_a_stop_ends_after_the_file_under_way_and_says_what_is_left(
    window: MainWindow, collection: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    from simexplorer.workspace import putting_back

    move(window, qtbot)
    dialog = opened(window, qtbot)
    real = putting_back.move_file

    def slow(path: bytes, target: bytes) -> None:
        real(path, target)
        window.kept.put_back.run.stop()

    monkeypatch.setattr(putting_back, "move_file", slow)
    go(window, qtbot)
    assert dialog.summary.text().startswith("1 file put back; stopped before the other 2. The collection on screen")
    assert len(lines(dialog)) == 3
    assert dialog.go.text() == "Put back 2 files"


def test_a_stop_before_it_has_begun_is_heeded(window: MainWindow, qtbot: QtBot) -> None:
    move(window, qtbot)
    dialog = opened(window, qtbot)
    busy = threading.Event()
    window.kept.keeping.ask(lambda _kept, _job: busy.wait(20), lambda _answer: None)
    QTest.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    QTest.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
    busy.set()
    settle(window, qtbot)
    assert dialog.summary.text().startswith("0 files put back; stopped before the other 3.")
    assert dialog.stop.isHidden()


def test_where_the_workspace_is_open_to_read_only_they_are_listed_and_left(
    window: MainWindow, open_real: OpenReal, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    move(window, qtbot, tmp_path / "moved")
    second = open_real(str(collection))  # the first window writes the workspace
    settle(second, qtbot)
    dialog = opened(second, qtbot)
    assert len(lines(dialog)) == 4
    assert dialog.summary.text().startswith("This workspace is open read-only")
    assert not dialog.go.isEnabled()


def test_a_list_is_not_put_back_under_the_workspace_of_a_folder_that_was_opened_since(
    window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    move(window, qtbot, tmp_path / "moved")
    write_collection(tmp_path / "other")
    for folder in (tmp_path / "other", collection):
        window.opening.open([os.fsencode(folder)])
        settle(window, qtbot)
        analyse(window, qtbot)
    opened(window, qtbot)
    window.opening.open([os.fsencode(tmp_path / "other")])
    go(window, qtbot)
    assert len(tree_of(collection)) == 3
    assert "was closed. Open it again." in window.message.text()
    assert window.kept.keeping.now.deeds == 0


def test_the_window_of_moves_leads_to_it(window: MainWindow, qtbot: QtBot) -> None:
    acting = window.kept.acting.dialog
    assert not acting.back.isEnabled()
    move(window, qtbot)
    action(window, "Ctrl+M").trigger()
    settle(window, qtbot)
    QTest.mouseClick(acting.back, Qt.MouseButton.LeftButton)
    settle(window, qtbot)
    assert window.kept.put_back.dialog.isVisible()
    QApplication.processEvents()


def _left(dialog: PutBackDialog) -> list[tuple[str, ...]]:
    return _cells(dialog.left)


def _log(dialog: PutBackDialog) -> list[tuple[str, ...]]:
    return _cells(dialog.deeds)


def _cells(table: object) -> list[tuple[str, ...]]:
    source = table.source  # type: ignore[attr-defined]
    count = 0 if source is None else source.count
    return [tuple(source.cell(row, column) for column in range(len(table.columns))) for row in range(count)]  # type: ignore[attr-defined]


def test_where_a_file_went_has_as_much_room_as_what_will_happen(qtbot: QtBot) -> None:
    dialog = PutBackDialog()
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitExposed(dialog)
    assert dialog.view.columnWidth(WENT_TO) >= dialog.view.columnWidth(WORDS)
    assert dialog.view.columnWidth(FILE) >= dialog.view.columnWidth(WENT_TO)
