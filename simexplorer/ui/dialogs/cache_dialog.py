"""What is kept between runs: where, how much, how much at most, and a button that removes it."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QDialog, QFormLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.naming import caption_of, label, named, push_button
from simexplorer.ui.panels.number_fields import DecimalField
from simexplorer.ui.theme import metrics, numbers
from simexplorer.ui.theme.letters import limit_width

GIBIBYTE = 2**30
_LIMIT_MEANING = "When more is kept than this, what has gone unused for longest is removed automatically."


class CacheDialog(QDialog):
    """Shows the cache and asks for what is to be done with it."""

    limit_changed = Signal(float)  # bytes
    clear_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "cacheDialog", "Cache")
        self.setWindowTitle("Cache")
        self.setMinimumWidth(480)
        self.size_text: QLabel = named(label("…"), "cacheSizeLabel", "Size of the cache")
        self.place = ElidedLabel(mode=Qt.TextElideMode.ElideMiddle)
        self.place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.limit = named(DecimalField(), "cacheLimitSpin", "Keep at most", _LIMIT_MEANING)
        self.limit.setDecimals(2)
        self.limit.setRange(0.01, 1024.0)
        self.limit.setSingleStep(0.5)
        self.limit.setSuffix(" GiB")
        self.note = label("", "muted", wrap=True)
        self.clear = push_button("Clear the cache", "clearCacheButton", "Remove all that is kept", "trash-2")
        self.leave = push_button("Close", "closeCacheButton", "Close this window")
        self.leave.setDefault(True)
        self._lay_out()
        self.limit.valueChanged.connect(lambda value: self.limit_changed.emit(value * GIBIBYTE))
        self.clear.clicked.connect(self.clear_requested)
        self.leave.clicked.connect(self.accept)

    def show_place(self, place: str) -> None:
        """The folder that it lies in."""
        self.place.say(place)

    def show_size(self, size: int, files: int, most: int) -> None:
        """How much there is, in how many files, and how much may be."""
        text = f"{numbers.size(size)} in {numbers.counted(files, 'file')}" if files else "nothing"
        self.size_text.setText(text)
        self.clear.setEnabled(files > 0)
        with QSignalBlocker(self.limit):
            self.limit.setValue(most / GIBIBYTE)

    def show_note(self, text: str) -> None:
        """What was just done, or could not be."""
        self.note.setText(text)

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.setHorizontalSpacing(metrics.GROUP)
        form.setVerticalSpacing(metrics.GAP)
        form.addRow(label("Kept now"), self.size_text)
        form.addRow(caption_of(self.limit, "Keep at most"), self.limit)
        form.addRow(label("Folder"), self.place)
        limit_width(self.limit, 120)
        buttons = metrics.spaced(QHBoxLayout(), metrics.GAP)
        buttons.addWidget(self.clear)
        buttons.addStretch(1)
        buttons.addWidget(self.leave)
        about = label(
            "Texts and signatures of what you analysed are kept, so that the next run reads only what changed. Nothing "
            "is lost when they are removed: the next run takes as long as the first.",
            "muted",
            wrap=True,
        )
        whole = metrics.spaced(QVBoxLayout(self), metrics.GAP, (16, 16, 16, 16))
        whole.addWidget(label("Kept between runs", "heading"))
        whole.addWidget(about)
        whole.addSpacing(metrics.GAP)
        whole.addLayout(form)
        whole.addWidget(self.note)
        whole.addStretch(1)
        whole.addLayout(buttons)
