"""The window of rules offers what there is to choose from, in words that people use."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from tests.ui.kept import OpenReal, analyse, settle, standing

TEXT = "The tenant pays the rent on the first day of each month, and the deposit before the keys are handed over. "


def test_of_formats_those_of_clusters_are_offered_by_name(open_real: OpenReal, tmp_path: Path, qtbot: QtBot) -> None:
    folder = tmp_path / "contracts"
    folder.mkdir()
    for name, text in (
        ("lease.md", TEXT * 3),
        ("lease.txt", TEXT * 3 + "Signed."),
        ("lease.html", f"<p>{TEXT * 3}</p>"),
        ("alone.py", "print('no contract at all')\n" * 9),
    ):
        (folder / name).write_text(text)
    window = open_real(str(folder))
    analyse(window, qtbot)
    settle(window, qtbot)
    rules = window.kept.rules
    rules.button.click()
    choice, dialog = rules.dialog.choice, rules.dialog
    offered = [choice.itemText(place) for place in range(choice.count())]
    formats = ["Keep what is HTML", "Keep what is Markdown", "Keep what is text"]
    assert [words for words in offered if words.startswith("Keep what is ")] == formats
    dialog.set_rules([])
    choice.setCurrentIndex(offered.index("Keep what is Markdown"))
    dialog.plus.click()
    assert dialog.list.item(0).text() == "Keep what is Markdown"
    qtbot.waitUntil(lambda: dialog.apply.isEnabled(), timeout=10_000)
    dialog.apply.click()
    settle(window, qtbot)
    here = standing(window)
    kept = [here.result.documents.paths.display(int(row)) for row in (here.marks == 1).nonzero()[0]]
    assert kept == ["lease.md"]
    dialog.set_rules([("format", b"", "application/vnd.oasis.opendocument.text")])  # kept from another collection
    assert dialog.list.item(0).text() == "Keep what is OpenDocument"
    dialog.reject()
