"""A folder chosen in the collection narrows the lists by its path: its documents have other rows in another run."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.kept import LINES, analyse, settle

FOLDERS = ("a", "b", "c")


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    """Three folders, each with three versions of a text of its own."""
    place = tmp_path / "letters"
    for number, folder in enumerate(FOLDERS):
        (place / folder).mkdir(parents=True)
        for version in range(3):
            words = "\n".join(line.replace("e", "eiu"[number]).replace("o", "oax"[number]) for line in LINES)
            (place / folder / f"{version}.txt").write_text(f"{words}\nEnd {version}.")
    return place


def choose(window: MainWindow, qtbot: QtBot, folder: str) -> None:
    model = window.collection.model
    window.collection.tree.setCurrentIndex(model.index(FOLDERS.index(folder), 0, model.index(0, 0)))
    settle(window, qtbot)


def listed(window: MainWindow) -> set[str]:
    """The folders of all documents that the list of pairs shows."""
    model, result = window.pairs.model, window.session.result
    assert result is not None
    rows = [row for place in range(model.rowCount()) for row in model.documents_of(model.entry(place))]
    return {result.documents.paths.display(row).split("/")[0] for row in rows}


def test_the_chosen_folder_is_the_one_that_is_shown_after_its_documents_have_moved(
    window: MainWindow, collection: Path, qtbot: QtBot
) -> None:
    choose(window, qtbot, "b")
    assert listed(window) == {"b"}
    for name in ("new one.txt", "new two.txt"):  # two rows more before those of b
        (collection / "a" / name).write_text((collection / "a" / "0.txt").read_text() + name)
    analyse(window, qtbot)
    assert listed(window) == {"b"}
    assert window.collection.tree.currentIndex().data() == "b"
    (collection / "a" / "new one.txt").unlink()
    window.run.refresh()
    settle(window, qtbot)
    assert listed(window) == {"b"}


def test_a_chosen_folder_that_is_gone_narrows_nothing(window: MainWindow, collection: Path, qtbot: QtBot) -> None:
    choose(window, qtbot, "b")
    (collection / "b").rename(collection / "d")
    analyse(window, qtbot)
    assert listed(window) == {"a", "c", "d"}
    assert window.filter.mask() is None


def test_the_filter_stays_with_its_documents_when_one_of_them_is_called_otherwise(
    window: MainWindow, collection: Path, qtbot: QtBot
) -> None:
    window.bar.filter.setText("b/")
    settle(window, qtbot)
    (collection / "a" / "0.txt").rename(collection / "c" / "9.txt")  # as many documents, every row another one
    masks = []
    window.session.result_changed.connect(lambda: masks.append(window.filter.mask()))
    analyse(window, qtbot)
    assert listed(window) == {"b"}
    assert masks
    assert masks[0] is None  # that of before is of other rows
