"""Reports chosen in their window, recipes as commands and files, what is new since an earlier run."""

from __future__ import annotations

import csv
import json
import os
import shlex
import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from simexplorer.__main__ import main
from simexplorer.reports import writing
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import action
from tests.ui.held_writing import held_writing
from tests.ui.kept import analyse, press, settle


def choose_format(window: MainWindow, ending: str) -> None:
    formats = window.exporting.dialog.format
    formats.setCurrentIndex(formats.findData(ending))


def previewed(window: MainWindow, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.exporting.previews.ended, timeout=60_000):
        pass
    settle(window, qtbot)


def save(window: MainWindow, qtbot: QtBot, path: Path) -> None:
    dialog = window.exporting.dialog
    dialog.path.setText(str(path))
    with qtbot.waitSignal(window.exporting.jobs.ended, timeout=60_000):
        dialog.save.click()


def test_the_preview_is_what_is_written(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    dialog = window.exporting.dialog
    window.bar.export.click()
    assert dialog.isVisible()
    choose_format(window, ".csv")
    item = next(i for i in dialog._items() if i.data(Qt.ItemDataRole.UserRole) == "pairs.hamming")
    item.setCheckState(Qt.CheckState.Unchecked)
    previewed(window, qtbot)
    dialog.tables.setCurrentIndex(1)
    model = dialog.rows
    titles = [model.headerData(c, Qt.Orientation.Horizontal) for c in range(model.columnCount())]
    shown = [[model.index(r, c).data() for c in range(2)] for r in range(model.rowCount())]
    save(window, qtbot, tmp_path / "r.csv")
    rows = list(csv.reader((tmp_path / "r.csv").read_text().splitlines()))
    assert "Hamming distance" not in titles
    assert "hamming" not in rows[0]
    assert len(titles) == len(rows[0])
    assert [row[:2] for row in rows[1:]] == shown
    assert not dialog.isVisible()


def test_a_page_shows_passages_and_what_was_decided(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    press(window, qtbot, "apart")
    window.exporting.open()
    choose_format(window, ".html")
    window.exporting.dialog.passages.setValue(1)
    save(window, qtbot, tmp_path / "r.html")
    text = (tmp_path / "r.html").read_text()
    assert text.count("<blockquote>") == 2
    assert "that the keeper saw from the tower" in text
    assert "Not duplicates" in text


def test_text_formats_are_previewed_as_they_begin(window: MainWindow, qtbot: QtBot) -> None:
    window.exporting.open()
    dialog = window.exporting.dialog
    for ending, beginning, has_columns in ((".json", "{", False), (".md", "# Similarity report", True)):
        choose_format(window, ending)
        qtbot.waitUntil(lambda beginning=beginning: dialog.text.toPlainText().startswith(beginning), timeout=60_000)  # type: ignore[misc]
        assert dialog.columns.isVisible() == has_columns


def test_one_column_of_each_table_stays_and_another_ending_picks_its_format(window: MainWindow, qtbot: QtBot) -> None:
    window.exporting.open()
    dialog = window.exporting.dialog
    for item in dialog._items():
        item.setCheckState(Qt.CheckState.Unchecked)
    assert {name.partition(".")[0] for name in dialog.choice().columns or ()} == {"clusters", "pairs", "documents"}
    dialog.path.selectAll()
    qtbot.keyClicks(dialog.path, "/somewhere/r.md")
    assert dialog.choice().ending == ".md"
    qtbot.keyClicks(dialog.path, "x")
    assert not dialog.save.isEnabled()


def test_a_file_that_is_there_is_not_replaced_unannounced(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    window.exporting.open()
    dialog = window.exporting.dialog
    old, new = tmp_path / "old.md", tmp_path / "new.md"
    old.write_text("something else")
    for path, words, button in ((new, "", "Save report"), (old, "will be replaced", "Replace report")):
        dialog.path.selectAll()
        qtbot.keyClicks(dialog.path, str(path))
        assert words in dialog.outcome.text()
        assert dialog.outcome.isHidden() == (not words)
        assert dialog.save.text() == button
    (tmp_path / "beside.documents.csv").write_text("something else")
    dialog.path.selectAll()
    qtbot.keyClicks(dialog.path, str(tmp_path / "beside.csv"))
    assert dialog.outcome.text() == "beside.documents.csv is there already: it will be replaced."
    assert (dialog.save.text(), dialog.save.isEnabled()) == ("Replace report", True)
    qtbot.keyClicks(dialog.path, "x")
    assert not dialog.save.isEnabled()
    assert "end in .html" in dialog.outcome.text()
    for path, words in (("", "Give the report a name."), (tmp_path / "none" / "r.md", "There is no folder")):
        dialog.path.selectAll()
        qtbot.keyClick(dialog.path, Qt.Key.Key_Backspace)
        qtbot.keyClicks(dialog.path, str(path))
        assert words in dialog.outcome.text()
        assert not dialog.save.isEnabled()
    assert old.read_text() == "something else"


def test_the_command_of_a_run_gives_the_same_answer(window: MainWindow, tmp_path: Path, qtbot: QtBot) -> None:
    window.tuning.light.threshold.setValue(0.75)
    qtbot.waitUntil(lambda: window.session.result.recipe.threshold == 0.75, timeout=60_000)  # type: ignore[union-attr]
    settle(window, qtbot)
    action(window, "Ctrl+Shift+K").trigger()
    command = shlex.split(QGuiApplication.clipboard().text())
    assert command[0] == "simexplorer"
    assert main([*command[1:], "--report", str(tmp_path / "scan.json"), "--quiet"]) == 0
    window.exporting.write(str(tmp_path / "window.json"))
    settle(window, qtbot)
    one, other = (json.loads((tmp_path / f"{name}.json").read_text()) for name in ("scan", "window"))
    for part in ("recipe", "documents", "pairs", "clusters"):
        assert one[part] == other[part], part


def test_a_saved_recipe_comes_back_into_the_fields_and_scans_the_same(
    window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window.tuning.light.threshold.setValue(0.7)
    qtbot.waitUntil(lambda: window.session.result.recipe.threshold == 0.7, timeout=60_000)  # type: ignore[union-attr]
    settle(window, qtbot)
    recipe = window.kept.recipe
    recipe.save(os.fsencode(tmp_path / "recipe.json"))
    settle(window, qtbot)
    window.tuning.light.threshold.setValue(0.9)
    recipe.open(os.fsencode(tmp_path / "recipe.json"))
    settle(window, qtbot)
    assert window.run.recipe.threshold == 0.7
    assert window.tuning.light.threshold.value() == 0.7
    report = tmp_path / "r.json"
    command = ["scan", str(collection), "--recipe", str(tmp_path / "recipe.json"), "--report", str(report), "--quiet"]
    assert main(command) == 0
    assert json.loads(report.read_text())["recipe"]["threshold"] == 0.7
    (tmp_path / "recipe.json").write_text('{"no such field": 1}')
    recipe.open(os.fsencode(tmp_path / "recipe.json"))
    settle(window, qtbot)
    assert "no such field" in window.message.text()
    recipe.save(os.fsencode(tmp_path / "again.json"))
    assert window.message.isHidden()
    settle(window, qtbot)
    assert window.message.isHidden()


def test_what_is_new_is_listed_and_saved(window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot) -> None:
    changes = window.kept.changes
    changes.show()
    assert "no earlier run" in changes.panel.empty.words()
    (collection / "alone.txt").unlink()
    (collection / "c new.txt").write_text((collection / "b one.txt").read_text() + "\nwith an end of its own")
    (collection / "b two.txt").rename(collection / "b moved.txt")
    (collection / "z copy.txt").write_text((collection / "a three.txt").read_text())
    analyse(window, qtbot)
    assert "2 added" in changes.panel.summary()
    assert "1 gone" in changes.panel.summary()
    table = changes.panel.model
    source = table.source
    assert source is not None
    lines = {tuple(table.text(source, row, column) for column in range(4)) for row in range(source.count)}
    assert ("document", "added", "c new.txt", "") in lines
    assert ("document", "gone", "alone.txt", "") in lines
    assert ("document", "renamed", "b moved.txt", "b two.txt") in lines
    assert ("document", "added", "z copy.txt", "a three.txt") in lines
    window.bar.filter.setText("b one")
    qtbot.waitUntil(lambda: "whatever the filter" in changes.panel.summary())
    window.bar.filter.clear()
    qtbot.waitUntil(lambda: "whatever the filter" not in changes.panel.summary())
    changes.panel.kinds.setCurrentIndex(1)
    assert table.rowCount() == 4
    (copy,) = (row for row in range(4) if table.text(source, table.entry(row), 2) == "z copy.txt")
    changes.panel.view.select_row(copy)
    settle(window, qtbot)
    titles = [side.title.text() for side in (window.compare.left, window.compare.right)]
    assert titles == ["z copy.txt", "a three.txt"]
    (gone,) = (row for row in range(table.rowCount()) if not table.documents_of(table.entry(row)))
    changes.panel.view.select_row(gone)
    assert window.status.status.text().startswith("What is gone has no text to show")
    assert [a.text() for a in window.files.menu_for(changes.panel.view).actions()] == ["Copy rows"]
    changes.save(os.fsencode(tmp_path / "none" / "new.md"))
    settle(window, qtbot)
    assert "its folder does not exist" in window.message.text()
    changes.save(os.fsencode(tmp_path / "new.md"))
    settle(window, qtbot)
    assert window.message.isHidden()
    assert "c new.txt" in (tmp_path / "new.md").read_text()
    assert "Written" in window.status.status.text()


def test_a_scan_into_a_workspace_reports_what_is_new(
    collection: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["scan", str(collection), "--workspace", str(tmp_path / "w.simx"), "--quiet"]
    # the first run has nothing to compare with: that is said before it, and it is kept for the next
    assert main([*command, "--changes", str(tmp_path / "first.csv")]) == 0
    assert "holds no complete run yet" in capsys.readouterr().err.splitlines()[0]
    assert not (tmp_path / "first.csv").exists()
    (collection / "alone.txt").unlink()
    assert (
        main(
            [*command, "--changes", str(tmp_path / "new.csv"), "--report", str(tmp_path / "r.csv"), "--columns", "a,b"]
        )
        == 0
    )
    assert "document,gone,alone.txt" in (tmp_path / "new.csv").read_text()
    assert (tmp_path / "r.csv").read_text().startswith("a,b\n")
    assert main(["scan", str(collection), "--changes", str(tmp_path / "x.csv"), "--quiet"]) != 0


def test_a_report_that_is_being_written_is_stopped_by_the_button_and_by_escape(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, begun, stopped, cancel = tmp_path / "r.csv", threading.Event(), threading.Event(), window.bar.cancel
    path.write_text("as it was")
    fill = writing._fill

    def held(descriptor: int, target: bytes, write: writing.Write) -> None:
        begun.set()
        stopped.wait(20)
        fill(descriptor, target, write)

    monkeypatch.setattr(writing, "_fill", held)
    for stop in (cancel.click, action(window, "Esc").trigger):
        begun.clear()
        stopped.clear()
        assert not cancel.isEnabled()
        window.exporting.write(str(path))
        qtbot.waitUntil(begun.is_set)
        with qtbot.waitSignal(window.exporting.jobs.ended, timeout=20_000):
            stop()
            stopped.set()
        assert window.status.status.text() == "Stopped: what was not completely written is as it was."
        assert path.read_text() == "as it was"
        assert sorted(one.name for one in tmp_path.iterdir() if one.name.startswith((".simex", "r."))) == ["r.csv"]
    monkeypatch.setattr(writing, "_fill", fill)
    with qtbot.waitSignal(window.exporting.jobs.ended, timeout=20_000):
        window.exporting.write(str(path))
    assert not cancel.isEnabled()
    assert path.read_text().startswith("a,b,jaccard")


@pytest.mark.parametrize("opens", [True, False])
def test_a_report_is_whole_though_other_documents_are_opened_or_all_are_read_anew_meanwhile(
    opens: bool, window: MainWindow, folder: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = window.session.analysis
    closed: list[object] = []
    close = type(first).close  # type: ignore[union-attr]
    monkeypatch.setattr(type(first), "close", lambda one: (closed.append(one), close(one)))
    window.bar.export.click()
    with held_writing(monkeypatch) as (begun, goes_on):
        window.exporting.dialog.path.setText(str(tmp_path / "r.html"))
        window.exporting.dialog.save.click()
        qtbot.waitUntil(begun.is_set)
        if opens:
            window.opening.open([os.fsencode(folder)])
        else:
            window.bar.analyse.click()
        qtbot.waitUntil(lambda: not window.run.jobs.running, timeout=60_000)
        assert not closed  # the report still reads from it
        assert window.bar.cancel.isEnabled()
        goes_on.set()
        qtbot.waitUntil(lambda: not window.exporting.jobs.running, timeout=60_000)
    assert closed == [first]
    assert "that the keeper saw from the tower" in (tmp_path / "r.html").read_text()
    settle(window, qtbot)


def test_every_report_that_is_asked_for_while_one_is_written_is_written_too(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["one.json", "two.json", "three.json"]
    with held_writing(monkeypatch) as (begun, goes_on):
        for name in names:
            window.bar.export.click()
            window.exporting.dialog.path.setText(str(tmp_path / name))
            window.exporting.dialog.save.click()
        qtbot.waitUntil(begun.is_set)
        goes_on.set()
        qtbot.waitUntil(lambda: not window.exporting.jobs.running, timeout=60_000)
    assert [(tmp_path / name).is_file() for name in names] == [True] * 3


def test_a_name_without_its_whole_folder_is_written_where_the_window_said(
    window: MainWindow, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for folder in ("first", "first/below", "home", "first/r.json"):
        (tmp_path / folder).mkdir()
    dialog = window.exporting.dialog
    window.bar.export.click()
    save(window, qtbot, tmp_path / "first" / "a.json")
    by_hand = (dialog.save.click, lambda: qtbot.keyClick(dialog.path, Qt.Key.Key_Return))
    for (name, there), saves in zip(
        (("below/b.json", "first/below/b.json"), ("~/c.json", "home/c.json")), by_hand, strict=True
    ):
        window.exporting._folder = str(tmp_path / "first")
        window.bar.export.click()
        dialog.path.selectAll()
        qtbot.keyClicks(dialog.path, name)
        with qtbot.waitSignal(window.exporting.jobs.ended, timeout=60_000):
            saves()
        assert (tmp_path / there).is_file(), window.message.text()
    window.bar.export.click()
    dialog.path.selectAll()
    qtbot.keyClicks(dialog.path, str(tmp_path / "first" / "r.json"))
    assert "A folder of this name" in dialog.outcome.text()
    assert dialog.save.text() == "Save report"
    qtbot.keyClicks(dialog.path, ".unknown")
    qtbot.keyClick(dialog.path, Qt.Key.Key_Return)
    assert dialog.isVisible(), "Enter does no more than the button could"
    dialog.reject()
