"""Play, step, back and reset over numbered steps, with a slider to see and choose where one stands."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSlider, QToolButton, QWidget

from simexplorer.ui.panels.naming import label, named, tool_button
from simexplorer.ui.theme import icons, numbers
from simexplorer.ui.theme.metrics import GAP, spaced

MILLISECONDS = 650  # from one step to the next while playing


class Player(QWidget):
    """Steps 0 … last; ``moved`` says which one is to be shown. A reset goes to the first, play from there to the last.

    Keys, wherever the window of the page has the focus: Alt+P plays and pauses, Alt+→ and Alt+← step, Alt+Home resets.
    """

    moved = Signal(int)  # the step to be shown now

    def __init__(self, page: QWidget, name: str) -> None:
        super().__init__(page)
        self._step, self._last = 0, 0
        self._noun = "Step"
        self.reset = self._button("rotate-ccw", f"labReset_{name}", "Reset: back to the first step", "Alt+Home", page)
        self.back = self._button("chevron-left", f"labBack_{name}", "One step back", "Alt+Left", page)
        self.play = self._button("play", f"labPlay_{name}", "Play", "Alt+P", page)
        self.step_on = self._button("chevron-right", f"labStep_{name}", "One step on", "Alt+Right", page)
        self.slider = named(QSlider(Qt.Orientation.Horizontal), f"labSlider_{name}", "Step")
        self.slider.setMinimumWidth(120)
        self.slider.setMaximumWidth(260)
        self.place = label(role="muted")
        self.place.setObjectName(f"labPlace_{name}")
        self.place.setMinimumWidth(self.place.fontMetrics().horizontalAdvance("Step 888 of 888 ") + 4)
        row = spaced(QHBoxLayout(self), GAP // 2)
        for button in (self.reset, self.back, self.play, self.step_on):
            row.addWidget(button)
        row.addSpacing(GAP // 2)
        row.addWidget(self.slider)
        row.addSpacing(GAP // 2)
        row.addWidget(self.place)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._timer = QTimer(self)
        self._timer.setInterval(MILLISECONDS)
        self._timer.timeout.connect(lambda: self._go(self._step + 1))
        self.reset.clicked.connect(lambda: self.go_to(0))
        self.back.clicked.connect(lambda: self.go_to(self._step - 1))
        self.step_on.clicked.connect(lambda: self.go_to(self._step + 1))
        self.play.clicked.connect(self._on_play)
        self.slider.valueChanged.connect(self._go)
        self._show()

    def _button(self, icon: str, name: str, says: str, keys: str, page: QWidget) -> QToolButton:
        button = tool_button(says.partition(":")[0], name, says, icon, f"{says} ({keys.replace('Left', '←')})", True)
        button.setToolTip(button.toolTip().replace("Right", "→"))
        QShortcut(QKeySequence(keys), page).activated.connect(button.click)  # not while another page is shown
        return button

    @property
    def step(self) -> int:
        """The step shown now."""
        return self._step

    @property
    def last(self) -> int:
        """Number of the last step."""
        return self._last

    @property
    def playing(self) -> bool:
        """Whether steps follow by themselves."""
        return self._timer.isActive()

    def set_steps(self, last: int, at: int | None = None, noun: str = "Step") -> None:
        """There are steps 0 … ``last`` now; stay where one stood, or go to ``at``. Says so by ``moved`` in any case."""
        self._last, self._noun = max(0, last), noun
        if at is None:
            at = self._step
        self._go(at, force=True)

    def set_interval(self, milliseconds: int) -> None:
        """Time between two steps while playing."""
        self._timer.setInterval(milliseconds)

    def go_to(self, step: int) -> None:
        """Stop playing and show this step."""
        self.pause()
        self._go(step)

    def pause(self) -> None:
        """Stop playing, stay where one stands."""
        self._timer.stop()
        self._show()

    def _go(self, step: int, force: bool = False) -> None:
        step = min(max(step, 0), self._last)
        changed = step != self._step
        self._step = step
        if step == self._last:
            self._timer.stop()
        self._show()
        if changed or force:
            self.moved.emit(step)

    def _show(self) -> None:
        with QSignalBlocker(self.slider):
            self.slider.setRange(0, self._last)
            self.slider.setValue(self._step)
        self.place.setText(f"{self._noun} {numbers.count(self._step)} of {numbers.count(self._last)}")
        icons.dress(self.play, "pause" if self.playing else "play")
        self.play.setAccessibleName("Pause" if self.playing else "Play")
        for button, useful in (
            (self.reset, self._step > 0),
            (self.back, self._step > 0),
            (self.step_on, self._step < self._last),
            (self.play, self._last > 0),
            (self.slider, self._last > 0),
        ):
            button.setEnabled(useful)

    def _on_play(self) -> None:
        if self.playing:
            self.pause()
            return
        if self._step == self._last:
            self._go(0)
        self._timer.start()
        self._show()

    def hideEvent(self, event: QHideEvent) -> None:
        """What nobody sees does not move."""
        self.pause()
        super().hideEvent(event)
