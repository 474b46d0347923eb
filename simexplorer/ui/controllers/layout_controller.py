"""Theme, place of docks and columns, kept between starts."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QObject, QRect, QSettings, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication
from PySide6.QtWidgets import QDockWidget, QMainWindow

from simexplorer.ui.controllers.columns_controller import ColumnsController
from simexplorer.ui.panels.command_bar import CommandBar
from simexplorer.ui.panels.dock_buttons import dress_title, let_title_grow
from simexplorer.ui.panels.on_screen import FRAME, room_for
from simexplorer.ui.theme import icons
from simexplorer.ui.theme.colours import Colours
from simexplorer.ui.theme.switch import ThemeSwitch
from simexplorer.window_arguments import MODES

LAYOUT_VERSION = 1
_TITLES = {"system": "Follow the system", "light": "Light", "dark": "Dark"}


class LayoutController(QObject):
    """Restores what the person arranged, stores it at the end, and puts it back on request."""

    def __init__(
        self, window: QMainWindow, bar: CommandBar, theme: ThemeSwitch, columns: ColumnsController, settings: QSettings
    ) -> None:
        super().__init__(window)
        self._window, self._bar, self._theme, self._columns, self._settings = window, bar, theme, columns, settings
        self._held: list[QDockWidget] = []  # docks that wait for the window
        self._first = window.saveState(LAYOUT_VERSION)
        self._modes = QActionGroup(self)
        for mode in MODES:
            action = bar.theme_menu.addAction(_TITLES[mode])
            action.setCheckable(True)
            action.setData(mode)
            self._modes.addAction(action)
        self._modes.triggered.connect(self._on_mode)
        bar.theme.clicked.connect(self.toggle_theme)
        theme.changed.connect(self._on_theme_changed)
        self._dress_titles()
        for dock in window.findChildren(QDockWidget):
            let_title_grow(dock)
            dock.topLevelChanged.connect(self._on_moved)

    def restore(self) -> None:
        """Window, docks and columns as they were."""
        self._show_mode()
        geometry = self._settings.value("geometry")
        if isinstance(geometry, QByteArray):
            self._window.restoreGeometry(geometry)
            centre = self._window.frameGeometry().center()
            if QGuiApplication.screenAt(centre) is None:
                self._window.resize(1280, 800)
        layout = self._settings.value("layout")
        if isinstance(layout, QByteArray):
            self._window.restoreState(layout, LAYOUT_VERSION)
            self._hold_floating()
        self._dress_titles()

    def fit(self, available: QRect) -> None:
        """Fill the screen rather than reach beyond it: what is done stands at the foot of the window."""
        window = self._window
        window.setMinimumSize(window.minimumSize().boundedTo(room_for(available.size())))
        if window.width() > available.width() or window.height() + FRAME.height() > available.height():
            window.setWindowState(window.windowState() | Qt.WindowState.WindowMaximized)

    def store(self) -> None:
        """Write all of it down."""
        self._settings.setValue("theme", self._theme.mode)
        self._settings.setValue("geometry", self._window.saveGeometry())
        if not self._held:  # else the window was never shown
            self._settings.setValue("layout", self._window.saveState(LAYOUT_VERSION))
        self._columns.store()

    def reset(self) -> None:
        """Put docks and columns back to where they were when the program was first started."""
        self._window.restoreState(self._first, LAYOUT_VERSION)
        self._dress_titles()
        self._columns.reset()

    def toggle_theme(self) -> None:
        """From light to dark or back."""
        self._theme.toggle()
        self._settings.setValue("theme", self._theme.mode)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The window is shown: docks that are windows of their own may follow."""
        if event.type() == QEvent.Type.Show and watched is self._window:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self, self._show_floating)
        return False

    def _hold_floating(self) -> None:
        """A floating dock that is shown before the window belongs to none, and comes to lie behind it."""
        docks = self._window.findChildren(QDockWidget)
        self._held = [dock for dock in docks if dock.isFloating() and not dock.isHidden()]
        for dock in self._held:
            dock.hide()
        if self._held:
            self._window.installEventFilter(self)

    def _show_floating(self) -> None:
        held, self._held = self._held, []
        for dock in held:
            dock.show()

    def _on_mode(self, action: QAction) -> None:
        self._theme.set_mode(str(action.data()))
        self._settings.setValue("theme", self._theme.mode)
        self._show_mode()

    def _on_theme_changed(self, colours: object) -> None:
        assert isinstance(colours, Colours)
        self._show_mode()

    def _dress_titles(self) -> None:
        """After docks were put in their places: Qt gave their buttons its own icons."""
        for dock in self._window.findChildren(QDockWidget):
            dress_title(dock)

    def _on_moved(self) -> None:
        dock = self.sender()
        if isinstance(dock, QDockWidget):
            dress_title(dock)

    def _show_mode(self) -> None:
        icons.dress(self._bar.theme, "sun" if self._theme.colours.dark else "moon")
        for action in self._modes.actions():
            action.setChecked(action.data() == self._theme.mode)
