"""Menus: groups keep their order and their lines, whoever adds first."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.menu_bar import GROUPS, MenuBar
from tests.ui.conftest import OpenWindow


def test_groups_stand_in_their_order_between_lines(qtbot: QtBot) -> None:
    menus = MenuBar()
    qtbot.addWidget(menus)
    for text, group in (("Ask", "questions"), ("Recipe", "recipe"), ("Analyse", "run"), ("Watch", "run")):
        menus.add("analysis", text, lambda: None, group=group)
    texts = [action.text() or "-" for action in menus.menu("analysis").actions()]
    assert texts == ["Analyse", "Watch", "-", "-", "Ask", "-", "Recipe", "-"]  # double and last lines are not drawn
    assert menus.menu("analysis").separatorsCollapsible()
    assert menus.shortcuts() == []
    assert set(GROUPS["analysis"]) == {"run", "settings", "questions", "recipe"}


def test_keys_are_told_menu_by_menu(qtbot: QtBot) -> None:
    menus = MenuBar()
    qtbot.addWidget(menus)
    menus.add("view", "Map", lambda: None, "Ctrl+7")
    menus.add("file", "Cut && &paste…", lambda: None, "Ctrl+X")
    menus.add("file", "Without a key", lambda: None)
    assert menus.shortcuts() == [("File", [("Ctrl+X", "Cut & paste")]), ("View", [("Ctrl+7", "Map")])]


def test_what_enlarges_the_evidence_stands_with_the_panels_and_colours_come_last(open_window: OpenWindow) -> None:
    texts = [action.text() or "-" for action in open_window(opened=False).menus.menu("view").actions()]
    panels = texts[texts.index("-") + 1 : texts.index("Colours")]
    assert panels[:4] == ["Collection", "Evidence", "Tuning", "Reset panels and columns"]
    assert "Enlarge the evidence, or make it small again" in panels
    assert texts[texts.index("Colours") :] == ["Colours", "Switch between light and dark", "-"]


def test_of_keys_that_are_held_only_those_that_walk_act_again(open_window: OpenWindow) -> None:
    """A second of F5 was a dozen runs, each of them kept, and X took back and said again what it said."""
    held = {
        (action.text(), key.toString())
        for menu in open_window(opened=False).menus.actions()
        for action in menu.menu().actions()
        for key in action.shortcuts()
        if action.autoRepeat()
    }
    walks = "Next row", "Previous row", "Next shared", "Previous shared", "Next diff", "Previous diff", "Next search"
    walks += "Previous search", "Undo", "Redo"
    assert {words for words in walks for text, _ in held if text.startswith(words)} == set(walks)
    others = [text for text, _ in held if not text.startswith((*walks, "Search in both"))]
    assert all(text.endswith("…") for text in others), others  # a dialog opens once
