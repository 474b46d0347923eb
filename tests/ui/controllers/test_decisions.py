"""Deciding with the real keys and menus: marks, pairs apart, reviews, notes, rules, undo; shown where they belong."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.panels import table_view
from simexplorer.workspace.entry import Mark
from tests.ui.conftest import action
from tests.ui.kept import OpenReal, analyse, press, row_of_group, settle, standing


@pytest.fixture
def window(window: MainWindow) -> MainWindow:
    window.tabs.show_view("clusters")
    return window


def marks(window: MainWindow) -> dict[str, str]:
    here = standing(window)
    display = here.result.documents.paths.display
    return {display(row): Mark(int(mark)).name for row, mark in enumerate(here.marks) if mark}


def test_before_a_run_nothing_can_be_decided_and_the_menu_says_why(
    open_real: OpenReal, collection: Path, qtbot: QtBot
) -> None:
    window = open_real(str(collection))
    settle(window, qtbot)
    for keys in ("K", "D", "X", "G", "Ctrl+R"):
        assert not action(window, keys).isEnabled()
        assert "analyse it first" in action(window, keys).toolTip()
    analyse(window, qtbot)
    for keys in ("K", "D", "X", "G", "Ctrl+R"):
        assert action(window, keys).isEnabled()
        assert "analyse" not in action(window, keys).toolTip()


def test_rows_that_are_too_many_at_once_are_not_taken_for_decided(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.tabs.show_view("pairs")
    view = window.pairs.view
    assert view.table.rowCount() == 2
    for most, told in ((2, ""), (1, "This was about the first 1 of the 2 selected rows.")):
        monkeypatch.setattr(table_view, "MOST_COPIED", most)
        view.selectAll()
        view.setFocus()
        qtbot.keyClick(view, Qt.Key.Key_R)
        settle(window, qtbot)
        assert window.message.isVisibleTo(window) == bool(told)
        assert not told or window.message.text().startswith(told)
    assert int(standing(window).pairs_reviewed.sum()) == 1


def test_space_on_a_group_keeps_its_representative_and_undo_takes_it_back(window: MainWindow, qtbot: QtBot) -> None:
    view = window.clusters.view
    view.select_row(row_of_group(window, "b one.txt"))
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Space)
    settle(window, qtbot)
    assert sorted(marks(window).values()) == ["DUPLICATE", "KEEP"]
    assert window.clusters.model.text(window.clusters.model.source, view.table.entry(view.currentIndex().row()), 5) == (
        "1 of 2 duplicate, 1 of 2 kept"
    )
    undo = window.kept.decisions.undo
    assert undo.text().startswith("Undo: Marked 1 duplicate by rule")
    undo.trigger()
    settle(window, qtbot)
    assert marks(window) == {}
    action(window, "Ctrl+Shift+Z").trigger()
    settle(window, qtbot)
    assert len(marks(window)) == 2
    qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    settle(window, qtbot)
    qtbot.keyClick(view, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    settle(window, qtbot)
    assert len(marks(window)) == 2
    qtbot.keyClick(view, Qt.Key.Key_Space)
    settle(window, qtbot)
    assert marks(window) == {}


def test_undo_and_redo_held_down_stop_at_the_end_without_a_warning(window: MainWindow, qtbot: QtBot) -> None:
    view = window.clusters.view
    view.select_row(row_of_group(window, "b one.txt"))
    press(window, qtbot, "space")
    view.setFocus()
    for key, left in ((Qt.Key.Key_Z, 0), (Qt.Key.Key_Y, 2)):
        for _ in range(3):
            qtbot.keyClick(view, key, Qt.KeyboardModifier.ControlModifier)
        settle(window, qtbot)
        assert len(marks(window)) == left
        assert not window.message.isVisible()


def test_a_member_is_marked_by_key_and_the_last_one_never(window: MainWindow, qtbot: QtBot) -> None:
    row = row_of_group(window, "b one.txt")
    window.clusters.model.set_open(window.clusters.model.entry(row), True)
    for step in (1, 2):
        window.clusters.view.select_row(row + step)
        press(window, qtbot, "duplicate")
    assert "At least one has to stay" in window.message.text()
    assert list(marks(window).values()) == ["DUPLICATE"]
    assert not window.message.isHidden()
    press(window, qtbot, "keep")
    assert window.message.isHidden(), "what was refused is no matter any more"


def test_a_pair_is_told_apart_and_the_list_of_those_takes_it_back(window: MainWindow, qtbot: QtBot) -> None:
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    press(window, qtbot, "apart")
    assert standing(window).apart[0]
    source = window.pairs.model.source
    assert source is not None
    decision = [column.name for column in window.pairs.model.columns].index("decision")
    assert window.pairs.model.text(source, 0, decision) == "not duplicates"
    apart = window.kept.apart
    model, pairs = apart.panel.model, window.session.result.pairs
    assert model.rowCount() == 0, "listed while nobody looked"
    apart.show()
    settle(window, qtbot)
    both = [source.paths.display(int(rows[0])) for rows in (pairs.i, pairs.j)]
    cells = [model.data(model.index(0, column)) for column in range(3)]
    assert (model.rowCount(), cells) == (1, ["  ≠  ".join(both), "2", "2"])
    assert model.documents_of(0) == (int(pairs.i[0]), int(pairs.j[0]))
    window.bar.filter.setText("no such name")
    qtbot.waitUntil(lambda: "whatever the filter" in apart.panel.summary())
    window.bar.filter.clear()
    apart.panel.view.select_row(0)
    apart.panel.back.click()
    settle(window, qtbot)
    assert not standing(window).apart.any()
    assert model.rowCount() == 0
    window.tabs.show_view("pairs")
    window.kept.decisions.undo.trigger()
    settle(window, qtbot)
    assert standing(window).apart[0]
    assert model.rowCount() == 0, "listed while nobody looked"
    apart.show()
    settle(window, qtbot)
    assert model.rowCount() == 1


def test_in_clusters_a_member_is_told_apart_and_one_of_the_two_side_by_side_kept(
    window: MainWindow, qtbot: QtBot
) -> None:
    view, table = window.clusters.view, window.clusters.model
    row = row_of_group(window, "b one.txt")
    table.set_open(table.entry(row), True)
    view.select_row(row + 2)
    press(window, qtbot, "apart")
    source = table.source
    assert source is not None
    assert [table.text(source, table.entry(row + k), 5) for k in range(3)] == ["not duplicates", "", "not duplicates"]
    press(window, qtbot, "unmark")
    assert "X takes “not duplicates” back" in window.message.text()
    press(window, qtbot, "apart")
    assert not standing(window).apart.any()
    assert any(act.text().startswith("Keep the first") for act in window.files.menu_for(view).actions())
    left, right = (side.title.text() for side in (window.compare.left, window.compare.right))
    press(window, qtbot, "first")
    assert marks(window) == {left: "KEEP", right: "DUPLICATE"}
    window.compare.swap.click()
    press(window, qtbot, "first")
    assert marks(window) == {left: "DUPLICATE", right: "KEEP"}


def test_reviews_are_counted_and_the_next_open_group_is_found(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[int] = []
    label = window.kept.decisions.reviewed
    assert label.text() == "0 of 2 reviewed"
    window.clusters.view.select_row(0)
    press(window, qtbot, "review")
    assert label.text() == "1 of 2 reviewed"
    with monkeypatch.context() as looking:
        looking.setattr(window.clusters.model, "entry", lambda row: pytest.fail("row by row"))  # of a million
        looking.setattr(window.clusters.view, "select_row", lambda row: found.append(row))
        window.kept.decisions.go_to_next()
    window.clusters.view.select_row(*found)
    entry = window.clusters.model.entry(window.clusters.view.currentIndex().row())
    assert entry < 0
    assert not standing(window).clusters_reviewed[~entry]
    press(window, qtbot, "review")
    assert label.text() == "2 of 2 reviewed"


def test_a_note_is_written_shown_and_changed(window: MainWindow, qtbot: QtBot) -> None:
    window.clusters.view.select_row(0)
    decisions = window.kept.decisions
    action(window, "W").trigger()
    assert decisions.note.isVisible()
    decisions.note.text.setPlainText("ask Anna")
    decisions.note.save.click()
    settle(window, qtbot)
    assert list(standing(window).cluster_notes.values()) == ["ask Anna"]
    action(window, "W").trigger()
    assert decisions.note.text.toPlainText() == "ask Anna"
    decisions.note.text.setPlainText("")
    decisions.note.save.click()
    settle(window, qtbot)
    assert not standing(window).cluster_notes


def test_decisions_survive_renaming_and_another_threshold(window: MainWindow, collection: Path, qtbot: QtBot) -> None:
    window.clusters.view.select_row(row_of_group(window, "b one.txt"))
    press(window, qtbot, "space")
    window.clusters.view.select_row(row_of_group(window, "a one.txt"))
    press(window, qtbot, "review")
    before = marks(window)
    (gone,) = [name for name, mark in before.items() if mark == "DUPLICATE"]
    os.rename(collection / gone, collection / "renamed.txt")
    analyse(window, qtbot)
    assert marks(window)["renamed.txt"] == "DUPLICATE"
    window.tuning.light.threshold.setValue(0.75)
    qtbot.waitUntil(lambda: standing_or_none(window, 0.75), timeout=20_000)
    settle(window, qtbot)
    assert marks(window)["renamed.txt"] == "DUPLICATE"
    assert standing(window).clusters_reviewed.sum() == 1


def standing_or_none(window: MainWindow, threshold: float) -> bool:
    found = window.kept.keeping.standing
    return found is not None and found.result.recipe.threshold == threshold


def test_rules_show_what_they_would_mark_before_they_do(window: MainWindow, collection: Path, qtbot: QtBot) -> None:
    os.utime(collection / "a three.txt", (2_000_000_000, 2_000_000_000))
    analyse(window, qtbot)
    rules = window.kept.rules
    window.kept.rules.button.click()
    rules.dialog.set_rules([("newest", b"", "")])
    qtbot.waitUntil(lambda: "3 documents in 2 clusters" in rules.dialog.summary.text(), timeout=10_000)
    settle(window, qtbot)
    assert rules.dialog.model.rowCount() == 5
    changed = [rules.dialog.model.index(row, 3).data() for row in range(5)]
    assert changed.count(f"{dt.datetime.fromtimestamp(2_000_000_000, dt.UTC).astimezone():%Y-%m-%d %H:%M}") == 1
    assert marks(window) == {}
    qtbot.keyClick(rules.dialog.choice, Qt.Key.Key_Return)  # as the button does, from wherever the focus is
    settle(window, qtbot)
    assert marks(window)["a three.txt"] == "KEEP"
    assert sum(mark == "DUPLICATE" for mark in marks(window).values()) == 3
    assert not rules.dialog.isVisible()
    rules.button.click()
    settle(window, qtbot)
    assert "nothing that is not marked" in rules.dialog.summary.text()
    assert not rules.dialog.apply.isEnabled()
    rules.dialog.reject()


def test_rules_that_were_changed_are_not_recorded_before_their_preview_is_there(
    window: MainWindow, qtbot: QtBot
) -> None:
    dialog = window.kept.rules.dialog
    window.kept.rules.open()
    qtbot.waitUntil(dialog.apply.isEnabled, timeout=10_000)
    settle(window, qtbot)
    said = dialog.apply.text()
    dialog.whole.toggle()
    assert not dialog.apply.isEnabled()
    dialog.apply.click()
    assert marks(window) == {}
    qtbot.waitUntil(dialog.apply.isEnabled, timeout=10_000)
    assert dialog.apply.text() == said  # of these two groups both come to the same


def test_rules_mark_what_their_button_says_and_nothing_while_a_run_goes_on(window: MainWindow, qtbot: QtBot) -> None:
    dialog, view, result = window.kept.rules.dialog, window.clusters.view, window.session.result
    assert result is not None
    view.select_row(row_of_group(window, "b one.txt"))
    window.kept.rules.open()
    dialog.only_selected.click()
    qtbot.waitUntil(lambda: dialog.apply.text() == "Mark 1 duplicate, keep 1" and dialog.apply.isEnabled())
    window.session.set_result(replace(result), growing=True)
    dialog.apply.click()
    settle(window, qtbot)
    assert not dialog.apply.isEnabled()
    assert dialog.model.rowCount() == 0
    window.session.set_result(result)
    settle(window, qtbot)
    assert marks(window) == {}
    view.select_row(row_of_group(window, "a one.txt"))
    dialog.apply.click()  # before the preview is that of the other cluster
    qtbot.waitUntil(lambda: dialog.apply.text() == "Mark 2 duplicates, keep 1" and dialog.apply.isEnabled())
    assert marks(window) == {}
    dialog.apply.click()
    settle(window, qtbot)
    assert {name[0] for name in marks(window)} == {"a"}


def test_the_order_of_rules_decides(window: MainWindow, collection: Path, qtbot: QtBot) -> None:
    dialog = window.kept.rules.dialog
    window.kept.rules.open()
    dialog.set_rules([("shortest", b"", ""), ("longest", b"", "")])
    dialog.list.setCurrentRow(1)
    dialog.up.click()
    assert [name for name, _, _ in dialog.rules()] == ["longest", "shortest"]
    dialog.plus.click()
    dialog.minus.click()
    assert len(dialog.rules()) == 2
    qtbot.waitUntil(lambda: dialog.apply.isEnabled(), timeout=10_000)
    dialog.apply.click()
    settle(window, qtbot)
    assert marks(window)["a three.txt"] == "KEEP"


def test_nothing_in_a_protected_folder_is_marked(window: MainWindow, collection: Path, qtbot: QtBot) -> None:
    window.kept.decisions.show_folders()
    window.kept.decisions.folders.add_folder(os.fsencode(collection))
    settle(window, qtbot)
    assert standing(window).protected.all()
    assert window.kept.decisions.folders.folders() == (os.fsencode(collection),)
    row = row_of_group(window, "b one.txt")
    window.clusters.model.set_open(window.clusters.model.entry(row), True)
    window.clusters.view.select_row(row + 1)
    press(window, qtbot, "duplicate")
    assert "protected folder" in window.message.text()
    window.kept.decisions.folders.list.setCurrentRow(0)
    window.kept.decisions.folders.take_out.click()
    settle(window, qtbot)
    assert not standing(window).protected.any()


def test_the_menu_of_a_row_decides_too(window: MainWindow, qtbot: QtBot) -> None:
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    menu = window.files.menu_for(window.pairs.view)
    second = next(entry for entry in menu.actions() if entry.text().startswith("Keep the second"))
    second.trigger()
    settle(window, qtbot)
    pairs = standing(window).result.pairs
    assert standing(window).marks[pairs.i[0]] == Mark.DUPLICATE
    assert standing(window).marks[pairs.j[0]] == Mark.KEEP


def test_the_pairs_say_what_was_decided_from_the_first_decision_on(
    window: MainWindow, open_real: OpenReal, tmp_path: Path, qtbot: QtBot
) -> None:
    view = window.pairs.view
    place = [column.name for column in view.table.columns].index("decision")
    assert view.isColumnHidden(place)
    window.tabs.show_view("pairs")
    view.select_row(0)
    action(window, "X").trigger()
    settle(window, qtbot)
    assert not view.isColumnHidden(place)
    assert view.columnWidth(place) >= 60
    assert not view.sized_by_hand
    window.layout_controller.store()
    another = open_real(os.fspath(tmp_path))
    analyse(another, qtbot)
    settle(another, qtbot)
    assert another.pairs.view.isColumnHidden(place), "nothing is decided there"
    window.kept.decisions.undo.trigger()
    settle(window, qtbot)
    assert view.isColumnHidden(place)
    action(window, "K").trigger()
    settle(window, qtbot)
    assert not view.isColumnHidden(place)
    assert view.table.text(view.table.source, 0, place) == "1st and 2nd kept"


def test_the_status_line_tells_what_was_decided(window: MainWindow, qtbot: QtBot) -> None:
    said = window.status.status
    before = said.text(), window.status.summary.text()
    window.tabs.show_view("pairs")
    press(window, qtbot, "keep")
    assert said.text() == "Select rows first."
    window.pairs.view.select_row(0)
    press(window, qtbot, "first")
    assert said.text() == "Marked one of a pair as duplicate (Ctrl+Z undoes it)"
    press(window, qtbot, "first")
    assert said.text() == "Nothing changes: it is so already."
    assert len(window.kept.keeping.now.entries) == 1
    press(window, qtbot, "review")
    assert said.text().startswith("Reviewed")
    window.kept.decisions.undo.trigger()
    settle(window, qtbot)
    assert said.text().startswith("Undone: Reviewed")
    window.kept.decisions.redo.trigger()
    settle(window, qtbot)
    assert said.text().startswith("Redone: Reviewed")
    table = window.pairs.view
    assert not table.isColumnHidden(decision := [c.name for c in window.pairs.model.columns].index("decision"))
    assert table.horizontalHeader().visualIndex(decision) == 2, "beside the paths, where it is seen at any width"
    window.layout_controller.reset()
    assert not table.isColumnHidden(decision), "as long as there is something that it says"
    assert next(table.spelled_rows())[0].startswith("First document\tSecond document\tDecision\t")
    assert (window.status._lasting, window.status.summary.text()) == before
