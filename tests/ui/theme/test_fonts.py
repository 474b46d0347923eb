"""Letters of one width are the system's own, and follow other letters where these are large."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

from simexplorer.ui.theme import fonts


@pytest.mark.parametrize(("times", "follows"), [(0.5, False), (1.0, False), (1.1, False), (1.5, True), (2.0, True)])
def test_texts_are_as_large_as_large_letters(qapp: QApplication, times: float, follows: bool) -> None:
    own, usual = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont), qapp.font()
    other = QFont(usual)
    other.setPointSizeF(own.pointSizeF() * times)
    qapp.setFont(other)
    made = fonts.fixed()
    qapp.setFont(usual)
    assert made.families() == own.families()
    assert made.pointSizeF() == (other if follows else own).pointSizeF()
