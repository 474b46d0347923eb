"""What a collection lacks for there to be anything to compare: said in the same words by every view."""

from __future__ import annotations

from msgspec import Struct

from simexplorer.pipeline.whole_tables import only_tables
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.theme import numbers

SELECT_FIRST = "Select rows first."
NOTHING_YET = "There is nothing to decide about yet."


class Lack(Struct, frozen=True):
    """A title, a sentence; ``wish`` and ``button`` where one press helps."""

    title: str
    body: str
    wish: str = ""
    button: str = ""

    @property
    def words(self) -> str:
        """Both in one line."""
        return f"{self.title}. {self.body}"


def lacking(session: Session, least: int = 2) -> Lack | None:
    """Why there are fewer than ``least`` texts in a result that stands; None where there are enough, or no result."""
    result = session.result
    if result is None or session.growing or result.partial:
        return None
    files, texts = len(result.documents), result.texts
    if texts >= least:
        return None
    if not files:
        return Lack("There is no file here", "Open another folder, or check which files are left out.")
    if only_tables(result):
        one = "The only document is a table. Each of its rows can be a document."
        words = one if files == 1 else "The documents are tables. Each of their rows can be a document."
        return Lack("Nothing to compare with", words, "rows", "A document per row…")
    if texts == files:
        return Lack("Nothing to compare with", "This document is the only one: open a folder that holds more.")
    holding = "only one holds" if texts else "none holds"
    title = "Nothing to compare with" if texts else "No text was found"
    return Lack(title, f"Of {numbers.counted(files, 'file')} {holding} text.", "problems", "Show the problems")


def nothing_to_decide(session: Session) -> str:
    """Why nothing can be decided where no document stands anywhere."""
    result = session.result
    if result is not None and not session.growing and not len(result.documents):
        return "There is no document here to decide about."
    return "Decisions are about what a run has found: open a folder and analyse it first."


def not_yet(session: Session) -> str:
    """What comes before any result, in a sentence."""
    if not session.sources:
        return "Open a folder first, or drop one here."
    if session.rereading:
        return "What changed is being read."
    return "The run is going on." if session.running else "Press Analyse (F5) first."
