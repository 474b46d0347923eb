"""Page 4 driven as a person does: the sources' variance and memory on screen, positions one by one, equal bytes."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from simexplorer.lab import bbit_trade
from simexplorer.lab.material import LabText
from simexplorer.pipeline.progress import Progress
from tests.ui.lab.conftest import OpenPage, fact, play_to_end, settle


def test_variance_and_memory_of_one_bit_at_one_half(open_page: OpenPage, golden: dict[str, Any]) -> None:
    page = open_page("bbit")
    wanted = golden["b_bit_variance_factor_b1_R0.5"]
    assert fact(page, "exact") == "0.500"
    assert fact(page, "factor") == f"× {wanted['value']:.2f}"
    assert fact(page, "saving") == f"{wanted['storage_improvement_64_bits']:.1f} ×"
    one_bit = page.table.grid.cells[0]
    assert (one_bit[0], one_bit[7]) == ("8", "1,024")


def test_positions_come_one_by_one(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bbit")
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    assert fact(page, "estimate") == "–"
    for _ in range(3):
        qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    assert [len([cell for cell in row if cell]) for row in page.bits.grid.cells] == [3] * 12
    assert page.table.grid.cells[5][1].endswith("/ 3")
    play_to_end(page, qtbot)


def test_seed_similarity_and_bytes_compute_anew(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bbit")
    before = page.table.grid.cells[0][3]
    page.seed.setValue(9)
    settle(page, qtbot)
    assert page.table.grid.cells[0][3] != before
    page.jaccard.setValue(0.8)
    page.budget.setValue(64)
    settle(page, qtbot)
    assert fact(page, "exact") == "0.800"
    assert page.table.grid.cells[0][7] == "512"


def test_own_documents_and_the_table_twin(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bbit", LabText("a", "one long text about nothing"), LabText("b", "one long text about all"))
    assert not page.jaccard.isEnabled()
    qtbot.mouseClick(page.switch, Qt.MouseButton.LeftButton)
    table = page.tables.tables()[0]
    assert [table.item(row, 0).text() for row in range(6)] == ["b = 1", "b = 2", "b = 4", "b = 8", "b = 16", "64 bits"]


def test_two_empty_documents_have_no_estimate_to_draw(open_page: OpenPage) -> None:
    page = open_page("bbit", LabText("a", ""), LabText("b", ""))
    assert page.problem.isHidden()
    page.grab()  # painting dots of unknown height would warn


def test_closing_the_page_ends_a_computation_that_goes_on(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    page = open_page("bbit")
    begun = threading.Event()

    def endless(_texts: object, _settings: object, _recipe: object, progress: Progress) -> None:
        while True:
            begun.set()
            progress.check()
            time.sleep(0.001)

    monkeypatch.setattr(bbit_trade, "bbit_trade", endless)
    page.seed.setValue(2)
    qtbot.waitUntil(begun.is_set)
    assert page.jobs.close(seconds=20.0)


def test_every_curve_is_named_inside_the_plot_on_a_small_screen(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bbit")
    page.window().resize(1024, 730)
    qtbot.waitUntil(lambda: page.trade.width() < 420)
    page.trade.grab()  # places of the plane are those of the last picture
    room = page.trade.getViewBox().sceneBoundingRect()
    for bits in (1, 2, 4, 8, 16, 64):
        name = page.trade._labels[f"b {bits}"]
        assert name.mapRectToScene(name.boundingRect()).right() <= room.right(), f"b = {bits} is cut off"


def test_another_wish_stops_what_is_computed_for_the_one_before(
    open_page: OpenPage, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    page = open_page("bbit")
    whole, seeds = bbit_trade.bbit_trade, []

    def endless_at_first(texts: Any, settings: Any, recipe: Any, progress: Progress) -> Any:
        seeds.append(settings.seed)
        while settings.seed == 2:
            progress.check()
            time.sleep(0.001)
        return whole(texts, settings, recipe, progress)

    monkeypatch.setattr(bbit_trade, "bbit_trade", endless_at_first)
    page.seed.setValue(2)
    qtbot.waitUntil(lambda: seeds == [2])
    page.seed.setValue(3)
    settle(page, qtbot)
    assert page.result.settings.seed == 3


def test_of_an_empty_document_no_bits_are_made_up_and_nothing_in_common_has_no_factor(open_page: OpenPage) -> None:
    page = open_page("bbit", LabText("empty", ""), LabText("b.txt", "a text of some length"))
    of_a = [row for row, head in zip(page.bits.grid.cells, page.bits.grid.rows, strict=True) if head.endswith("A")]
    assert {cell for row in of_a for cell in row} == {"–"}
    assert [fact(page, "exact"), fact(page, "factor"), fact(page, "saving")] == ["0.000", "–", "–"]
    assert {(row[5], row[6]) for row in page.table.grid.cells} == {("–", "–")}
