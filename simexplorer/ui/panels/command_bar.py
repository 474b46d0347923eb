"""The line across the top: open, analyse, cancel, filter, export, theme, help."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QMenu, QSizePolicy, QSpacerItem, QToolButton, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.naming import named, push_button, set_button_text, tool_button
from simexplorer.ui.panels.search_field import SearchField
from simexplorer.ui.theme import icons, metrics

_STATES = ("Analyse", "Analysing …", "Analyse again")  # what the button of the run says in turn
_CANCEL, _STOPPING = "Cancel", "Stopping …"
_FILTER_MEANING = (
    "Show only documents whose path holds all these words, in lists and on the map (Ctrl+F).\n"
    "Overview stays whole, and so do lists that answer a question: Neighbours, Ask, Two settings, Is it right?"
)
_WANTED, _LEAST = 300, 96  # pixels of the filter: it alone gives way where the line is too long for the window


class FilterField(SearchField):
    """A search field that gives way where the line is too long."""

    def sizeHint(self) -> QSize:
        """Room for its words and some of a path."""
        return QSize(_WANTED, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Room for a word."""
        return QSize(_LEAST, super().minimumSizeHint().height())


class CommandBar(QWidget):
    """What a person can do with the collection as a whole."""

    recent_chosen = Signal(str)  # as stored

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("commandBar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.open_menu, self.export_menu = QMenu(self), QMenu(self)
        self.panels_menu, self.theme_menu = QMenu(self), QMenu(self)
        self.open = tool_button("Open…", "openButton", "Open a folder", "folder-open", "Open a folder (Ctrl+O)")
        self.analyse = push_button("Analyse", "analyseButton", "Analyse the collection", "play", primary=True)
        stop = "Stop and keep what is done"
        self.cancel = tool_button(_CANCEL, "cancelButton", stop, "square", f"{stop} (Esc)")
        self.filter = named(FilterField(), "filterEdit", "Filter the lists and the map by path", _FILTER_MEANING)
        self.export = tool_button("Report…", "exportButton", "Save a report", "download", "Save a report (Ctrl+E)")
        self.panels = tool_button("Panels", "panelsButton", "Show or hide panels", "columns-2", only_icon=True)
        self.theme = tool_button("Theme", "themeButton", "Switch between light and dark", "moon", only_icon=True)
        about = "Shortcuts and what the numbers mean"
        self.help = tool_button("Help", "helpButton", about, "circle-help", only_icon=True)
        mode = QToolButton.ToolButtonPopupMode
        for button, menu, popup in (
            (self.open, self.open_menu, mode.MenuButtonPopup),
            (self.export, self.export_menu, mode.MenuButtonPopup),
            (self.panels, self.panels_menu, mode.InstantPopup),
            (self.theme, self.theme_menu, mode.DelayedPopup),
        ):
            button.setMenu(menu)
            button.setPopupMode(popup)
        # both are switched off in turn: with the focus on one of them it would wander on into the filter
        self.analyse.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.cancel.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._growth = QSpacerItem(0, 0)  # behind the button that stops: what it is narrower than it will be
        self._lay_out()
        self.set_running(False)

    def _lay_out(self) -> None:
        self.filter.setPlaceholderText("Filter by path")
        self.filter.setClearButtonEnabled(True)
        self.filter.setMaximumWidth(360)
        row = metrics.spaced(QHBoxLayout(self), metrics.GAP, (12, metrics.GAP, 12, metrics.GAP))
        for widget in (self.open, self.analyse, self.cancel):
            row.addWidget(widget)
        row.addItem(self._growth)
        # without factors: with them the filter would be given its least width before anything else is
        row.addStretch()
        row.addWidget(self.filter)
        row.addStretch()
        for widget in (self.export, self.panels, self.theme, self.help):
            row.addWidget(widget)

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width may leave room for words, or none."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Words on all buttons; where the line is too long for them, some say it by their icons alone."""
        layout, style, fixed = self.layout(), Qt.ToolButtonStyle, QSizePolicy.Policy.Fixed
        assert layout is not None
        self._keep_width()
        giving = (self.export, self.cancel, self.open)
        for button in giving:
            button.setToolButtonStyle(style.ToolButtonTextBesideIcon)
        self._growth.changeSize(_wider(self.cancel, _CANCEL, _STOPPING), 0, fixed)
        for button in giving:
            layout.invalidate()
            if layout.minimumSize().width() <= self.width():
                break
            button.setToolButtonStyle(style.ToolButtonIconOnly)
            if button is self.cancel:
                self._growth.changeSize(0, 0, fixed)

    def _keep_width(self) -> None:
        """The button of the run is as wide whatever it says in turn, so that nothing beside it moves."""
        self.analyse.setMinimumWidth(self.analyse.sizeHint().width() + _wider(self.analyse, *_STATES))

    def minimumSizeHint(self) -> QSize:
        """The window may be narrower than all words are."""
        return QSize(0, super().minimumSizeHint().height())

    def set_running(self, running: bool) -> None:
        """Whether there is something to cancel."""
        self.cancel.setEnabled(running)
        set_button_text(self.cancel, _CANCEL)
        self.fit()

    def show_cancelling(self) -> None:
        """The wish to stop was heard."""
        self.cancel.setEnabled(False)
        set_button_text(self.cancel, _STOPPING)
        self.fit()

    def offer(self, text: str, tooltip: str, enabled: bool) -> None:
        """What the analyse button would do now."""
        set_button_text(self.analyse, text)
        self.analyse.setToolTip(tooltip)
        self.analyse.setAccessibleName(text)
        self.analyse.setEnabled(enabled)
        icons.dress(self.analyse, "play", "on_accent" if enabled else "faint")
        self.fit()

    def set_recent(self, entries: list[tuple[str, str]], fixed: list[QAction]) -> None:
        """Fill the menu of Open: the fixed actions, then recent folders as (text, stored)."""
        self.open_menu.clear()
        self.open_menu.addActions(fixed)
        if entries:
            self.open_menu.addSection("Recent")
        for text, stored in entries:
            action = self.open_menu.addAction(text.replace("&", "&&"))
            action.setData(stored)
            action.triggered.connect(self._on_recent)

    def _on_recent(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.recent_chosen.emit(action.data())


def _wider(button: QAbstractButton, *turns: str) -> int:
    """How many pixels wider a button will be with the widest of the texts that it says in turn."""
    letters = button.fontMetrics()
    now, *widths = (letters.size(Qt.TextFlag.TextShowMnemonic, text).width() for text in (button.text(), *turns))
    return max(0, *(width - now for width in widths))
