"""A text is that of the document that is asked for by its paths, or refused: rows are other documents in other runs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from simexplorer.documents.corpus import Corpus
from simexplorer.errors import NotAtHandError
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.reports.evidence import evidence_of


@pytest.fixture
def analysis(tmp_path: Path) -> Iterator[Analysis]:
    for number in range(4):
        (tmp_path / f"{number}.txt").write_text(f"An old boat of number {number} lay on the shore.")
    made = Analysis([os.fsencode(tmp_path)], workers=1)
    yield made
    made.close()


def test_a_row_that_is_another_document_by_now_has_no_text(analysis: Analysis) -> None:
    before = analysis.run(Recipe(), Progress()).documents.paths
    after = analysis.run(Recipe(exclude=("1.txt",)), Progress()).documents.paths
    assert "number 2" in analysis.text(after, 1)
    assert "number 0" in analysis.text(before, 0), "it is the same one"
    for row in (1, 3):
        with pytest.raises(NotAtHandError):
            analysis.text(before, row)


def test_a_text_is_refused_while_nothing_is_listed(analysis: Analysis) -> None:
    paths = analysis.run(Recipe(), Progress()).documents.paths
    analysis.read_again()
    with pytest.raises(NotAtHandError):
        analysis.text(paths, 0)


def test_rows_that_are_put_in_order_while_a_text_is_read_give_none(
    analysis: Analysis, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths, real = analysis.run(Recipe(), Progress()).documents.paths, Corpus.text

    def reordered_meanwhile(corpus: Corpus, row: int) -> str:
        corpus.reorder(np.arange(len(corpus))[::-1].copy())
        return real(corpus, row)

    with monkeypatch.context() as patched:
        patched.setattr(Corpus, "text", reordered_meanwhile)
        with pytest.raises(NotAtHandError):
            analysis.text(paths, 0)


def test_a_report_does_not_leave_out_passages_that_cannot_be_read_now(analysis: Analysis) -> None:
    def not_at_hand(_row: int) -> str:
        raise NotAtHandError

    with pytest.raises(NotAtHandError):
        evidence_of(not_at_hand, Recipe())(0, 1)
