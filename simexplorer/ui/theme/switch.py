"""Light, dark or as the system has it; switched while the window is open."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QWidget

from simexplorer.ui.theme import icons
from simexplorer.ui.theme.colours import DARK, LIGHT, Colours, palette_from
from simexplorer.ui.theme.letters import Letters
from simexplorer.ui.theme.repainting import Repainting
from simexplorer.ui.theme.stylesheet import TONE
from simexplorer.window_arguments import MODES


class ThemeSwitch(QObject):
    """Puts a palette on the application and a style sheet on the window; ``changed`` says which colours now hold."""

    changed = Signal(object)  # Colours

    def __init__(self, application: QApplication, window: QWidget) -> None:
        super().__init__(window)
        self._application, self._window = application, window
        self._mode = "system"
        self._colours: Colours | None = None
        self.repainting = Repainting(window)
        self._letters = Letters(application, window)
        if application.style().name() != "fusion":  # to set it again dresses every widget there is anew
            application.setStyle("Fusion")
        QGuiApplication.styleHints().colorSchemeChanged.connect(self._on_system_changed)

    @property
    def mode(self) -> str:
        """What was asked for: ``system``, ``light`` or ``dark``."""
        return self._mode

    @property
    def colours(self) -> Colours:
        """The colours that hold now."""
        return self._colours or self._wanted()

    def set_mode(self, mode: str) -> None:
        """Switch; anything unknown counts as ``system``."""
        self._mode = mode if mode in MODES else "system"
        self._apply()

    def toggle(self) -> None:
        """From light to dark or back, whatever the system says."""
        self.set_mode("light" if self.colours.dark else "dark")

    def _wanted(self) -> Colours:
        if self._mode == "system":
            scheme = QGuiApplication.styleHints().colorScheme()
            return DARK if scheme == Qt.ColorScheme.Dark else LIGHT
        return DARK if self._mode == "dark" else LIGHT

    def _apply(self) -> None:
        wanted = self._wanted()
        if wanted is self._colours:
            return
        self._colours = wanted
        self._application.setPalette(palette_from(wanted))
        self._window.setProperty(TONE, "dark" if wanted.dark else "light")
        if self._window.styleSheet():
            self.repainting.start(wanted)
        else:
            # on the window, not the application: the latter visits every widget several times over
            self._letters.dress()
            icons.tint_all(self._window, wanted)
        self.changed.emit(wanted)

    @Slot()
    def _on_system_changed(self) -> None:
        if self._mode == "system":
            self._apply()
