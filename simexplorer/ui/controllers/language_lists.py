"""The languages whose stop words and stems are known, looked up when they are first wanted: that loads them all."""

from __future__ import annotations

from PySide6.QtCore import QObject

from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job
from simexplorer.ui.panels.word_fields import WordFields

Lists = tuple[tuple[str, ...], tuple[str, ...]]


class LanguageLists(QObject):
    """Offers them in one panel."""

    def __init__(self, workbench: Workbench, words: WordFields, name: str) -> None:
        super().__init__(workbench.window)
        self._words = words
        self.jobs = workbench.jobs(name).hand_to(self._on_known)
        words.wanted.connect(self._look_up)
        if words.is_wanted:
            self._look_up()

    def _look_up(self) -> None:
        self.jobs.start(_languages)

    def _on_known(self, lists: object) -> None:
        assert isinstance(lists, tuple)
        self._words.offer(*lists)


def _languages(_job: Job) -> Lists:
    from simexplorer.features.words import stemming_languages, stop_word_languages

    return stop_word_languages(), stemming_languages()
