"""A note is saved on what its window names, whatever the result has become meanwhile, or not at all."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.errors import WorkspaceError
from simexplorer.ui.main_window import MainWindow
from simexplorer.workspace.decisions import Decisions
from tests.ui.conftest import action
from tests.ui.kept import LINES, OpenReal, analyse, row_of_group, settle, write_collection


def ask(window: MainWindow, kind: str) -> str:
    """Open the note of a document, a pair or a cluster; returns what its window says it is on."""
    result = window.session.result
    assert result is not None
    names = [result.documents.paths.display(row) for row in range(len(result.documents))]
    window.tabs.show_view({"document": "overview", "pair": "pairs", "cluster": "clusters"}[kind])
    if kind == "document":
        window.selection.select((names.index("b one.txt"),))
    elif kind == "pair":
        pairs = [(names[i], names[j]) for i, j in zip(result.pairs.i, result.pairs.j, strict=True)]
        window.pairs.view.select_row(pairs.index(("b one.txt", "b two.txt")))
    else:
        window.clusters.view.select_row(row_of_group(window, "b one.txt"))
    action(window, "W").trigger()
    return window.kept.decisions.note.intro.text()


def save(window: MainWindow, qtbot: QtBot) -> None:
    """Type words and press the button."""
    window.kept.decisions.note.text.setPlainText("ask Anna")
    window.kept.decisions.note.save.click()
    settle(window, qtbot)


def notes(window: MainWindow) -> list[tuple[list[str], str]]:
    """Documents and text of every note."""
    standing = window.kept.keeping.standing
    assert standing is not None
    display, members = standing.result.documents.paths.display, standing.result.clusters.members
    found = [([row], text) for row, text in standing.notes.items()]
    found += [(list(rows), text) for rows, text in standing.pair_notes.items()]
    found += [(members(cluster).tolist(), text) for cluster, text in standing.cluster_notes.items()]
    return [([display(int(row)) for row in rows], text) for rows, text in found]


def test_a_note_stays_with_what_it_names_where_documents_came_before_it(
    window: MainWindow, collection: Path, qtbot: QtBot
) -> None:
    saved: list[tuple[list[str], str]] = []
    for kind, on in (
        ("document", ["b one.txt"]),
        ("pair", ["b one.txt", "b two.txt"]),
        ("cluster", ["b one.txt", "b two.txt"]),
    ):
        said = ask(window, kind)
        assert "b one.txt" in said
        for name in (f"0 {kind} one.txt", f"0 {kind} two.txt"):
            (collection / name).write_text("\n".join(codecs.encode(line, "rot13") for line in LINES) + name)
        analyse(window, qtbot)
        save(window, qtbot)
        saved.append((on, "ask Anna"))
        assert notes(window) == saved
        assert ask(window, kind) == said
        assert window.kept.decisions.note.text.toPlainText() == "ask Anna"
        window.kept.decisions.note.reject()


def test_a_note_on_a_cluster_waits_where_the_cluster_is_not_there(window: MainWindow, qtbot: QtBot) -> None:
    def at(threshold: float) -> None:
        window.tuning.light.threshold.setValue(threshold)
        settle(window, qtbot)
        assert window.session.result is not None
        assert window.session.result.recipe.threshold == threshold

    ask(window, "cluster")
    at(0.99)
    save(window, qtbot)
    assert notes(window) == []
    assert "The note on the cluster of b one.txt was not saved" in window.message.text()
    assert window.kept.decisions.note.isVisible()
    at(0.8)
    window.kept.decisions.note.save.click()
    settle(window, qtbot)
    assert notes(window) == [(["b one.txt", "b two.txt"], "ask Anna")]
    assert window.message.isHidden()


KINDS = ("document", "pair", "cluster")


def test_a_note_on_what_has_changed_is_refused_and_its_words_are_kept(
    window: MainWindow, collection: Path, qtbot: QtBot
) -> None:
    dialog, before = window.kept.decisions.note, (collection / "b one.txt").read_text()
    for kind in KINDS:
        ask(window, kind)
        (collection / "b one.txt").write_text("All of it is another text now, which nobody had read when they wrote.")
        analyse(window, qtbot)
        save(window, qtbot)
        assert "was not saved" in window.message.text(), kind
        assert notes(window) == [], kind
        assert dialog.isVisible()
        assert dialog.text.toPlainText() == "ask Anna"
        dialog.reject()
        (collection / "b one.txt").write_text(before)
        analyse(window, qtbot)
        assert not window.message.isVisible()


def test_no_note_goes_to_the_documents_of_another_folder(
    window: MainWindow, collection: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    for kind in KINDS:
        copy = tmp_path / kind
        write_collection(copy)
        ask(window, kind)
        window.opening.open([os.fsencode(copy)])
        save(window, qtbot)
        assert "nothing to decide about yet" in window.message.text(), kind
        analyse(window, qtbot)
        save(window, qtbot)
        assert "was not saved" in window.message.text(), kind
        assert notes(window) == [], kind
        assert window.kept.decisions.note.isVisible()
        window.kept.decisions.note.reject()
        window.opening.open([os.fsencode(collection)])
        analyse(window, qtbot)


def test_words_that_are_not_saved_do_not_give_way_to_another_note(window: MainWindow, qtbot: QtBot) -> None:
    said, dialog = ask(window, "document"), window.kept.decisions.note
    dialog.text.setPlainText("half a thou")
    assert ask(window, "cluster") == said
    assert dialog.text.toPlainText() == "half a thou"
    assert dialog.isVisible()
    assert "not saved yet" in window.message.text()
    dialog.save.click()
    settle(window, qtbot)
    assert notes(window) == [(["b one.txt"], "half a thou")]
    assert ask(window, "cluster") != said, "what is saved gives way"
    dialog.text.setPlainText("of no worth")
    dialog.reject()
    assert ask(window, "document") == said, "and so does what was cancelled"
    assert dialog.text.toPlainText() == "half a thou"


def test_a_note_that_is_being_written_is_saved_when_the_window_closes(
    window: MainWindow, open_real: OpenReal, collection: Path, qtbot: QtBot
) -> None:
    ask(window, "document")
    window.kept.decisions.note.text.setPlainText("half a thought")
    window.close()
    again = open_real(str(collection))
    settle(again, qtbot)
    assert notes(again) == [(["b one.txt"], "half a thought")]


@contextmanager
def full_disk() -> Iterator[None]:
    """Nothing can be saved meanwhile."""

    def refuse(_decisions: object, _entry: object) -> None:
        raise WorkspaceError("The disk is full.")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Decisions, "record", refuse)
        yield


def test_words_that_could_not_be_saved_come_back_when_the_note_written_meanwhile_is_closed(
    window: MainWindow, qtbot: QtBot
) -> None:
    dialog = window.kept.decisions.note
    with full_disk():
        said = ask(window, "document")
        dialog.text.setPlainText("ask Anna")
        dialog.save.click()
        other = ask(window, "cluster")
        dialog.text.setPlainText("half a thou")
        settle(window, qtbot)
    assert (dialog.intro.text(), dialog.text.toPlainText()) == (other, "half a thou")
    assert "The disk is full." in window.message.text()
    dialog.save.click()
    assert (dialog.intro.text(), dialog.text.toPlainText()) == (said, "ask Anna")
    dialog.save.click()
    settle(window, qtbot)
    assert notes(window) == [(["b one.txt"], "ask Anna"), (["b one.txt", "b two.txt"], "half a thou")]


def test_the_window_stays_while_it_holds_words_that_could_not_be_saved(window: MainWindow, qtbot: QtBot) -> None:
    dialog = window.kept.decisions.note
    with full_disk():
        ask(window, "document")
        save(window, qtbot)
        assert not window.close()
    assert dialog.isVisible()
    assert dialog.text.toPlainText() == "ask Anna"
    assert "could not be saved" in window.message.text()
    dialog.reject()
    assert window.close()
