"""Page 11 driven as a person does: the sources' figures, a collection that grows, the one that is open."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.lab.material import LabCollection
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import JOINED, RARE, SCANNED
from simexplorer.ui.lab.lab_window import LabWindow
from simexplorer.ui.lab.scale_grids import duration, power
from tests.reports import results
from tests.ui.lab.conftest import OpenPage, fact, settle


def test_a_million_documents(open_page: OpenPage, qtbot: QtBot, golden: dict[str, Any]) -> None:
    page = open_page("scale")
    assert fact(page, "pairs") == f"{golden['pairs_of_a_million']['pairs']:,}"
    assert fact(page, "pair_time") == "5.8 days"  # 5e11 comparisons, a million a second
    assert fact(page, "bytes") == "500 MB"  # 25 bands of 5 values of 4 bytes
    page.documents.setValue(100_000)
    page.bands.setValue(20)
    settle(page, qtbot)
    assert fact(page, "bytes") == "40 MB"
    assert golden["space_and_time"]["signatures_bytes"] == 40_000_000
    assert fact(page, "pairs") == f"{golden['space_and_time']['pairs_of_100000']:,}"
    page.speed.set_value("here")
    assert "1,000,000 a second" not in page.findChild(QLabel, "labFact_pair_time").accessibleName()


def test_a_collection_grows_step_by_step(open_page: OpenPage, qtbot: QtBot) -> None:
    page = open_page("scale")
    counted = page.result.counted
    qtbot.mouseClick(page.player.reset, Qt.MouseButton.LeftButton)
    assert page.says.text().startswith(f"125 made documents: {counted.candidates[0]} of 7,750 pairs")
    qtbot.mouseClick(page.player.step_on, Qt.MouseButton.LeftButton)
    assert page.counted.grid.current == 1
    assert page.counted.grid.cells[1][:2] == ["31,125", str(counted.candidates[1])]
    before = counted.candidates.tolist()
    page.seed.setValue(2)
    settle(page, qtbot)
    assert page.result.counted.candidates.tolist() != before
    page.rows.setValue(3)
    settle(page, qtbot)
    assert page.result.counted.candidates[-1] > counted.candidates[-1]


def test_of_the_candidates_of_the_made_collection_those_count_as_alike_that_met(
    open_page: OpenPage, qtbot: QtBot
) -> None:
    # one band of 8 rows misses many similar pairs, which are no candidates; the others that met did so by chance
    page = open_page("scale")
    page.bands.setValue(1)
    page.rows.setValue(8)
    settle(page, qtbot)
    counted = page.result.counted
    met, found = int(counted.candidates[-1]), int(counted.found[-1])
    assert found < met < counted.similar[-1]
    by_chance = (met - found) * 499_999_500_000 / 1_999_000
    assert page.result.asked.most == pytest.approx(500 * found + by_chance)


def test_copies_of_a_text_are_no_pairs_of_the_open_collection() -> None:
    result = results.small()
    representative = np.arange(len(result.documents), dtype=np.int32)
    representative[[3, 5]] = 1
    copied = replace(result, groups=replace(result.groups, representative=representative))
    members = int(np.count_nonzero(result.shingles))
    assert LabCollection.of(copied).documents == members - 2


def test_the_collection_that_is_open(lab: LabWindow, open_page: OpenPage, qtbot: QtBot) -> None:
    histogram = np.zeros(100)
    histogram[95] = 40
    lab.set_collection(LabCollection(documents=5_000, histogram=histogram, candidates=1_200, pairs=40))
    page = open_page("scale")
    words = page.says.text()
    assert "5,000 different texts have 12,497,500 pairs; 1,200 met in a band" in words
    assert "expects 40" in words
    assert page.extrapolated.text() == "Extrapolated from the open collection in its 25 bands of 5 rows"
    assert "Of those that met 40 are similar." in words
    # 200 times the documents: at least 240,000; 1,160 met by chance, 40,008 times the pairs
    low, high = page.result.asked.least, page.result.asked.most
    assert low == 240_000
    assert high == pytest.approx(8_000 + 1_160 * 499_999_500_000 / 12_497_500)
    page.start.set_value("made")
    settle(page, qtbot)
    assert page.extrapolated.text() == "Extrapolated from the made collection"
    page.switch.click()
    made, grown = page.tables.tables()
    assert made.rowCount() == 5
    assert [grown.item(row, 0).text() for row in range(3)] == ["10,000", "100,000", "1,000,000"]


def test_the_made_collection_is_cut_as_the_open_one_was_by_its_run(lab: LabWindow, open_page: OpenPage) -> None:
    for cut, begins in (((42, 3), (42, 3)), ((65, 1), (25, 5)), ((2, 17), (25, 5))):
        lab.set_collection(LabCollection(documents=300, candidates=9, pairs=4, bands=cut[0], rows=cut[1]))
        page = open_page("scale")
        assert (page.bands.value(), page.rows.value()) == begins, cut
    assert "as its run cut it" in page.bands.toolTip()


def test_signatures_of_the_open_collection_are_as_large_as_its_run_made_them(
    lab: LabWindow, open_page: OpenPage, qtbot: QtBot
) -> None:
    run = {"candidates": 1_200, "pairs": 40, "bands": 341, "rows": 3, "values": 1024, "value_bytes": 1}
    lab.set_collection(LabCollection(documents=5_000, recipe=Recipe(measure="cosine", scheme="hyperplane"), **run))
    page = open_page("scale")
    shown = {key: page.findChild(QLabel, f"labFact_{key}") for key in ("bytes", "made")}
    # a million documents of 1,024 values of a byte, whatever the fields are set to
    for bands in (25, 1):
        page.bands.setValue(bands)
        settle(page, qtbot)
        assert fact(page, "bytes") == "1.0 GB"
        assert "of signatures, 1,024 values of 1 byte each" in shown["bytes"].accessibleName()
        assert "that the index makes in its 341 bands of 3 rows" in shown["made"].accessibleName()
    page.start.set_value("made")
    page.bands.setValue(20)
    settle(page, qtbot)
    assert fact(page, "bytes") == "400 MB"
    assert "of signatures, 100 values of 4 bytes each" in shown["bytes"].accessibleName()
    assert "that the index makes, at least" in shown["made"].accessibleName()
    assert page.extrapolated.text() == "Extrapolated from the made collection"


def test_the_size_of_values_is_that_of_the_signatures_themselves() -> None:
    result = results.small()
    told = LabCollection.of(result)
    assert told.values * told.value_bytes * len(result.documents) == result.signatures.values.nbytes


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.01, "< 0.1 s"), (5, "5.0 s"), (90, "1 min 30 s"), (500_000, "5.8 days"), (1e12, "31,700 years")],
)
def test_durations_as_a_person_says_them(seconds: float, said: str) -> None:
    assert duration(seconds) == said
    assert power(12) == "10¹²"


def test_a_collection_of_another_measure_is_held_against_no_s_curve(lab: LabWindow, open_page: OpenPage) -> None:
    recipe = Recipe(measure="cosine", scheme="hyperplane")
    lab.set_collection(LabCollection(documents=5_000, candidates=1_200, pairs=40, verified=300, recipe=recipe))
    page = open_page("scale")
    page.player.slider.setValue(page.player.last)
    assert "S-curve" not in page.says.text()
    assert "1,200 met in a band" in page.says.text()
    assert "300 of them agreed in enough positions to be compared exactly" in page.says.text()


@pytest.mark.parametrize(
    ("made", "how", "came"),
    [
        ({"recipe": Recipe(measure="containment")}, JOINED, "That gave 300 pairs"),
        ({}, JOINED, "That gave 300 pairs"),
        ({}, SCANNED, "300 pairs agreed in enough positions to be compared exactly"),
        ({}, RARE, "300 pairs agreed in enough positions to be compared exactly"),
    ],
    ids=["containment", "joined", "scanned", "rare"],
)
def test_pairs_that_were_found_without_bands_are_not_told_to_have_met_in_one(
    lab: LabWindow, open_page: OpenPage, qtbot: QtBot, made: dict[str, Any], how: str, came: str
) -> None:
    run = {"candidates": 12_497_500, "verified": 300, "pairs": 40, "histogram": np.full(100, 1.0)}
    lab.set_collection(LabCollection(documents=5_000, instead=how, **run, **made))
    page = open_page("scale")
    page.player.slider.setValue(page.player.last)
    assert (
        f"have 12,497,500 pairs; none had to meet in a band, as {how}. {came}, 40 of them within the limit of the run. "
        "What an index compares was not counted, and nothing can be extrapolated."
    ) in page.says.text()
    assert page.result.predicted is None
    assert (fact(page, "made"), fact(page, "made_time")) == ("–", "–")
    assert page.extrapolated.text() == "Extrapolated from the open collection"
    page.start.set_value("made")
    settle(page, qtbot)
    assert " to " in fact(page, "made")


def test_how_pairs_were_found_is_that_of_the_run() -> None:
    result = results.small()
    assert LabCollection.of(result).instead == ""
    for found, words in (({}, SCANNED), ({"joined": True}, JOINED), ({"rare": True}, RARE)):
        other = replace(result, audit=replace(result.audit, scanned=True, **found))
        assert LabCollection.of(other).instead == other.audit.whatever_meets == words
    contained = replace(result, recipe=result.recipe.replace(measure="containment"))
    assert LabCollection.of(contained).instead == "all documents were joined exactly"


def test_of_a_run_against_a_reference_what_met_on_one_side_is_held_against_no_s_curve(
    lab: LabWindow, open_page: OpenPage
) -> None:
    run = {"candidates": 1_200, "verified": 300, "pairs": 40, "histogram": np.full(100, 1.0)}
    lab.set_collection(LabCollection(documents=5_000, recipe=Recipe(reference="old"), **run))
    page = open_page("scale")
    page.player.slider.setValue(page.player.last)
    words = page.says.text()
    assert "300 of them lie between the reference and the rest and agreed in enough positions" in words
    assert "Of those 40 are similar." in words
    assert "S-curve" not in words


def test_what_meets_among_signatures_with_gaps_is_held_against_no_s_curve(lab: LabWindow, open_page: OpenPage) -> None:
    gapped = LabCollection(documents=5_000, histogram=np.full(100, 10.0), candidates=1_200, scheme="one-pass", gaps=0.2)
    lab.set_collection(gapped)
    page = open_page("scale")
    page.player.slider.setValue(page.player.last)
    assert "What the S-curve expects is not known: its signatures have gaps" in page.says.text()
    assert page.result.predicted is None
    assert LabCollection.of(replace(results.small(), audit=replace(results.small().audit, gaps=0.2))).gaps == 0.2


def test_from_no_candidate_nothing_is_extrapolated(lab: LabWindow, open_page: OpenPage, qtbot: QtBot) -> None:
    histogram = np.zeros(100)
    histogram[40] = 5.0
    lab.set_collection(LabCollection(documents=90, histogram=histogram))
    page = open_page("scale")
    page.player.slider.setValue(page.player.last)
    assert (fact(page, "made"), fact(page, "made_time")) == ("–", "–")
    assert "none met in a band, and from none nothing can be extrapolated. The S-curve" in page.says.text()
    assert {tuple(row[2:5]) for row in page.grown.grid.cells} == {("–", "–", "–")}
    assert not {"band", "least", "most", "own"} & {*page.plot._areas, *page.plot._curves, *page.plot._points}
    # one that was counted is extrapolated from
    page.start.set_value("made")
    settle(page, qtbot)
    assert " to " in fact(page, "made")
    assert {"least", "most"} <= {*page.plot._curves}


def test_that_none_met_by_chance_is_told_beside_limits_that_leave_such_pairs_out(
    lab: LabWindow, open_page: OpenPage
) -> None:
    for pairs, told in ((100, True), (99, False)):
        lab.set_collection(LabCollection(documents=5_000, candidates=100, verified=100, pairs=pairs))
        page = open_page("scale")
        page.player.slider.setValue(page.player.last)
        assert ("None met by chance; how many of more documents would is not known" in page.says.text()) is told
        assert (" to " in fact(page, "made")) is not told


def test_of_few_documents_no_more_is_compared_than_there_are_pairs_and_equal_limits_are_told_once(
    open_page: OpenPage, qtbot: QtBot
) -> None:
    page = open_page("scale")
    page.documents.setValue(2)
    page.bands.setValue(64)
    page.rows.setValue(1)
    settle(page, qtbot)
    page.player.go_to(page.player.last)
    assert fact(page, "made").endswith(" to 1.0")
    assert fact(page, "made_time") == "< 0.1 s"
    (left, right), _ = page.plot.plotItem.vb.viewRange()
    assert left < np.log10(2) < right  # the line at so many documents is seen


def test_sizes_of_which_nothing_met_have_no_dot(open_page: OpenPage) -> None:
    page = open_page("scale")
    counted = replace(page.result.counted, candidates=np.array([0, 0, 0, 7, 30]))
    page.result = replace(page.result, counted=counted)
    page.player.go_to(page.player.last)
    page.redraw()
    across, up = page.plot._points["counted"].getData()
    assert (across.tolist(), up.tolist()) == (np.log10([1000, 2000]).tolist(), np.log10([7, 30]).tolist())
    page.player.go_to(1)
    assert page.plot._points["counted"].getData()[0].size == 0
    assert page.plot.key == ["— all pairs", "none compared yet"]


@pytest.mark.parametrize(
    ("documents", "candidates", "asked"),
    [(90, 453, 10**6), (60, 100, 2), (400, 90, 30), (1000, 200, 1000), (5000, 1200, 2 * 10**9)],
)
def test_the_words_of_the_plot_cross_no_line_and_no_dot(
    lab: LabWindow, open_page: OpenPage, qtbot: QtBot, documents: int, candidates: int, asked: int
) -> None:
    lab.set_collection(LabCollection(documents=documents, histogram=np.full(100, 1.0), candidates=candidates))
    page = open_page("scale")
    page.documents.setValue(asked)
    settle(page, qtbot)
    assert page.plot.key[2:] == ["● the open collection", "■ compared, extrapolated", f"- - {asked:,} documents"]
    page.plot.resize(520, page.plot.height())
    page.plot.grab()
    drawn = [*page.plot._curves.values(), *page.plot._points.values()]
    scene = page.plot.plotItem.vb.mapViewToScene
    assert page.plot._labels == {}
    box = page.plot._key.mapRectToScene(page.plot._key.boundingRect())
    for item in drawn:
        across, up = (np.interp(np.linspace(0, 1, 500), np.linspace(0, 1, len(c)), c) for c in item.getData())
        assert not any(box.contains(scene(QPointF(x, y))) for x, y in zip(across, up, strict=True))
    assert page.plot._key.fill.style() != Qt.BrushStyle.NoBrush  # over the line of the documents that are asked for
    assert page.plot.plotItem.vb.sceneBoundingRect().contains(box)
