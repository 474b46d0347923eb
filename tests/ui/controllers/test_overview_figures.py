"""The figures of a run in words: the same numbers on the first page, in the status line and beside the curve."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtWidgets import QLabel

from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.controllers.overview_figures import cards_of, compared_of
from simexplorer.ui.controllers.run_controller import outcome
from simexplorer.ui.main_window import MainWindow
from tests.ui.fakes import FakeAnalysis


def test_a_stopped_run_says_how_far_it_came_and_nothing_of_the_rest() -> None:
    whole = FakeAnalysis(documents=300).found(Recipe(), 1.0)
    shingles = whole.shingles.copy()
    shingles[120:] = 0
    documents = replace(whole.documents, status=np.zeros_like(whole.documents.status))
    part = replace(whole, shingles=shingles, partial=True, documents=documents)
    count, size = compared_of(part)
    assert count == int((part.shingles > 0).sum()) <= 120
    assert size == int(part.documents.size[part.shingles > 0].sum())
    cards = {card.name: card for card in cards_of(part)}
    assert cards["documents"].detail.startswith(f"{count} so far, ")
    text, summary = outcome(part)
    assert text.startswith(f"{count} of 300 documents so far")
    assert "partial" in summary
    assert cards["documents"].detail.split(", ")[1] == summary.split(" · ")[0]
    if cards["problems"].figure == "0":
        assert cards["problems"].detail == "none so far"


def test_what_is_expected_to_be_missed_is_one_number_everywhere(analysed: MainWindow) -> None:
    window = analysed
    result = window.session.result
    assert result is not None
    missed = window.tuning.findChild(QLabel, "fact_missed").text()
    card = {card.name: card for card in cards_of(result)}["recall"]
    if result.audit.predicted_missed is not None:
        assert missed.split(" of ")[0] == card.detail.split(" missed")[0]
