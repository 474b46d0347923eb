"""Rules that choose what stays in each group, in order, with what they would mark before anything is marked."""

from __future__ import annotations

import os
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QCheckBox, QFileDialog, QHBoxLayout, QListWidget, QVBoxLayout, QWidget

from simexplorer.documents.listing import shown_path
from simexplorer.pipeline.format_names import format_name
from simexplorer.ui.dialogs.side_window import SideWindow
from simexplorer.ui.models.text_table import MarksTable
from simexplorer.ui.panels.naming import label, named, tool_button
from simexplorer.ui.panels.number_fields import ChoiceField
from simexplorer.ui.panels.painted_list import painted_list
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import metrics, numbers
from simexplorer.ui.theme.tooltips import tooltip_of

_FOLDER = Qt.ItemDataRole.UserRole + 1
_PREFER = Qt.ItemDataRole.UserRole
_PAUSE = 150
Choice = tuple[str, bytes, str]  # what is preferred, its folder, its format


class RulesDialog(SideWindow):
    """The list on the left, the preview on the right; every change asks for a new preview."""

    changed = Signal()
    apply_requested = Signal()

    def __init__(self, choices: Sequence[tuple[str, str]], parent: QWidget | None = None) -> None:
        super().__init__("Rules: what stays in each cluster", "rulesDialog", (860, 520), parent)
        self.intro.setText(
            "The first rule that tells two documents apart decides, at last the shorter path. In each cluster the best "
            "document stays, and what is verified to be similar to it is its duplicate; then the best of the rest, and "
            "so on. Marks of yours, protected folders and what is not a duplicate are left as they are."
        )
        self._words = dict(choices)
        self._start = ""
        self._pause = after_pause(self, _PAUSE, self.changed)
        self.choice, self.list = _choice_of(choices), _list_of_rules()
        self.plus = tool_button("Add", "addRuleButton", "Add this rule", "plus", only_icon=True)
        self.minus = tool_button(
            "Take out", "removeRuleButton", "Take the rule out", "minus", "Take the rule out (Delete)", only_icon=True
        )
        self.up = tool_button("Up", "ruleUpButton", "Let the rule decide earlier", "chevron-up", only_icon=True)
        self.down = tool_button("Down", "ruleDownButton", "Let the rule decide later", "chevron-down", only_icon=True)
        self.whole = named(QCheckBox("Mark whole clusters"), "wholeGroupsCheck", "Mark all others of a cluster")
        self.whole.setToolTip("Also documents that no verified pair links to the one that stays.")
        self.only_selected = named(QCheckBox("Only selected clusters"), "onlySelectedCheck", "Only selected clusters")
        self.summary = named(label(wrap=True), "rulesSummary", "What the rules would mark")
        self.model = MarksTable()
        self.preview = painted_list(self.model, "rulesPreview", "What the rules would mark", framed=True)
        self._lay_out()
        self.cancel = self.add_button("Close", "closeRulesButton")
        self.apply = self.add_button("Mark", "applyRulesButton", primary=True)
        self.cancel.clicked.connect(self.reject)
        self.apply.clicked.connect(self.apply_requested)
        self.plus.clicked.connect(self._on_add)
        self.minus.clicked.connect(self._on_remove)
        delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.list)
        delete.setContext(Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.minus.click)  # nothing where no rule is selected
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.list.currentRowChanged.connect(self._offer)
        for box in (self.whole, self.only_selected):
            box.toggled.connect(self.look_again)
        self._offer()

    def _lay_out(self) -> None:
        add = metrics.spaced(QHBoxLayout(), metrics.HAIR)
        add.addWidget(self.choice, 1)
        add.addWidget(self.plus)
        order = metrics.spaced(QHBoxLayout(), metrics.HAIR)
        for button in (self.up, self.down, self.minus):
            order.addWidget(button)
        order.addStretch(1)
        left = metrics.spaced(QVBoxLayout(), metrics.GAP)
        left.addLayout(add)
        left.addWidget(self.list, 1)
        left.addLayout(order)
        left.addWidget(self.only_selected)
        left.addWidget(self.whole)
        right = metrics.spaced(QVBoxLayout(), metrics.GAP)
        right.addWidget(self.summary)
        right.addWidget(self.preview, 1)
        both = metrics.spaced(QHBoxLayout(), metrics.GROUP)
        both.addLayout(left, 3)
        both.addLayout(right, 5)
        self.body.addLayout(both, 1)

    # what stands there -----------------------------------------------------------------------------------------------
    def offer_material(self, start: bytes, formats: Sequence[str]) -> None:
        """Where the choice of a folder begins, and which formats (media types) there are to choose from."""
        self._start = os.fsdecode(start)
        for place in reversed(range(self.choice.count())):
            if str(self.choice.itemData(place)).startswith("format "):
                self.choice.removeItem(place)
        for words, kind in sorted((_of_format(kind), kind) for kind in formats):
            self.choice.addItem(words, f"format {kind}")

    def rules(self) -> list[Choice]:
        """The rules in their order."""
        items = [self.list.item(row) for row in range(self.list.count())]
        return [
            (str(item.data(_PREFER)), bytes.fromhex(str(item.data(_FOLDER)[0])), str(item.data(_FOLDER)[1]))
            for item in items
        ]

    def set_rules(self, rules: Sequence[Choice]) -> None:
        """Show these."""
        self.list.clear()
        for rule in rules:
            self._add(rule)
        self.look_again()

    def say(self, summary: str, duplicates: int, kept: int) -> None:
        """What the preview comes to."""
        self.summary.setText(summary)
        self.apply.setEnabled(duplicates + kept > 0)
        marks = f"Mark {numbers.counted(duplicates, 'duplicate')}, keep {numbers.count(kept)}"
        self.apply.setText(marks if duplicates + kept else "Nothing to mark")

    def look_again(self, *_state: object) -> None:
        """Ask for a new preview soon; until it is there nothing can be marked."""
        self.apply.setEnabled(False)  # what it says is what the rules of before come to
        self._offer()
        self._pause.start()

    def _add(self, rule: Choice) -> None:
        name, folder, kind = rule
        words = _of_format(kind) if kind else self._words.get(name, name)
        self.list.addItem(words.replace("…", shown_path(folder)))
        item = self.list.item(self.list.count() - 1)
        item.setData(_PREFER, name)
        item.setData(_FOLDER, [folder.hex(), kind])
        item.setToolTip(tooltip_of(item.text()))

    def _on_add(self) -> None:
        name = str(self.choice.currentData())
        folder, kind = b"", ""
        if "folder" in name and "fewest" not in name:
            folder = os.fsencode(QFileDialog.getExistingDirectory(self, "Choose the folder", self._start))
            if not folder:
                return
        if name.startswith("format "):
            name, _, kind = name.partition(" ")
        rule, rules = (name, folder, kind), self.rules()
        if rule in rules:  # again it would decide nothing
            self.list.setCurrentRow(rules.index(rule))
            return
        self._add(rule)
        self.list.setCurrentRow(len(rules))
        self.look_again()

    def _on_remove(self) -> None:
        self.list.takeItem(self.list.currentRow())
        self.look_again()

    def _move(self, step: int) -> None:
        row = self.list.currentRow()
        if 0 <= row + step < self.list.count():
            self.list.insertItem(row + step, self.list.takeItem(row))
            self.list.setCurrentRow(row + step)
            self.look_again()

    def _offer(self, *_row: int) -> None:
        row, count = self.list.currentRow(), self.list.count()
        self.minus.setEnabled(row >= 0)
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < count - 1)


def _of_format(media_type: str) -> str:
    return f"Keep what is {format_name(media_type, 1)}"


def _choice_of(choices: Sequence[tuple[str, str]]) -> ChoiceField:
    made = named(ChoiceField(), "ruleChoice", "Rule to add")
    made.fill(choices)
    made.setSizeAdjustPolicy(ChoiceField.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    made.setMinimumContentsLength(20)  # the longest rule would leave no room to the preview
    return made


def _list_of_rules() -> QListWidget:
    made = named(QListWidget(), "rulesList", "Rules, the first decides")
    made.setProperty("framed", True)
    made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    made.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    return made
