"""Page 10 driven as a person does: the sources' figures in one table, axioms that fail, the alignment in pieces."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.lab.material import LabText
from tests.ui.lab.conftest import OpenPage, fact, settle


def measured(page: Any) -> dict[str, str]:
    grid = page.measures.grid
    return {head: row[0] for head, row in zip(grid.rows, grid.cells, strict=True)}


def test_editorial_and_factorial(open_page: OpenPage, golden: dict[str, Any]) -> None:
    page = open_page("distances")
    wanted = golden["edit_distance_insert_delete"]
    assert fact(page, "distance") == str(wanted["distance"])
    assert fact(page, "lcs") == str(wanted["lcs"])
    shown = measured(page)
    assert shown["Edit distance"] == f"{wanted['distance']} edits"
    assert shown["Jaccard similarity"] == "0.455"
    assert shown["Dice"] == "0.625"


def test_every_k_of_the_sources(open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = open_page("distances")
    for size, wanted in golden["jaccard_editorial_factorial"]["k"].items():
        page.shingle_size.setValue(int(size))
        settle(page, qtbot)
        assert measured(page)["Jaccard similarity"] == f"{wanted['value']:.3f}"


def test_the_alignment_piece_by_piece(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("distances")
    assert page.player.last == 3
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    assert fact(page, "edits") == "0"
    qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    assert page.says.text() == "insert: 'fac'.  So far 3 edits."
    page.player.set_interval(1)
    qtbot.mouseClick(page.player.play, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.player.step == 3)
    assert fact(page, "edits") == "6"
    assert page.alignment.accessibleName() == "Alignment: insert 'fac'; delete 'edi'; keep 'torial'"


def test_dice_fails_where_it_must(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("distances")
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    rows = dict(zip(page.axioms.grid.rows, page.axioms.grid.cells, strict=True))
    assert rows["1 − Dice"][:5] == ["holds", "holds", "holds", "fails", "AB = 1.000 > 0.667 = AC + CB"]
    assert rows["1 − overlap"][1:4] == ["fails", "holds", "fails"]
    assert rows["Jaccard distance"][:5] == ["holds"] * 4 + ["AB = 1.000 ≤ 1.000 = AC + CB"]
    broke = rows["1 − Dice"][5]
    page.seed.setValue(5)
    settle(page, qtbot)
    rows = dict(zip(page.axioms.grid.rows, page.axioms.grid.cells, strict=True))
    assert rows["1 − Dice"][5] != broke
    assert rows["Jaccard distance"][5] == "0 break it"
    assert rows["Edit distance"][5] == "–"
    assert "no edit distance" in page.findChild(QLabel, "labNote_triples").text()


def test_why_an_axiom_fails_for_texts_without_a_shingle_is_said(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("distances")
    assert page.bare.isHidden()
    page.editors[2].setPlainText("")
    qtbot.waitUntil(lambda: not page.bare.isHidden(), timeout=20_000)
    assert page.axioms.grid.cells[0][1] == "fails"
    page.editors[2].setPlainText("tutorial")
    qtbot.waitUntil(page.bare.isHidden, timeout=20_000)
    assert page.axioms.grid.cells[0][1] == "holds"


def test_texts_are_typed(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("distances")
    page.editors[1].setPlainText("editorial")
    settle(page, qtbot)
    assert (fact(page, "distance"), fact(page, "jaccard")) == ("0", "1.000")
    page.editors[1].setPlainText("")
    settle(page, qtbot)
    assert (fact(page, "distance"), fact(page, "jaccard")) == ("9", "0.000")


def test_what_is_left_out_of_a_long_text_is_said_above_it(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("distances")
    page.editors[1].setPlainText("a" * 50_000)
    settle(page, qtbot)
    titles = ["Text A", "Text B, first 40,000 of 50,000 characters", "Text C"]
    assert [head.text() for head in page.heads] == titles
    assert len(page.result.texts[1]) == 40_000
    page.editors[1].setPlainText("a" * 40_000)
    settle(page, qtbot)
    assert page.heads[1].text() == "Text B"


def test_a_text_without_a_shingle_has_no_fingerprint(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("distances")
    page.editors[0].setPlainText("")
    settle(page, qtbot)
    assert measured(page)["Hamming, of fingerprints"] == "–"
    rows = dict(zip(page.axioms.grid.rows, page.axioms.grid.cells, strict=True))
    assert rows["Hamming, of fingerprints"][:5] == ["holds"] * 3 + ["–"] * 2  # no triangle has only two corners
    assert rows["Edit distance"][:4] == ["holds"] * 4
    for editor in page.editors:
        editor.setPlainText("")
    settle(page, qtbot)
    rows = dict(zip(page.axioms.grid.rows, page.axioms.grid.cells, strict=True))
    assert rows["Hamming, of fingerprints"][:5] == ["–"] * 5


def test_missing_documents_are_edits_of_those_there_are(open_page: OpenPage) -> None:
    page = open_page("distances", LabText("one", "a text of several words"))
    assert page.editors[1].toPlainText() != page.editors[0].toPlainText()
    assert not page.editors[1].isEnabled()
    assert "random edit of A" in page.heads[1].text()
    page.switch.click()
    measures, axioms, values, pieces = page.tables.tables()
    assert measures.rowCount() == 15
    assert axioms.rowCount() == values.rowCount() == 10
    assert pieces.rowCount() >= 2


def test_what_no_family_follows_is_found_by_minhash_all_the_same(open_page: OpenPage) -> None:
    page = open_page("distances")
    rows = dict(zip(page.measures.grid.rows, page.measures.grid.cells, strict=True))
    jaccard, dice = (float(rows[title][0]) for title in ("Jaccard similarity", "Dice"))
    assert dice == pytest.approx(2 * jaccard / (1 + jaccard), abs=1e-3)  # 2 (5/11) / (16/11) = 10 / 16
    assert rows["Dice"][-1] == rows["Overlap"][-1] == "none exists"
    note = page.findChild(QLabel, "labNote_families").text()
    assert "2 J / (1 + J)" in note
