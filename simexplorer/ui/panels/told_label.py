"""A label whose words a screen reader reads together with what they are about."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel


class ToldLabel(QLabel):
    """Its accessible name is ``Status: 22 documents``: a name alone would be read in place of the words."""

    def __init__(self) -> None:
        super().__init__()
        self._about = ""

    def tell_as(self, about: str) -> None:
        """What the words are about, from now on."""
        self._about = about
        self._tell()

    def setText(self, text: str) -> None:
        """Show these words."""
        super().setText(text)
        if self._about:
            self._tell()

    def _tell(self) -> None:
        words = self.text()
        self.setAccessibleName(f"{self._about}: {words}" if words else self._about)
