"""A run in a few lines."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from simexplorer.pipeline.recipe import Recipe
from simexplorer.reports.limits import limits
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.summary import (
    Counts,
    counts,
    folders,
    index_words,
    measured_words,
    notices,
    recall_words,
    summary_lines,
)
from tests.reports import results


def test_counts_of_a_small_result() -> None:
    # read a.txt, one, two, copy, long; empty; skipped logo.png and z.txt, which was never reached
    assert counts(results.small()) == Counts(
        documents=8,
        read=5,
        opened=0,
        empty=1,
        skipped=2,
        clusters=1,
        clustered=4,
        pairs=2,
        identical_groups=1,
        identical=2,
    )


@pytest.mark.parametrize(
    ("recall", "missed", "words"),
    [
        (0.9991, 0.25, ("99.91 %", "0.25 pairs")),
        (0.9999987, 3.5e-5, ("> 99.999 %", "less than 0.01 pairs")),
        (1.0, 0.0, ("100 %", "0 pairs")),
        (0.5, 1234.5, ("50.00 %", "1,234 pairs")),
    ],
)
def test_recall_is_never_rounded_up_to_certainty(recall: float, missed: float, words: tuple[str, str]) -> None:
    small = results.small()
    audit = replace(small.audit, predicted_recall=recall, predicted_missed=missed)
    assert recall_words(replace(small, audit=audit)) == (words[0], f"{words[1]} expected to be missed")


@pytest.mark.parametrize(
    ("recall", "interval", "words"),
    [
        (1.0, (0.99820, 1.0), ("100 %", "95 % interval 99.82 % to 100 %")),
        (0.99995, (0.99991, 1.0), ("99.995 %", "95 % interval 99.991 % to 100 %")),
        (0.98, (0.98, 0.98), ("98.00 %", "counted exactly")),
        (None, (1.0, 1.0), ("unknown", "there was no similar pair to measure it on")),
        (None, (0.0, 1.0), ("unknown", "a sample met no similar pair")),
        (None, None, None),
    ],
)
def test_a_measured_recall_is_told_with_its_interval(
    recall: float | None, interval: tuple[float, float] | None, words: tuple[str, str] | None
) -> None:
    small = results.small()
    measured = replace(small, audit=replace(small.audit, measured_recall=recall, measured_interval=interval))
    assert measured_words(measured) == words
    told = dict(summary_lines(measured, ReportOptions())).get("Similar pairs found, measured")
    assert told == (None if words is None else "; ".join(words))


def test_nothing_is_said_of_a_recall_that_was_not_predicted() -> None:
    small = results.small()
    assert recall_words(replace(small, audit=replace(small.audit, predicted_recall=None))) is None
    names = [
        name
        for name, _ in summary_lines(replace(small, audit=replace(small.audit, predicted_recall=None)), ReportOptions())
    ]
    assert not [name for name in names if "predicted" in name]


def test_many_missed_pairs_are_a_notice() -> None:
    small = results.small()
    said = notices(replace(small, audit=replace(small.audit, predicted_missed=12.4), capped=()))
    assert said[-1] == "About 12 pairs at or above 0.80 are expected to have been missed."
    many = replace(small, audit=replace(small.audit, predicted_missed=12.4), capped=())
    assert [words for name, words in summary_lines(many, ReportOptions()) if name == "Note"] == list(said)
    assert said[:-1] == limits(replace(small, capped=()))
    for missed in (0.5, 1.4):
        said = notices(replace(small, audit=replace(small.audit, predicted_missed=missed), capped=()))
        assert said[-1] == "About 1 pair at or above 0.80 is expected to have been missed."
    bits = replace(small, recipe=Recipe(measure="hamming", scheme="bit-sampling", max_distance=5.0))
    said = notices(replace(bits, audit=replace(small.audit, predicted_missed=12.4)))
    assert said[-1] == "About 12 pairs within 5 bits are expected to have been missed."


def test_a_folder_that_is_no_utf_8_is_shown_escaped() -> None:
    assert folders(results.hostile()) == ["/data/<b>&\\xff"]


def test_hashes_that_no_band_uses_stand_with_the_index_and_are_no_notice() -> None:
    small = results.small()
    assert index_words(small) == "25 bands of 5 rows, 125 of 128 hashes (the estimate uses all)"
    assert ("Index", index_words(small)) in summary_lines(small, ReportOptions())
    assert index_words(replace(small, bands=16, rows=8)) == "16 bands of 8 rows, 128 of 128 hashes"
    assert index_words(replace(small, bands=1, rows=128)) == "1 band of 128 rows, 128 of 128 hashes"
    assert index_words(replace(small, bands=0, rows=0)) == ""
    one = replace(small, recipe=replace(small.recipe, hashes=1, bands=1, rows=1), bands=1, rows=1)
    assert index_words(one) == "1 band of 1 row, 1 of 1 hash"
    scanned = replace(small, audit=replace(small.audit, scanned=True))
    assert "all pairs of signatures were compared" in index_words(scanned)


def test_pairs_that_an_exact_measurement_counted_as_missed_stand_in_place_of_those_that_were_expected() -> None:
    small = results.small()
    found = int(small.found(small.recipe.threshold))
    assert found == 2
    audit = replace(small.audit, predicted_recall=0.1, predicted_missed=18.0)
    expected = "About 18 pairs at or above 0.80 are expected to have been missed."
    assert notices(replace(small, audit=audit))[-1] == expected
    counted = replace(audit, measured_recall=2 / 5, measured_interval=(2 / 5, 2 / 5))  # 2 of 5
    told = notices(replace(small, audit=counted))
    assert told[-1] == "3 pairs at or above 0.80 were missed, as the measurement counted."
    assert expected not in told
    one = replace(audit, measured_recall=2 / 3, measured_interval=(2 / 3, 2 / 3))
    assert notices(replace(small, audit=one))[-1].startswith("1 pair at or above 0.80 was missed")
    none = replace(audit, measured_recall=1.0, measured_interval=(1.0, 1.0))
    assert not any("missed" in words for words in notices(replace(small, audit=none)))
    sampled = replace(audit, measured_recall=0.4, measured_interval=(0.2, 0.7))
    assert notices(replace(small, audit=sampled))[-1] == expected


def test_that_pairs_count_identical_texts_once_is_said_where_there_are_any() -> None:
    small = results.small()
    told = [
        dict(summary_lines(one, ReportOptions()))["Pairs"]
        for one in (small, replace(small, groups=results.no_groups(8)))
    ]
    assert told == ["2 at or above 0.80, identical texts counted once", "2 at or above 0.80"]
    assert dict(summary_lines(results.nothing(), ReportOptions()))["Pairs"] == "0 at or above 0.80"
