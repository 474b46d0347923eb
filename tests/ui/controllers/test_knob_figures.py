"""What the radius, the linkage, the size of ids and the sketch filter mean for the collection: counted, not guessed."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray
from PySide6.QtWidgets import QComboBox, QLabel, QToolButton
from pytestqt.qtbot import QtBot

from simexplorer.pipeline.estimating import chance_of_nearness
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.told_column import ToldColumn
from simexplorer.ui.controllers.knob_figures import PairsWithin, id_words, limit_word, loose_words, loss_words
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.theme import numbers
from tests.ui.conftest import OpenWindow, feature, quiet
from tests.ui.fakes import FakeAnalysis
from tests.ui.versions import lent, of_all, place, window

__all__ = ["lent", "of_all", "place", "window"]


def note(window: MainWindow, name: str) -> str:
    label = window.findChild(QLabel, name)
    assert label.toolTip()
    return label.text() if label.isVisibleTo(window.tuning) else ""


def unfold(window: MainWindow) -> None:
    window.findChild(QToolButton, "moreParametersButton").click()


def test_the_radius_tells_pairs_and_neighbours_within_it(lent: MainWindow, qtbot: QtBot) -> None:
    result = lent.session.result
    pairs = result.pairs.first(result.at_threshold)
    bits = np.bitwise_count(result.fingerprints[pairs.i] ^ result.fingerprints[pairs.j])
    row = int(pairs.i[0])
    for radius in (0, 3, 12, 40):
        lent.selection.select(())
        lent.tuning.light.radius.setValue(radius)
        quiet(lent, qtbot)
        within = f"within it: {(bits <= radius).sum()} of the {len(pairs)} pairs found"
        assert note(lent, "hammingNote") == within
        lent.selection.select((row,))
        quiet(lent, qtbot)
        listed = [r for r in range(result.shingles.size) if r != row and result.shingles[r]]
        near = sum(int(result.fingerprints[r] ^ result.fingerprints[row]).bit_count() <= radius for r in listed)
        told = numbers.counted(near, "document") if near else "no document"
        assert note(lent, "hammingNote") == f"{within}, and {told} around the selected one"
    lent.tuning.light.radius.setValue(64)
    quiet(lent, qtbot)
    assert note(lent, "hammingNote") == "all fingerprints differ in 64 bits at most"


def test_pairs_within_a_radius_are_looked_for_once_for_all_thresholds() -> None:
    result = FakeAnalysis(documents=300, pairs=200).found(Recipe(), 1.0)
    bits, asked = np.asarray(result.pairs.hamming[:]), [0]

    def tell(places: slice) -> NDArray[np.int16]:
        asked[0] += 1
        return bits[places]

    told = replace(result, pairs=replace(result.pairs, hamming=ToldColumn(bits.size, np.int16, tell)))
    within = PairsWithin()
    for radius in (10, 30):
        for count in (0, 50, 200):
            found = within.count(replace(told, at_threshold=count), radius)
            assert found == sum(int(b) <= radius for b in bits[:count])
    assert asked == [2]
    other = replace(told, pairs=replace(told.pairs, hamming=ToldColumn(bits.size, np.int16, lambda at: 64 - bits[at])))
    assert within.count(other, 30) == int((64 - bits[: other.at_threshold] <= 30).sum())


def test_the_linkage_tells_its_clusters_and_those_of_linkages_tried(lent: MainWindow, qtbot: QtBot) -> None:
    light = lent.tuning.light
    light.threshold.setValue(0.7)
    quiet(lent, qtbot)
    counts = {}
    for linkage in ("component", "complete", "star"):
        light.linkage.set_value(linkage)
        quiet(lent, qtbot)
        clusters = lent.session.result.clusters
        counts[linkage] = len(clusters)
        said = note(lent, "linkageNote")
        assert said.startswith(f"{numbers.counted(len(clusters), 'cluster')} of {clusters.rows.size} documents")
        loose = int((clusters.min_jaccard < 0.7).sum())
        assert ("below the threshold" in said) == (loose > 0)
    assert said.endswith(f"(any link {counts['component']}, complete {counts['complete']})")
    # of another threshold nothing is known of the others
    light.threshold.setValue(0.75)
    quiet(lent, qtbot)
    assert "any link" not in note(lent, "linkageNote")


def test_what_a_linkage_made_of_other_documents_is_forgotten_with_them(lent: MainWindow, qtbot: QtBot) -> None:
    first, light = lent.session.result, lent.tuning.light
    for linkage in ("complete", "component"):
        light.linkage.set_value(linkage)
        quiet(lent, qtbot)
    assert "(complete " in note(lent, "linkageNote")
    lent.session.set_result(None)
    lent.session.set_result(first)  # as the documents of another folder might, it has the address of those before
    quiet(lent, qtbot)
    said = note(lent, "linkageNote")
    assert " cluster" in said
    assert "(complete " not in said


def test_a_similarity_has_a_threshold_and_a_distance_has_a_limit() -> None:
    assert loose_words(12, MeasureScale("cosine")) == "12 hold pairs below the threshold"
    assert loose_words(1, MeasureScale("hamming")) == "1 holds pairs beyond the limit"
    assert limit_word(MeasureScale("euclidean")) == "limit"


def test_ids_of_four_bytes_tell_how_many_are_expected_to_meet(window: MainWindow, qtbot: QtBot) -> None:
    unfold(window)
    result = window.session.result
    shingles = int(result.shingles[result.members].sum())
    assert note(window, "idNote") == f"no two of {shingles:,} shingles are expected to share one"
    box = window.findChild(QComboBox, "idBitsCombo")
    box.setCurrentIndex(box.findData("32"))
    quiet(window, qtbot)
    assert window.run.recipe.id_bits == 32
    assert note(window, "idNote") == id_words(shingles, 32)
    assert "Apply 1 change" in window.tuning.apply_button.text()
    window.tuning.apply_button.click()
    quiet(window, qtbot)
    again = window.session.result
    assert again.recipe.id_bits == 32
    # so few shingles meet nowhere: the same pairs are as alike as before
    assert again.at_threshold == result.at_threshold
    assert (again.pairs.jaccard[: again.at_threshold] == result.pairs.jaccard[: result.at_threshold]).all()


def test_stop_words_chosen_in_the_window_are_left_out_by_the_run(lent: MainWindow, qtbot: QtBot) -> None:
    heavy = lent.tuning.heavy
    heavy.kind.set_value("word")
    heavy.length.setValue(1)
    quiet(lent, qtbot)
    lent.tuning.apply_button.click()
    quiet(lent, qtbot)
    before = lent.session.result.shingles
    heavy.words.language.set_value("en")
    heavy.words.stop_words.click()
    lent.tuning.apply_button.click()
    quiet(lent, qtbot)
    after = lent.session.result
    assert (after.recipe.language, after.recipe.stop_words) == ("en", True)
    assert after.shingles.sum() < before.sum()


@pytest.mark.parametrize(
    ("shingles", "bits", "words"),
    [
        # 1,000,000^2 / 2^33 = 10^12 / 8,589,934,592 = 116.4
        (1_000_000, 32, "at most 116 pairs of 1,000,000 shingles are expected to share one"),
        (1_000_000, 64, "no two of 1,000,000 shingles are expected to share one"),
        (100_000, 32, "at most 1.2 pairs of 100,000 shingles are expected to share one"),
    ],
)
def test_expected_meetings_of_ids_follow_their_number(shingles: int, bits: int, words: str) -> None:
    assert id_words(shingles, bits) == words


def test_so_many_pairs_of_ids_meet_as_are_expected() -> None:
    # 3,000,000 random ids of 32 bits: 1047.7 pairs expected, standard deviation 32.4; six of them on either side
    ids = np.random.default_rng(5).integers(0, 2**32, 3_000_000, dtype=np.uint64)
    counts = np.unique(ids, return_counts=True)[1]
    meetings = int((counts * (counts - 1) // 2).sum())
    assert abs(meetings - 3_000_000**2 / 2**33) < 6 * 32.4


def test_the_sketch_filter_tells_what_it_may_lose_and_what_it_spares(window: MainWindow, qtbot: QtBot) -> None:
    unfold(window)
    sigmas = window.tuning.heavy.finer.sigmas
    audit = window.session.result.audit
    lost = 1.0 - chance_of_nearness(window.run.recipe, 0.8)
    said = note(window, "filterNote")
    assert said.startswith(f"loses {loss_words(lost)} of pairs at the threshold")
    if not audit.scanned:
        assert said.endswith(f"of {audit.candidates} candidates were not read")
    sigmas.setValue(1.0)
    quiet(window, qtbot)
    assert window.run.recipe.sketch_sigmas == 1.0
    stricter = 1.0 - chance_of_nearness(Recipe(sketch_sigmas=1.0), 0.8)
    # 128 x 0.8 - 1 x 4.53 = 97.9: 97 are asked for; fewer agree with chance Phi((96.5 - 102.4) / 4.53) = 0.096, about
    assert 0.09 < stricter < 0.11
    assert note(window, "filterNote") == f"loses at most {numbers.percent(stricter)} of pairs at the threshold"


def test_of_pairs_that_share_nothing_no_loss_is_told(window: MainWindow, qtbot: QtBot) -> None:
    unfold(window)
    window.tuning.light.threshold.setValue(0.0)
    quiet(window, qtbot)
    assert "loses" not in note(window, "filterNote")


def test_contained_documents_have_no_filter(open_window: OpenWindow, qtbot: QtBot) -> None:
    made = open_window()
    unfold(made)
    sigmas = made.tuning.heavy.finer.sigmas
    assert sigmas.isVisibleTo(made.tuning)
    made.tuning.heavy.measure.set_value("containment")
    assert not sigmas.isVisibleTo(made.tuning)
    assert made.tuning.heavy.finer.id_bits.isVisibleTo(made.tuning)


def test_before_a_run_nothing_is_said_of_the_collection(open_window: OpenWindow, qtbot: QtBot) -> None:
    made = open_window()
    unfold(made)
    quiet(made, qtbot)
    for name in ("hammingNote", "linkageNote", "idNote", "filterNote"):
        assert note(made, name) == ""


def test_a_recipe_with_something_unusual_opens_the_fold(open_window: OpenWindow, qtbot: QtBot) -> None:
    made = open_window()
    fold = made.findChild(QToolButton, "moreParametersButton")
    assert not fold.isChecked()
    made.run.show_recipe(Recipe(id_bits=32, sketch_sigmas=2.25))
    assert fold.isChecked()
    finer = made.tuning.heavy.finer
    assert (finer.id_bits.value(), finer.sigmas.text()) == ("32", "2.25 σ")
    assert finer.id_bits.isVisibleTo(made.tuning)


def test_settings_that_are_tried_have_notes_of_their_own(window: MainWindow, qtbot: QtBot) -> None:
    panel = feature(window, "SettingsController").panel
    window.tabs.show_view("settings")
    quiet(window, qtbot)
    panel.light.radius.setValue(40)
    panel.heavy.finer.fold.click()
    panel.heavy.finer.id_bits.set_value("32")
    quiet(window, qtbot)
    result = window.session.result
    assert (
        window.findChild(QLabel, "settingsHammingNote")
        .text()
        .endswith(f"of the {result.at_threshold} pairs found by A")
    )
    assert "share one" in window.findChild(QLabel, "settingsIdNote").text()
    assert window.findChild(QLabel, "settingsIdNote").text() != window.findChild(QLabel, "idNote").text()
    assert window.tuning.light.radius.value() == 3
