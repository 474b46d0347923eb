"""A saved workspace whose folder is gone: it shows what was found, says what cannot be, and rests."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from simexplorer.ui.controllers.decision_acts import protect
from simexplorer.ui.controllers.kept_workspace import moved_path
from tests.ui.conftest import feature
from tests.ui.kept import OpenReal, analyse, press, settle, write_collection


def test_it_shows_all_that_was_found_and_fails_once(open_real: OpenReal, collection: Path, qtbot: QtBot) -> None:
    first = open_real(str(collection))
    settle(first, qtbot)
    analyse(first, qtbot)
    first.close()
    shutil.rmtree(collection)
    again = open_real()
    qtbot.waitUntil(lambda: again.session.result is not None, timeout=180_000)
    settle(again, qtbot)
    assert again.pairs.model.rowCount() == 2
    failures: list[object] = []
    again.run.jobs.failed.connect(failures.append)
    again.tuning.light.threshold.setValue(0.7)
    qtbot.waitUntil(lambda: bool(failures), timeout=180_000)
    settle(again, qtbot)
    assert len(failures) == 1
    assert str(collection) in again.message.text()
    again.tabs.show_view("clusters")
    again.clusters.view.select_row(0)
    press(again, qtbot, "space")
    assert again.kept.keeping.standing is not None
    assert again.kept.keeping.standing.marks.any()


def test_a_text_that_is_gone_is_said_to_be_gone(open_real: OpenReal, collection: Path, qtbot: QtBot) -> None:
    first = open_real(str(collection))
    settle(first, qtbot)
    analyse(first, qtbot)
    first.pairs.view.select_row(0)
    settle(first, qtbot)
    shown = first.compare.left.view.shown.text
    assert shown
    shutil.rmtree(collection)
    first.pairs.view.select_row(1)
    settle(first, qtbot)
    # nothing of the pair before may stand beside the names of this one
    assert first.compare.left.view.shown.text != shown
    assert "gone or changed since the run" in first.compare.left.notice.text()
    first.close()
    again = open_real()
    qtbot.waitUntil(lambda: again.session.result is not None, timeout=180_000)
    settle(again, qtbot)
    again.pairs.view.select_row(0)
    settle(again, qtbot)
    assert "gone or was changed" in again.compare.empty.words()
    again.selection.select(())
    settle(again, qtbot)
    assert again.compare.empty.words().startswith("Nothing to compare yet")


def test_a_workspace_whose_folder_is_gone_says_so_at_once_and_goes_on_where_it_was_moved_to(
    open_real: OpenReal, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    first = open_real(str(collection))
    settle(first, qtbot)
    analyse(first, qtbot)
    first.tabs.show_view("clusters")
    first.clusters.view.select_row(0)
    press(first, qtbot, "space")
    keeping = first.kept.keeping
    keeping.decide(lambda _standing: protect((os.fsencode(collection / "safe"), b"/elsewhere")))
    settle(first, qtbot)
    marked = int(keeping.standing.duplicates.sum())  # type: ignore[union-attr]
    file = keeping.now.path
    first.close()
    moved = tmp_path / "moved" / "new name"
    moved.parent.mkdir()
    collection.rename(moved)
    again = open_real()
    qtbot.waitUntil(lambda: again.session.result is not None, timeout=180_000)
    settle(again, qtbot)
    assert f"{collection} is not there any more" in again.message.text()
    assert "Locate moved documents" in again.message.text()
    assert again.kept.elsewhere.action.isEnabled()
    with qtbot.waitSignal(again.run.run_finished, timeout=180_000):
        again.kept.elsewhere.go_on_at(os.fsencode(moved))
    settle(again, qtbot)
    standing = again.kept.keeping.standing
    assert standing is not None
    assert int(standing.duplicates.sum()) == marked > 0
    assert standing.folders == (os.fsencode(moved / "safe"), b"/elsewhere")
    assert again.kept.keeping.now.path == file
    assert [run.number for run in again.kept.keeping.now.runs] == [1, 2]
    assert again.collection.title.text() == "new name"
    again.close()
    later = open_real(str(moved))  # by its folder the same workspace is found again
    qtbot.waitUntil(lambda: later.session.result is not None, timeout=180_000)
    settle(later, qtbot)
    assert later.kept.keeping.now.path == file


def test_a_place_that_lacks_some_of_the_folders_is_refused_when_documents_are_located(
    open_real: OpenReal, collection: Path, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_collection(tmp_path / "more")
    window = open_real(str(collection), str(tmp_path / "more"))
    settle(window, qtbot)
    analyse(window, qtbot)
    place, asked = tmp_path / "elsewhere", list[str]()
    shutil.copytree(collection, place / "letters")

    def choose(_parent: object, title: str, _begin: str) -> str:
        asked.append(title)
        return str(place)

    monkeypatch.setattr(QFileDialog, "getExistingDirectory", choose)
    before = window.session.sources
    window.kept.elsewhere.action.trigger()
    assert asked == [f"Where is {tmp_path.name} now?"]
    told = f"There is no {place / 'more'}. Choose the folder that took the place of the old."
    assert (window.message.text(), window.session.sources) == (told, before)
    write_collection(place / "more")
    with qtbot.waitSignal(window.run.run_finished, timeout=180_000):
        window.kept.elsewhere.action.trigger()
    settle(window, qtbot)
    assert window.session.sources == tuple(os.fsencode(place / name) for name in ("letters", "more"))
    assert [run.sources for run in window.kept.keeping.now.runs] == [before, window.session.sources]


def test_a_run_that_fails_does_not_pass_for_complete(open_real: OpenReal, collection: Path, qtbot: QtBot) -> None:
    window = open_real(str(collection))
    settle(window, qtbot)
    analyse(window, qtbot)
    shutil.rmtree(collection)
    with qtbot.waitSignal(window.run.run_finished, timeout=180_000):
        window.bar.analyse.click()
    settle(window, qtbot)
    assert window.status.status.text() == "The run did not finish; what is shown was found before."


def test_estimates_go_on_with_the_pairs_at_hand_where_no_fair_sample_can_be_signed(
    open_real: OpenReal, collection: Path, qtbot: QtBot
) -> None:
    first = open_real(str(collection))
    settle(first, qtbot)
    analyse(first, qtbot)
    first.close()
    shutil.rmtree(collection)
    again = open_real()
    qtbot.waitUntil(lambda: again.session.result is not None, timeout=180_000)
    again.tabs.show_view("calibration")
    settle(again, qtbot)
    panel = feature(again, "CalibrationController").panel
    note, figures = panel.note.text(), panel.methods.figures
    shown = [figures.index(0, column).data() for column in range(6)]
    assert shown[1] == str(len(again.session.result.pairs))
    panel.sample.set_value("fair")
    settle(again, qtbot)
    assert "There is no file or folder" in again.message.text()
    assert panel.sample.value() == "found"
    assert panel.note.text() == note
    assert [figures.index(0, column).data() for column in range(6)] == shown


@pytest.mark.parametrize(("weights", "gone"), [("tf", True), ("tfidf", False)])
def test_neighbours_have_the_values_that_were_verified_and_no_others(
    open_real: OpenReal, collection: Path, qtbot: QtBot, weights: str, gone: bool
) -> None:
    first = open_real(str(collection))
    settle(first, qtbot)
    first.tuning.heavy.measure.set_value("cosine")
    first.tuning.heavy.weights.set_value(weights)
    first.tuning.light.radius.setValue(first.tuning.light.radius.maximum())
    analyse(first, qtbot)
    first.close()
    if gone:
        shutil.rmtree(collection)  # no text can be read; with tf-idf it is how rare shingles are that is not known
    again = open_real()
    qtbot.waitUntil(lambda: again.session.result is not None, timeout=180_000)
    settle(again, qtbot)
    result = again.session.result
    assert result is not None
    places = {result.documents.paths.display(row): row for row in range(len(result.documents))}
    again.selection.select((places["a one.txt"],))
    settle(again, qtbot)
    table = again.neighbours.model
    told = {table.index(row, 0).data(): [table.index(row, c).data() for c in (3, 4)] for row in range(table.rowCount())}
    pair = result.place_of_pair(places["a one.txt"], places["a three.txt"])
    assert pair is not None
    assert told["a two.txt"] == ["1.000", "1."]
    assert told["a three.txt"] == [f"{result.pairs.ranking[pair]:.3f}", "2."]
    assert set(map(tuple, (told.values()))) - {("1.000", "1."), tuple(told["a three.txt"])} <= {("–", "–")}
    assert len(told) > 2


@pytest.mark.parametrize(
    ("path", "old", "now"),
    [
        (b"/home/a", b"/", b"/mnt/home/a"),
        (b"/", b"/", b"/mnt"),
        (b"/home/a/b", b"/home", b"/mnt/a/b"),
        (b"/home", b"/home", b"/mnt"),
        (b"/homes/a", b"/home", b"/homes/a"),
    ],
)
def test_what_lay_in_a_folder_lies_at_the_same_place_in_the_one_that_took_its_place(
    path: bytes, old: bytes, now: bytes
) -> None:
    assert moved_path(path, old, b"/mnt") == now
