"""The evidence large, small or folded: pictures want room, and where nothing is selected there is nothing to show."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QDockWidget

from simexplorer.ui.controllers.column_widths import FIRST_BELOW
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.panels.naming import tool_button
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import icons, metrics

_SHARE_OF_LARGE, _USUAL_SHARE = 0.72, 0.385  # of the window's height
_LEAST_MIDDLE = 150  # pixels that the lists keep
_LOW = 700  # a window of fewer pixels: the evidence has no more than its usual share of it
_LEAST_OPEN = 200  # pixels of the evidence when it is opened again, for letters of the usual size
_SAME = 2  # pixels by which a height may miss the one that was asked for
# views in which nothing can be selected, or that are full of their own plots and fields until something is
_WITHOUT = ("overview", "before", "calibration", "settings", "boilerplate")


class EvidenceSize(QObject):
    """A button beside the tabs, and a key, that give the evidence most of the window and take it back.

    Below views that need the room, in a low window below all of them, and where there is nothing to compare, it folds
    to its tabs while nothing is selected; a press on them unfolds it for good. A height that nobody chose grows and
    shrinks with the window.
    """

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench.window)
        self._bench = bench
        self._before = 0
        self._open = 0  # the height to unfold to; 0 while it is not folded
        self._height, self._among = FIRST_BELOW, 0  # its own last one, in a window as high as that
        self._put_back = False  # panels are being reset: nothing folds before each has its first height
        self._wanted = False  # opened by hand though there is nothing in it
        self._second_click = after_pause(self, QApplication.doubleClickInterval(), self._on_selected)
        self.button = tool_button("Enlarge", "evidenceSizeButton", "Enlarge the evidence", "chevron-up", only_icon=True)
        bench.evidence_tabs.setCornerWidget(self.button)
        self.button.show()  # the tabs may be on the screen already
        # the middle may become small: what is large in it scrolls
        if (middle := bench.window.centralWidget()) is not None:
            middle.setMinimumHeight(_LEAST_MIDDLE)
        self.button.clicked.connect(self.toggle)
        dock = self._dock()
        if dock is not None:  # a window of its own is sized by its edges
            dock.topLevelChanged.connect(self.button.setHidden)
            dock.topLevelChanged.connect(self._fit)
            dock.dockLocationChanged.connect(self._fit)
            dock.installEventFilter(self)
        bench.evidence_tabs.tabBar().tabBarClicked.connect(self._want)
        bench.compare.wanted.connect(self._show_compare)
        bench.tabs.currentChanged.connect(self._fit)
        bench.selection.changed.connect(self._on_selected)
        bench.session.show_with(self._fit)
        bench.window.installEventFilter(self)
        bench.resetters.append(self._forget)
        bench.menus.add("view", "Enlarge the evidence, or make it small again", self.toggle, "Ctrl+Shift+E")

    @property
    def large(self) -> bool:
        """Whether it was enlarged."""
        return self._before > 0

    @property
    def folded(self) -> bool:
        """Whether only its tabs are shown."""
        return self._open > 0

    def toggle(self) -> None:
        """Most of the window, or what it was before; folded it is unfolded."""
        dock = self._dock()
        if dock is None or dock.isFloating():
            return
        dock.show()
        if self.folded:
            self._want()
            return
        whole, middle = self._bench.window.height(), self._bench.window.centralWidget()
        height = int(whole * _SHARE_OF_LARGE)
        squeezed = middle is not None and middle.height() <= _LEAST_MIDDLE + _SAME
        if self.large or squeezed or dock.height() >= height - _SAME:  # somebody may have drawn it as large
            height, self._before = self._before or self._usual(whole), 0
        else:
            self._before = dock.height()
        self._bench.window.resizeDocks([dock], [height], Qt.Orientation.Vertical)
        self._say()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """At the end its own height is stored, not folded nor large; with another window it may have another height."""
        if watched is not self._bench.window:
            if event.type() == QEvent.Type.Resize and QApplication.mouseButtons() != Qt.MouseButton.NoButton:
                self._note_height()
        elif event.type() == QEvent.Type.Close:
            self._unfold()
            dock = self._dock()
            if self.large and dock is not None and not dock.isHidden():
                self.toggle()
        elif event.type() in (QEvent.Type.Resize, QEvent.Type.Show):
            self._bench.session.turns.add(self._fit_window)  # when all have their places
        return super().eventFilter(watched, event)

    def _fit_window(self) -> None:
        self._fit()
        dock = self._dock()
        if dock is None or self.large or not self._is_below(dock):
            return
        now, before = self._bench.window.height(), self._among
        self._among = now
        height = self._open or (self._height if before else dock.height())
        usual = any(
            abs(height - known) <= _SAME for known in (FIRST_BELOW, self._usual(before or now), self._usual(now))
        )
        wanted = min(self._usual(now) if usual else height if self.folded else dock.height(), self._most())
        if self.folded:
            self._open = wanted
        elif dock.height() != wanted:
            self._bench.window.resizeDocks([dock], [wanted], Qt.Orientation.Vertical)
        self._height = wanted

    def _note_height(self) -> None:
        """Somebody draws it: it keeps this height when the window changes its own."""
        if (dock := self._dock()) is not None and not (self.folded or self.large):
            self._height = dock.height()

    @staticmethod
    def _usual(height: int) -> int:
        """The height that it has in a window so high, unless somebody chose another."""
        return max(_LEAST_OPEN, int(height * _USUAL_SHARE))

    def _is_low(self) -> bool:
        window = self._bench.window
        return window.height() < metrics.taller(_LOW, window.font())

    def _most(self) -> int:
        """The height that leaves the lists their room, unless somebody wants it larger."""
        return self._usual(self._bench.window.height()) if self._is_low() else metrics.NO_LIMIT

    def _least(self) -> int:
        return min(metrics.taller(_LEAST_OPEN, self._bench.window.font()), self._most())

    def _on_selected(self) -> None:
        """What was pressed in a list stays where it is until the hand has let go of it, and has clicked twice."""
        if self.folded and QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._second_click.start()
        else:
            self._fit()

    def _want(self) -> None:
        self._wanted = True
        self._fit()

    def _show_compare(self) -> None:
        """Both texts in sight, whatever tab was in front and whether or not the evidence was closed or folded."""
        if (dock := self._dock()) is not None:
            dock.show()
        self._bench.evidence_tabs.show_view("compare")
        self._want()

    def _forget(self) -> None:
        """The panels are put back: neither large nor folded nor wanted, and what is needless folds again after that."""
        self._wanted, self._before, self._height = False, 0, FIRST_BELOW
        self._unfold()
        self._say()
        self._put_back = True
        self._bench.session.turns.add(self._after_reset)

    def _after_reset(self) -> None:
        self._put_back = False
        self._fit_window()

    def _fit(self) -> None:
        dock = self._dock()
        if dock is None or self._put_back:
            return
        if self._is_idle() and self._is_below(dock) and not (self._wanted or self.large):
            self._fold(dock)
        else:
            self._unfold()

    def _is_idle(self) -> bool:
        bench = self._bench
        result, view = bench.session.result, bench.tabs.shown()
        needed = view in _WITHOUT and (view != "overview" or result is not None)
        if not needed and result is not None:  # or nothing is like anything; while a run goes on nobody knows yet
            needed = self.folded if bench.session.growing else not (len(result.pairs) or len(result.groups))
        return (needed or self._is_low()) and not bench.selection.documents

    def _is_below(self, dock: QDockWidget) -> bool:
        window, below = self._bench.window, Qt.DockWidgetArea.BottomDockWidgetArea
        alone = not dock.isFloating() and not window.tabifiedDockWidgets(dock)
        return alone and window.dockWidgetArea(dock) == below

    def _fold(self, dock: QDockWidget) -> None:
        tabs = self._bench.evidence_tabs
        bar = tabs.tabBar()
        if self.folded or bar.isHidden():
            return
        self._open = max(self._least(), dock.height())
        tabs.setMaximumHeight(max(bar.sizeHint().height(), self.button.sizeHint().height()))
        self._say()

    def _unfold(self) -> None:
        dock, height, self._open = self._dock(), self._open, 0
        if not height or dock is None:
            return
        self._bench.evidence_tabs.setMaximumHeight(metrics.NO_LIMIT)
        if dock.isFloating():
            # once it is a window: on its way there it is still given the height that it had
            self._bench.session.turns.add(lambda: dock.resize(dock.width(), max(height, dock.height())))
        else:
            self._bench.window.resizeDocks([dock], [min(height, self._most())], Qt.Orientation.Vertical)
        self._say()

    def _say(self) -> None:
        words = "Show the evidence" if self.folded else "Enlarge the evidence"
        words = "Make the evidence small again" if self.large else words
        icons.dress(self.button, "chevron-down" if self.large else "chevron-up")
        self.button.setToolTip(words)
        self.button.setAccessibleName(words)

    def _dock(self) -> QDockWidget | None:
        parent = self._bench.evidence_tabs.parentWidget()
        while parent is not None and not isinstance(parent, QDockWidget):
            parent = parent.parentWidget()
        return parent
