"""Numbers in the window are written as the locale does: 100,000 read by a German is one hundred."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

import simexplorer.ui
from simexplorer.ui.dialogs.export_dialog import ExportDialog, TablePreview
from simexplorer.ui.panels.number_fields import decimal_field
from simexplorer.ui.plots.calibration_plot import CalibrationPlot
from simexplorer.ui.plots.effect_plot import EffectPlot
from simexplorer.ui.plots.s_curve_plot import SCurvePlot
from simexplorer.ui.plots.themed_plot import ThemedPlot
from simexplorer.ui.theme import numbers

UI = Path(simexplorer.ui.__file__).parent


@pytest.fixture
def german() -> Iterator[None]:
    """1.000,5"""
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
    numbers._separators.cache_clear()
    yield
    QLocale.setDefault(before)
    numbers._separators.cache_clear()


@pytest.fixture(params=["ar_EG", "fa_IR", "my_MM", "ne_NP"])
def with_own_digits(request: pytest.FixtureRequest) -> Iterator[None]:
    """٠٫٥"""
    before = QLocale()
    QLocale.setDefault(QLocale(request.param))
    yield
    QLocale.setDefault(before)
    numbers._separators.cache_clear()


def test_where_the_locale_has_digits_of_its_own_all_numbers_are_plain(with_own_digits: None, qtbot: QtBot) -> None:
    assert QLocale().zeroDigit() != "0"
    numbers.use_plain_digits()
    numbers._separators.cache_clear()
    assert (numbers.count(12_345), numbers.decimal(0.5, 3)) == ("12,345", "0.500")
    field = decimal_field("threshold", "thresholdSpin", 0.01, 3)
    qtbot.addWidget(field)
    line = field.findChild(QLineEdit)
    line.selectAll()
    qtbot.keyClicks(line, "0.5")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert (field.value(), field.text()) == (0.5, "0.500")


def test_locales_with_these_digits_keep_their_separators(german: None) -> None:
    numbers.use_plain_digits()
    assert (numbers.count(12_345), numbers.decimal(0.5, 1)) == ("12.345", "0,5")


def test_what_is_almost_nothing_has_the_point_of_the_locale(german: None) -> None:
    assert numbers.about(0.001) == "< 0,01"
    assert numbers.chance(0.0) == "< 0,001"


def test_rows_that_are_previewed_are_counted_so(german: None, qtbot: QtBot) -> None:
    dialog = ExportDialog()
    qtbot.addWidget(dialog)
    dialog.show_tables([TablePreview("Pairs", ("a",), (("b",),) * 1_200, 100_000)])
    assert dialog.note.text() == "100.000 rows, the first 1.200 are shown"


@pytest.mark.parametrize("kind", [SCurvePlot, CalibrationPlot, EffectPlot])
def test_axes_have_the_point_of_the_locale(german: None, qtbot: QtBot, kind: type[ThemedPlot]) -> None:
    plot = kind()
    qtbot.addWidget(plot)
    for name in ("left", "bottom"):
        texts = plot.getAxis(name)._texts
        assert any("," in text for text in texts), name
        assert not any("." in text for text in texts), name


def test_no_part_of_the_window_writes_thousands_by_itself() -> None:
    kept = {"decision_acts.py", "numbers.py"}  # words of decisions are kept in workspaces, whoever reads them
    files = [file for file in UI.rglob("*.py") if file.name not in kept]
    assert len(files) > 200
    assert not [file.name for file in files if re.search(r":,d?\}", file.read_text(encoding="utf-8"))]
