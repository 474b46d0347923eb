"""ANDs and ORs put together by hand: a row of blocks, the innermost first, each with its kind and its count."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from simexplorer.lab.family_kinds import CONSTRUCTIONS, Blocks
from simexplorer.ui.lab.fields import choice, whole
from simexplorer.ui.lab.flow_layout import FlowLayout
from simexplorer.ui.panels.naming import label, named, push_button, tool_button
from simexplorer.ui.panels.number_fields import ChoiceField, WholeField
from simexplorer.ui.theme.metrics import HAIR, spaced

MOST_BLOCKS = 4
MOST_COUNT = 64
_KINDS: dict[Literal["and", "or"], str] = {"and": "AND of", "or": "OR of"}
_OWN = -1


class _Block(Struct, frozen=True):
    cell: QWidget
    kind: ChoiceField
    count: WholeField


class BlockBuilder(QWidget):
    """Blocks that can be added, changed and taken away; ``changed`` says that ``blocks`` differ."""

    changed = Signal()

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._row = FlowLayout(self)
        self.preset = named(ChoiceField(), f"labPreset_{name}", "Construction to begin with")
        self.preset.fill([*enumerate(CONSTRUCTIONS), (_OWN, "as built here")])
        self.preset.currentIndexChanged.connect(self._on_preset)
        self._row.addWidget(self.preset)
        self._row.addWidget(label("h", "muted"))
        self._blocks = [self._make_block(place) for place in range(MOST_BLOCKS)]
        self.add_and = push_button("Add AND", f"labAddAnd_{name}", "Add an AND around all", "plus")
        self.add_or = push_button("Add OR", f"labAddOr_{name}", "Add an OR around all", "plus")
        self.add_and.clicked.connect(lambda: self._on_add("and"))
        self.add_or.clicked.connect(lambda: self._on_add("or"))
        self._row.addWidget(self.add_and)
        self._row.addWidget(self.add_or)
        self._shown = 0
        self._on_preset()

    @property
    def blocks(self) -> Blocks:
        """What stands there, the innermost first."""
        kinds: list[Literal["and", "or"]] = ["and" if block.kind.value() == "and" else "or" for block in self._blocks]
        return tuple((kinds[place], self._blocks[place].count.value()) for place in range(self._shown))

    def set_blocks(self, blocks: Blocks) -> None:
        """Show these, four at most."""
        self._shown = min(len(blocks), MOST_BLOCKS)
        for place, block in enumerate(self._blocks):
            block.cell.setVisible(place < self._shown)
            if place < self._shown:
                with QSignalBlocker(block.kind), QSignalBlocker(block.count):
                    block.kind.set_value(blocks[place][0])
                    block.count.setValue(blocks[place][1])
        self.add_and.setEnabled(self._shown < MOST_BLOCKS)
        self.add_or.setEnabled(self._shown < MOST_BLOCKS)
        known = list(CONSTRUCTIONS.values())
        with QSignalBlocker(self.preset):
            self.preset.setCurrentIndex(known.index(blocks) if blocks in known else len(known))
        self._row.invalidate()
        self.updateGeometry()
        self.changed.emit()

    def _make_block(self, place: int) -> _Block:
        cell = QWidget()
        row = spaced(QHBoxLayout(cell), HAIR)
        name, says = f"labBlockKind{place}_{self._name}", f"Kind of block {place + 1}"
        kind = choice(name, says, _KINDS, self._on_changed)
        name, says = f"labBlockCount{place}_{self._name}", f"Functions of block {place + 1}"
        count = whole(name, says, 1, MOST_COUNT, 4, self._on_changed)
        says = f"Take block {place + 1} away"
        remove = tool_button("Remove", f"labBlockRemove{place}_{self._name}", says, "x", says, True)
        for widget in (label("→", "muted"), kind, count, remove):
            row.addWidget(widget)
        remove.clicked.connect(lambda: self._on_remove(place))
        self._row.addWidget(cell)
        return _Block(cell, kind, count)

    def _on_preset(self) -> None:
        place = self.preset.currentData()
        if place != _OWN:
            self.set_blocks(list(CONSTRUCTIONS.values())[place])

    def _on_changed(self) -> None:
        self.set_blocks(self.blocks)

    def _on_add(self, kind: Literal["and", "or"]) -> None:
        self.set_blocks((*self.blocks, (kind, 4)))

    def _on_remove(self, place: int) -> None:
        kept = list(self.blocks)
        del kept[place]
        self.set_blocks(tuple(kept))
