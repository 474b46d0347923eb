"""Every measure chosen by hand in the window: what the lists show equals a brute force."""

from __future__ import annotations

import collections
import itertools
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.features.normalise import normalise_text
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.signatures.simhash import SimHash
from simexplorer.ui.controllers.cluster_controller import ClusterController
from simexplorer.ui.controllers.why_controller import WhyController
from simexplorer.ui.main_window import MainWindow
from tests import oracles
from tests.oracles_signatures import cosine, euclidean
from tests.ui.kept import LINES, OpenReal, analyse, settle

Counted = collections.Counter[object]


def write_texts(folder: Path) -> dict[str, str]:
    """Versions of two texts, a part of one, and a stranger."""
    folder.mkdir()
    other = [line[::-1] for line in LINES]
    texts = {f"one {k}.txt": "\n".join([*LINES[k:], *LINES[:k], "x" * k]) for k in range(4)}
    texts |= {f"two {k}.txt": "\n".join([*other, *LINES[:k]]) for k in range(4)}
    texts |= {"part.txt": "\n".join(LINES[2:6]), "alone.txt": "Nothing here is like anything else in this place."}
    for name, text in texts.items():
        (folder / name).write_text(text)
    return texts


def counters(texts: dict[str, str], recipe: Recipe) -> dict[str, Counted]:
    cut = {
        name: collections.Counter(oracles.shingles(normalise_text(text, recipe.normalise), "char", recipe.shingle_size))
        for name, text in texts.items()
    }
    if recipe.measure in ("jaccard", "containment") or recipe.weights == "binary":
        return {name: collections.Counter(set(shingles)) for name, shingles in cut.items()}
    return cut


def contained(a: Counted, b: Counted) -> float:
    return len(a.keys() & b.keys()) / min(len(a), len(b))


def shown(window: MainWindow) -> dict[tuple[str, str], str]:
    """What the list of pairs says, by documents."""
    table = window.pairs.model
    return {
        (str(table.index(row, 0).data()), str(table.index(row, 1).data())): str(table.index(row, 2).data())
        for row in range(table.rowCount())
    }


def as_similarity(value: float) -> str:
    return f"{min(value, 0.999) if value < 1.0 else value:.3f}"


MEASURED: list[tuple[str, str, float, Callable[[Counted, Counted], float], Callable[[float], str]]] = [
    ("cosine", "tf", 0.5, cosine, as_similarity),
    ("cosine", "binary", 0.5, cosine, as_similarity),
    ("euclidean", "tf", 25.0, euclidean, lambda d: f"{d:.2f}" if d < 10 else f"{d:.1f}"),
    ("containment", "tf", 0.3, contained, as_similarity),
]


def choose(window: MainWindow, measure: str, weights: str, limit: float) -> None:
    """As a person does: the measure, its weights, its limit; enough hashes and recall to miss nothing."""
    heavy, light = window.tuning.heavy, window.tuning.light
    heavy.measure.set_value(measure)
    heavy.weights.set_value(weights)
    heavy.hashes.setValue(256)
    if measure == "euclidean":
        heavy.interval.setValue(40.0)
    light.limit.set_value(limit)
    light.recall.setValue(0.9999)


def groups_speak_of_distances(window: MainWindow, qtbot: QtBot, told: dict[frozenset[str], str]) -> None:
    """Groups, their members and pictures tell what the list of pairs tells."""
    table, result = window.clusters.model, window.session.result
    assert result is not None
    titles = [table.headerData(column, Qt.Orientation.Horizontal) for column in (2, 3, 4)]
    assert titles == ["Distance", "Farthest", "Weakest link"]
    table.set_all_open(True)
    seen = 0
    for row in range(table.rowCount()):
        entry = table.entry(row)
        if entry < 0:
            head = str(table.index(row, 0).data())
            assert str(table.index(row, 4).data()) in told.values()
        elif (pair := frozenset((head, str(table.index(row, 0).data())))) in told:
            seen += 1
            assert str(table.index(row, 2).data()) == told[pair]
    assert seen >= 4
    window.commands.show_view("matrix")
    window.clusters.view.select_row(0)
    settle(window, qtbot)
    (clusters,) = [one for one in window.features if isinstance(one, ClusterController)]
    page = clusters.pages["matrix"]
    weakest = str(table.index(0, 4).data())
    assert f"weakest link {weakest}" in page.summary()
    assert "lowest" not in page.summary()
    assert page.meant() == f"= {window.tuning.light.limit.value:.1f} apart"
    cells = {str(page.view.table.index(row, 2).data()) for row in range(page.view.table.rowCount())}
    assert weakest in cells
    assert page.view.table.headerData(2, Qt.Orientation.Horizontal) == "Distance"
    clusters.uncut()


