"""One of two texts that are compared: its title above, its passages and search hits in sight of the whole beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from simexplorer.features.shown_text import ShownText
from simexplorer.ui.panels.elided_label import ElidedLabel
from simexplorer.ui.panels.linked_places import Places
from simexplorer.ui.panels.overview_bar import OverviewBar
from simexplorer.ui.panels.passage_view import NO_HITS, PassageView
from simexplorer.ui.panels.path_title import PathTitle
from simexplorer.ui.theme import metrics
from simexplorer.ui.theme.letters import follow_letters


class PassageSide(QWidget):
    """One text: its title above, its overview beside it, its search hits."""

    def __init__(self, name: str, which: str) -> None:
        super().__init__()
        self.title = PathTitle()
        self.words = ElidedLabel("muted")
        self.words.hide()
        self.notice = ElidedLabel("warning")
        self.notice.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.view = PassageView(name, f"Text of the {which} document")
        # tools above keep their height
        follow_letters(self.view, lambda view: view.setMinimumHeight(2 * metrics.row_height(view.font())))
        self.bar = OverviewBar(f"{name}Overview", f"Passages of the {which} document")
        self.hits: Places = NO_HITS
        head = metrics.spaced(QHBoxLayout(), metrics.GAP, (12, 4, 8, 4))
        head.addWidget(self.title)
        head.addWidget(self.words, 1)
        head.addWidget(self.notice)
        row = metrics.spaced(QHBoxLayout())
        row.addWidget(self.view, 1)
        row.addWidget(self.bar)
        column = metrics.spaced(QVBoxLayout(self))
        column.addLayout(head)
        column.addLayout(row, 1)
        self.view.moved.connect(self._on_moved)
        self.bar.place_requested.connect(self._on_place)

    def show_text(self, title: str, shown: ShownText, notice: str = "") -> None:
        """Show a text from its beginning."""
        self.title.say(title)
        self.say_words("")
        self.notice.say(notice)
        self.bar.set_length(len(shown))
        self.hits = NO_HITS
        self.view.set_text(shown)

    def say_words(self, words: str) -> None:
        """The first words of the text beside its title, where the title tells nothing."""
        self.words.say(words)
        self.words.setVisible(bool(words))

    def show_marks(self, starts: Places, ends: Places, passages: Places) -> None:
        """Mark passages, rising and free of overlaps: where each begins and ends, and its number."""
        self.view.set_marks(starts, ends, passages)
        self.bar.set_marks(starts, ends, passages)

    def show_hits(self, hits: Places, current: int) -> None:
        """Mark search hits, (m, 2) where each begins and ends; ``current`` stands out."""
        self.hits = hits
        self.view.set_hits(hits, current)
        self.bar.set_hits(hits[:, 0])

    def _on_moved(self) -> None:
        self.bar.set_seen(*self.view.seen())

    def _on_place(self, share: float) -> None:
        self.view.go_to(int(share * len(self.view.shown)), 0.5)
