"""What a scan prints never says more than is known."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simexplorer.commands.scan_words import print_summary
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.summary import summary_lines
from tests.reports import results


@pytest.mark.parametrize(
    ("recall", "missed", "line"),
    [
        (0.99998814, 2.26, "predicted recall over 99.99 %: 2.3 pairs expected to be missed"),
        (0.9999987, 3.5e-5, "predicted recall over 99.99 %: less than 0.01 pairs expected to be missed"),
        (0.5, 1234.5, "predicted recall 50.00 %: 1,234 pairs expected to be missed"),
    ],
)
def test_a_recall_with_misses_is_not_printed_as_one(
    recall: float, missed: float, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    small = results.small()
    print_summary(replace(small, audit=replace(small.audit, predicted_recall=recall, predicted_missed=missed)))
    assert line in capsys.readouterr().out.splitlines()


def test_a_recall_that_was_counted_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    small = results.small()
    audit = replace(small.audit, measured_recall=0.98, measured_interval=(0.98, 0.98))
    print_summary(replace(small, audit=audit))
    assert "measured recall 98.00 %: counted exactly" in capsys.readouterr().out.splitlines()


def test_the_limit_is_told_in_the_words_of_the_reports(capsys: pytest.CaptureFixture[str]) -> None:
    small = results.small()
    print_summary(small)
    limit = dict(summary_lines(small, ReportOptions()))["Pairs"]
    assert f"{limit.replace(' ', ' pairs ', 1)}, all verified exactly" in capsys.readouterr().out.splitlines()
