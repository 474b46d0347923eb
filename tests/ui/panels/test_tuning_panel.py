"""Figures below the curve, each beside what it is."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.tuning_panel import FACTS, FactLabel, TuningPanel


def test_a_long_figure_costs_only_its_own_caption_room(qtbot: QtBot) -> None:
    panel = TuningPanel()
    qtbot.addWidget(panel)
    panel.show_fact("approximate", "0.525")
    panel.show_fact("needless", "1,700,000,000 / 1,960,000,000")
    captions = {label.text(): label for label in panel.findChildren(FactLabel)}
    short, long = (captions[FACTS[name][0]] for name in ("approximate", "needless"))
    panel.resize(292, 700)
    panel.show()
    QApplication.processEvents()
    figure = panel.findChild(FactLabel, "fact_needless")
    assert figure.width() >= figure.sizeHint().width()
    assert long.width() < long.sizeHint().width()
    assert short.shown(short.contentsRect().width()) == short.text()
    assert figure.geometry().right() == panel.findChild(FactLabel, "fact_approximate").geometry().right()
