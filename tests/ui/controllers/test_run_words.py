"""The words of the analyse button: every state of a collection has its own."""

from __future__ import annotations

from msgspec.structs import replace

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.controllers.run_words import Offer, offer_of
from simexplorer.ui.theme import numbers
from tests.ui.fakes import FakeAnalysis

SOURCES = (b"/folder",)


def test_nothing_can_be_analysed_before_a_folder_is_open() -> None:
    assert offer_of((), False, [], None) == Offer("Analyse", "Open a folder first.", enabled=False)


def test_a_run_that_goes_on_is_neither_begun_again_nor_changed() -> None:
    offer = offer_of(SOURCES, True, ["shingle_size"], None)
    assert (offer.text, offer.enabled, offer.apply) == ("Analysing …", False, None)


def test_changes_are_counted_and_named_with_what_the_last_run_took() -> None:
    result = replace(FakeAnalysis(documents=20).found(Recipe(), 1.0), timings={"total": 75.0})
    offer = offer_of(SOURCES, False, ["shingle_size", "bag"], result)
    assert (offer.text, offer.enabled) == ("Apply 2 changes", True)
    # how long these changes take is not known: what is kept of the last run may serve, or may not
    assert offer.apply == f"Apply 2 changes (last run: {numbers.seconds(75.0)})"
    assert offer_of(SOURCES, False, ["bag"], replace(result, timings={})).apply == "Apply 1 change"


def test_a_stopped_run_is_continued_and_a_whole_one_begun_again() -> None:
    result = FakeAnalysis(documents=20).found(Recipe(), 1.0)
    assert offer_of(SOURCES, False, [], None).text == "Analyse"
    assert offer_of(SOURCES, False, [], result).text == "Analyse again"
    assert offer_of(SOURCES, False, [], replace(result, partial=True)).text == "Continue"
