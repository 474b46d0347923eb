"""From difference to difference of two versions, with the key and from the menu, both texts at it."""

from __future__ import annotations

from pathlib import Path

from pytestqt.qtbot import QtBot

from simexplorer.features.shown_text import ShownText
from simexplorer.search.passages import shared_passages
from simexplorer.ui.panels.compare_panel import ComparePanel
from simexplorer.ui.panels.linked_places import ShownPassages
from tests.ui.conftest import action
from tests.ui.kept import OpenReal, analyse, at_first_pair, settle

ROOMS = ("house", "garden", "roof", "cellar", "kitchen", "yard", "attic", "stable", "workshop")
PLACES = [f"{one} {two}" for one in ROOMS for two in ("and its keys", "with all doors", "alone")]
CLAUSES = [f"§ {at} Of the {place}, which either side leaves to the other." for at, place in enumerate(PLACES)]
OLD, NEW = "Rent is due on Monday.", "Rent is due in advance for the whole quarter."


def shown(panel: ComparePanel, left: str, right: str) -> bool:
    """Whether both words are in sight."""
    seen = []
    for side, words in ((panel.left, left), (panel.right, right)):
        text = side.view.shown.text
        first, last = side.view.seen()
        seen.append(first * len(text) <= text.rindex(words) <= last * len(text))
    return all(seen)


def test_the_keys_go_round_the_differences_of_two_versions(open_real: OpenReal, tmp_path: Path, qtbot: QtBot) -> None:
    """One clause is changed far down, another is new at the end; the words of the new one stand in an old one, too."""
    folder = tmp_path / "versions"
    folder.mkdir()
    added = f"{CLAUSES[2]} Smoking is forbidden."
    (folder / "v1.txt").write_text("\n\n".join([*CLAUSES, OLD, *CLAUSES[::-1]]))
    (folder / "v2.txt").write_text("\n\n".join([*CLAUSES, NEW, *CLAUSES[::-1], added]))
    window = open_real(str(folder))
    settle(window, qtbot)
    forth, back = (action(window, keys) for keys in ("F7", "Shift+F7"))
    assert not forth.isEnabled()
    assert "select a pair first" in forth.toolTip()
    analyse(window, qtbot)
    panel = at_first_pair(window, qtbot).compare
    qtbot.waitUntil(lambda: forth.isEnabled(), timeout=20_000)
    for turn, told, places in (
        (forth, "difference 1 of 2", (OLD, NEW)),
        (forth, "difference 2 of 2", (CLAUSES[0], "Smoking")),
        (forth, "difference 1 of 2", (OLD, NEW)),
        (back, "difference 2 of 2", (CLAUSES[0], "Smoking")),
    ):
        turn.trigger()
        assert panel.counter.text() == told
        assert shown(panel, *places)
    panel.next_passage()
    assert "difference" not in panel.counter.text()
    window.selection.select(())
    settle(window, qtbot)
    assert not forth.isEnabled()


def test_of_texts_that_do_not_differ_it_says_so(qtbot: QtBot) -> None:
    panel = ComparePanel()
    qtbot.addWidget(panel)
    text = "\n".join(CLAUSES)
    panel.show_texts(("a", ShownText.of(text), ""), ("b", ShownText.of(text), ""))
    panel.set_passages(ShownPassages.of(shared_passages(text, text, (), 24), len(text), len(text)))
    (forth,) = [each for each in panel.actions_offered if each.text() == "Next difference"]
    assert not forth.isEnabled()
    assert "differ in blanks and capitals at most" in forth.toolTip()
