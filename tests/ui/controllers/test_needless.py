"""Candidates that turned out less similar than the threshold: as many as a run had, and as many as are expected."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.ui.main_window import MainWindow
from tests.ui.conftest import quiet


def test_needless_candidates_are_counted_beside_as_many_as_are_expected(lent_to_run: MainWindow, qtbot: QtBot) -> None:
    light, fact = lent_to_run.tuning.light, lent_to_run.findChild(QLabel, "fact_needless")
    result = lent_to_run.session.result
    assert result is not None
    similar = int((result.pairs.jaccard >= 0.8).sum())
    assert fact.text().split(" / ")[0] == f"{result.audit.candidates - similar:,}"
    expected = fact.text().split(" / ")[1]
    light.set_banding(9, 3)  # of which no run has counted any
    assert "/" not in fact.text()
    light.set_banding(result.bands, result.rows)
    quiet(lent_to_run, qtbot)
    assert fact.text().endswith(f" / {expected}")
    other = replace(result, recipe=result.recipe.replace(reference="folder-01"))
    lent_to_run.session.set_result(other)  # the index finds pairs inside of one folder too, which do not count
    quiet(lent_to_run, qtbot)
    assert fact.text() == expected
