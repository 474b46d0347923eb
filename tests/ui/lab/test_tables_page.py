"""Page 8 driven as a person does: the lecture's table, a probe step by step, the design for 2^34 pages."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.lab.material import LabText
from simexplorer.ui.theme import numbers
from tests.ui.lab.conftest import OpenPage, fact, settle, typed


def drawn(page: Any) -> list[str]:
    return ["".join("1" if bit else "0" for bit in row) for row in page.bits.rows.bits.tolist()]


def test_the_table_of_the_lecture(open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = open_page("tables")
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    wanted = golden["simhash_table_permutation"]
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    shown = []
    for _ in range(3):
        shown.append(drawn(page))
        qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    assert shown == [wanted["fingerprints"], wanted["permuted"], wanted["sorted_table"]]
    page.player.go_to(1)
    assert page.says.text().startswith("Bits change places")
    page.player.go_to(2)
    assert page.says.text().startswith("Sorted")
    page.player.set_interval(1)
    qtbot.mouseClick(page.player.play, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.player.step == page.player.last)
    assert page.bits.rows.hits == {0, 1, 2}
    assert not page.table.isEnabled()
    assert "Not found here: 1 within 1 bit" in page.says.text()
    assert (fact(page, "all"), fact(page, "scan")) == ("3", "4")


def test_the_misprint_of_the_lecture_is_told_from_the_sorted_table_on(
    open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]
) -> None:
    page = open_page("tables")
    assert "0011 twice" not in page.says.text()
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    page.player.go_to(1)
    assert "0011 twice" not in page.says.text()
    page.player.go_to(2)
    assert "0011 twice" in page.says.text()
    assert ", ".join(golden["simhash_table_permutation"]["sorted_table"]) in page.says.text()
    typed(page.typed, qtbot, "0110, 0010")
    settle(page, qtbot)
    assert "0011 twice" not in page.says.text()


def test_look_ups_at_fewer_bits_are_told_beside_those_that_the_lecture_counts(
    open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]
) -> None:
    page = open_page("tables")
    probes = page.findChild(QLabel, "labFact_probes").accessibleName()
    assert "as the lecture counts" in probes
    assert f"{golden['probing']['within_3_of_64']:,} with those at fewer bits" in probes
    page.design_radius.setValue(0)
    settle(page, qtbot)
    assert "fewer bits" not in page.findChild(QLabel, "labFact_probes").accessibleName()


def test_the_design_of_the_lecture(open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = open_page("tables")
    wanted = golden["simhash_design_64_3_10"]
    assert fact(page, "tables") == str(wanted["tables"])
    assert fact(page, "matches") == str(wanted["expected_matches_per_probe_at_p25"])
    assert fact(page, "leading") == " or ".join(map(str, wanted["p"]))
    assert fact(page, "probes") == f"{wanted['naive_probes_exactly_3_bits']:,}"
    assert fact(page, "prints") == f"{wanted['fingerprints']:,}"
    # ten tables of 2^34 entries of 8 + 5 bytes: 4 number 2^32 documents only
    assert fact(page, "bytes") == f"{10 * 2**34 * 13 / 1e12:.1f} TB"
    of_bytes = page.findChild(QLabel, "labFact_bytes").accessibleName()
    assert "each row number in 5 bytes" in of_bytes
    assert "compressed, 31.4 of the 64 bits of a fingerprint would do" in of_bytes  # 64 - 34 + 1.44
    assert "13, 13, 13, 13, 12" in page.findChild(QLabel, "labFact_tables").accessibleName()
    assert "25 in 4, 26 in 6 of the tables" in page.findChild(QLabel, "labFact_leading").accessibleName()
    chosen = page.designs.grid.cells[page.designs.grid.current]
    # d = 34 rows of each of 10 searches; 4 tables of 25 leading bits, 6 of 26: as the words below the grid tell it
    assert chosen[4] == numbers.about(10 * 34 + 4 * 2**9 + 6 * 2**8)
    assert "Looked at in all" in page.findChild(QLabel, "labNote_designs").text()
    page.wanted.setValue(4)
    settle(page, qtbot)
    assert (fact(page, "tables"), fact(page, "leading"), fact(page, "matches")) == ("4", "16", "262,000")
    page.design_bits.setValue(8)
    page.design_radius.setValue(8)
    settle(page, qtbot)
    assert not page.problem.isHidden()


def test_only_a_design_that_fits_the_memory_is_marked_as_the_least_work(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("tables")

    def marked() -> list[tuple[str, str]]:
        """What is marked, by its way."""
        return [
            (way, row[-1]) for way, row in zip(page.designs.grid.rows, page.designs.grid.cells, strict=True) if row[-1]
        ]

    assert marked() == [("4 blocks then 4 blocks", "least work of tables")]  # in 4 TB
    page.memory.set_value(2**40)
    settle(page, qtbot)
    assert marked() == [("4 blocks", "least work of tables")]
    for memory in (2**38, 2**36, 2**34, 2**31):  # four tables take 893 GB
        page.memory.set_value(memory)
        settle(page, qtbot)
        assert marked() == [("4 blocks", "least memory: no tables fit")]


def test_whoever_stands_at_the_end_stays_there_when_the_search_grows(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("tables")
    lengths = set()
    for asked in (1, 2, 6, 9, 20):
        page.query.setValue(asked)
        settle(page, qtbot)
        lengths.add(page.player.last)
        assert page.player.step == page.player.last
        assert page.says.text().startswith("Counting bits:")
    assert len(lengths) > 1
    page.player.go_to(1)
    page.query.setValue(3)
    settle(page, qtbot)
    assert page.player.step == 1


def test_a_search_goes_step_by_step_to_the_same_run(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("tables")
    runs = []
    page.player.slider.setValue(1)
    assert "blocks 2 and 4 move to the front" in page.says.text()
    for search in ("binary", "interpolation"):
        page.search.set_value(search)
        steps = page.result.walk.steps(search).tolist()
        for place, (low, high, at) in enumerate(steps):
            page.player.slider.setValue(3 + place)
            rows = page.bits.rows
            assert (rows.live, rows.looked_at) == (range(low, high), at)
            assert page.steps.grid.current == place
            assert search in page.says.text().lower()
            by_guess = search == "interpolation" and place % 2 == 0
            assert ("evenly spread" in page.says.text()) == by_guess
            assert ("the middle" in page.says.text()) == (not by_guess)
            assert by_guess or at == low + (high - low) // 2
        page.player.slider.setValue(page.player.last)
        runs.append((page.bits.rows.live, page.bits.rows.hits))
    assert runs[0] == runs[1]
    assert fact(page, "all") == fact(page, "scan")


def test_fields_and_seed_draw_anew(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("tables")
    before = drawn(page)
    page.seed.setValue(2)
    settle(page, qtbot)
    assert drawn(page) != before
    page.radius.setValue(4)
    settle(page, qtbot)
    assert page.problem.isHidden()
    assert page.result.walk.widths == (4, 3, 3, 3, 3)
    page.table.setValue(5)
    settle(page, qtbot)
    assert page.per_table.grid.current == 4


def test_documents_of_a_person_are_fingerprinted(open_page: OpenPage, qtbot: QtBot) -> None:
    text = "a text of several words that is changed in one single place only"
    page = open_page("tables", LabText("a", text), LabText("b", text), LabText("c", "something else"))
    assert page.bits.rows.bits.shape == (3, 64)
    assert fact(page, "all") == fact(page, "scan") == "2"
    page.query.setValue(3)
    settle(page, qtbot)
    assert fact(page, "all") == "1"
    page.switch.click()
    bits = page.tables.tables()[0]
    assert {bits.item(row, 0).text() for row in range(3)} == {"a", "b", "c"}


def test_a_design_that_cannot_work_is_told_with_the_symbols_of_the_fields(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("tables")
    page.design_bits.setValue(8)
    page.design_radius.setValue(8)
    settle(page, qtbot)
    assert page.problem.text().startswith("k must be less than the 8 bits")


def test_fingerprints_and_a_permutation_of_ones_own_are_typed(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("tables")
    assert not page.order.isVisibleTo(page)
    typed(page.typed, qtbot, "00001111, 00001110, 11110000")
    settle(page, qtbot)
    assert page.bits.rows.bits.shape == (3, 8)
    assert page.query.text() == "the first"
    assert fact(page, "all") == fact(page, "scan") == "2"
    typed(page.typed, qtbot, "0000111, 12")
    settle(page, qtbot)
    assert "zeros and ones" in page.problem.text()
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    assert (page.typed.text(), page.problem.isHidden()) == ("", True)
    typed(page.typed, qtbot, "110, 011")
    settle(page, qtbot)
    assert "numbers from 1 to 3" in page.problem.text()
    typed(page.order, qtbot, "3 1 2")
    settle(page, qtbot)
    assert page.problem.isHidden()
    page.player.go_to(1)
    assert drawn(page) == ["101", "110"]


def test_a_failure_leaves_the_fields_free(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("tables")
    typed(page.typed, qtbot, "11, 01, 10")
    settle(page, qtbot)
    assert page.problem.text().startswith("m must be")  # two bits and four blocks
    page.radius.setValue(1)
    settle(page, qtbot)
    page.blocks.setValue(2)
    settle(page, qtbot)
    assert (page.problem.isHidden(), page.blocks.value()) == (True, 2)
    assert page.result.walk.widths == (1, 1)
    page.radius.setValue(2)
    assert (page.blocks.minimum(), page.blocks.value()) == (3, 3)


def test_single_bits_of_the_lecture_are_refused_by_their_own_name(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("tables")
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    typed(page.order, qtbot, "1")
    typed(page.typed, qtbot, "0, 1")
    settle(page, qtbot)
    assert page.problem.text().startswith("Fingerprints must be 2 bits long at least")


def test_documents_without_a_shingle_are_left_out(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("tables", LabText("a", ""), LabText("b", ""), LabText("c", "the quick brown fox"))
    assert fact(page, "all") == fact(page, "scan") == "1"
    assert page.bits.rows.heads == ["c"]
    assert page.bits.accessibleName().startswith("Fingerprints bit by bit; 1 row, found: ")
    assert "2 documents without a shingle have none and are left out." in page.says.text()
    page = open_page("tables", LabText("a", ""), LabText("b", ""))
    assert "None of the documents has a shingle" in page.problem.text()


def test_one_of_a_thing_is_told_as_one(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("tables")
    page.radius.setValue(1)
    page.blocks.setValue(2)
    typed(page.typed, qtbot, "11, 01")
    settle(page, qtbot)
    assert page.findChild(QLabel, "labFact_run").accessibleName().startswith("share the leading 1 bit:")
    page.player.go_to(1)
    assert page.says.text().endswith("1 bit leads now.")
    page.radius.setValue(0)
    page.design_radius.setValue(0)
    page.blocks.setValue(1)
    page.wanted.setValue(1)
    settle(page, qtbot)
    assert page.designs.grid.rows[0] == "1 block"
    page.player.go_to(0)
    assert "cut into 1 block of 2 bits" in page.says.text()
    page.radius.setValue(1)
    page.blocks.setValue(2)
    settle(page, qtbot)
    page.player.go_to(1)
    assert "block 1 moves to the front" in page.says.text()
