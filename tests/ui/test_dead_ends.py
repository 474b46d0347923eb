"""Where a page or a window has nothing to show, it says what to do; and what a filter leaves whole is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.kept import OpenReal, analyse, settle

TEXTS = ("The red lamp stands on the quay.", "Nobody has seen a blue chair here.", "A green bed was sold last week.")


@pytest.fixture
def window(open_real: OpenReal, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """Three files of one folder that have nothing in common."""
    folder = tmp_path / "flat"
    folder.mkdir()
    for number, text in enumerate(TEXTS):
        (folder / f"{number}.txt").write_text(text * 9)
    made = open_real(str(folder))
    analyse(made, qtbot)
    return made


def test_without_a_folder_to_be_the_reference_two_can_be_opened(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    controller = next(each for each in window.features if type(each).__name__ == "AcrossController")
    asked: list[str] = []
    monkeypatch.setattr(
        "simexplorer.ui.controllers.across_controller.QFileDialog.getExistingDirectory",
        lambda _window, title, _place: asked.append(title) or "",
    )
    window.tabs.show_view("across")
    settle(window, qtbot)
    assert controller.panel.empty.words().startswith("There is no folder to compare with the rest")
    assert not controller.panel.reference.isEnabled(), "it offers nothing"
    controller.panel.empty.button.click()
    assert asked == ["First the reference: what is known already"]


def test_where_no_pair_is_near_settings_for_parts_are_offered(window: MainWindow, qtbot: QtBot) -> None:
    window.tabs.show_view("pairs")
    settle(window, qtbot)
    assert "settings for copied passages" in window.pairs.empty.words()
    window.pairs.empty.button.click()
    settle(window, qtbot)
    controller = next(each for each in window.features if type(each).__name__ == "BeforeController")
    assert window.tabs.shown() == "before"
    controller.panel.rows["passages"].take.click()
    assert (window.run.recipe.shingle_kind, window.run.recipe.threshold) == ("word", 0.01)


def test_where_nothing_is_marked_moving_says_how_to_mark(window: MainWindow, qtbot: QtBot) -> None:
    window.kept.acting.open()
    settle(window, qtbot)
    assert window.kept.acting.dialog.summary.text().endswith("Mark some in the lists (D), or by rules (Ctrl+R).")


def test_neighbours_say_where_a_document_can_be_selected(window: MainWindow, qtbot: QtBot) -> None:
    window.tabs.show_view("neighbours")
    settle(window, qtbot)
    assert window.neighbours.empty.words().endswith("Map holds all documents."), "no list has any"


def test_the_filter_says_that_neighbours_are_not_filtered(window: MainWindow, qtbot: QtBot) -> None:
    window.run.show_recipe(window.run.recipe.replace(threshold=0.0))
    window.tuning.light.radius.setValue(64)  # everything is a neighbour of everything
    window.selection.select((0,))
    window.tabs.show_view("neighbours")
    window.bar.filter.setText("no such path")
    settle(window, qtbot)
    assert window.neighbours.model.rowCount() == len(TEXTS) - 1
    assert "Neighbours" in window.bar.filter.toolTip().partition("Overview stays whole")[2]


def test_boxes_say_what_they_do_when_they_are_checked(window: MainWindow) -> None:
    switches = window.collection.reading.switches
    assert switches["hidden_files"].text() == "Read hidden files"
    assert all(box.text().split()[0] in ("Look", "Skip", "Read", "Follow") for box in switches.values())
