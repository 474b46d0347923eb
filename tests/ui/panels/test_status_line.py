"""What is said in passing goes again; what came of the run stays."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from simexplorer.pipeline.progress import ProgressState
from simexplorer.ui.panels.status_line import StatusLine


def test_a_note_gives_way_to_what_stood_there(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.say("27 pairs", "56 kB · complete")
    line.note("Select rows first.")
    assert line.status.text() == "Select rows first."
    assert line.summary.text() == "56 kB · complete"
    line._noted.setInterval(0)
    line.note("Select rows first.")
    qtbot.waitUntil(lambda: line.status.text() == "27 pairs")


def test_a_note_that_waits_for_the_next_stays(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line._noted.setInterval(0)
    line.note("Select rows first.")
    line.note("Writing …", until_next=True)
    qtbot.wait(5)
    assert line.status.text() == "Writing …"


def test_no_note_covers_what_is_going_on(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line._noted.setInterval(0)
    line.note("Select rows first.")
    line.show_progress(ProgressState())
    qtbot.wait(5)
    assert line.status.text() == "Starting …"


def test_what_is_counted_stands_apart_from_the_name_of_the_stage(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.show_progress(ProgressState("measuring recall on 383 documents", 4000, 37187, "documents"))
    assert line.status.text() == "Measuring recall on 383 documents: 4,000 of 37,187 documents"
