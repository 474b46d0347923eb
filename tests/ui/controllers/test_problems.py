"""Problems are narrowed by kind and reason, opened, read again, and read in another encoding."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from simexplorer.documents.formats import CSV
from simexplorer.documents.listing import Status
from simexplorer.documents.problems import GUESSED, SKIPPED
from simexplorer.ui.controllers import problems_controller
from simexplorer.ui.controllers.problems_controller import ProblemsController
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.models.problems_table import KINDS, ProblemRows
from tests.ui.conftest import feature, quiet
from tests.ui.fakes import FakeAnalysis, make_documents, make_paths

RUSSIAN = "Широкая река текла медленно, и старый лодочник пел о том, чего уже никто не помнил. " * 4


def problems_of(window: MainWindow) -> ProblemsController:
    found = feature(window, ProblemsController)
    assert isinstance(found, ProblemsController)
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("problems")


@pytest.fixture(scope="module")
def with_problems(folder: Path) -> Iterator[None]:
    """Fake documents lie in a real folder, and some were read in a guessed encoding."""
    made = FakeAnalysis.found

    def found(fake: FakeAnalysis, recipe: object, part: float) -> object:
        paths = make_paths([b"a.txt", *(b"f%03d.txt" % i for i in range(399))], os.fsencode(folder))
        documents = make_documents(paths)
        guessed = (documents.status == Status.READ) & (np.arange(400) % 7 == 1)
        documents = replace(
            documents, guessed=guessed, encoding=guessed.astype(np.uint8), encodings=("", "koi8-r"), truncated=~guessed
            & (documents.status == Status.READ) & (np.arange(400) % 90 == 2),
        )  # fmt: skip
        documents.format[3], documents.characters[3], documents.reason[3] = 3, 0, 3  # a table with something odd
        documents = replace(
            documents, formats=(*documents.formats, CSV), reasons=(*documents.reasons, "rows without an id: 2")
        )
        return replace(made(fake, recipe, part), documents=documents)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FakeAnalysis, "found", found)
        yield


@pytest.fixture(scope="module")
def window_of_all(with_problems: None, window_of_all: MainWindow) -> MainWindow:
    """The one that is lent."""
    return window_of_all


@pytest.fixture
def window(with_problems: None, analysed: MainWindow) -> MainWindow:
    """One that a test may read anew."""
    return analysed


def rows_of(window: MainWindow) -> ProblemRows:
    assert window.session.result is not None
    return ProblemRows.of(window.session.result.documents)


def test_every_kind_is_offered_with_its_count_and_narrows_the_list(lent: MainWindow) -> None:
    panel, counts = lent.problems, rows_of(lent).counts()
    assert counts.sum() == panel.model.rowCount() == panel.model.all_rows
    assert [panel.kind.itemText(at) for at in range(panel.kind.count())] == [
        f"All · {counts.sum()}",
        *(f"{name} · {counts[n]}" for n, name in enumerate(KINDS)),
    ]
    for number in range(len(KINDS)):
        panel.kind.setCurrentIndex(number + 1)
        assert panel.model.rowCount() == counts[number]
        assert {panel.model.index(row, 1).data() for row in range(counts[number])} == {KINDS[number]}
    panel.kind.setCurrentIndex(GUESSED + 1)
    assert panel.model.index(0, 3).data() == "koi8-r ?"
    assert panel.model.index(0, 2).data() == "read as koi8-r, which is a guess"


def test_a_reason_narrows_what_the_kind_has_left(lent: MainWindow) -> None:
    panel, counts = lent.problems, rows_of(lent).counts()
    panel.kind.setCurrentIndex(SKIPPED + 1)
    words = [panel.reason.itemText(at) for at in range(panel.reason.count())]
    assert words == ["Any reason", f"binary: no text in it · {counts[SKIPPED]}"]
    panel.reason.setCurrentIndex(1)
    assert panel.model.rowCount() == counts[SKIPPED]
    panel.kind.setCurrentIndex(0)
    assert panel.reason.currentText().startswith("binary"), "a reason that is still there stays chosen"
    panel.clear_choices()
    assert panel.model.rowCount() == counts.sum()


def test_with_nothing_selected_nothing_can_be_done(lent: MainWindow) -> None:
    panel = lent.problems
    assert not any(button.isEnabled() for button in panel.buttons.values())
    panel.view.selectRow(0)
    assert all(button.isEnabled() for button in panel.buttons.values())


def test_selected_files_are_opened_and_shown(lent: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []
    monkeypatch.setattr(lent.files, "open_file", lambda row: asked.append(("open", row)))
    monkeypatch.setattr(lent.files, "show_in_folder", lambda row: asked.append(("show", row)))
    lent.problems.view.selectRow(1)
    (row,) = lent.problems.documents()
    lent.problems.buttons["open"].click()
    lent.problems.buttons["show"].click()
    assert asked == [("open", row), ("show", row)]


def test_retry_reads_the_selected_files_again_and_the_result_follows(window: MainWindow, qtbot: QtBot) -> None:
    panel, before = window.problems, window.session.result
    panel.view.selectAll()
    count = len(panel.documents())
    panel.buttons["retry"].click()
    quiet(window, qtbot)
    (fake,) = window.fakes
    assert len(fake.again) == 1
    assert len(fake.again[0]) == count == rows_of(window).counts().sum()
    assert fake.again[0][0].endswith(b".txt")
    assert window.session.result is not before


def test_an_encoding_for_one_file_is_shown_before_it_is_chosen(window: MainWindow, qtbot: QtBot, folder: Path) -> None:
    (folder / "f000.txt").write_bytes(RUSSIAN.encode("koi8-r"))
    controller, panel = problems_of(window), window.problems
    panel.kind.setCurrentIndex(GUESSED + 1)
    panel.view.selectRow(0)
    assert panel.documents() == [1]
    panel.buttons["encoding"].click()
    dialog = controller.dialog
    assert dialog.file.text() == "f000.txt"
    assert dialog.present.text() == "Now read as Cyrillic (KOI8-R), which is a guess."
    qtbot.waitUntil(lambda: dialog.text.toPlainText().startswith("Широкая"))
    dialog.encoding.set_value("cp1252")
    qtbot.waitUntil(lambda: "ûÉÒÏËÁÑ" in dialog.text.toPlainText())
    dialog.encoding.set_value("cp1251")
    qtbot.waitUntil(lambda: dialog.text.toPlainText().startswith("ыЙТПЛБС"))
    dialog.read.click()
    quiet(window, qtbot)
    assert window.run.recipe.encodings == ("cp1251 f000.txt",)
    assert window.session.result is not None
    assert window.session.result.recipe.encodings == ("cp1251 f000.txt",)
    controller.ask_for_encoding([1])
    assert dialog.encoding.value() == "cp1251"
    dialog.encoding.set_value("")
    dialog.read.click()
    quiet(window, qtbot)
    assert window.run.recipe.encodings == ()


def test_an_encoding_for_all_files_stands_in_the_collection_panel(window: MainWindow, qtbot: QtBot) -> None:
    controller = problems_of(window)
    controller.ask_for_encoding([1, 2])
    assert controller.dialog.these.text() == "These 2 files"
    controller.dialog.encoding.set_value("cp866")
    controller.dialog.all.setChecked(True)
    controller.dialog.read.click()
    quiet(window, qtbot)
    assert window.collection.reading.encoding.value() == "cp866"
    assert window.fakes[0].recipes[-1].encoding == "cp866"
    assert not window.run.heavy_changes()


def test_a_file_that_is_gone_says_so_in_the_dialog(lent: MainWindow, qtbot: QtBot) -> None:
    controller = problems_of(lent)
    controller.ask_for_encoding([5])
    qtbot.waitUntil(lambda: "cannot be read" in controller.dialog.note.text())
    controller.dialog.reject()


def test_a_look_at_an_earlier_file_does_not_come_to_an_archive_that_is_asked_about_next(
    lent: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller, held = problems_of(lent), threading.Event()
    monkeypatch.setattr(problems_controller, "CONTAINERS", (CSV,))
    monkeypatch.setattr(problems_controller, "_look_of", lambda *_of: held.wait(5) and ("of an earlier file", ""))
    controller.ask_for_encoding([1])
    controller.ask_for_encoding([3])
    held.set()
    qtbot.waitUntil(lambda: not controller.looks.running)
    dialog = controller.dialog
    assert (dialog.text.toPlainText(), dialog.note.text()) == ("", "It applies to everything inside.")
    dialog.reject()


def test_the_menu_of_every_list_reads_again(lent: MainWindow) -> None:
    for page in (lent.pairs, lent.clusters, lent.problems):
        page.view.setCurrentIndex(page.model.index(0, 0))
        texts = [action.text() for action in lent.files.menu_for(page.view).actions()]
        assert "Read again" in texts
        assert "Read in another encoding…" in texts


def test_all_columns_fit_at_the_first_size(lent: MainWindow, qtbot: QtBot) -> None:
    lent.resize(1280, 800)
    lent.tabs.show_view("problems")
    view = lent.problems.view
    qtbot.waitUntil(lambda: view.viewport().width() > 400)
    assert sum(view.columnWidth(c) for c in range(5)) <= view.viewport().width()


def test_every_widget_of_the_bar_is_named(lent: MainWindow) -> None:
    for name in ("problemKindCombo", "problemReasonCombo", "retryProblemButton", "encodingProblemButton"):
        widget = lent.findChild(QWidget, name)
        assert widget is not None
        assert widget.accessibleName()