def news_tell_measures_apart(window: MainWindow, qtbot: QtBot) -> None:
    """The run before was one of cosines: nobody may set its values against distances unwarned."""
    window.commands.show_view("changes")
    settle(window, qtbot)
    panel = window.kept.changes.panel
    assert "Not the same measure: cosine before, Euclidean distance now." in panel.summary()
    table = panel.view.table
    now = [str(table.index(row, 5).data()) for row in range(table.rowCount()) if table.index(row, 0).data() == "pair"]
    assert any(words.endswith(" apart") for words in now)


def test_the_lists_show_what_a_brute_force_finds(open_real: OpenReal, tmp_path: Path, qtbot: QtBot) -> None:
    texts = write_texts(tmp_path / "texts")
    window = open_real(str(tmp_path / "texts"))
    settle(window, qtbot)
    for measure, weights, limit, value_of, words in MEASURED:
        choose(window, measure, weights, limit)
        analyse(window, qtbot)
        assert not window.message.isVisible(), window.message.text()
        result = window.session.result
        assert result is not None
        counts = counters(texts, result.recipe)
        every = {p: value_of(counts[p[0]], counts[p[1]]) for p in itertools.combinations(sorted(counts), 2)}
        near = {p for p, v in every.items() if (v <= limit if measure == "euclidean" else v >= limit)}
        assert len(near) >= 5
        found = shown(window)
        assert {tuple(sorted(p)) for p in found} == near
        for pair, text in found.items():
            assert text == words(every[(min(pair), max(pair))])
        heading = window.pairs.model.headerData(2, Qt.Orientation.Horizontal)
        assert heading == {"cosine": "Cosine", "euclidean": "Distance", "containment": "Containment"}[measure]
        if measure == "cosine":
            # neighbours and comparison tell the same of the same two
            window.pairs.view.select_row(2)
            settle(window, qtbot)
            first, second = sorted(result.documents.paths.display(int(d)) for d in window.selection.documents)
            table = window.neighbours.view.table
            assert table.headerData(3, Qt.Orientation.Horizontal) == "Cosine"
            cells = {
                str(table.index(row, 0).data()): str(table.index(row, 3).data()) for row in range(table.rowCount())
            }
            told = words(every[(first, second)])
            assert told in (cells.get(first), cells.get(second))
            assert f"cosine {told}" in window.compare.figures()
        if measure == "euclidean":
            groups_speak_of_distances(window, qtbot, {frozenset(p): words(every[p]) for p in near})
            news_tell_measures_apart(window, qtbot)
        # the line of the curve and that of the first page stand at the limit
        assert window.tuning.plot.threshold == pytest.approx(window.tuning.light.limit.similarity)
        assert "Jaccard" not in window.status.status.text()


