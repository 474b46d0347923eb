"""Moving what is marked: the list first, each file read again, failures with their reasons, the log."""

from __future__ import annotations

import os
import sys
import threading
import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers import acting_controller
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels.table_view import TableView
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.trash_notes import came_from
from tests.ui.kept import OpenReal, analyse, mark_both_groups, press, row_of_group, settle, standing, write_collection


@pytest.fixture
def window(open_real: OpenReal, collection: Path, qtbot: QtBot) -> MainWindow:
    """Both groups marked: three files are to go."""
    made = open_real(str(collection))
    mark_both_groups(made, qtbot)
    made.kept.acting.open()
    settle(made, qtbot)
    return made


def lines(window: MainWindow, place: int) -> list[tuple[str, ...]]:
    table = (window.kept.acting.dialog.moves, window.kept.acting.dialog.left, window.kept.acting.dialog.deeds)[place]
    source = table.source
    count = 0 if source is None else source.count
    return [tuple(table.text(source, row, column) for column in range(len(table.columns))) for row in range(count)]


def test_the_list_is_exactly_what_happens_and_the_log_tells_of_it(
    window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    dialog = window.kept.acting.dialog
    assert len(lines(window, 0)) == 3
    assert {target for _, target, *_ in lines(window, 0)} == {"trash"}
    view = dialog.findChild(TableView, "movesList")
    assert view.isColumnHidden(1), "it would say trash in every row"
    assert all(likeness == "1.000" or 0.8 <= float(likeness) < 1 for *_, likeness, _ in lines(window, 0))
    dialog.set_folder(os.fsencode(tmp_path / "moved"))
    settle(window, qtbot)
    assert not view.isColumnHidden(1)
    told = lines(window, 0)
    dialog.move_now.click()
    settle(window, qtbot)
    for file, target, stays, *_ in told:
        assert not (collection / file).exists()
        assert Path(target).is_file()
        assert (collection / stays).is_file()
    assert "3 files moved" in dialog.summary.text()
    said = "3 files moved. The lists show the collection as it was: Analyse again (F5)."
    assert window.status.status.text() == said
    assert [(what, file) for _, what, file, _, _ in lines(window, 2)] == [("moved", file) for file, *_ in told][::-1]
    assert lines(window, 0) == []
    assert window.kept.acting.button.text() == "Move…"
    assert "Put back (Ctrl+Shift+M) returns them; undo takes back marks only." in dialog.summary.text()
    # the marks of the last group are taken back: its file is not
    window.kept.decisions.undo.trigger()
    settle(window, qtbot)
    assert window.status.status.text().startswith("The mark is taken back; ")
    assert (
        "that was moved stays" in window.status.status.text() or "that were moved stay" in window.status.status.text()
    )
    assert "away until put back (Ctrl+Shift+M)" in window.status.status.text()


def test_a_mark_that_stands_is_not_told_as_taken_back(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    window.kept.acting.dialog.set_folder(os.fsencode(tmp_path / "moved"))
    settle(window, qtbot)
    window.kept.acting.dialog.move_now.click()
    settle(window, qtbot)
    window.tuning.light.threshold.setValue(0.999)  # near-copies are in no cluster now: nothing of them would be moved
    settle(window, qtbot)
    now = standing(window)
    assert (int(now.duplicates.sum()), int((now.marks == Mark.DUPLICATE).sum())) == (1, 3)
    assert "taken back" not in window.status.status.text()


def offer_first_cluster(window: MainWindow, qtbot: QtBot) -> None:
    """Analyse, mark the first cluster as duplicates, and have what would be moved listed."""
    analyse(window, qtbot)
    window.tabs.show_view("clusters")
    window.clusters.view.select_row(0)
    window.clusters.view.setFocus()
    qtbot.keyClick(window.clusters.view, Qt.Key.Key_Space)
    settle(window, qtbot)
    window.kept.acting.open()
    settle(window, qtbot)


def test_the_list_tells_copies_from_files_that_only_say_the_same(
    open_real: OpenReal, tmp_path: Path, qtbot: QtBot
) -> None:
    folder, lines_of_text = (
        tmp_path / "mail",
        "The harbour office keeps a ledger of every vessel that has moored here. ",
    )
    folder.mkdir()
    for name, sender in (("a.eml", "ada"), ("b.eml", "ada"), ("c.eml", "eve")):
        (folder / name).write_text(f"From: {sender}@example.org\nSubject: The quay\n\n{lines_of_text * 9}\n")
    window = open_real(str(folder))
    offer_first_cluster(window, qtbot)
    assert {file: same for file, *_, same in lines(window, 0)} == {"b.eml": "same file", "c.eml": "same text"}
    words = window.kept.acting.dialog.summary.text()
    assert "1 is no exact copy: only its text is the same." in words
    assert "Of mail, From, To and Date are not compared." in words
    (folder / "b.eml").unlink()
    window.kept.acting.plan()
    settle(window, qtbot)
    assert [(file, same) for file, *_, same in lines(window, 0)] == [("c.eml", "same text")]


def test_files_of_another_text_than_what_stays_are_counted_before_they_are_moved(
    open_real: OpenReal, tmp_path: Path, qtbot: QtBot
) -> None:
    folder, clause = tmp_path / "contracts", "The seller delivers the goods to the harbour at the buyer's expense. "
    folder.mkdir()
    long = "".join(f"{number}. {clause}" for number in range(60))
    texts = {"a.txt": long, "copy of a.txt": long, "draft of a.txt": f"{long}Not so.", "spaced a.txt": f"{long} "}
    for name, text in texts.items():
        (folder / name).write_text(text)
    window = open_real(str(folder))
    offer_first_cluster(window, qtbot)
    told = {file: same for file, *_, same in lines(window, 0)}
    assert told == {"copy of a.txt": "same file", "draft of a.txt": "other text", "spaced a.txt": "same text"}
    words = window.kept.acting.dialog.summary.text()
    assert "1 differs in its text from what stays for it. 1 is no exact copy: only its text is the same." in words


def test_while_files_are_moved_the_windows_tell_how_many(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog, begun, go_on = window.kept.acting.dialog, threading.Event(), threading.Event()
    counted: list[int] = []

    def slowly(path: bytes) -> bytes:
        counted.append(len(counted))
        if len(counted) == 2:
            begun.set()
            assert go_on.wait(60)
        os.rename(path, tmp_path / f"gone {len(counted)}")
        return b""

    monkeypatch.setattr(acting_controller, "move_to_trash", slowly)
    dialog.move_now.click()
    qtbot.waitUntil(begun.is_set, timeout=60_000)
    told = "Moving duplicates: 1 of 3 files"
    try:
        qtbot.waitUntil(lambda: dialog.summary.text().startswith(told), timeout=10_000)
        assert window.status.status.text().startswith(told)
    finally:
        go_on.set()
    settle(window, qtbot)
    assert "3 files moved" in dialog.summary.text()


def test_a_file_that_changed_stays_with_its_reason_in_the_list(
    window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    changed = lines(window, 0)[0][0]
    with open(collection / changed, "a") as file:
        file.write("more")
    window.kept.acting.dialog.set_folder(os.fsencode(tmp_path / "moved"))
    settle(window, qtbot)
    window.kept.acting.dialog.move_now.click()
    settle(window, qtbot)
    assert (collection / changed).exists()
    assert (changed, "it changed since the scan") in lines(window, 1)
    assert "1 left alone" in window.kept.acting.dialog.summary.text()


def test_a_trash_that_refuses_loses_nothing_and_says_why(
    window: MainWindow, collection: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_path: bytes) -> bytes:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(acting_controller, "move_to_trash", refuse)
    before = sorted(os.listdir(collection))
    window.kept.acting.dialog.to_trash.setChecked(True)
    window.kept.acting.plan()
    settle(window, qtbot)
    window.kept.acting.dialog.move_now.click()
    settle(window, qtbot)
    assert sorted(os.listdir(collection)) == before
    assert len(lines(window, 1)) == 3
    assert all("no space left" in reason for _, reason in lines(window, 1))
    told = window.kept.acting.dialog.summary.text() + window.status.status.text()
    assert "0 files moved" in told
    assert "Analyse again" not in told  # there is nothing new to see


def test_a_list_is_carried_out_in_its_own_folder_only_and_goes_away_with_it(
    window: MainWindow, tmp_path: Path, collection: Path, qtbot: QtBot
) -> None:
    dialog, before = window.kept.acting.dialog, sorted(os.listdir(collection))
    write_collection(tmp_path / "other")
    dialog.set_folder(os.fsencode(tmp_path / "moved"))
    settle(window, qtbot)
    assert dialog.move_now.isEnabled()
    window.opening.open([os.fsencode(tmp_path / "other")])
    dialog.move_now.click()
    settle(window, qtbot)
    dialog.move_requested.emit()
    settle(window, qtbot)
    assert lines(window, 0) == []
    assert not dialog.move_now.isEnabled()
    assert dialog.summary.text() == "There is nothing to move yet."
    assert sorted(os.listdir(collection)) == before
    assert not (tmp_path / "moved").exists()


def test_a_list_is_not_carried_out_once_a_mark_of_it_was_taken_back(
    window: MainWindow, tmp_path: Path, collection: Path, qtbot: QtBot
) -> None:
    dialog, before = window.kept.acting.dialog, sorted(os.listdir(collection))
    dialog.set_folder(os.fsencode(tmp_path / "moved"))
    settle(window, qtbot)
    window.kept.decisions.undo.trigger()
    dialog.move_now.click()
    settle(window, qtbot)
    assert sorted(os.listdir(collection)) == before
    assert "Nothing was moved" in window.message.text()
    assert len(lines(window, 0)) == 2
    assert dialog.move_now.text() == "Move 2 files"
    dialog.move_now.click()
    settle(window, qtbot)
    assert len(os.listdir(collection)) == len(before) - 2


def test_where_no_folder_is_chosen_no_page_counts_what_it_does_not_list(window: MainWindow, qtbot: QtBot) -> None:
    dialog = window.kept.acting.dialog
    qtbot.mouseClick(dialog.to_folder, Qt.MouseButton.LeftButton, pos=dialog.to_folder.rect().center())
    settle(window, qtbot)
    assert lines(window, 0) == []
    assert dialog.tabs.tabText(0) == "Will move"
    assert (dialog.summary.text(), dialog.move_now.text()) == ("Choose the folder first.", "Move")
    assert [view.when_empty for view in (dialog.moves.parent(), dialog.left.parent())] == ["", ""]
    qtbot.mouseClick(dialog.to_trash, Qt.MouseButton.LeftButton, pos=dialog.to_trash.rect().center())
    settle(window, qtbot)
    assert dialog.tabs.tabText(0).endswith(f" {len(lines(window, 0))}")
    assert dialog.left.parent().when_empty == "No marked document has to stay."


def test_where_nothing_can_be_moved_what_stays_is_in_front_and_says_why(
    open_real: OpenReal, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "archived"
    folder.mkdir()
    with zipfile.ZipFile(folder / "two.zip", "w") as archive:
        for name in ("a.txt", "b.txt"):
            archive.writestr(name, "one text in an archive, long enough to be compared with another")
    window = open_real(str(folder))
    analyse(window, qtbot)
    settle(window, qtbot)
    window.tabs.show_view("clusters")
    window.clusters.view.select_row(0)
    window.clusters.view.setFocus()
    qtbot.keyClick(window.clusters.view, Qt.Key.Key_Space)
    settle(window, qtbot)
    button = window.kept.acting.button
    assert button.text() == "Move…"
    assert "1 marked document lies inside an archive" in button.toolTip()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    settle(window, qtbot)
    assert len(lines(window, 1)) == 1
    dialog = window.kept.acting.dialog
    assert dialog.tabs.currentIndex() == 1
    assert "1 marked document" in dialog.summary.text()
    assert not dialog.move_now.isEnabled()


def test_a_folder_inside_of_the_collection_is_refused(window: MainWindow, collection: Path, qtbot: QtBot) -> None:
    window.kept.acting.dialog.set_folder(os.fsencode(collection / "moved"))
    settle(window, qtbot)
    assert "outside the collection" in window.kept.acting.dialog.summary.text()
    assert not window.kept.acting.dialog.move_now.isEnabled()


def test_the_platforms_trash_takes_a_file_and_keeps_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = tmp_path / "ä letter.txt"
    path.write_text("kept in the trash")
    where = acting_controller.move_to_trash(os.fsencode(path))
    assert not path.exists()
    if sys.platform == "linux":
        assert Path(os.fsdecode(where)).read_text() == "kept in the trash"
        assert came_from(where) == os.fsencode(path)
        (kept,) = (tmp_path / "data" / "Trash" / "files").iterdir()
        assert kept.read_text() == "kept in the trash"


def test_a_name_that_the_trash_cannot_spell_is_refused_before_it_is_touched(tmp_path: Path) -> None:
    path = os.path.join(os.fsencode(tmp_path), b"\xff.txt")
    Path(os.fsdecode(path)).write_text("here")
    with pytest.raises(OSError, match="not UTF-8"):
        acting_controller.move_to_trash(path)
    assert os.path.exists(path)


def test_a_list_for_another_place_than_is_chosen_now_is_not_offered(window: MainWindow, qtbot: QtBot) -> None:
    dialog = window.kept.acting.dialog
    assert dialog.move_now.isEnabled()
    begun, go_on = threading.Event(), threading.Event()

    def busy(*_given: object) -> None:  # the thread that plans has other work: a run is being kept, say
        begun.set()
        assert go_on.wait(60)

    window.kept.keeping.ask(busy, lambda _none: None)
    assert begun.wait(60)
    window.kept.acting.open()  # the trash is chosen
    dialog.to_folder.click()
    assert dialog.summary.text() == "Choose the folder first."
    go_on.set()
    settle(window, qtbot)
    assert (dialog.summary.text(), dialog.move_now.isEnabled()) == ("Choose the folder first.", False)
    assert lines(window, 0) == []


def test_files_that_were_moved_are_not_counted_among_those_that_will_stay(
    open_real: OpenReal, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_real(str(collection))
    analyse(window, qtbot)
    window.tabs.show_view("clusters")
    window.clusters.view.select_row(row_of_group(window, "b one.txt"))
    press(window, qtbot, "space")
    acting = window.kept.acting
    acting.open()
    acting.dialog.set_folder(os.fsencode(tmp_path / "moved"))
    settle(window, qtbot)
    acting.dialog.move_now.click()
    settle(window, qtbot)
    window.clusters.view.select_row(row_of_group(window, "a one.txt"))
    press(window, qtbot, "space")
    assert (len(lines(window, 0)), len(lines(window, 1))) == (2, 0)
    assert acting.dialog.summary.text().startswith("2 files (")
    assert "will stay" not in acting.dialog.summary.text()


def test_what_was_said_not_to_be_a_duplicate_is_not_counted_among_what_goes(window: MainWindow, qtbot: QtBot) -> None:
    dialog, button = window.kept.acting.dialog, window.kept.acting.button
    assert button.text() == "Move 3…"
    window.tabs.show_view("clusters")
    for going in (2, 3):  # said again it is taken back, and the mark counts as before
        window.clusters.view.select_row(row_of_group(window, "b one.txt"))
        settle(window, qtbot)
        press(window, qtbot, "apart")
        assert button.text() == f"Move {going}…"
        assert dialog.move_now.text() == f"Move {going} files"
        assert standing(window).set_aside.sum() == 3 - going
