"""Tables whose cells are texts made on demand: what would move, what rules would mark, what was done, what is new."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import merge
from typing import Any, ClassVar

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.search.distinct import distinct
from simexplorer.search.finding import place_of_either
from simexplorer.ui.models.array_table import ArrayTable
from simexplorer.ui.models.columns import Column, Kind

_SORTED_AT_ONCE = 1 << 14  # texts: some milliseconds, in which no other thread runs


class TextRows(Struct, frozen=True):
    """``count`` rows; ``cell(row, column)`` is what one says.

    documents : (count, 2) rows of the documents each is about, -1 for none
    sorted_by : values that sort a column where its texts do not
    paths : of these rows, where they are known; named_in : columns that hold the path of the first and of the second
    """

    count: int
    cell: Callable[[int, int], str]
    documents: NDArray[np.int64]
    sorted_by: dict[int, NDArray[Any]] = field(default_factory=dict)
    paths: Paths | None = None
    named_in: tuple[int, ...] = ()

    def __len__(self) -> int:
        return self.count

    @classmethod
    def of(cls, lines: Sequence[tuple[str, ...]], documents: NDArray[np.int64] | None = None) -> TextRows:
        """Rows that are few enough to be spelled at once."""
        about = np.full((len(lines), 2), -1) if documents is None else documents
        return cls(len(lines), lambda row, column: lines[row][column], about)


class TextTable(ArrayTable[TextRows]):
    """The base of all of them."""

    sorted_at_once: ClassVar[int] = 2_000  # each cell of a column is spelled for it

    @staticmethod
    def key(data: Any, column: int) -> NDArray[Any]:
        """Values that sort a column."""
        if column in data.sorted_by:
            return np.asarray(data.sorted_by[column])
        texts = [data.cell(row, column) for row in range(data.count)]
        parts = (texts[first : first + _SORTED_AT_ONCE] for first in range(0, data.count, _SORTED_AT_ONCE))
        places: dict[str, int] = {}
        for text in merge(*map(sorted, parts)):
            places.setdefault(text, len(places))
        return np.array([places[text] for text in texts], np.int64)

    def text(self, data: TextRows, entry: int, column: int) -> str:
        """What a cell says."""
        return data.cell(entry, column)

    def document_in(self, data: TextRows, entry: int, column: int) -> tuple[Paths, int] | None:
        """Whose path a cell holds."""
        if data.paths is None or column not in data.named_in:
            return None
        row = int(data.documents[entry, data.named_in.index(column)])
        return (data.paths, row) if row >= 0 else None

    def documents_of(self, entry: int) -> tuple[int, ...]:
        """Documents of an entry."""
        if self._data is None:
            return ()
        return tuple(row for row in self._data.documents[entry].tolist() if row >= 0)

    def documents_of_all(self, entries: NDArray[np.int64]) -> NDArray[np.int64]:
        """Rows of the documents of these entries."""
        rows = distinct(np.empty(0, np.int64) if self._data is None else self._data.documents[entries])
        return rows[rows >= 0]

    def find(self, documents: tuple[int, ...]) -> int | None:
        """The first entry about exactly these documents."""
        if self._data is None or not documents or len(documents) > 2:
            return None
        return place_of_either(*self._data.documents.T, *[*documents, -1][:2])


class MovesTable(TextTable):
    """What would be moved: exactly this, in this order."""

    TARGET = 1  # the column that tells where to

    columns: ClassVar[tuple[Column, ...]] = (
        Column(name="file", title="File", kind=Kind.PATH, width=220, meaning="The file that is moved."),
        Column(name="target", title="Goes to", kind=Kind.PATH, width=160, meaning="Where it goes if the name is free."),
        Column(
            name="stays",
            title="What stays for it",
            kind=Kind.PATH,
            width=200,
            meaning="The document that keeps its text alive: the same text, else the most similar one that stays.\n"
            "Both are read again first; on any difference to the scan the file is left alone.",
        ),
        Column(
            name="likeness",
            title="Similarity",
            kind=Kind.NUMBER,
            width=84,
            lowest_first=True,
            meaning="How similar the two texts are, exactly; 1.000 for the same text.\nA dash: the two were not "
            "compared; others of the cluster connect them.",
        ),
        Column(
            name="same",
            title="Same",
            kind=Kind.MARK,
            width=84,
            meaning="Whether the file is byte for byte the one that stays for it, or only says the same text:\n"
            "in another format or encoding, with other particulars; or whether the texts differ.",
        ),
    )


class LeftTable(TextTable):
    """What is left alone, and why."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(name="file", title="File", kind=Kind.PATH, width=240, meaning="The file that stays where it is."),
        Column(name="reason", title="Why it stays", kind=Kind.TEXT, width=300, meaning="The reason."),
    )