def test_bits_apart_are_those_of_the_fingerprints(open_real: OpenReal, tmp_path: Path, qtbot: QtBot) -> None:
    write_texts(tmp_path / "texts")
    window = open_real(str(tmp_path / "texts"))
    settle(window, qtbot)
    choose(window, "hamming", "tf", 20)
    analyse(window, qtbot)
    result, analysis = window.session.result, window.session.analysis
    assert result is not None
    assert analysis is not None
    rows = np.flatnonzero(result.shingles > 0)
    prints = SimHash(64, result.recipe.seed).fingerprints(analysis.reader.vectors(rows))[:, 0]
    names = [result.documents.paths.display(int(row)) for row in rows]
    apart = {
        (names[a], names[b]): (int(prints[a]) ^ int(prints[b])).bit_count()
        for a, b in itertools.combinations(range(rows.size), 2)
    }
    near = {pair: str(d) for pair, d in apart.items() if d <= 20}
    assert len(near) > 3
    assert shown(window) == near
    # the plain fingerprint beside it is another one and does not go by the same name
    headings = [window.pairs.model.headerData(at, Qt.Orientation.Horizontal) for at in (2, 7)]
    assert headings == ["Bits apart", "Plain bits"]
    assert hamming_in_why(window, qtbot) == ("Plain bits", True)
    # the histogram says below it what its numbers are, in no heading that may be cut
    window.tabs.show_view("overview")
    settle(window, qtbot)
    axis = window.overview.histogram.getAxis("bottom")
    assert axis.labelText == "Hamming distance, bits of 64"
    assert window.overview.card.title.text() == "How similar the pairs of this collection are"
    # fewer bits act at once, on what is there
    least = min(apart.values())
    window.tuning.light.limit.set_value(least)
    settle(window, qtbot)
    assert shown(window) == {pair: text for pair, text in near.items() if apart[pair] <= least}
    assert f"within {least} bit" in window.status.status.text()
    window.tuning.heavy.measure.set_value("jaccard")
    analyse(window, qtbot)
    assert window.pairs.model.headerData(2, Qt.Orientation.Horizontal) == "Jaccard"
    assert window.pairs.model.headerData(7, Qt.Orientation.Horizontal) == "Hamming"
    assert hamming_in_why(window, qtbot) == ("Hamming", False)
    window.tabs.show_view("overview")
    settle(window, qtbot)
    assert axis.labelText == ""


def test_a_limit_that_is_tightened_leaves_the_clusters_of_a_run_that_begins_there(
    open_real: OpenReal, tmp_path: Path, qtbot: QtBot
) -> None:
    write_texts(tmp_path / "texts")
    window = open_real(str(tmp_path / "texts"))
    settle(window, qtbot)
    choose(window, "cosine", "tf", 0.1)
    window.tuning.light.bands.setValue(64)
    window.tuning.light.rows.setValue(1)
    window.tuning.light.linkage.set_value("average")
    analyse(window, qtbot)
    found = len(shown(window))
    window.tuning.light.limit.set_value(0.97)
    settle(window, qtbot)
    result = window.session.result
    assert result is not None
    assert len(shown(window)) < found == len(result.pairs)
    with closing(Analysis([os.fsencode(tmp_path / "texts")], workers=1)) as fresh:
        begun = fresh.run(result.recipe, Progress())
    for name in begun.clusters.__struct_fields__:
        np.testing.assert_array_equal(getattr(result.clusters, name), getattr(begun.clusters, name), name)
    assert result.capped == begun.capped


def hamming_in_why(window: MainWindow, qtbot: QtBot) -> tuple[str, bool]:
    """How Why calls the bits of the first pair's fingerprints, and whether what it says of them calls them plain."""
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    window.commands.show_view("why")
    settle(window, qtbot)
    (why,) = [one for one in window.features if isinstance(one, WhyController)]
    return why.panel._captions["hamming"].text(), "plain bits" in why.panel.bits.words.text()


def test_where_nothing_is_near_enough_the_list_says_so_and_what_helps(
    open_real: OpenReal, tmp_path: Path, qtbot: QtBot
) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    for name, lines in {"whole": LINES, "beginning": LINES[:8], "end": LINES[3:]}.items():
        (texts / f"{name}.txt").write_text("\n".join(lines))
    window = open_real(str(texts))
    settle(window, qtbot)
    choose(window, "hamming", "tf", 30)
    analyse(window, qtbot)
    within = shown(window)
    nearest = min(int(text) for text in within.values())
    assert nearest > 0
    window.tuning.light.limit.set_value(nearest - 1)
    settle(window, qtbot)
    assert window.pairs.model.rowCount() == 0
    assert window.pairs.empty.words().startswith(f"Nothing within {nearest - 1} bit")
    assert "Raise the limit" in window.pairs.empty.words()
    window.tuning.light.limit.set_value(nearest)
    settle(window, qtbot)
    assert shown(window) == {pair: text for pair, text in within.items() if text == str(nearest)}


