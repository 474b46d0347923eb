"""Tabs that are found by name: the permanent ones always, the others when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QEvent, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QTabBar, QTabWidget, QToolButton, QWidget

from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.naming import named
from simexplorer.ui.theme import icons, numbers
from simexplorer.ui.theme.colours import colours_of
from simexplorer.ui.turns import Turns


class ViewTabs(QTabWidget):
    """Each tab has a name that code uses, a title that people read, and a count where there is one.

    least_width : what the pages together need; one that is added later does not move the docks around them
    """

    view_shown = Signal(str)  # name of the tab that has come to the front

    def __init__(self, name: str, accessible: str, order: Sequence[str], *, least_width: int = 0) -> None:
        super().__init__()
        self._order, self._least_width = list(order), least_width
        self._promised: dict[str, QWidget] = {}
        self._late: dict[str, QWidget] = {}
        self._permanent: set[str] = set()
        self._needs: tuple[object, ...] = ()  # what all that stands in it needs, as whatever is around it knows that
        named(self, name, accessible)
        bar = self.tabBar()
        bar.setObjectName(name.removesuffix("s") + "Bar")
        bar.setAccessibleName(accessible)
        bar.setExpanding(False)
        bar.setUsesScrollButtons(True)
        # the bar is a stop of Tab of its own: a second one before it would hold Shift+Tab
        leave_to_bar(self)
        for arrow in bar.findChildren(QToolButton):
            arrow.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setDocumentMode(True)
        self.setTabsClosable(True)
        self._stack = self.findChild(QStackedWidget)  # where Qt puts the pages
        self._names: list[str] = []
        self._titles: list[str] = []
        self._counts: dict[str, int] = {}
        self.tabCloseRequested.connect(self._on_close)
        self.currentChanged.connect(self._on_current)

    def add(self, name: str, title: str, page: QWidget, permanent: bool = True, late: bool = False) -> None:
        """A tab in its place of the order; one that is not permanent stays hidden until shown, and can be closed.

        late : the page is dressed and put in its place when it is first shown, in turns of their own. Until then no
            style sheet dresses it, which takes 10 KB and 0.1 ms for each of its widgets; no parent of it leads to the
            window, either.
        """
        if late and name not in self._promised:
            self.promise(name, title, permanent)
        if late and self.shown() != name:
            self._promised[name].setMinimumSize(page.minimumSizeHint())
            self._late[name] = page
            self.destroyed.connect(page.deleteLater)
        elif name in self._promised:
            shown = self.shown() == name
            self._keep_promise(name, page)
            if shown:
                self.currentChanged.emit(self.currentIndex())
        else:
            self._insert(name, title, page, permanent)

    def promise(self, name: str, title: str, permanent: bool = True) -> None:
        """A tab whose page comes later."""
        page = QWidget()
        self._insert(name, title, page, permanent)
        self._promised[name] = page

    @property
    def late(self) -> tuple[QWidget, ...]:
        """The pages that were not shown yet."""
        return tuple(self._late.values())

    @property
    def waits(self) -> bool:
        """Whether the page of the tab in front is about to be put in its place."""
        return self.shown() in self._late

    def once_shown(self, act: Callable[[], object]) -> None:
        """Do this when the page in front is in its place, which may be now; only the latest such wish counts."""
        if self.waits:
            Turns.of(self).add(partial(self.once_shown, act), key=self.once_shown)
        else:
            act()

    def _insert(self, name: str, title: str, page: QWidget, permanent: bool) -> None:
        rank = self._order.index(name)
        place = sum(self._order.index(other) < rank for other in self._names)
        self._names.insert(place, name)
        self._titles.insert(place, title)
        if permanent:
            self._permanent.add(name)
        self._put(place, page, title, visible=permanent)

    def _put(self, place: int, page: QWidget, text: str, visible: bool) -> None:
        """Insert the page of the tab that has this place."""
        self.insertTab(place, page, text)
        for side in (QTabBar.ButtonPosition.LeftSide, QTabBar.ButtonPosition.RightSide):
            cross: QWidget | None = self.tabBar().tabButton(place, side)  # None where there is none
            if self._names[place] in self._permanent:
                self.tabBar().setTabButton(place, side, None)
            elif cross is not None:
                words = f"Close {self._titles[place]}"
                named(cross, f"{self._names[place]}CloseButton", words, words)
        self.setTabVisible(place, visible)

    def _keep_promise(self, name: str, page: QWidget) -> None:
        empty = self._promised.pop(name)
        place, shown = self.indexOf(empty), self.currentWidget() is empty
        with QSignalBlocker(self):  # the view in front stays, by its name
            self._put(place, page, self.tabText(place), self.isTabVisible(place))
            if shown:
                self.setCurrentIndex(place)
            self.removeTab(self.indexOf(empty))
            self._fit_titles()  # what the old tab told on hovering went with it
        empty.deleteLater()

    def minimumSizeHint(self) -> QSize:
        """As much as the pages need, those that are still to come included."""
        return super().minimumSizeHint().expandedTo(QSize(self._least_width, 0))

    def event(self, event: QEvent) -> bool:
        """Another count on a tab, or other words in a page, moves nothing while all need the same room."""
        if event.type() == QEvent.Type.LayoutRequest:
            bar = self.tabBar()
            corner: QWidget | None = self.cornerWidget()  # None where there is none, whatever the stubs say
            beside = None if corner is None else (corner.isHidden(), corner.sizeHint())
            needs = (self.minimumSizeHint(), self.sizeHint(), bar.sizeHint().height(), bar.isHidden(), beside)
            if needs == self._needs:
                return True
            self._needs = needs
        return super().event(event)

    def names(self) -> tuple[str, ...]:
        """Names of all tabs, hidden ones too."""
        return tuple(self._names)

    def shown(self) -> str:
        """Name of the tab in front."""
        place = self.currentIndex()
        return self._names[place] if place >= 0 else ""

    def show_view(self, name: str) -> None:
        """Bring a tab to the front; an unknown name is none."""
        if name in self._names:
            place = self._names.index(name)
            self.setTabVisible(place, True)
            self._fit_titles()
            self.setCurrentIndex(place)

    def show_count(self, name: str, count: int) -> None:
        """How many rows the view of a tab has; 0 says nothing."""
        if self._counts.get(name, 0) != count:
            self._counts[name] = count
            self._fit_titles()

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Counts go where there is room for the titles alone."""
        super().resizeEvent(event)
        self._fit_titles()

    def _fit_titles(self) -> None:
        """Titles with their counts; without, where that spares a person the arrows: tooltips tell them then."""
        bar, letters = self.tabBar(), self.tabBar().fontMetrics()
        counts = [self._counts.get(name, 0) for name in self._names]
        told = [f"{t}  {numbers.count(n)}" if n else t for t, n in zip(self._titles, counts, strict=True)]
        shown = [place for place in range(self.count()) if self.isTabVisible(place)]
        around = sum(bar.tabRect(p).width() - letters.horizontalAdvance(self.tabText(p)) for p in shown)
        least, most = (around + sum(letters.horizontalAdvance(t[p]) for p in shown) for t in (self._titles, told))
        bare = least <= self.width() < most
        for place, text in enumerate(self._titles if bare else told):
            if self.tabText(place) != text:
                bar.setTabText(place, text)  # the tabs themselves would ask everything around them to move
            bar.setTabToolTip(place, told[place] if bare else "")

    def _on_close(self, place: int) -> None:
        self.setTabVisible(place, False)
        self._fit_titles()
        for on in (False, True):  # as far to the right as the tabs that are left; else the arrows are the wrong ones
            self.tabBar().setUsesScrollButtons(on)

    def _on_current(self, place: int) -> None:
        if not 0 <= place < len(self._names):
            return
        name = self._names[place]
        if name in self._late:
            for piece in (self._dress, self._show_late):
                Turns.of(self).add(partial(piece, name), key=(piece, name))
        else:
            self.view_shown.emit(name)

    def _dress(self, name: str) -> None:
        """Let a page that is to be shown for the first time have the style sheet of the window."""
        if name in self._late:
            self._late[name].setParent(self._stack)

    def _show_late(self, name: str) -> None:
        """Put it in its place."""
        page = self._late.pop(name, None)
        if page is None:
            return
        self._keep_promise(name, page)
        icons.tint_all(page, colours_of(self.palette()))
        if self.shown() == name:
            self.currentChanged.emit(self.currentIndex())


def leave_to_bar(tabs: QTabWidget) -> None:
    """Have Tab stop at the bar alone: pages that lead to the same bar once more would keep it from going on."""
    tabs.setFocusProxy(None)  # type: ignore[arg-type] # None is what takes it away
    tabs.setFocusPolicy(Qt.FocusPolicy.NoFocus)
