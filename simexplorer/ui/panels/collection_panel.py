"""What is looked at: the sources, what of them is read, the folders found and how many documents each holds."""

from __future__ import annotations

import os
from typing import Any

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QFormLayout,
    QFrame,
    QHeaderView,
    QLineEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from simexplorer.documents.globs import separate_globs
from simexplorer.documents.listing import shown_path
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.models.folder_index import FolderIndex
from simexplorer.ui.models.folders_tree import FoldersTree
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.empty_words import paint_when_empty
from simexplorer.ui.panels.enter_buttons import EnterToolButton
from simexplorer.ui.panels.naming import caption_of, dots_end_lines, label, named, rule
from simexplorer.ui.panels.number_fields import DecimalField, decimal_field
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS
from simexplorer.ui.panels.reading_switches import ReadingSwitches
from simexplorer.ui.theme import icons, metrics, numbers
from simexplorer.ui.theme.tooltips import hint

_MEGABYTE = 2**20
_BESIDE_COUNTS = 20  # pixels of their column beside the largest number
_NO_FOLDERS = "After a run the folders and archives stand here, with the number of documents in each."
HINT_MEANING = "Make each row of these tables a document of its own: choose the columns of the text and of the name."
WATCH_MEANING = (
    "Look at the folder every few seconds and bring the result up to date when files are added, removed or changed. "
    "Only those are read; other changes that wait for Apply go on waiting."
)


class CollectionPanel(QWidget):
    """Sources and reading switches above, folders below; a folder that is selected narrows every view to it."""

    changed = Signal()  # a reading switch, by hand
    folder_chosen = Signal(bytes)  # its path, empty for all
    menu_wanted = Signal(object, QPoint)  # Span of a folder; where on the screen

    def __init__(self) -> None:
        super().__init__()
        self.model = FoldersTree(self)
        self.title = label("No folder yet", "heading", wrap=True)
        self.place = label("", "muted", wrap=True)
        self.include = self._line("include", "includeEdit", "everything")
        self.exclude = self._line("exclude", "excludeEdit", "nothing")
        self.largest: DecimalField = decimal_field("max_bytes", "maxSizeSpin", 1.0, 1, unit=1.0 / _MEGABYTE)
        self.largest.setSuffix(" MiB")
        self.reading = ReadingSwitches()
        self.watch = named(QCheckBox("Watch for changes"), "watchCheck", "Watch for changes", WATCH_MEANING)
        self.watched = ElidedLabel("muted")
        self.watched.setContentsMargins(22, 0, 0, 0)
        self.watched.hide()
        self.table_words = label(wrap=True)
        self.table_words.setObjectName("tableHint")
        self.table_words.hide()
        self.table_hint = named(EnterToolButton(), "tableHintButton", "Rows of tables as documents", HINT_MEANING)
        self.table_hint.setText("A document per row…")
        self.table_hint.setProperty("quiet", True)
        self.table_hint.setProperty("flush", True)
        icons.dress(self.table_hint, "table")
        self.table_hint.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.table_hint.hide()
        self.facts = label("", "muted", wrap=True)
        self.facts.setObjectName("collectionFacts")
        self.tree = named(_Folders(), "collectionView", "Folders of the collection")
        self._set_up_tree()
        self._lay_out()
        for field in (self.include, self.exclude):
            field.editingFinished.connect(self._on_edited)
        self._edited = ("", "")
        self._given: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  # the patterns of the recipe that is shown
        self.largest.valueChanged.connect(self.changed)
        self.reading.changed.connect(self.changed)

    def fields(self) -> dict[str, Any]:
        """Recipe fields as they stand."""
        return {
            "include": _globs(self.include.text(), self._given[0]),
            "exclude": _globs(self.exclude.text(), self._given[1]),
            "max_bytes": int(self.largest.exact),
            **self.reading.fields(),
        }

    def set_recipe(self, recipe: Recipe) -> None:
        """Show a recipe without saying that anything changed."""
        with QSignalBlocker(self):
            self.include.setText(", ".join(_by_spelling(recipe.include)))
            self.exclude.setText(", ".join(_by_spelling(recipe.exclude)))
            self.largest.show_exactly(recipe.max_bytes)
            self.reading.set_recipe(recipe)
        self._edited = (self.include.text(), self.exclude.text())
        self._given = (recipe.include, recipe.exclude)

    @property
    def narrowed(self) -> bool:
        """Whether patterns keep anything from being read."""
        return bool(self.include.text() or self.exclude.text())

    def leave_out(self, pattern: str) -> None:
        """One more pattern of what is not read."""
        patterns = _globs(self.exclude.text(), self._given[1])
        if pattern not in patterns:
            self.exclude.setText(", ".join((*patterns, pattern)))
            self._on_edited()

    def read_only(self, pattern: str) -> None:
        """This is read and nothing else."""
        self.include.setText(pattern)
        self._on_edited()

    def read_all(self) -> None:
        """No pattern keeps anything from being read."""
        self.include.clear()
        self.exclude.clear()
        self._on_edited()

    def show_sources(self, title: str, place: str) -> None:
        """Name and place of what was opened."""
        self.title.setText(title)
        # a path has no blanks to wrap at: let it break after each slash
        self.place.setText(place.replace("/", "/\u200b"))
        hint(self.place, place)

    def show_facts(self, text: str) -> None:
        """What was found: formats, sizes, problems."""
        self.facts.setText(dots_end_lines(text))
        self.facts.setVisible(bool(text))

    def show_watched(self, text: str) -> None:
        """What watching has found; an empty text takes the line away."""
        self.watched.say(text)
        self.watched.setVisible(bool(text))

    def show_tables(self, read: int, left_out: int) -> None:
        """How many tables are read as text, or left out, though their rows could be documents; none says nothing."""
        said = []
        if read:
            said.append(f"{numbers.counted(read, 'table')} {'was' if read == 1 else 'were each'} read as one text.")
        if left_out:
            said.append(f"{numbers.counted(left_out, 'table')} {'was' if left_out == 1 else 'were'} left out.")
        self.table_words.setText(" ".join([*said, "Each row can be a document of its own."]))
        for widget in (self.table_words, self.table_hint):
            widget.setVisible(bool(said))

    def show_folders(self, folders: FolderIndex | None, title: str) -> None:
        """The folders of the documents, with counts; one that was chosen stays so wherever its documents stand now."""
        chosen = self.model.path_of(self.tree.currentIndex())
        with QSignalBlocker(self.tree.selectionModel()):
            self.model.show(folders, title)
        widest = self.tree.fontMetrics().horizontalAdvance(str(self.model.index(0, 1).data() or ""))
        self.tree.header().resizeSection(1, widest + _BESIDE_COUNTS)
        self.tree.expand(self.model.index(0, 0))
        if chosen and (found := self.model.find(chosen)).isValid():
            self.tree.setCurrentIndex(found)
        elif chosen:
            self.folder_chosen.emit(b"")

    def clear_folder(self) -> None:
        """Back to all folders."""
        self.tree.setCurrentIndex(self.model.index(0, 0))

    def _on_edited(self) -> None:
        now = (self.include.text(), self.exclude.text())
        if now != self._edited:
            self._edited = now
            self.changed.emit()

    def _on_current(self, index: QModelIndex) -> None:
        self.folder_chosen.emit(self.model.path_of(index))

    def _on_menu(self, index: QModelIndex, place: QPoint) -> None:
        folder = self.model.span_of(index) if index.isValid() else None
        if folder is not None:
            self.menu_wanted.emit(folder, place)

    def _line(self, field: str, name: str, empty: str) -> QLineEdit:
        text = PARAMETER_TEXTS[field]
        made = named(QLineEdit(), name, text.label, text.meaning)
        made.setPlaceholderText(empty)
        return made

    def _set_up_tree(self) -> None:
        self.tree.setModel(self.model)
        self.tree.setFrameShape(QFrame.Shape.NoFrame)
        self.tree.setUniformRowHeights(True)
        self.tree.setFont(numbers.tabular(self.tree.font()))
        self.tree.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.tree.setIndentation(14)
        header = self.tree.header()
        header.hide()  # the first line says what the numbers are
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(0)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        self.tree.setItemDelegate(_CountsInset(self.tree))
        self.tree.menu_wanted.connect(self._on_menu)
        self.tree.selectionModel().currentRowChanged.connect(self._on_current)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(metrics.GAP)
        form.setHorizontalSpacing(metrics.GAP)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        form.addRow(caption_of(self.include, PARAMETER_TEXTS["include"].label), self.include)
        form.addRow(caption_of(self.exclude, PARAMETER_TEXTS["exclude"].label), self.exclude)
        form.addRow(caption_of(self.largest, PARAMETER_TEXTS["max_bytes"].label), self.largest)
        top = metrics.spaced(QVBoxLayout(), metrics.HAIR, (12, 0, 12, metrics.GAP))
        top.addWidget(self.title)
        top.addWidget(self.place)
        top.addSpacing(metrics.GAP)
        top.addLayout(form)
        top.addWidget(self.reading)
        top.addWidget(self.watch)
        top.addWidget(self.watched)
        top.addSpacing(metrics.HAIR)
        top.addWidget(self.facts)
        top.addWidget(self.table_words)
        top.addWidget(self.table_hint, 0, Qt.AlignmentFlag.AlignLeft)
        whole = metrics.spaced(QVBoxLayout(self))
        whole.addLayout(top)
        whole.addWidget(rule())
        whole.addWidget(self.tree, 1)
        self.facts.hide()


