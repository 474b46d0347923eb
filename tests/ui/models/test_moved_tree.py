"""The tree of moved files: acts above, checks that agree with each other, nothing checked that cannot go."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from simexplorer.ui.models.moved_tree import NOTHING, MovedRows, MovedTree

_CHECK = Qt.ItemDataRole.CheckStateRole


@pytest.fixture
def tree() -> MovedTree:
    """Two acts: of the first, files 0 and 1 can go back and 2 cannot; of the second, none."""
    made = MovedTree()
    lines = [(f"<b>{k}", "trash", "goes back" if k < 2 else "it is not there") for k in range(4)]
    places = [(f"/old/<b>{k}", "/trash/files/x" if k else "") for k in range(4)]
    sizes, goes = np.array([10, 2000, 5, -1]), np.array([True, True, False, False])
    rows = MovedRows([("late", "trash"), ("early", "/x")], np.array([0, 3, 4]), lines, places, sizes, goes)
    made.show(rows, np.ones(4, np.bool_))
    return made


def states(tree: MovedTree) -> list[object]:
    above = [tree.index(act, 0) for act in range(2)]
    below = [tree.index(row, 0, act) for act in above for row in range(tree.rowCount(act))]
    return [index.data(_CHECK) for index in above + below]


def test_it_is_a_sound_model(tree: MovedTree, qtmodeltester: ModelTester) -> None:
    qtmodeltester.check(tree)
    tree.show(NOTHING, NOTHING.goes)
    qtmodeltester.check(tree)


def test_cells_say_what_they_are_and_file_names_are_no_markup(tree: MovedTree) -> None:
    act = tree.index(0, 0)
    assert [tree.index(0, column).data() for column in range(4)] == [
        "late",
        "trash",
        "2.0 kB",
        "2 can go back, 1 cannot",
    ]
    assert [tree.index(1, 0, act).siblingAtColumn(c).data() for c in range(4)] == [
        "<b>1",
        "trash",
        "2.0 kB",
        "goes back",
    ]
    assert [tree.index(1, column).data() for column in (2, 3)] == ["–", "1 cannot"]
    tips = [[tree.index(row, c, act).data(Qt.ItemDataRole.ToolTipRole) for c in (0, 1)] for row in (0, 1)]
    assert ["/old/&lt;b&gt;0" in tips[0][0], "trash" in tips[0][1], "/trash/files/x" in tips[1][1]] == [True] * 3
    assert tree.parent(tree.index(1, 2, act)) == act


def test_checks_of_an_act_and_of_its_files_agree(tree: MovedTree, qtbot: QtBot) -> None:
    on, off, some = Qt.CheckState.Checked, Qt.CheckState.Unchecked, Qt.CheckState.PartiallyChecked
    act = tree.index(0, 0)
    assert states(tree) == [on, None, on, on, None, None]
    with qtbot.waitSignal(tree.chosen_changed):
        assert tree.setData(tree.index(0, 0, act), off.value, _CHECK)
    assert states(tree) == [some, None, off, on, None, None]
    tree.setData(act, on.value, _CHECK)
    assert tree.chosen().tolist() == [0, 1]
    tree.choose_all(False)
    assert states(tree) == [off, None, off, off, None, None]
    assert not tree.setData(act, "text", Qt.ItemDataRole.EditRole)


def test_what_cannot_go_is_never_checked(tree: MovedTree) -> None:
    tree.choose_all(True)
    tree.choose([(QModelIndex(), 0, 1), (tree.index(0, 0), 1, 2), (tree.index(1, 0), 0, 0)], True)
    assert tree.chosen().tolist() == [0, 1]
    tree.choose([(tree.index(0, 0), 1, 2)])
    assert tree.chosen().tolist() == [0]
    tree.choose([(tree.index(1, 0), 0, 0)])
    assert tree.chosen().tolist() == [0]
    assert not tree.flags(tree.index(1, 0)) & Qt.ItemFlag.ItemIsUserCheckable
    assert tree.flags(tree.index(0, 0)) & Qt.ItemFlag.ItemIsUserCheckable


def test_files_have_nothing_below_them_and_views_need_not_ask(tree: MovedTree) -> None:
    act, none = tree.index(0, 0), Qt.ItemFlag.ItemNeverHasChildren
    assert [bool(tree.flags(index) & none) for index in (act, tree.index(0, 0, act), tree.index(2, 3, act))] == [
        False,
        True,
        True,
    ]
