"""Page 6 driven as a person does: the sources' table on screen, band after band, other bandings, a collection."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.lab.material import LabCollection, LabText
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import JOINED
from simexplorer.ui.lab.lab_window import LabWindow
from simexplorer.ui.theme import numbers
from tests.ui.lab.conftest import OpenPage, fact, play_to_end, settle


def test_the_table_of_the_textbook(open_page: OpenPage, golden: dict[str, Any]) -> None:
    page = open_page("bands")
    wanted = golden["s_curve_b20_r5"]
    shown = [row[0] for row in page.table.grid.cells]
    assert shown[:7] == ["0.006", "0.047", "0.186", "0.470", "0.802", "0.975", "0.9996"]
    assert fact(page, "approximate") == f"{wanted['approximate_threshold']:.3f}"
    assert fact(page, "half") == f"{wanted['exact_half_point']:.3f}"
    meaning = page.findChild(QLabel, "labFact_missed").accessibleName()
    assert "one in 2,808 missed" in meaning
    assert page.table.grid.cells[7][page.table.grid.columns.index("16 × 4")] == "0.500"


def test_what_the_sources_print_otherwise_is_told_beside_the_table_and_the_pairs(
    open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]
) -> None:
    page = open_page("bands")
    told = page.findChild(QLabel, "labNote_sCurve").text().replace("\u2060", "")
    missed = golden["s_curve_b20_r5"]["missed_at_0.8"]
    assert f"it is one in {numbers.count(int(1 / missed))}" in told
    assert numbers.count(int(1 / missed)) == "2,808"
    for (bands, rows), cut in zip(((20, 5), (10, 10), (50, 2)), (54, 79, 14), strict=True):
        assert f"{bands} × {rows}" in told
        assert f"{cut}" in told
        assert int(100 * (1 / bands) ** (1 / rows)) == cut
    assert not page.erratum.isVisible()
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    assert page.erratum.isVisible()
    assert "0.47059" in page.erratum.text()


def test_the_table_tells_where_the_curve_is_steepest_and_how_steep(open_page: OpenPage) -> None:
    table = open_page("bands").table.grid
    shown = {name: cells[0] for name, cells in zip(table.rows, table.cells, strict=True)}

    def curve(s: float) -> float:
        return 1.0 - (1.0 - s**5) ** 20

    at = float(shown["steepest at"])
    assert at == pytest.approx((4 / 99) ** 0.2, abs=0.0005)
    assert shown["slope there"] == f"{(curve(at + 1e-4) - curve(at - 1e-4)) / 2e-4:.2f}"  # 3.51


def test_bands_are_hashed_one_after_the_other(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bands")
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    assert page.buckets.texts == []
    assert fact(page, "compared") == "0 of 21"
    qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    assert page.bucket_head.text() == "Buckets of band 1"
    page.board.setFocus()
    qtbot.keyClick(page.board, Qt.Key.Key_Down)
    assert page.player.step == 2
    play_to_end(page, qtbot)
    first = dict(zip(page.pairs.grid.rows, page.pairs.grid.cells, strict=True))["A, B"]
    assert (first[0], first[5]) == ("0.950", "found")


def test_every_document_of_a_bucket_is_named_as_it_is(open_page: OpenPage) -> None:
    texts = [LabText(f"folder/a rather long name of a document {n}.txt", "the same words") for n in range(3)]
    (bucket,) = open_page("bands", *texts).buckets.texts
    assert [name.replace("\u00a0", " ") for name in bucket.split(",\u00a0")] == [
        f"a rath…ent {n}.txt" for n in range(3)
    ]


def test_rows_threshold_and_seed_compute_anew(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bands")
    before = [row[1] for row in page.pairs.grid.cells]
    page.seed.setValue(2)
    settle(page, qtbot)
    assert [row[1] for row in page.pairs.grid.cells] != before
    page.threshold.setValue(0.9)
    page.bands.setValue(16)
    page.rows.setValue(4)
    settle(page, qtbot)
    assert fact(page, "approximate") == "0.500"
    assert page.board._bands == 16


def test_the_threshold_is_dragged_in_the_plot(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bands")
    line = page.plot._marks["threshold"][0]
    line.setValue(0.6)
    line.sigDragged.emit(line)
    qtbot.waitUntil(lambda: page.threshold.value() == 0.6, timeout=60_000)
    settle(page, qtbot)
    outcomes = {row[5] for row in page.pairs.grid.cells if float(row[0]) >= 0.6}
    assert "needless" not in outcomes


def test_the_rule_of_the_sources_is_beside_others(open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = open_page("bands")
    page.threshold.setValue(0.9)
    settle(page, qtbot)
    wanted = golden["pick_bands_0.9_100"]
    assert page.choices.grid.cells[0][0] == f"{wanted['bands']} × {wanted['rows']}"
    assert page.choices.grid.cells[0][-1] == f"{wanted['hashes']} of 100"


def test_the_spanish_query_never_meets_the_cow(open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = open_page("bands")
    page.example.setCurrentIndex(1)
    settle(page, qtbot)
    rows = dict(zip(page.pairs.grid.rows, page.pairs.grid.cells, strict=True))
    for number, entry in enumerate(golden["query_spanish_k5"]["jaccard"]):
        assert rows[f"query, {number + 1}"][0] == f"{entry['value']:.3f}"
    assert rows["query, 3"][5] == "apart"
    assert rows["query, 4"][5] == "found"


def test_the_collection_that_is_open_brings_its_banding(lab: LabWindow, open_page: OpenPage, qtbot: QtBot) -> None:
    histogram = np.zeros(100)
    histogram[85], histogram[40] = 1000.0, 1e6
    lab.set_collection(LabCollection(documents=5000, histogram=histogram, bands=25, rows=5, threshold=0.7))
    page = open_page("bands", LabText("a", "one text"), LabText("b", "one text"))
    assert (page.bands.value(), page.threshold.value()) == (25, 0.7)
    assert fact(page, "own_similar") == "1,000"
    assert "5,000 different texts" in page.own_head.text()
    qtbot.mouseClick(page.switch, Qt.MouseButton.LeftButton)
    assert page.tables.tables()[0].accessibleName() == "Pairs"


@pytest.mark.parametrize(
    ("bands", "rows", "threshold"), [(1, 128, 1.0), (341, 3, 0.3), (1, 16_384, 1.0), (1024, 1, 0.0), (25, 5, 0.8555)]
)
def test_the_page_begins_with_the_banding_and_the_threshold_of_the_run(
    lab: LabWindow, open_page: OpenPage, qtbot: QtBot, bands: int, rows: int, threshold: float
) -> None:
    histogram = np.zeros(100)
    histogram[99] = 30.0
    lab.set_collection(
        LabCollection(documents=60, histogram=histogram, at_one=30.0, bands=bands, rows=rows, threshold=threshold)
    )
    page = open_page("bands")
    settings = page.result.settings
    assert (settings.bands, settings.rows, settings.threshold) == (bands, rows, threshold)
    assert (fact(page, "own_similar"), fact(page, "own_missed"), fact(page, "own_recall")) == ("30", "0", "100 %")
    assert page.own_head.text().endswith("by the estimated histogram")
    page.player.go_to(page.player.last)
    assert not page.grab().isNull()
    page.bands.setValue(bands - 1 or 2)
    settle(page, qtbot)
    if bands * rows < 16_384:
        assert " its run had " in page.own_head.text()


@pytest.mark.parametrize(
    ("bands", "rows", "cut"),
    [
        (4_000, 1, "4,000 bands of 1 row, 4,000 positions"),
        (1_024, 64, "1,024 bands of 64 rows, 65,536 positions"),
        (1, 20_000, "1 band of 20,000 rows, 20,000 positions"),
    ],
)
def test_where_the_page_cannot_hold_the_run_it_is_told_what_that_had(
    lab: LabWindow, open_page: OpenPage, bands: int, rows: int, cut: str
) -> None:
    lab.set_collection(LabCollection(documents=60, histogram=np.ones(100), bands=bands, rows=rows, threshold=0.8))
    page = open_page("bands")
    assert page.problem.isHidden()
    assert page.beyond.isVisibleTo(page)
    assert page.beyond.text().startswith(
        f"Your run had {cut}. This page signs and draws at most 1,024 bands and 16,384"
    )
    assert (page.bands.value(), page.rows.value()) == (20, 5)
    had = cut.partition(" rows" if rows > 1 else " row")[0] + (" rows" if rows > 1 else " row")
    assert page.own_head.text().endswith(f"with the fields above; its run had {had} and a threshold of 0.800")


def test_nothing_is_said_of_a_limit_where_the_page_holds_the_run(lab: LabWindow, open_page: OpenPage) -> None:
    lab.set_collection(LabCollection(documents=60, histogram=np.ones(100), bands=1_024, rows=16, threshold=0.8))
    page = open_page("bands")
    assert page.beyond.isHidden()
    assert (page.result.settings.bands, page.result.settings.rows) == (1_024, 16)


def test_bands_of_b_bit_minhash_are_not_taken_for_those_of_whole_values(lab: LabWindow, open_page: OpenPage) -> None:
    lab.set_collection(LabCollection(documents=5000, bands=32, rows=4, threshold=0.6, scheme="bbit"))
    page = open_page("bands")
    assert (page.bands.value(), page.rows.value()) == (20, 5)
    assert page.threshold.value() == 0.6  # which is a Jaccard similarity all the same


def test_of_a_run_that_found_its_pairs_without_bands_this_is_told(lab: LabWindow, open_page: OpenPage) -> None:
    lab.set_collection(LabCollection(documents=60, histogram=np.ones(100), instead=JOINED))
    assert (
        open_page("bands")
        .own_head.text()
        .endswith(
            "with the fields above; its run had 25 bands of 5 rows and a threshold of 0.800, "
            "but all documents were joined exactly"
        )
    )


def test_more_positions_than_the_page_signs_are_refused_in_words(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bands")
    page.bands.setValue(1024)
    page.rows.setValue(1024)
    settle(page, qtbot)
    assert "16,384 positions" in page.problem.text()


def test_nothing_is_found_for_certain_that_may_be_missed(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bands")
    page.bands.setValue(256)
    page.rows.setValue(2)
    page.threshold.setValue(0.5)
    settle(page, qtbot)
    assert fact(page, "missed") == "> 99.999 %"
    page.threshold.setValue(1.0)
    settle(page, qtbot)
    assert fact(page, "missed") == "100 %"


@pytest.mark.parametrize("made", [{"recipe": Recipe(measure="cosine", scheme="simhash")}, {"scheme": "bbit"}])
def test_of_a_collection_that_follows_another_curve_nothing_is_foretold(
    lab: LabWindow, open_page: OpenPage, made: dict[str, Any]
) -> None:
    lab.set_collection(LabCollection(documents=5000, histogram=np.full(100, 10.0), **made))
    page = open_page("bands")
    assert page.result.expected is None
    assert page.own_facts.isHidden()
    assert "another curve" in page.own_head.text()


@pytest.mark.parametrize(
    "recipe",
    [Recipe(measure="cosine", scheme="hyperplane"), Recipe(measure="hamming"), Recipe(measure="containment")],
    ids=lambda recipe: recipe.measure,
)
def test_bands_and_threshold_of_another_measure_are_not_taken_for_those_of_jaccard(
    lab: LabWindow, open_page: OpenPage, recipe: Recipe
) -> None:
    lab.set_collection(LabCollection(documents=5000, bands=32, rows=4, threshold=0.6, recipe=recipe))
    page = open_page("bands")
    assert (page.bands.value(), page.rows.value(), page.threshold.value()) == (20, 5, 0.8)
    page.example.setCurrentIndex(1)
    assert page.threshold.value() == 0.5


def test_where_signatures_have_gaps_no_recall_is_expected_and_no_banding_recommended(
    lab: LabWindow, open_page: OpenPage
) -> None:
    histogram = np.full(100, 10.0)
    lab.set_collection(LabCollection(documents=5000, histogram=histogram, scheme="one-pass", gaps=0.2))
    page = open_page("bands")
    assert page.own_facts.isHidden()
    assert "its signatures have gaps" in page.own_head.text()
    assert not any("here" in rule for rule in page.choices.grid.rows)
    # signatures of the same scheme that have none follow the curve, those of first rows too
    for scheme in ("one-pass", "first-rows"):
        assert LabCollection(documents=5000, histogram=histogram, scheme=scheme).by_jaccard


def test_where_there_is_no_pair_to_find_no_recall_is_told_and_no_banding_chosen(
    lab: LabWindow, open_page: OpenPage
) -> None:
    histogram = np.zeros(100)
    histogram[5] = 4000.0
    lab.set_collection(LabCollection(documents=90, histogram=histogram, bands=29, rows=2, threshold=0.7))
    page = open_page("bands")
    assert (fact(page, "own_similar"), fact(page, "own_recall")) == ("0", "–")
    assert "there are no pairs to find" in page.findChild(QLabel, "labFact_own_recall").accessibleName()
    rows = dict(zip(page.choices.grid.rows, page.choices.grid.cells, strict=True))
    assert rows["least cost here: no pairs at the threshold to choose by"] == ["–"] * 4
    assert len(rows) == 4


def test_the_words_at_the_dashed_line_lie_on_neither_key_nor_curve(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bands")
    page.plot.resize(460, 340)
    for bands, rows in ((20, 5), (25, 5), (5, 3), (3, 2), (2, 5), (1, 4), (40, 2), (50, 2), (58, 1), (10, 10)):
        page.bands.setValue(bands)
        page.rows.setValue(rows)
        settle(page, qtbot)
        page.plot.grab()
        words = page.plot._marks["approximate"][1]
        box = words.mapRectToScene(words.boundingRect()).adjusted(4, 4, -4, -4)  # the letters
        keyed = page.plot._key.mapRectToScene(page.plot._key.boundingRect()).adjusted(4, 4, -4, -4)
        assert not box.intersects(keyed), (bands, rows)
        assert page.plot.plotItem.vb.sceneBoundingRect().contains(keyed), (bands, rows)
        for at, height in zip(np.linspace(0, 1, 201), page.result.curve, strict=True):
            point = page.plot.plotItem.vb.mapViewToScene(QPointF(at, height))
            assert not box.contains(point), (bands, rows, at, height)
            assert not keyed.contains(point), (bands, rows, at, height)


@pytest.mark.parametrize(
    ("value", "certain", "words"),
    [
        (0.87, False, "0.870"),
        (0.9996, False, "0.9996"),
        (0.0, True, "0.000"),
        (0.0, False, "< 0.001"),  # what floating point rounds to 0 is none
        (0.00049, False, "< 0.001"),  # it is no 0
        (0.99997, False, "> 0.9999"),
        (1.0, False, "> 0.9999"),  # what floating point rounds to 1 is none
        (1.0, True, "1.000"),
    ],
)
def test_a_chance_is_one_only_where_it_is_certain(value: float, certain: bool, words: str) -> None:
    assert numbers.chance(value, certain) == words


def test_a_recall_that_no_banding_reaches_is_said_not_to_be_reached(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bands")
    assert page.choices.grid.rows[1] == "for a wanted recall of 99.9 %"
    page.bands.setValue(1)
    page.rows.setValue(1)
    page.threshold.setValue(0.5)
    settle(page, qtbot)
    assert page.choices.grid.rows[1] == "for a wanted recall of 99.9 %: not reached, the best there is"
    assert page.choices.grid.cells[1][2] == "50 %"


def test_an_area_that_is_not_nothing_is_not_told_as_nothing(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("bands")
    page.bands.setValue(50)
    page.rows.setValue(2)
    settle(page, qtbot)
    assert 0.0 < page.result.areas.false_negative < 0.0005
    assert fact(page, "areas").endswith(", < 0.001")
    page.threshold.setValue(1.0)
    settle(page, qtbot)
    assert fact(page, "areas").endswith(", 0.000")
