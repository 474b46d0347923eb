"""What a first reading found, written down in the table: from then on the row is what it is."""

from __future__ import annotations

import threading
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.extracted import EMPTY_FILE, cut_words
from simexplorer.documents.first_reading import Outcome
from simexplorer.documents.formats import NUMBER_OF, TROFF, TROFF_STARTS
from simexplorer.documents.formats import PLAIN as PLAIN_TEXT
from simexplorer.documents.listing import Status
from simexplorer.documents.members import count_characters
from simexplorer.documents.read_kernels import NO_TEXT, PLAIN, UNREAD
from simexplorer.documents.spool import Spool
from simexplorer.documents.table import DocumentTable, Members

CHANGED = "it changed while it was read"
_TROFF_BYTES = np.frombuffer(b"".join(TROFF_STARTS), np.uint8)
_BLANK = "it holds white space only"


@dataclass(frozen=True, slots=True)
class PlainTexts:
    """Columns (m,) of rows that the kernel read: ``visible`` where more than blanks is in it, ``cut`` where not all.

    first_byte : uint8, of the text; any where it is empty
    """

    rows: NDArray[np.int64]
    first_byte: NDArray[np.uint8]
    text_bytes: NDArray[np.int64]
    characters: NDArray[np.int64]
    visible: NDArray[np.bool_]
    cut: NDArray[np.bool_]


class Settler:
    """Writes to the table under its lock, from any thread; ``news`` once anything was written."""

    def __init__(self, table: DocumentTable, spool: Spool, lock: threading.Lock) -> None:
        self._table = table
        self._spool = spool
        self._lock = lock
        self._found: list[Members] = []
        self.news = False

    def plain(self, found: PlainTexts, most_bytes: int) -> None:
        """Rows that the kernel read and that stay in their files."""
        rows, visible, cut = found.rows, found.visible, found.cut
        if not rows.size:
            return
        with self._lock:
            table = self._table
            blank, empty = table.reason_number(_BLANK), table.reason_number(EMPTY_FILE)
            short = table.reason_number(cut_words(most_bytes)) if cut.any() else 0
            values = {
                "status": np.where(visible, Status.READ, Status.EMPTY),
                "reason": np.where(visible, np.where(cut, short, 0), np.where(found.characters > 0, blank, empty)),
                "characters": found.characters,
                "text_bytes": found.text_bytes,
                "truncated": cut,
                "encoding": table.encoding_number("utf-8"),
                "place": np.where(visible, PLAIN, NO_TEXT),
                "lasting": True,
                "format": self._formats(found),
            }
            for name, value in values.items():
                table.column(name)[rows] = value
            self.news = True

    def _formats(self, found: PlainTexts) -> NDArray[np.uint8]:
        """As the names promise, but that pages of a manual begin as such."""
        promised = self._table.column("format")[found.rows]
        pages = np.flatnonzero(promised == NUMBER_OF[TROFF])
        if pages.size:
            begins = np.isin(found.first_byte[pages], _TROFF_BYTES) & (found.text_bytes[pages] > 0)
            promised[pages[~begins]] = NUMBER_OF[PLAIN_TEXT]
        return promised

    def lost(self, row: int, words: str) -> None:
        """A file that cannot be read again, or is no longer what was read first."""
        with self._lock:
            table = self._table
            table.column("status")[row] = Status.SKIPPED
            table.column("reason")[row] = table.reason_number(words)
            table.column("place")[row] = NO_TEXT
            table.column("lasting")[row] = False
            self.news = True

    def outcome(self, outcome: Outcome) -> None:
        """A file that a reading process took."""
        found, text = outcome.document, outcome.document.text
        place = NO_TEXT
        if found.status == Status.READ and text:
            place = PLAIN if found.untouched else self._spool.append(text)
        with self._lock:
            table, row = self._table, outcome.row
            values = {
                "status": found.status,
                "reason": table.reason_number(found.reason),
                "format": NUMBER_OF[found.media_type],
                "characters": count_characters(text),
                "text_bytes": len(text),
                "truncated": found.truncated,
                "encoding": table.encoding_number(found.encoding) if text or found.guessed else 0,
                "guessed": found.guessed,
                "place": place,
                "lasting": outcome.lasting,
            }
            if outcome.size >= 0:
                values |= {"size": outcome.size, "modified_ns": outcome.modified_ns}
            for name, value in values.items():
                table.column(name)[row] = value
            if outcome.members is not None:
                self._found.append(outcome.members.of_container(table, row))
            self.news = True

    def unread(self, row: int, size: int, modified_ns: int) -> None:
        """A row that is to be read again, as if it had just been listed."""
        with self._lock:
            table = self._table
            values = {"status": Status.PENDING, "reason": 0, "place": UNREAD, "size": size, "modified_ns": modified_ns}
            for name, value in values.items():
                table.column(name)[row] = value

    def take_found(self) -> list[Members]:
        """Members found since the last call; the caller holds the lock."""
        found, self._found = self._found, []
        return found
