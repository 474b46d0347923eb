"""The first words of documents as far as they were asked for: what cells look up while they are painted."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, Signal

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.first_words import is_nameless

MOST_KEPT = 4_096
_DROPPED = 1_024  # the oldest, when there are more
_MOST_WANTED = 1_024  # of what nobody looks at any more, the oldest are forgotten


class Wanted(Struct, frozen=True):
    """Documents whose words are to be looked up: rows of ``paths``, asked for after the ``begun``-th ``begin``."""

    paths: Paths
    rows: list[int]
    begun: int


class FirstWords(QObject):
    """One look-up a question: whatever is not known is noted, told by ``asked``, and comes by ``put`` and ``arrived``.

    Rows are those of one ``Paths``, given to ``begin``; of any other there are no words, so that those of one result
    never stand in a list of another. Nothing is asked for while ``begin`` was not called.
    """

    asked = Signal()  # there is one more to look up
    arrived = Signal()  # more is known, or other names have their words beside them

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._paths: Paths | None = None
        self._known: dict[int, tuple[str, bool]] = {}  # words, whether its name tells nothing
        self._wanted: dict[int, None] = {}
        self._beside_all = False
        self._begun = 0

    @staticmethod
    def of(owner: QObject) -> FirstWords | None:
        """That of the window an object belongs to, the topmost of its parents; None where there is none."""
        top = owner
        while (above := top.parent()) is not None:
            top = above
        return top.findChild(FirstWords, options=Qt.FindChildOption.FindDirectChildrenOnly)

    # asking ----------------------------------------------------------------------------------------------------------
    def beside(self, paths: Paths, row: int) -> str:
        """Words that stand beside the document's name: of those whose name tells nothing, or of all."""
        words, numbered = self._look_up(paths, row)
        return words if numbered or self._beside_all else ""

    def of_document(self, paths: Paths, row: int) -> str:
        """Its first words, empty as long as they are not known."""
        return self._look_up(paths, row)[0]

    def _look_up(self, paths: Paths, row: int) -> tuple[str, bool]:
        if paths is not self._paths:
            return "", False
        found = self._known.get(row)
        if found is None:
            self._want(row)
            return "", False
        return found

    def _want(self, row: int) -> None:
        if row not in self._wanted:
            if len(self._wanted) >= _MOST_WANTED:
                del self._wanted[next(iter(self._wanted))]
            self._wanted[row] = None
            self.asked.emit()

    # answering -------------------------------------------------------------------------------------------------------
    def begin(self, paths: Paths | None) -> None:
        """Rows are those of these paths from now on; of the same ones, what was not to be had is asked for again."""
        if paths is self._paths:
            self._known = {row: found for row, found in self._known.items() if found[0]}
        else:
            self._paths, self._known = paths, {}
        self._wanted.clear()
        self._begun += 1

    def take_wanted(self, most: int) -> Wanted | None:
        """The documents that were asked for last, at most so many; they are wanted no longer. None where none are."""
        rows = list(self._wanted)[-most:]
        for row in rows:
            del self._wanted[row]
        return None if self._paths is None or not rows else Wanted(self._paths, rows, self._begun)

    def put(self, wanted: Wanted, words: Sequence[str]) -> None:
        """Take over the words of these documents, in order; those of other paths come too late.

        So does that there are none, once ``begin`` was called again: then they may lie ready by now.
        """
        if wanted.paths is not self._paths:
            return
        late = wanted.begun != self._begun
        for row, found in zip(wanted.rows, words, strict=True):
            if found or not late:
                self._known[row] = (found, is_nameless(wanted.paths, row))
        if len(self._known) > MOST_KEPT:
            for row in list(self._known)[:_DROPPED]:
                del self._known[row]
        if late or any(words):
            self.arrived.emit()

    @property
    def beside_all(self) -> bool:
        """Whether the words stand beside every name."""
        return self._beside_all

    def set_beside_all(self, wanted: bool) -> None:
        """Show them beside all names, or beside those alone that tell nothing."""
        if wanted != self._beside_all:
            self._beside_all = wanted
            self.arrived.emit()