class DeedsTable(TextTable):
    """The log: what was done to files."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(name="at", title="When", kind=Kind.MARK, width=148, meaning="When it was done, on your clock."),
        Column(
            name="outcome",
            title="What",
            kind=Kind.MARK,
            width=72,
            meaning="Moved, put back, left alone, or gone from the trash.",
        ),
        Column(name="file", title="File", kind=Kind.PATH, width=200, meaning="Where the file was."),
        Column(name="target", title="Went to", kind=Kind.PATH, width=160, meaning="Where it went."),
        Column(name="reason", title="Reason", kind=Kind.TEXT, width=150, meaning="Why it was left."),
    )


class MarksTable(TextTable):
    """What rules would mark."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            name="group", title="Cluster", width=64, meaning="Number of the cluster in the list.", lowest_first=True
        ),
        Column(name="file", title="Document", kind=Kind.PATH, width=300, meaning="Path of the document."),
        Column(name="mark", title="Would be", kind=Kind.MARK, width=90, meaning="What the rules make of it."),
        Column(
            name="changed",
            title="Changed",
            kind=Kind.MARK,
            width=124,
            meaning="When the file was changed last, on your clock: what the newest and the oldest are chosen by.",
        ),
    )


class ApartTable(TextTable):
    """What was said not to be duplicates."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(
            name="documents",
            title="Documents that are not duplicates of each other",
            kind=Kind.TEXT,
            width=420,
            meaning="What they are called now, or were called when it was said.",
        ),
        Column(name="texts", title="Texts", width=64, meaning="How many different texts.", gives_way=1),
        Column(
            name="there",
            title="Still there",
            width=84,
            meaning="How many of them this collection still holds.",
            gives_way=2,
        ),
        Column(name="since", title="Since", kind=Kind.MARK, width=124, meaning="When it was said."),
    )


class ChangesTable(TextTable):
    """What is new in a run, compared with an earlier one."""

    columns: ClassVar[tuple[Column, ...]] = (
        Column(name="what", title="What", kind=Kind.MARK, width=84, meaning="Document, pair or cluster."),
        Column(
            name="change",
            title="Change",
            kind=Kind.MARK,
            width=148,
            meaning="added: the earlier run had none; gone: this run has none; changed: another text, similarity or\n"
            "membership; renamed: the same under another path; renamed and changed: under another path, and told by\n"
            "fingerprints alone: one document that is gone is by far the nearest to it.",
        ),
        Column(name="first", title="Document", kind=Kind.PATH, width=200, meaning="A cluster by its representative."),
        Column(
            name="second",
            title="Second, former or same",
            kind=Kind.PATH,
            width=200,
            meaning="Of a pair its second document; of a renamed document where the earlier run found it;\n"
            "of one that was added or changed another one that says the same.",
        ),
        Column(
            name="before",
            title="Before",
            width=104,
            meaning="In the earlier run: characters of a document, similarity of a pair, documents of a cluster.",
        ),
        Column(
            name="now",
            title="Now",
            width=104,
            meaning="In this run: characters of a document, similarity of a pair, documents of a cluster.",
        ),
    )
