"""A run that reads other documents than those on screen: while it goes on, and after it was stopped."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from simexplorer.errors import NotAtHandError
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.controllers import cluster_controller
from simexplorer.ui.controllers.problems_controller import ProblemsController
from simexplorer.ui.dialogs.export_dialog import ExportChoice
from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import OpenWindow, feature, quiet


@pytest.fixture
def stopped(lent_to_run: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """A window in which a run with another pattern was stopped while it listed the files; a pair was chosen in it."""
    window, fake = lent_to_run, lent_to_run.fakes[0]
    window.views.show_view("pairs")
    window.pairs.view.select_row(0)
    quiet(window, qtbot)

    def listing(_recipe: Recipe, progress: Progress, **_named: object) -> object:
        while True:
            progress.check()

    with monkeypatch.context() as patched:
        patched.setattr(fake, "run", listing)
        field = window.collection.findChild(QLineEdit, "excludeEdit")
        field.setText("folder-00/*")
        field.editingFinished.emit()
        window.bar.analyse.click()
        window.pairs.view.select_row(1)
        qtbot.wait(50)
        assert "being read anew" in window.compare.empty.words()
        window.bar.cancel.click()
        quiet(window, qtbot)
    return window


def test_texts_are_refused_and_the_status_tells_of_which_run_it_is(stopped: MainWindow, qtbot: QtBot) -> None:
    assert "were not read to the end" in stopped.compare.empty.words()
    assert stopped.status.status.text() == "The run did not finish; what is shown was found before."
    assert stopped.status.summary.text().endswith("found before")
    assert not stopped.tuning.measure.isEnabled()
    stopped.evidence_tabs.show_view("graph")
    quiet(stopped, qtbot)
    assert "not at hand" in stopped.evidence_tabs.currentWidget().empty.words()
    stopped.evidence_tabs.show_view("compare")


def test_a_knob_reads_nothing_unasked_and_all_views_tell_of_one_threshold(stopped: MainWindow, qtbot: QtBot) -> None:
    runs, listed = len(stopped.fakes[0].recipes), stopped.pairs.model.rowCount()
    stopped.tuning.light.threshold.setValue(0.95)
    quiet(stopped, qtbot)
    assert len(stopped.fakes[0].recipes) == runs
    assert stopped.pairs.model.rowCount() == listed == stopped.session.result.at_threshold
    assert "waits for Apply" in stopped.status.status.text()
    assert stopped.bar.analyse.text() == "Apply 2 changes"


def test_a_report_without_the_passages_that_it_should_show_is_not_written(
    stopped: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    place = tmp_path / "r.html"
    stopped.exporting.write(str(place), ExportChoice(".html", columns=None, passages=5, dated=False))
    quiet(stopped, qtbot)
    assert not place.exists()
    assert "leave the passages out" in stopped.message.text()
    stopped.message.hide()
    stopped.exporting.write(str(place), ExportChoice(".html", columns=None, passages=0, dated=False))
    quiet(stopped, qtbot)
    assert place.exists()


def test_a_cluster_that_cannot_be_drawn_while_documents_are_read_says_so(
    lent: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_arguments: object) -> object:
        raise NotAtHandError

    with monkeypatch.context() as patched:
        patched.setattr(cluster_controller, "drawing_of", refuse)
        lent.views.show_view("clusters")
        lent.clusters.view.select_row(0)
        lent.evidence_tabs.show_view("graph")
        quiet(lent, qtbot)
        assert "could not be drawn" in lent.evidence_tabs.currentWidget().empty.words()
    lent.evidence_tabs.show_view("compare")


def test_files_that_are_to_be_read_again_during_a_run_are_so_after_it_as_it_reads_them(
    open_window: OpenWindow, qtbot: QtBot
) -> None:
    window = open_window()
    window.bar.analyse.click()
    quiet(window, qtbot)
    fake, problems = window.fakes[0], feature(window, ProblemsController)
    fake.seconds = 1.0
    window.tuning.heavy.length.setValue(5)
    window.bar.analyse.click()
    problems.retry([0])
    problems.retry([50])
    quiet(window, qtbot)
    paths = window.session.result.documents.paths
    assert fake.again == [(paths.raw(0), paths.raw(50))]
    assert window.session.result.recipe.shingle_size == 5
    assert window.bar.analyse.text() == "Analyse again"
    assert window.session.answering is fake
