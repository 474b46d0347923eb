"""All shortcuts, and what the numbers mean, in one window beside the work."""

from __future__ import annotations

import html
from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from simexplorer.ui.models.clusters_table import ClustersTable
from simexplorer.ui.models.neighbours_table import NeighboursTable
from simexplorer.ui.models.pairs_table import PairsTable
from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.on_screen import give_size, keep_on_screen
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS
from simexplorer.ui.theme.colours import colours_of

_KEYS_WIDTH = 120  # pixels: what is done stands in one line through all tables of keys
_SHOWN_FIELDS = (
    "threshold",
    "recall",
    "bands",
    "rows",
    "hamming_radius",
    "linkage",
    "shingle_kind",
    "shingle_size",
    "scheme",
    "hashes",
)
_LEARN = (
    "The menu Learn opens the lab. Its first page shows the whole way of two documents, from text to verdict, then a "
    "page for each method: shingles, MinHash, b-bit MinHash, SimHash, bands and the S-curve, families, fingerprint "
    "tables, exact joins, distances, scale. With documents selected it works on these. There Ctrl+PgDown and Ctrl+PgUp "
    "turn the page, Ctrl+T shows a page as tables, and Esc closes the lab."
)

Shortcuts = Sequence[tuple[str, Sequence[tuple[str, str]]]]  # titles, each with keys and what they do


class HelpWindow(QDialog):
    """Not modal: it stays open while one works."""

    def __init__(self, shortcuts: Shortcuts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Shortcuts and what the numbers mean")
        self.setObjectName("helpWindow")
        self.setModal(False)
        self.setWindowFlag(Qt.WindowType.WindowContextHelpButtonHint, False)
        give_size(self, 640, 640)
        self._shortcuts = shortcuts
        self.page = named(QTextBrowser(), "helpPage", "Shortcuts and definitions")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.page)

    def open_beside(self) -> None:
        """Show it, from its beginning."""
        self._write()
        keep_on_screen(self)
        self.show()
        self.raise_()
        self.activateWindow()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the palette while it is open; what is being read stays in sight."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.isVisible():
            bar = self.page.verticalScrollBar()
            read = bar.value()
            self._write()
            bar.setValue(read)

    def _write(self) -> None:
        muted = colours_of(self.palette()).muted
        self.page.setHtml(_page(self._shortcuts, muted, self._width_of_keys()))

    def _width_of_keys(self) -> int:
        bold = QFont(self.page.font())
        bold.setBold(True)
        measured = QFontMetrics(bold)
        return max(
            _KEYS_WIDTH, *(measured.horizontalAdvance(f"{key} 0") for _, keys in self._shortcuts for key, _ in keys)
        )


def _page(shortcuts: Shortcuts, muted: str, width_of_keys: int) -> str:
    parts = ["<h3>Shortcuts</h3>"]
    for title, keys in shortcuts:
        parts.append(f"<p style='color:{muted}'>{html.escape(title)}</p><table cellspacing='0' cellpadding='3'>")
        parts += [
            f"<tr><td width='{width_of_keys}'><b>{html.escape(key)}</b></td><td>{html.escape(what)}</td></tr>"
            for key, what in keys
        ]
        parts.append("</table>")
    parts.append(f"<h3>How the numbers come about</h3><p>{html.escape(_LEARN)}</p>")
    parts.append("<h3>What the columns mean</h3>")
    for title, columns in (
        ("Clusters", ClustersTable.columns),
        ("Pairs", PairsTable.columns),
        ("Neighbours", NeighboursTable.columns),
    ):
        parts.append(f"<p style='color:{muted}'>{title}</p>")
        parts += [_definition(column.title, column.meaning) for column in columns]
    parts.append("<h3>What the parameters mean</h3>")
    parts += [_definition(PARAMETER_TEXTS[f].label, PARAMETER_TEXTS[f].meaning) for f in _SHOWN_FIELDS]
    return f"<div style='margin:12px'>{''.join(parts)}</div>"


def _definition(term: str, meaning: str) -> str:
    return f"<p><b>{html.escape(term)}</b><br>{html.escape(meaning).replace(chr(10), '<br>')}</p>"
