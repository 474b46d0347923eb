"""Which program this is: its version, what it stands on, its licence; ready to be copied into a report of a fault."""

from __future__ import annotations

import platform

import numpy as np
import PySide6
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from simexplorer import __version__
from simexplorer.ui.dialogs.side_window import SideWindow
from simexplorer.ui.panels.naming import label

_WORDS = (
    "Opens a folder of documents and shows what they share: near-duplicates, the passages they have in common, "
    "and how sure the answer is. Everything is computed on this machine; nothing is sent anywhere."
)
_LICENCE = "Apache-2.0. Icons by Lucide, ISC. Qt for Python, LGPL-3.0."


class AboutDialog(SideWindow):
    """Name, what it does, versions and licence."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("About Similarity Explorer", "aboutDialog", (440, 240), parent)
        self.versions = label(about_versions(), wrap=True)
        self.versions.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.intro.hide()  # the name comes first
        self.body.addWidget(label(f"Similarity Explorer {__version__}", "heading"))
        self.body.addWidget(label(_WORDS, "muted", wrap=True))
        self.body.addWidget(self.versions)
        self.body.addWidget(label(_LICENCE, "muted", wrap=True))
        self.body.addStretch(1)
        self.copy = self.add_button("Copy", "copyAboutButton", icon="copy")
        self.copy.setToolTip("Copy name and versions, as a report of a fault should tell them")
        self.copy.setAccessibleName("Copy name and versions")
        close = self.add_button("Close", "closeAboutButton", primary=True)
        self.copy.clicked.connect(self._on_copy)
        close.clicked.connect(self.accept)
        close.setFocus()

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(f"Similarity Explorer {__version__}\n{self.versions.text()}")


def about_versions() -> str:
    """What the program runs on, in one line."""
    return (
        f"Python {platform.python_version()} · Qt {PySide6.__version__} · NumPy {np.__version__} · "
        f"{platform.system()} {platform.machine()}"
    )
