"""Two texts side by side: shared passages in their colours, scrolled together, walked through, searched."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from simexplorer.features.shown_text import MOST_HITS, ShownText
from simexplorer.search.passages import Passages
from simexplorer.ui.faults import told_and_survived
from simexplorer.ui.panels.allowing import allow
from simexplorer.ui.panels.difference_walk import DifferenceWalk
from simexplorer.ui.panels.filled_view import FilledView
from simexplorer.ui.panels.heading_row import HeadingRow
from simexplorer.ui.panels.linked_places import LinkedPlaces, Places, ShownPassages
from simexplorer.ui.panels.naming import label, named, switch, tool_button
from simexplorer.ui.panels.passage_side import PassageSide
from simexplorer.ui.panels.passage_view import NO_HITS
from simexplorer.ui.panels.search_field import SearchField
from simexplorer.ui.panels.texts_first import TextsFirst
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import metrics, numbers
from simexplorer.ui.theme.letters import keep_width
from simexplorer.ui.theme.tooltips import hint

_SEARCHED_AT_ONCE = 120_000  # characters looked through before events are looked at again: 3 to 30 ms
_TYPING_PAUSE = 150  # milliseconds
_UNBROKEN = 40  # characters up to which a number stays in one row with its words
_NO_TEXT = "No text is shown to be searched: select a document or a pair first."
_NO_PASSAGE = "No shared passage is shown: select a pair first, and wait until its passages are found."
_UNTOLD = 300  # milliseconds in which passages are found of all but very long texts


class ComparePanel(FilledView):
    """The evidence for a pair: both texts, what they share, and the numbers between them.

    Whoever fills it finds the passages (``search.passages``) off the main thread. ``actions_offered`` are for a menu.
    """

    swap_requested = Signal()
    wanted = Signal()  # somebody goes there to type: it is to be in sight

    def __init__(self) -> None:
        super().__init__("git-compare")
        named(self, "compareView", "Two documents side by side with their shared passages")
        self.left, self.right = PassageSide("compareLeft", "first"), PassageSide("compareRight", "second")
        self._passages: Passages | None = None
        self._links = LinkedPlaces.ends(0, 0), LinkedPlaces.ends(0, 0)
        self._searched: dict[bool, tuple[int, list[Places]]] = {}
        self._current = -1
        self._following = False
        self._figures, self._shares = "", ""
        self._make_tools()
        self._lay_out()
        self._connect()
        self.clear()

    # what is shown ---------------------------------------------------------------------------------------------------
    def show_texts(self, left: tuple[str, ShownText, str], right: tuple[str, ShownText, str] | None = None) -> None:
        """Show one text or two, each as (title, text, notice of what is left out); passages come later."""
        self._stop_search()
        self._following = True  # the old passages lead nowhere
        self.left.show_text(*left)
        self.left.title.tell_from("" if right is None else right[0])
        was_alone = self.right.isHidden()
        self.right.setVisible(right is not None)
        if right is not None:
            self.right.show_text(*right)
            self.right.title.tell_from(left[0])
            if was_alone:
                self._splitter.setSizes([1000, 1000])
        self._following = False
        for tool in (self.swap, self.link):
            tool.setEnabled(right is not None)
        self.show_filled(True)
        self.set_passages(None)
        if right is not None:
            self._looking.start()
        self._begin_search()

    def show_figures(self, figures: str, meaning: str = "") -> None:
        """The numbers between the two documents, in one line; ``meaning`` explains them on hovering."""
        self._figures = figures
        self.numbers_line.setProperty("meaning", meaning)
        self._say_numbers()

    def figures(self) -> str:
        """The line of numbers."""
        return self._figures

    def set_passages(self, shown: ShownPassages | None) -> None:
        """Mark the passages of the two texts; None while they are not known."""
        self._looking.stop()
        self._passages = passages = None if shown is None else shown.passages
        self._differences.show(None if shown is None else shown.differences)
        self._current = -1
        left, right = len(self.left.view.shown), len(self.right.view.shown)
        none = LinkedPlaces.ends(left, right), LinkedPlaces.ends(right, left)
        self._links = none if shown is None else shown.links
        for number, side in enumerate((self.left, self.right)):
            side.show_marks(*(np.empty((3, 0), np.int64) if shown is None else shown.marks[number]))
        walks = passages is not None and len(passages) > 0
        for button in (self.previous, self.following):
            button.setEnabled(walks)
        for action in self._of_passages:
            allow(action, "" if walks else _NO_PASSAGE)
        self._say_passage()

    def clear(self) -> None:
        """Nothing is selected."""
        self.show_texts(("", ShownText.of(""), ""))
        self.show_figures("")
        self.empty.say(
            "Nothing to compare yet",
            "Select a pair, a member of a cluster or a neighbour to see both texts side by side.",
        )
        self.show_filled(False)

    def show_filled(self, filled: bool) -> None:
        """Both texts, which can be searched, or the words in their place."""
        super().show_filled(filled)
        for action in self._of_search:
            allow(action, "" if filled else _NO_TEXT)

    def show_unread(self, why: str) -> None:
        """What is selected cannot be read any more."""
        self.clear()
        self.empty.say("This text cannot be shown", why)

    def show_reading(self, texts: int) -> None:
        """What is selected is being read, and takes a while: what stood here before is none of it."""
        self.clear()
        self.empty.say("Reading the text …" if texts == 1 else "Reading both texts …")

    # walking ---------------------------------------------------------------------------------------------------------
    @property
    def passage(self) -> int:
        """The passage that was gone to last; -1 for none."""
        return self._current

    def next_passage(self) -> None:
        """Go to the next passage in the order of the left text, behind the last to the first."""
        self._walk(1)

    def previous_passage(self) -> None:
        """Go to the one before."""
        self._walk(-1)

    def go_to_passage(self, passage: int) -> None:
        """Bring a passage into sight on both sides."""
        if self._passages is None or not 0 <= passage < len(self._passages):
            return
        self._current = passage
        for side in (self.left, self.right):
            side.view.set_current(passage)
        self.go_to_places(int(self._passages.left_start[passage]), int(self._passages.right_start[passage]))
        self._say_passage()

    def go_to_places(self, left: int, right: int) -> None:
        """Bring a character of each text into sight."""
        self._following = True
        self.left.view.go_to(left)
        self.right.view.go_to(right)
        self._following = False

    def focus_search(self) -> None:
        """Put the cursor into the search field, shown with it."""
        self.wanted.emit()
        self.seek.setChecked(True)
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _walk(self, step: int) -> None:
        if self._passages is not None and len(self._passages):
            start = self._current if self._current >= 0 else (-1 if step > 0 else 0)
            self.go_to_passage((start + step) % len(self._passages))

    def _say_passage(self) -> None:
        passages = self._passages
        if passages is None:
            self.counter.setText("")
        elif not len(passages):
            self.counter.setText("no shared passages")
        elif self._current < 0:
            self.counter.setText(numbers.counted(len(passages), "shared passage"))
        else:
            self.counter.setText(f"{numbers.count(self._current + 1)} of {numbers.count(len(passages))}")
        self._shares = ""
        if passages is not None and len(passages):
            shares = numbers.percent(passages.left_share), numbers.percent(passages.right_share)
            left, right = (share.replace(" ", "\N{NO-BREAK SPACE}") for share in shares)  # the line may wrap
            self._shares = f"shared: {left} left, {right} right"
        self._say_numbers()

    def _say_looking(self) -> None:
        self.counter.setText("looking for passages …")

    def _say_numbers(self) -> None:
        """All of the line is read at any width: it goes on in further rows, broken between its parts."""
        line = " · ".join(part for part in (self._figures, self._shares) if part)
        parts = (part.replace(" ", "\u00a0") if len(part) < _UNBROKEN else part for part in line.split(" · "))
        self.numbers_line.setText("\u00a0· ".join(parts))
        self.numbers_line.setVisible(bool(line))
        meaning = self.numbers_line.property("meaning")
        hint(self.numbers_line, f"{line}\n\n{meaning}" if line and meaning else line)

    @told_and_survived
    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low panel the texts have the room."""
        super().resizeEvent(event)
        self._texts.fit(self.height())

    # scrolling -------------------------------------------------------------------------------------------------------
    def _on_moved(self, from_right: bool) -> None:
        if self._following or not self.link.isChecked() or self.right.isHidden():
            return
        source, other = (self.right, self.left) if from_right else (self.left, self.right)
        bar = source.view.verticalScrollBar()
        if bar.maximum() == 0 or source.view.at_home:  # all of it is in sight, or nobody scrolled: nothing to follow
            return
        self._following = True
        if bar.value() == 0:
            other.view.go_to(0, 0.0)
        else:
            other.view.go_to(self._links[from_right].place(source.view.place_at()))
        self._following = False

    # searching -------------------------------------------------------------------------------------------------------
    def _begin_search(self) -> None:
        self._stop_search()
        for side in (self.left, self.right):
            side.show_hits(NO_HITS, -1)
        self._hit, self._wish = -1, 0
        wanted = self.search.text()
        self.found.setText("")
        if wanted:
            self._searched = {right: (0, []) for right in (False, True)}
            self._slices.start()

    def _stop_search(self) -> None:
        self._typing.stop()
        self._slices.stop()

    def _search_slice(self) -> None:
        wanted, done = self.search.text(), True
        for right, side in ((False, self.left), (True, self.right)):
            at, parts = self._searched[right]
            if at < len(side.view.shown) and sum(map(len, parts)) < MOST_HITS and not side.isHidden():
                parts.append(side.view.shown.find(wanted, at, at + _SEARCHED_AT_ONCE))
                self._searched[right] = (at + _SEARCHED_AT_ONCE, parts)
                done = False
        if done:
            self._slices.stop()
            for right, side in ((False, self.left), (True, self.right)):
                side.show_hits(np.concatenate([NO_HITS, *self._searched[right][1]]), -1)
            self.next_hit(self._wish or 1, go=bool(self._wish))

    def next_hit(self, step: int = 1, go: bool = True) -> None:
        """Go to the next search hit, once all are found: those of the left text, then of the right, then round."""
        if go and self._typing.isActive():
            self._begin_search()
        if go and self._slices.isActive():
            self._wish = step
            return
        left, right = len(self.left.hits), len(self.right.hits)
        most = " or more" if max(left, right) >= MOST_HITS else ""
        if left + right == 0:
            self.found.setText("not found" if self.search.text() else "")
            return
        if go:
            self._hit = (self._hit + step) % (left + right) if self._hit >= 0 or step > 0 else left + right - 1
            for side, place in ((self.left, self._hit), (self.right, self._hit - left)):
                inside = 0 <= place < len(side.hits)
                side.show_hits(side.hits, place if inside else -1)
                if inside:
                    side.view.go_to(int(side.hits[place, 0]))
        shown = f"{numbers.count(self._hit + 1)} of " if self._hit >= 0 else ""
        self.found.setText(f"{shown}{numbers.count(left + right)}{most}")

    # making ----------------------------------------------------------------------------------------------------------
    def _make_tools(self) -> None:
        self.previous = tool_button(
            "Previous", "previousPassageButton", "Previous shared passage (Alt+Up)", "chevron-up", only_icon=True
        )
        self.following = tool_button(
            "Next", "nextPassageButton", "Next shared passage (Alt+Down)", "chevron-down", only_icon=True
        )
        self.counter = named(label(), "passageCounter", "Passages")
        self.numbers_line = named(label(role="muted"), "compareFigures", "Numbers between the two documents")
        self.numbers_line.setWordWrap(True)
        self.numbers_line.setContentsMargins(12, 0, 12, metrics.GAP)
        self.search = named(SearchField(), "passageSearch", "Search in both texts")
        self.search.setPlaceholderText("Search in both texts")
        self.search.setClearButtonEnabled(True)
        keep_width(self.search, 172)
        self.search.hide()
        self.seek = switch("Search", "seekButton", "Search in both texts (Ctrl+Shift+F)", "search")
        self.found = named(label(role="muted"), "passageFound", "Search hits")
        self.found.hide()
        self.wrap = switch("Wrap", "wrapButton", "Wrap long lines", "wrap-text")
        self.link = switch("Link", "linkButton", "Scroll both texts together", "link")
        self.wrap.setChecked(True)
        self.link.setChecked(True)
        self.swap = tool_button("Swap", "swapButton", "Swap the two documents", "arrow-left-right", only_icon=True)
        self._looking = after_pause(self, _UNTOLD, self._say_looking)
        self._typing = after_pause(self, _TYPING_PAUSE, self._begin_search)
        self._slices = QTimer(self)
        self._slices.setInterval(0)
        self._hit, self._wish = -1, 0  # where a search is, and the step from there that waits for it

    def _lay_out(self) -> None:
        tools = QWidget()
        row = metrics.spaced(HeadingRow(tools), metrics.GAP, (12, 4, 8, 4))
        row.addWidget(self.previous)
        row.addWidget(self.following)
        row.addWidget(self.counter)
        row.addStretch()
        for tool in (self.search, self.found, self.seek, self.wrap, self.link, self.swap):
            row.addWidget(tool)
        splitter = self._splitter = QSplitter(Qt.Orientation.Horizontal)
        splitter.setChildrenCollapsible(False)
        splitter.setHandleWidth(1)
        for place, side in enumerate((self.left, self.right)):
            splitter.addWidget(side)
            splitter.setStretchFactor(place, 1)
        self._texts = TextsFirst(tools, self.numbers_line, splitter)
        self.fill(self._texts)

    def _connect(self) -> None:
        self.previous.clicked.connect(self.previous_passage)
        self.following.clicked.connect(self.next_passage)
        self.swap.clicked.connect(self.swap_requested)
        self.seek.toggled.connect(self._on_seek)
        for side in (self.left, self.right):
            self.wrap.toggled.connect(side.view.set_wrap)
            side.view.moved.connect(partial(self._on_moved, from_right=side is self.right))
            side.view.passage_clicked.connect(self.go_to_passage)
        self.search.textChanged.connect(self._typing.start)
        self._slices.timeout.connect(self._search_slice)
        self._of_passages = [
            self._action("Next shared passage", "Alt+Down", self.next_passage),
            self._action("Previous shared passage", "Alt+Up", self.previous_passage),
        ]
        both = self._action("Next difference", "F7"), self._action("Previous difference", "Shift+F7")
        self._differences = DifferenceWalk(*both, self.go_to_places, self.counter)
        self._of_search = [
            self._action("Search in both texts", "Ctrl+Shift+F", self.focus_search),
            self._action("Next search hit", "F3", self._on_next_hit),
            self._action("Previous search hit", "Shift+F3", self._on_previous_hit),
        ]
        self.actions_offered = [*self._of_passages, *self._differences.actions, *self._of_search]
        self.search.returnPressed.connect(self._on_next_hit)
        self.search.escaped.connect(self._on_escaped)

    def _action(self, text: str, keys: str, slot: Callable[[], None] | None = None) -> QAction:
        made = QAction(text, self)
        made.setShortcut(QKeySequence(keys))
        if slot is not None:
            made.triggered.connect(slot)
        self.addAction(made)
        return made

    def _on_seek(self, on: bool) -> None:
        self.search.setVisible(on)
        self.found.setVisible(on)
        if on:
            self.focus_search()
        else:
            self.search.clear()

    def _on_escaped(self) -> None:
        """The search is over: what stood there is not found any more, and the keys move the text."""
        self._begin_search()
        self.left.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _on_next_hit(self) -> None:
        self.next_hit()

    def _on_previous_hit(self) -> None:
        self.next_hit(-1)
