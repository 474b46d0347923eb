"""What several tests of panels begin with."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from simexplorer.ui.panels.passage_view import PassageView


@pytest.fixture
def view(qtbot: QtBot) -> PassageView:
    """A text in a window of its own."""
    made = PassageView("view", "A text")
    qtbot.addWidget(made)
    made.setMinimumSize(100, 100)
    made.resize(500, 300)
    made.show()
    return made