class _Folders(QTreeView):
    """A tree that asks for a menu: of the line below the mouse, by the keyboard of the current one."""

    menu_wanted = Signal(QModelIndex, QPoint)  # line, or none; where on the screen

    @told_and_survived
    def paintEvent(self, event: QPaintEvent) -> None:
        """The folders, or what will stand here."""
        super().paintEvent(event)
        paint_when_empty(self, _NO_FOLDERS)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Which line is meant; where the keyboard would put a menu is no line's own place."""
        index, place = self.indexAt(event.pos()), event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            index = self.currentIndex()
            place = self.viewport().mapToGlobal(self.visualRect(index).center())
        self.menu_wanted.emit(index, place)


class _CountsInset(QStyledItemDelegate):
    """Keeps numbers off the edge of the panel."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """As the style draws it, the numbers a little further in."""
        super().initStyleOption(option, index)
        if index.column() == 1:
            option.rect.setRight(option.rect.right() - metrics.GAP)


def _globs(text: str, given: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Patterns from a field, with commas between them; those ``given`` where they still stand there.

    A pattern of a recipe may hold a comma itself.
    """
    spelled = _by_spelling(given)
    if given and text == ", ".join(spelled):
        return given
    return tuple(spelled.get(part, part) for part in separate_globs(text))


def _by_spelling(patterns: tuple[str, ...]) -> dict[str, str]:
    """Patterns by what a field shows of them, which drops bytes that are no UTF-8."""
    return {shown_path(os.fsencode(pattern)): pattern for pattern in patterns}
