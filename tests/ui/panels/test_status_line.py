"""What is said in passing goes again; what came of the run stays; what does not fit is marked as left out."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.progress import ProgressState
from simexplorer.ui.panels.status_line import StatusLine, progress_text


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


def test_a_note_that_is_taken_back_gives_way_to_what_stood_there_and_no_other_does(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.say("27 pairs")
    line.note("Sorting 5,000 rows …")
    line.withdraw("Sorting 5,000 rows …")
    assert line.status.text() == "27 pairs"
    line.note("Select rows first.")
    line.withdraw("Sorting 5,000 rows …")
    assert line.status.text() == "Select rows first."
    line.show_progress(ProgressState(stage="signing", total=4))
    going_on = line.status.text()
    line.withdraw(going_on)
    assert line.status.text() == going_on != "27 pairs"


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


def test_a_sentence_without_room_gives_way_to_the_summary_and_is_whole_in_its_tooltip(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    saved = "Saved to /home/somebody/a folder with a long name/another one/mine.simx; what you do is kept there"
    line.say(saved, "56 kB · 1.2 s · complete")
    for width, fits in ((300, False), (2000, True)):
        line.resize(width, 28)
        line.show()
        QApplication.processEvents()
        assert line.minimumSizeHint().width() < 300
        assert line.summary.width() >= line.summary.sizeHint().width()
        assert line.status.geometry().right() < line.summary.x()
        assert (line.status.width() >= line.status.sizeHint().width()) == fits
        place = QPoint(4, 4)
        hover = QHelpEvent(QHelpEvent.Type.ToolTip, place, line.status.mapToGlobal(place))
        QApplication.sendEvent(line.status, hover)
        assert hover.isAccepted() != fits
        QToolTip.hideText()
    assert saved in line.status.toolTip()
    line.note("Written: other.html")
    assert "other.html" in line.status.toolTip()


def test_a_count_is_there_whole_or_not_at_all(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    parts = ["63 of 66 documents compared", "27 pairs at or above 0.80", "8 identical copies", "15 clusters"]
    line.say(" · ".join(parts))
    measured, shown = line.status.fontMetrics(), []
    least = measured.horizontalAdvance(f"{parts[0]} · … · {parts[-1]}")
    for room in range(least, measured.horizontalAdvance(line.status.text()) + 2):
        text = line.status.shown(room)
        assert measured.horizontalAdvance(text) <= room
        assert text.split(" · ")[:: len(text.split(" · ")) - 1] == [parts[0], parts[-1]]
        assert set(text.split(" · ")) <= {*parts, "…"}
        shown.append(text)
    assert list(dict.fromkeys(shown)) == [
        f"{parts[0]} · … · {parts[3]}",
        f"{parts[0]} · {parts[1]} · … · {parts[3]}",
        line.status.text(),
    ]


def test_one_of_a_kind_is_told_in_the_singular() -> None:
    one = ProgressState("Reading and signing", 1, 1)
    assert progress_text(one) == "Reading and signing: 1 of 1 document"
    assert progress_text(replace(one, total=2)) == "Reading and signing: 1 of 2 documents"
    assert progress_text(ProgressState("Listing files", 1, 0, "files")) == "Listing files · 1 file so far"
