"""The lab: how the methods work, live, a page a topic; beside the main window, on its documents or on examples."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QStackedWidget,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from simexplorer.lab.material import LabCollection, LabMaterial, LabText
from simexplorer.ui.lab.kept_fields import KeptFields
from simexplorer.ui.lab.lab_page import LabPage
from simexplorer.ui.lab.page_list import PAGE_NAMES, PAGES
from simexplorer.ui.lab.shown_documents import ShownDocuments
from simexplorer.ui.panels.naming import named
from simexplorer.ui.panels.on_screen import give_size, keep_on_screen
from simexplorer.ui.theme import metrics, numbers
from simexplorer.ui.turns import Turns

_LIST_WIDTH, _BESIDE_TOPIC = 208, 32  # pixels of the list at least, and beside the title of a topic
_PAGE_WIDTH = 612  # pixels of a page at least
_FIGURE_SPACE = "\u2007"  # as wide as a digit
_LIST_STYLE = """
#labSide { background: palette(window); border: none; border-right: 1px solid palette(mid); }
#labPages { background: palette(window); border: none; outline: none;
  padding: 8px 0; color: palette(window-text); }
#labPages::item { padding: 7px 8px 7px 16px; border: none; }
#labPages::item:hover { background: palette(alternate-base); }
#labPages::item:selected { background: palette(highlight); color: palette(highlighted-text); }
"""


class LabWindow(QWidget):
    """A list of topics and the page of the chosen one; pages are made when first opened.

    They are made in turns; whoever asks for a page has it whole. Works without any analysis. Closing it stops all
    threads and forgets the pages; it can be opened again.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        named(self, "labWindow", "Lab")
        self.setWindowTitle("Lab: how the methods work")
        give_size(self, 1180, 720)  # with its frame it fits a screen of 768 rows
        self.setMinimumHeight(520)
        self._material = LabMaterial()
        self._pages: dict[str, LabPage[Any]] = {}
        self._kept: dict[str, KeptFields] = {}  # of pages that are to be made anew for another run
        self.list = named(QListWidget(), "labPages", "Topics")
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFont(numbers.tabular(self.list.font()))
        for place, entry in enumerate(PAGES):
            item = QListWidgetItem(f"{place + 1:{_FIGURE_SPACE}>2}   {entry.title}")
            item.setData(Qt.ItemDataRole.UserRole, entry.name)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, entry.title)
            self.list.addItem(item)
        self.documents = ShownDocuments()
        self.stack = QStackedWidget()
        self._turns = Turns(self)
        row = metrics.spaced(QHBoxLayout(self))
        row.addWidget(self._side())
        row.addWidget(self.stack, 1)
        self.list.currentItemChanged.connect(self._on_chosen)
        for keys, step in (("Ctrl+PgDown", 1), ("Ctrl+PgUp", -1)):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(self._on_next if step > 0 else self._on_previous)
        QShortcut(QKeySequence("Esc"), self).activated.connect(self.close)

    def open_page(self, name: str, texts: Sequence[LabText] = ()) -> None:
        """Show the page ``name`` on these documents (none: those it has, or the worked examples), in front."""
        if name not in PAGE_NAMES:
            raise ValueError(f"there is no page {name!r} in the lab; its pages are {', '.join(PAGE_NAMES)}")
        if texts:
            self._set_material(LabMaterial(texts=tuple(texts), collection=self._material.collection))
        place = PAGE_NAMES.index(name)
        if self.list.currentRow() == place:
            self._show_page(name)
        self.list.setCurrentRow(place)
        if not self.isVisible():
            keep_on_screen(self)
        self.show()
        self.raise_()
        self.activateWindow()

    def set_collection(self, collection: LabCollection | None) -> None:
        """The figures of the collection that is open now."""
        self._set_material(LabMaterial(texts=self._material.texts, collection=collection))

    def page(self, name: str) -> LabPage[Any] | None:
        """The page ``name`` where it was opened already."""
        self._turns.finish()
        return self._pages.get(name)

    @property
    def shown(self) -> str:
        """The name of the page in front; the first one before any was opened."""
        return PAGE_NAMES[max(0, self.list.currentRow())]

    def forget_documents(self) -> None:
        """The documents are no longer those of the collection that is open: worked examples are shown."""
        self._set_material(LabMaterial(collection=self._material.collection))

    def is_quiet(self) -> bool:
        """Whether no page computes or is being made."""
        return not self._turns.busy and not any(page.jobs.running for page in self._pages.values())

    def _side(self) -> QWidget:
        side = self._beside = QFrame()
        side.setObjectName("labSide")
        self._fit_side()
        side.setStyleSheet(_LIST_STYLE)
        column = metrics.spaced(QVBoxLayout(side))
        column.addWidget(self.list, 1)
        column.addWidget(self.documents)
        return side

    def _fit_side(self) -> None:
        widest = max(self.list.fontMetrics().horizontalAdvance(self.list.item(row).text()) for row in range(len(PAGES)))
        widest += self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)  # in a low window
        wanted = max(_LIST_WIDTH, widest + _BESIDE_TOPIC, self.documents.minimumSizeHint().width() + 1)
        self._beside.setFixedWidth(wanted)
        self.setMinimumWidth(wanted + _PAGE_WIDTH)

    def _set_material(self, material: LabMaterial) -> None:
        if material.same_as(self._material):
            return
        old, self._material = self._material, material
        self.documents.show_titles([text.title for text in material.texts])
        anew = old.texts != material.texts
        recut = not old.cutting.same_as(material.cutting)
        going = {
            name: page for name, page in self._pages.items() if anew or page.uses_collection or (recut and page.own)
        }
        kept = {name: page.kept() for name, page in going.items() if not (anew and page.own_texts)}
        self._kept = kept if anew else {**self._kept, **kept}
        self._make_anew(tuple(going))

    def _make_anew(self, names: Sequence[str]) -> None:
        """Forget these pages; what is shown is made again at once, the others when they are opened."""
        self._forget_pages(names)
        item = self.list.currentItem()
        if self.isVisible() and item is not None:
            self._show_page(item.data(Qt.ItemDataRole.UserRole))

    def _show_page(self, name: str) -> None:
        """At once, or made, dressed in the style sheet and shown in turns of their own: each takes several pictures."""
        for piece in (self._make, self._dress, self._show):
            self._turns.add(partial(piece, name), key=(piece, name))

    def _make(self, name: str) -> None:
        if name not in self._pages:
            page = self._pages[name] = PAGES[PAGE_NAMES.index(name)].load()(self._material, self._kept.pop(name, None))
            page.page_wanted.connect(self.open_page)

    def _dress(self, name: str) -> None:
        page = self._pages.get(name)
        if page is not None and self.stack.indexOf(page) < 0:
            page.setParent(self.stack)

    def _show(self, name: str) -> None:
        page = self._pages.get(name)
        if page is None or name != self.shown:
            return
        if self.stack.indexOf(page) < 0:
            self.stack.addWidget(page)
        self.stack.setCurrentWidget(page)

    def _on_chosen(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._show_page(item.data(Qt.ItemDataRole.UserRole))

    def _on_next(self) -> None:
        self.list.setCurrentRow((self.list.currentRow() + 1) % self.list.count())

    def _on_previous(self) -> None:
        self.list.setCurrentRow((self.list.currentRow() - 1) % self.list.count())

    def _forget_pages(self, names: Sequence[str]) -> None:
        for name in names:
            page = self._pages.pop(name)
            page.shut_down()
            self.stack.removeWidget(page)
            page.deleteLater()

    def changeEvent(self, event: QEvent) -> None:
        """Pages are laid out for the letters that they are made in: after others, they are made anew."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_turns"):
            self._turns.add(self._fit_side, key=self._fit_side)
            self._kept |= {name: page.kept() for name, page in self._pages.items()}
            self._make_anew(tuple(self._pages))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop every thread."""
        self._turns.finish()
        self._forget_pages(tuple(self._pages))
        self._kept.clear()
        event.accept()
