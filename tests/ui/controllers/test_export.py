"""A report of nothing is not offered: menu, key and button say what has to come first."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from simexplorer.errors import CapacityError
from simexplorer.pipeline.progress import Progress
from simexplorer.reports.columns import Tables
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.page_data import PageData
from simexplorer.ui.controllers import export_controller
from simexplorer.ui.controllers.export_controller import _previewed
from simexplorer.ui.dialogs.export_dialog import ExportChoice, ExportDialog
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.theme import numbers
from tests.reports.results import close
from tests.ui.conftest import OpenWindow, action, quiet, run_to_end
from tests.ui.fakes import made_into
from tests.ui.kept import press, settle


def test_a_report_waits_for_a_result_and_says_so(open_window: OpenWindow, qtbot: QtBot) -> None:
    empty = open_window(opened=False)
    _refuses(empty, "Open a folder first")
    window = open_window(seconds=8.0)
    _refuses(window, "Press Analyse (F5) first.")
    window.bar.analyse.click()
    _refuses(window, "The run is going on.")
    qtbot.waitUntil(lambda: window.session.growing, timeout=10_000)
    _refuses(window, "The run is going on.")
    window.fakes[0].seconds = 0.0
    quiet(window, qtbot)
    entry = action(window, "Ctrl+E")
    assert entry.isEnabled()
    assert window.bar.export.isEnabled()
    assert "Save a report (Ctrl+E)" in window.bar.export.toolTip()
    entry.trigger()
    assert window.exporting.dialog.isVisible()
    quiet(window, qtbot)
    window.exporting.dialog.reject()


def test_the_preview_shows_what_the_page_holds() -> None:
    result, columns = close(), ("pairs.a", "pairs.jaccard", "documents.path", "documents.bytes", "clusters.min_jaccard")
    choice = ExportChoice(ending=".html", columns=columns, passages=0, dated=False)
    shown = _previewed(result, None, choice, SimpleNamespace(progress=Progress()))  # type: ignore[arg-type]
    assert not isinstance(shown, str)
    page = json.loads("".join(PageData(Tables(result), ReportOptions(columns=columns)).pieces()))["tables"]
    assert [one.title.lower() for one in shown] == ["clusters", "pairs", "documents", "problems"]
    for one in shown:
        assert list(one.columns) == [column["title"] for column in page[one.title.lower()]["columns"]]
    assert [one.figures for one in shown] == [{0}, {1}, {1}, {1}]
    clusters, pairs, _documents, problems = (one.rows for one in shown)
    assert (clusters[0], pairs[0], problems[0]) == (("0.7998",), ("a.txt", "0.999"), ("empty", "40"))
    assert len(_previewed(result, None, replace(choice, ending=".csv"), SimpleNamespace(progress=Progress()))) == 3  # type: ignore[arg-type]


def test_a_preview_that_fails_says_so_where_it_would_stand_and_nothing_of_the_report(
    lent: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object) -> None:
        raise CapacityError("There is not enough memory for this.")

    before = lent.status.status.text()
    with monkeypatch.context() as patched:
        patched.setattr(export_controller, "_previewed", refuse)
        action(lent, "Ctrl+E").trigger()
        dialog = lent.exporting.dialog
        qtbot.waitUntil(lambda: "no preview" in dialog.note.text())
    assert dialog.note.text() == "There is no preview. There is not enough memory for this."
    assert lent.status.status.text() == before
    assert lent.message.isHidden()
    dialog.reject()


def test_what_is_done_with_texts_is_offered_where_there_are_some(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    searching, walking = ("Ctrl+Shift+F", "F3", "Shift+F3"), ("Alt+Down", "Alt+Up")
    for keys in (*searching, *walking):
        assert not action(window, keys).isEnabled()
        assert "select a" in action(window, keys).toolTip()
    run_to_end(window, qtbot)
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    qtbot.waitUntil(action(window, "Alt+Down").isEnabled)
    assert all(action(window, keys).isEnabled() for keys in (*searching, *walking))
    assert action(window, "Ctrl+Shift+F").toolTip() == "Search in both texts"
    window.selection.select(window.selection.documents[:1])
    quiet(window, qtbot)
    assert action(window, "Ctrl+Shift+F").isEnabled()
    assert not action(window, "Alt+Down").isEnabled()


def test_where_there_are_no_rows_it_is_said_that_none_was_copied(lent: MainWindow) -> None:
    lent.tabs.show_view("overview")
    action(lent, "Ctrl+C").trigger()
    assert lent.status.status.text() == "There are no rows to be copied in this view."


@pytest.mark.parametrize(("button", "kept"), [("Cancel", True), ("Replace", False)])
def test_a_table_beside_a_report_replaces_no_file_of_others_unasked(
    lent: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, button: str, kept: bool
) -> None:
    old = tmp_path / "r.documents.csv"
    old.write_text("path,mine\n")
    asked: list[str] = []

    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append(box.text())
        next(each for each in box.buttons() if each.text().replace("&", "") == button).click()

    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a: (str(tmp_path / "r.csv"), ""))
    entry = next(each for each in lent.bar.export_menu.actions() if each.data() == ".csv")
    QTimer.singleShot(0, answer)
    entry.trigger()
    quiet(lent, qtbot)
    assert asked == [f"r.documents.csv already exists in {tmp_path}.\nDo you want to replace it?"]
    assert (old.read_text() == "path,mine\n") == kept
    assert (tmp_path / "r.csv").exists() != kept
    if not kept:
        entry.trigger()  # an earlier report is no file of others
        quiet(lent, qtbot)
        assert len(asked) == 1


def test_no_report_is_written_of_what_a_run_has_found_so_far(
    open_window: OpenWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def run_begins() -> None:
        window.bar.analyse.click()
        qtbot.waitUntil(lambda: window.session.growing, timeout=10_000)

    def choose(*_args: object) -> tuple[str, str]:
        run_begins()
        return str(tmp_path / "half.csv"), ""

    def run_ends() -> None:
        window.fakes[-1].seconds = 0.0
        quiet(window, qtbot)

    window = open_window()
    run_to_end(window, qtbot)
    window.session.make = made_into(window.fakes, seconds=8.0)
    action(window, "Ctrl+E").trigger()
    dialog = window.exporting.dialog
    dialog.path.setText(str(tmp_path / "r.html"))
    assert dialog.save.isEnabled()
    run_begins()
    dialog.format.setCurrentIndex(dialog.format.findData(".json"))
    dialog.path.setText(str(tmp_path / "s.json"))
    assert window.session.growing
    assert not dialog.save.isEnabled()
    assert "The run is going on." in dialog.outcome.text()
    run_ends()
    assert dialog.save.isEnabled()
    assert dialog.outcome.isHidden()
    dialog.path.setText(str(tmp_path / "no folder" / "r.json"))
    window.tuning.light.threshold.setValue(0.7)
    quiet(window, qtbot)
    assert not dialog.save.isEnabled(), "another result makes no folder"
    dialog.reject()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    next(each for each in window.bar.export_menu.actions() if each.data() == ".csv").trigger()
    assert "The run is going on." in window.message.text()
    run_ends()
    assert list(tmp_path.glob("half*")) == []


def _refuses(window: MainWindow, why: str) -> None:
    entry: QAction = action(window, "Ctrl+E")
    assert not entry.isEnabled()
    assert not window.bar.export.isEnabled()
    for told in (entry.toolTip(), entry.statusTip(), window.bar.export.toolTip()):
        assert "There is nothing to report yet." in told
        assert why in told
    entry.trigger()
    assert not window.exporting.dialog.isVisible()


def test_a_report_holds_all_that_was_found_whatever_the_filter_and_says_so_before(
    analysed: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    analysed.views.show_view("pairs")
    analysed.bar.filter.setText("no such name")
    qtbot.waitUntil(lambda: not analysed.pairs.view.model().rowCount())
    analysed.exporting.open()
    dialog = analysed.exporting.dialog
    assert dialog.intro.isVisible()
    assert "however the lists are filtered" in dialog.intro.text()
    dialog.reject()
    analysed.exporting.write(str(tmp_path / "r.csv"))
    quiet(analysed, qtbot)
    found = analysed.session.result
    assert found is not None
    assert len((tmp_path / "r.csv").read_text().splitlines()) == found.at_threshold + 1 > 1


def test_what_to_keep_is_shown_and_written_as_it_was_decided(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    found, target = window.session.result, tmp_path / "k.txt"
    assert found is not None
    paths, clusters = found.documents.paths, found.clusters
    other = next(int(row) for row in clusters.members(0) if row != clusters.representative[0])
    heads = {paths.display(int(row)) for row in clusters.representative}
    window.tabs.show_view("clusters")
    window.selection.select([other])
    press(window, qtbot, "keep")
    window.exporting.keep.trigger()
    dialog = window.exporting.dialog
    assert dialog.format.currentText() == "Paths to keep (TXT)"
    assert dialog.path.text().endswith("/kept.txt")
    assert not dialog.columns.isVisible()
    qtbot.waitUntil(lambda: "alone.txt" in dialog.text.toPlainText(), timeout=10_000)
    shown = dialog.text.toPlainText()
    dialog.path.setText(str(target))
    dialog.save.click()
    settle(window, qtbot)
    assert target.read_text() == shown
    stays = {"alone.txt", paths.display(other), *heads} - {paths.display(int(clusters.representative[0]))}
    assert shown.splitlines() == sorted(stays)
    told = "3 of 6 documents kept; 3 left out of clusters of pairs at or above 0.80"
    assert told in window.status.status.text()


def test_after_what_to_keep_a_report_is_a_report_again_in_its_format(window: MainWindow, qtbot: QtBot) -> None:
    entry, dialog = action(window, "Ctrl+E"), window.exporting.dialog
    entry.trigger()
    dialog.format.set_value(".csv")
    dialog.reject()
    for _twice in range(2):
        window.exporting.keep.trigger()
        assert dialog.choice().kept
        dialog.reject()
    entry.trigger()
    assert (dialog.choice().kept, dialog.choice().ending, dialog.save.text()) == (False, ".csv", "Save report")
    assert dialog.path.text().endswith("/similarity-report.csv")
    dialog.reject()
    settle(window, qtbot)


def test_the_numbers_of_what_was_kept_are_those_of_the_locale(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numbers, "_separators", lambda: (".", ","))
    window.exporting.write(str(tmp_path / "k.txt"), ExportChoice(".txt", None, 0, False, kept=True))
    settle(window, qtbot)
    assert "pairs at or above 0,80" in window.status.status.text()


def test_the_name_of_what_is_kept_follows_the_format_and_the_format_the_name(qtbot: QtBot) -> None:
    dialog = ExportDialog()
    qtbot.addWidget(dialog)
    dialog.open_on("/tmp/similarity-report.html", (), ".csv")
    dialog.format.set_value("kept")
    assert (dialog.format.currentText(), dialog.path.text()) == ("Rows to keep (CSV)", "/tmp/kept.csv")
    assert (dialog.choice().kept, dialog.choice().ending, dialog.save.text()) == (True, ".csv", "Save file")
    dialog.path.clear()
    qtbot.keyClicks(dialog.path, "/tmp/mine.csv")
    assert dialog.choice().kept
    dialog.format.set_value(".csv")
    assert (dialog.path.text(), dialog.save.text()) == ("/tmp/mine.csv", "Save report")
    dialog.format.set_value("kept")
    assert (dialog.path.text(), dialog.save.text()) == ("/tmp/mine.csv", "Save file")
    dialog.path.setText("/tmp/mine.jsonl")
    assert dialog.outcome.text() == "Let the name end in .csv."
    assert not dialog.save.isEnabled()
    dialog.path.setText("/tmp/mine.csv")
    dialog.offer_kept(".txt")  # another collection was analysed
    assert (dialog.format.currentText(), dialog.path.text()) == ("Paths to keep (TXT)", "/tmp/mine.txt")
    dialog.format.set_value(".csv")
    assert (dialog.choice().kept, dialog.path.text(), dialog.save.text()) == (False, "/tmp/mine.csv", "Save report")
    dialog.path.clear()
    qtbot.keyClicks(dialog.path, "/tmp/list.txt")
    assert dialog.choice().kept