def test_a_kept_run_comes_back_under_its_measure(open_real: OpenReal, tmp_path: Path, qtbot: QtBot) -> None:
    write_texts(tmp_path / "texts")
    window = open_real(str(tmp_path / "texts"))
    settle(window, qtbot)
    choose(window, "cosine", "tfidf", 0.4)
    analyse(window, qtbot)
    found, before = shown(window), window.session.result
    assert found
    window.close()
    again = open_real()
    qtbot.waitUntil(lambda: again.session.result is not None, timeout=180_000)
    settle(again, qtbot)
    assert again.session.result is not None
    assert before is not None
    assert again.session.result.recipe == before.recipe
    assert shown(again) == found
    assert not again.run.heavy_changes()
    heavy, limit = again.tuning.heavy, again.tuning.light.limit
    assert (heavy.measure.value(), heavy.weights.value(), limit.value) == ("cosine", "tfidf", 0.4)
    # what was not kept is said, not made up: how rare shingles are is known to a run alone
    again.pairs.view.select_row(0)
    settle(again, qtbot)
    assert "cosine" in again.compare.figures()
    assert not again.message.isVisible()


@pytest.mark.parametrize(
    ("measure", "limit", "heading", "value_of"),
    [("cosine", 0.5, "Cosine", cosine), ("containment", 0.3, "Containment", contained)],
)
def test_a_question_is_answered_by_the_measure_of_the_run(
    open_real: OpenReal,
    tmp_path: Path,
    qtbot: QtBot,
    measure: str,
    limit: float,
    heading: str,
    value_of: Callable[[Counted, Counted], float],
) -> None:
    texts = write_texts(tmp_path / "texts")
    window = open_real(str(tmp_path / "texts"))
    settle(window, qtbot)
    choose(window, measure, "tf", limit)
    analyse(window, qtbot)
    window.tabs.show_view("ask")
    (asking,) = [one for one in window.features if type(one).__name__ == "AskController"]
    asked = "\n".join([*LINES[1:], "and a line of its own"])
    asking.panel.edit.setPlainText(asked)
    table = asking.panel.view.table
    qtbot.waitUntil(lambda: table.rowCount() > 0, timeout=20_000)
    settle(window, qtbot)
    assert table.headerData(1, Qt.Orientation.Horizontal) == heading
    assert window.session.result is not None
    counts = counters(texts | {"": asked}, window.session.result.recipe)
    told = {str(table.index(row, 0).data()): str(table.index(row, 1).data()) for row in range(table.rowCount())}
    assert told == {name: as_similarity(value_of(counts[""], counts[name])) for name in told}
    assert list(told.values()) == sorted(told.values(), reverse=True)
    assert {f"one {k}.txt" for k in range(4)} <= set(told)
    asking.panel.view.select_row(0)
    settle(window, qtbot)
    assert f"{measure} {next(iter(told.values()))}" in window.compare.figures()


def test_why_a_document_is_contained_is_told_without_bands(open_real: OpenReal, tmp_path: Path, qtbot: QtBot) -> None:
    write_texts(tmp_path / "texts")
    window = open_real(str(tmp_path / "texts"))
    settle(window, qtbot)
    choose(window, "containment", "tf", 0.3)
    analyse(window, qtbot)
    window.tabs.show_view("pairs")
    window.pairs.view.select_row(0)
    window.commands.show_view("why")
    settle(window, qtbot)
    (why,) = [one.panel for one in window.features if isinstance(one, WhyController)]
    assert why.verdict.text().startswith("Found by an exact join: the exact containment ")
    assert why.bands.title.text() == "Positions of the signatures"
    assert why.bands.words.text().endswith("They decide nothing about the pair.")
    assert not why.settings.isVisibleTo(window)
    assert not why.use.isVisibleTo(window)
    assert why.bands.model.rowCount() == 256  # of every position whether it is equal
    shown_words = " ".join(one.text() for one in why.findChildren(QLabel) if one.isVisibleTo(window))
    assert "meet" not in shown_words
    assert "Bands play no part." in shown_words
    choose(window, "jaccard", "tf", 0.3)
    analyse(window, qtbot)
    window.pairs.view.select_row(0)
    settle(window, qtbot)
    assert why.bands.title.text() == "Bands of the signatures"
    assert why.settings.isVisibleTo(window)
