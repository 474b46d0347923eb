"""The frame: player, seed, table twin, own documents, errors; tried on a page that counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QLabel
from pytestqt.qtbot import QtBot

from simexplorer.errors import ParameterError
from simexplorer.lab.material import LabMaterial, LabText
from simexplorer.pipeline.engine import COMPILING
from simexplorer.pipeline.progress import Progress, ProgressState
from simexplorer.ui.lab.facts import Fact, Facts
from simexplorer.ui.lab.formula import FormulaView, down, line, over, root, up
from simexplorer.ui.lab.grid_view import Grid, GridView
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.lab_window import LabWindow
from simexplorer.ui.lab.page_list import PAGES
from simexplorer.ui.lab.short_titles import short_title, short_titles
from simexplorer.ui.lab.twin_table import Twin
from tests.ui.lab.conftest import OpenPage, play_to_end, settle


class CountingPage(LabPage[list[int]]):
    """Multiples of the seed, one a step."""

    name = "counting"
    title = "Counting"
    explanation = "Numbers."
    formula = (line("n ", over("a", "b")),)
    source = "nobody"
    examples = ("ones", "twos")
    own_texts = 1
    most_shingles = 5

    def build(self) -> None:
        self.facts = Facts()
        self.add(self.facts)

    def work(self) -> Callable[[Progress], list[int]]:
        seed, factor = self.seed_value, self.chosen_example + 1 if not self.own else len(self.own[0].text)

        def compute(_progress: Progress) -> list[int]:
            if seed == 13:
                raise ParameterError("seed", seed, "anything else")
            return [seed * factor * step for step in range(5)]

        return compute

    def show_result(self, result: list[int]) -> None:
        self.player.set_steps(len(result) - 1)

    def show_step(self, result: list[int], step: int) -> None:
        self.facts.show_facts([Fact("number", str(result[step]), "the number")])

    def twins(self, result: list[int]) -> Sequence[Twin]:
        return [Twin("Numbers", ("Step", "Number"), [(str(s), str(n)) for s, n in enumerate(result)])]


@pytest.fixture
def page(qtbot: QtBot) -> Iterator[CountingPage]:
    page = CountingPage(LabMaterial())
    qtbot.addWidget(page)
    page.show()
    settle(page, qtbot)
    yield page
    page.shut_down()


def number(page: CountingPage) -> str:
    return page.facts.findChild(object, "labFact_number").text()  # type: ignore[attr-defined]


def test_steps_go_on_back_and_to_the_start(page: CountingPage, qtbot: QtBot) -> None:
    assert number(page) == "0"
    qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    assert number(page) == "2"
    qtbot.mouseClick(page.player.back, Qt.MouseButton.LeftButton)
    assert number(page) == "1"
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    assert number(page) == "0"
    assert not page.player.back.isEnabled()


def test_play_goes_to_the_last_step_and_begins_anew_from_there(page: CountingPage, qtbot: QtBot) -> None:
    play_to_end(page, qtbot)
    assert number(page) == "4"
    qtbot.mouseClick(page.player.play, Qt.MouseButton.LeftButton)
    assert page.player.step == 0
    page.player.pause()


def test_keys_step_wherever_the_page_has_the_focus(page: CountingPage, qtbot: QtBot) -> None:
    page.seed.setFocus()
    qtbot.keyClick(page.seed, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert page.player.step == 1


def test_another_seed_or_example_computes_anew_and_keeps_the_step(page: CountingPage, qtbot: QtBot) -> None:
    page.player.step_on.click()
    page.seed.setValue(7)
    settle(page, qtbot)
    assert number(page) == "7"
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    assert number(page) == "14"


def test_a_wrong_value_is_said_in_a_sentence_and_leaves_the_page(page: CountingPage, qtbot: QtBot) -> None:
    page.seed.setValue(13)
    settle(page, qtbot)
    assert "anything else" in page.problem.text()
    assert page.problem.text().endswith("What is shown below is still that of the values before.")
    assert page.problem.isVisible()
    page.seed.setValue(2)
    settle(page, qtbot)
    assert not page.problem.isVisible()


def test_a_wrong_value_that_was_changed_at_once_is_not_told_beside_the_right_ones(
    page: CountingPage, qtbot: QtBot
) -> None:
    page.player.step_on.click()
    page.seed.setValue(13)
    page.seed.setValue(2)  # while the first is being refused
    settle(page, qtbot)
    assert number(page) == "2"
    assert page.problem.isHidden()


def test_a_title_is_whole_whatever_is_said_beside_it(page: CountingPage) -> None:
    page.resize(400, 600)
    page.state.say(
        "Compiling kernels (first use only) … 12.5 s so far, which may take half a minute on a slow computer"
    )
    (title,) = (one for one in page.findChildren(QLabel) if one.text() == page.title)
    assert page.width() == 400
    assert title.width() >= title.sizeHint().width()
    assert page.state.shown(page.state.width()).endswith("…")


def test_how_long_it_takes_is_told_before_what_may_be_cut(page: CountingPage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(page.jobs), "running", True)
    for stage, seconds, words in (
        (COMPILING, 4.0, "Compiling kernels … 4.0 s so far (first use only)"),
        (COMPILING, 12.0, "Compiling kernels … 12 s so far (first use only); it takes half a minute"),
        ("Signing", 1.0, "Signing … 1.0 s so far"),
    ):
        page._on_progressed(ProgressState(stage=stage, elapsed_seconds=seconds))
        assert page.state.text().startswith(words)


def test_the_table_twin_shows_the_same_numbers(page: CountingPage, qtbot: QtBot) -> None:
    qtbot.mouseClick(page.switch, Qt.MouseButton.LeftButton)
    (table,) = page.tables.tables()
    assert table.isVisible()
    assert not page.figures.isVisible()
    assert table.accessibleName() == "Numbers"
    assert [table.item(row, 1).text() for row in range(table.rowCount())] == ["0", "1", "2", "3", "4"]
    page.seed.setValue(3)
    settle(page, qtbot)
    assert page.tables.tables()[0].item(4, 1).text() == "12"


def test_the_documents_of_the_person_come_first(qtbot: QtBot) -> None:
    page = CountingPage(LabMaterial(texts=(LabText("a.txt", "abcdef"), LabText("b.txt", ""))))
    qtbot.addWidget(page)
    settle(page, qtbot)
    assert page.own == (LabText("a.txt", "abcdef"),)
    page.player.step_on.click()
    assert number(page) == "6"
    page.shut_down()


def test_a_formula_reads_as_plain_text(qtbot: QtBot) -> None:
    view = FormulaView([line("s = ", root(over("a", "b"))), line("x", down("i"), up("2n"))])
    qtbot.addWidget(view)
    assert view.accessibleName() == "Formula: s = square root of ((a) / (b)); x_i^(2n)"
    assert view.sizeHint().height() > 40
    view.grab()


def test_rows_of_a_grid_are_moved_by_hand_and_by_keys(qtbot: QtBot) -> None:
    view = GridView("grid", "A grid", movable=True)
    qtbot.addWidget(view)
    view.show_grid(Grid(cells=[["1", "0"], ["0", "1"], ["1", "1"]], columns=("A", "B"), rows=("a", "b", "c")))
    view.resize(view.sizeHint())
    view.show()
    moves: list[tuple[int, int]] = []
    view.row_moved.connect(lambda start, end: moves.append((start, end)))
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=view.rect().topLeft() + _down(view, 0))
    qtbot.mouseMove(view, view.rect().topLeft() + _down(view, 2))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton)
    assert moves == [(0, 2)]
    qtbot.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.ControlModifier)
    assert moves == [(0, 2), (2, 1)]
    assert view.grid.twin("Grid").rows[0] == ["a", "1", "0"]


def _down(view: GridView, row: int):  # type: ignore[no-untyped-def]
    from PySide6.QtCore import QPoint

    return QPoint(view.width() // 2, view._row_top(row) + 8)


def test_the_window_lists_its_pages_and_refuses_others(lab: LabWindow) -> None:
    assert lab.list.count() == len(PAGES)
    with pytest.raises(ValueError, match="no page"):
        lab.open_page("nothing")


def test_long_titles_keep_their_ends() -> None:
    assert short_title("folder/volunteer-handbook-v2.md", 16) == "volunt…ook-v2.md"
    assert short_title("a.txt") == "a.txt"
    assert len(short_title("x" * 99, 16)) == 16
    alike = ["bsd/bsd-new_112.RULE", "bsd/bsd-new_12.RULE", "old/a.txt", "new/a.txt", "old/a.txt", "z"]
    wanted = ["bsd-new_112.RULE", "bsd-new_12.RULE", "old/a.txt", "new/a.txt", "old/a.txt", "z"]
    assert short_titles(alike, 14) == wanted
    long = [f"{'x' * 40}{n}{'y' * 40}" for n in range(3)]
    assert len(set(short_titles(long, 14))) == 3


def test_a_page_says_what_it_leaves_out_of_a_long_document(qtbot: QtBot) -> None:
    for text, said in (("short", False), ("longer", True)):
        page = CountingPage(LabMaterial(texts=(LabText("mine", text),)))
        qtbot.addWidget(page)
        assert page.limit.isHidden() is not said
        assert "first 5 shingles" in page.limit.text()
        page.shut_down()


def test_numbers_keep_clear_of_the_edge_of_their_fields(open_page: OpenPage) -> None:
    for page in (open_page("bands"), open_page("bbit")):
        fields = [field for field in page.findChildren(QAbstractSpinBox) if field.objectName().startswith("lab")]
        assert fields
        for field in fields:
            assert field.lineEdit().textMargins().left() >= 4, field.objectName()
