"""The words of the analyse button: every state of a collection has its own."""

from __future__ import annotations

from msgspec.structs import replace

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.controllers.run_words import Offer, offer_of, outcome
from simexplorer.ui.theme import numbers
from tests.ui.fakes import FakeAnalysis

SOURCES = (b"/folder",)


def test_nothing_can_be_analysed_before_a_folder_is_open() -> None:
    assert offer_of((), False, [], None) == Offer("Analyse", "Open a folder first.", enabled=False)


def test_a_run_that_goes_on_is_not_begun_again_but_may_be_replaced_by_what_was_changed() -> None:
    offer = offer_of(SOURCES, True, [], None)
    assert (offer.text, offer.enabled, offer.apply) == ("Analysing …", False, None)
    offer = offer_of(SOURCES, True, ["shingle_size"], None)
    assert (offer.text, offer.enabled, offer.apply) == ("Analysing …", False, "Apply 1 change")
    assert offer.apply_hint.startswith("Stops the run that goes on and begins anew.")


def test_changes_are_counted_and_named_with_what_reading_all_again_takes() -> None:
    result = FakeAnalysis(documents=20).found(Recipe(), 1.0)
    offer = offer_of(SOURCES, False, ["shingle_size", "bag"], result, 75.0)
    assert (offer.text, offer.enabled) == ("Apply 2 changes", True)
    assert offer.apply == f"Apply 2 changes, about {numbers.seconds(75.0)}"
    assert offer_of(SOURCES, False, ["bag"], result).apply == "Apply 1 change"
    # what is light does not read them again, so it takes another time, which is not known
    assert offer_of(SOURCES, False, ["threshold"], result, 75.0).apply == "Apply 1 change"


def test_light_changes_of_a_stopped_run_go_on_with_it_and_heavy_ones_begin_anew() -> None:
    stopped = replace(FakeAnalysis(documents=20).found(Recipe(), 1.0), partial=True)
    offer = offer_of(SOURCES, False, ["threshold"], stopped)
    assert (offer.text, offer.apply) == ("Continue with 1 change", "Continue with 1 change")
    assert "Threshold" in offer.hint
    assert offer_of(SOURCES, False, ["shingle_size", "threshold"], stopped).apply == "Apply 2 changes"


def test_a_stopped_run_is_continued_and_a_whole_one_begun_again() -> None:
    result = FakeAnalysis(documents=20).found(Recipe(), 1.0)
    assert offer_of(SOURCES, False, [], None).text == "Analyse"
    assert offer_of(SOURCES, False, [], result).text == "Analyse again"
    assert offer_of(SOURCES, False, [], replace(result, partial=True)).text == "Continue"


def test_files_that_vanished_under_a_run_are_told_in_place_of_a_complete_run() -> None:
    result = FakeAnalysis(documents=20).found(Recipe(), 1.0)
    assert outcome(result)[1].endswith(" · complete")
    reason = result.documents.reason.copy()
    reason[3:5] = 3
    reasons = (*result.documents.reasons, "it vanished before it was read")
    gone = replace(result, documents=replace(result.documents, reason=reason, reasons=reasons))
    assert outcome(gone)[1].endswith(" · 2 files vanished meanwhile")
