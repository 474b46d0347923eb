"""What a first reading found, written down in the table: from then on the row is what it is."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.documents.extracted import EMPTY_FILE, Extracted, cut_words
from simexplorer.documents.formats import GZIP, HEAD, NUMBER_OF, TROFF, begins_as_page
from simexplorer.documents.formats import PLAIN as PLAIN_TEXT
from simexplorer.documents.listing import Status
from simexplorer.documents.members import characters_of
from simexplorer.documents.outcomes import Outcome
from simexplorer.documents.read_kernels import NO_TEXT, PLAIN
from simexplorer.documents.spool import Spool
from simexplorer.documents.table import DocumentTable, Members

_BLANK = "it holds white space only"


class PlainTexts(Struct, frozen=True):
    """Columns (m,) of rows that the kernel read: ``visible`` where more than blanks is in it, ``cut`` where not all.

    data, begins : uint8 and int64, where the texts were read to
    """

    rows: NDArray[np.int64]
    data: NDArray[np.uint8]
    begins: NDArray[np.int64]
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
        """As the names promise, but that pages of a manual begin as such, and nothing plain is packed."""
        promised = self._table.column("format")[found.rows]
        promised[promised == NUMBER_OF[GZIP]] = NUMBER_OF[PLAIN_TEXT]
        for place in np.flatnonzero(promised == NUMBER_OF[TROFF]).tolist():
            begin, size = int(found.begins[place]), min(int(found.text_bytes[place]), HEAD)
            if not begins_as_page(found.data[begin : begin + size].tobytes()):
                promised[place] = NUMBER_OF[PLAIN_TEXT]
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

    def outcomes(self, outcomes: Sequence[Outcome]) -> None:
        """Files that were read one by one, most of them by a reading process."""
        if not outcomes:
            return
        found = [one.document for one in outcomes]
        place = self._places(found)
        lengths = np.array([len(one.text) for one in found], np.int64)
        with self._lock:
            table, rows = self._table, np.array([one.row for one in outcomes], np.int64)
            values = {
                "status": [one.status for one in found],
                "reason": [table.reason_number(one.reason) for one in found],
                "format": [NUMBER_OF[one.media_type] for one in found],
                "characters": characters_of(b"".join([one.text for one in found]), lengths.cumsum()),
                "text_bytes": lengths,
                "truncated": [one.truncated for one in found],
                "encoding": [table.encoding_number(one.encoding) if one.text or one.guessed else 0 for one in found],
                "guessed": [one.guessed for one in found],
                "place": place,
                "lasting": [one.lasting for one in outcomes],
            }
            for name, column in values.items():
                table.column(name)[rows] = column
            for one in outcomes:
                if one.size >= 0:
                    table.column("size")[one.row], table.column("modified_ns")[one.row] = one.size, one.modified_ns
                if one.noted_ns >= 0:
                    table.column("noted_ns")[one.row] = one.noted_ns
                if one.members is not None:
                    self._found.append(one.members.of_container(table, one.row))
            self.news = True

    def _places(self, found: Sequence[Extracted]) -> list[int]:
        """Where the texts of these documents are from now on; those that are not in their files go to the spool."""
        kept = [one.text if one.status == Status.READ and not one.untouched else b"" for one in found]
        at, places = self._spool.append(b"".join(kept)), []
        for one, text in zip(found, kept, strict=True):
            places.append(at if text else PLAIN if one.status == Status.READ and one.text else NO_TEXT)
            at += len(text)
        return places

    def take_found(self) -> list[Members]:
        """Members found since the last call; the caller holds the lock."""
        found, self._found = self._found, []
        return found
