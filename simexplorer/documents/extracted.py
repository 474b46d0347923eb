"""What a reader hands back: one document's text with all that is known of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import BinaryIO, NamedTuple

from msgspec import Struct

from simexplorer.documents import formats

READ, EMPTY, SKIPPED = 0, 1, 2  # as listing.Status, which the worker processes do not load
MOST_BYTES = 64 * 2**20  # read of a text, be it a file, a row or a member, where nothing else is said
_PIECE = 1 << 20  # bytes
EMPTY_FILE = "the file is empty"
WANTS_COLUMN = "a table: name the column that holds the text"

ALL_COLUMNS = "*"
"""In place of a text column: all but that of the name."""


class Job(Struct, frozen=True, kw_only=True):
    """One document to read: its name as listed, the codec set for it, the limits and switches that apply.

    encoding_is_own : the codec was chosen for this document, not for all text files
    depth : containers inside containers that are still opened
    preview_rows : where positive, a table's column names and first rows are wanted and nothing else
    part, parts : of a file that several processes read, see ``parts``
    start, end, left_out : of a file whose process died over a member, see ``resuming``: the first item that is read,
        the first that no longer is, and what else is not, as ``under_way`` numbers it, and why
    """

    name: bytes
    size: int
    encoding: str | None = None
    encoding_is_own: bool = False
    max_bytes: int = MOST_BYTES
    strip_navigation: bool = True
    strip_page_furniture: bool = True
    archives: bool = True
    text_column: str | None = None
    id_column: str | None = None
    table_header: bool | None = None
    items: bool = False
    mock_format: bool = False
    depth: int = 3
    preview_rows: int = 0
    part: int = 0
    parts: int = 1
    start: int = 0
    end: int | None = None
    left_out: list[tuple[int, int, str]] = []

    @property
    def rows_are_documents(self) -> bool:
        """Whether tables are cut into rows."""
        return self.items or self.text_column is not None

    @property
    def wants_rows(self) -> bool:
        """Whether rows of a table are asked for, as documents or to be shown."""
        return self.rows_are_documents or self.preview_rows > 0


def cut_words(most_bytes: int) -> str:
    """That a text is larger than the limit and only its beginning was read."""
    return f"only the first {most_bytes:,} bytes were read"


def read_up_to(stream: BinaryIO, most: int, expected: int = 0) -> bytes:
    """What is left of a stream, at most ``most`` bytes; ``expected`` : about so many, which then are not copied.

    Room is made for what comes: one call with a limit makes room for as much as the limit says, whatever there is.
    """
    content = stream.read(min(most, max(expected, 0) + _PIECE)) or b""
    pieces, left = [content], most - len(content)
    while left > 0 and pieces[-1]:
        pieces.append(stream.read(min(left, _PIECE)) or b"")
        left -= len(pieces[-1])
    return content if len(pieces) <= 2 and not pieces[-1] else b"".join(pieces)


class Extracted(NamedTuple):
    """A document that was read, or the reason why not: a tuple, as a table may have millions of them.

    member : its name inside a container, empty for the file itself, which comes last
    text : UTF-8; untouched : these are the file's own bytes but for a byte order mark
    """

    text: bytes = b""
    media_type: str = formats.PLAIN
    status: int = READ
    reason: str = ""
    member: bytes = b""
    size: int = 0
    truncated: bool = False
    encoding: str = "utf-8"
    guessed: bool = False
    untouched: bool = False


def document(
    text: bytes,
    media_type: str,
    *,
    cut: str = "",
    encoding: str = "utf-8",
    guessed: bool = False,
    untouched: bool = False,
) -> Extracted:
    """A document that was read; ``cut`` says why not all of it."""
    empty = not text or text.isspace()
    words = "it holds white space only" if text else "it holds no text"
    return Extracted(
        text=text, media_type=media_type, status=EMPTY if empty else READ,
        reason="; ".join(filter(None, [cut, words])) if empty else cut,
        truncated=bool(cut), encoding=encoding, guessed=guessed, untouched=untouched,
    )  # fmt: skip


class Rows(NamedTuple):
    """Rows of a table that hold nothing but their texts, none of them cut or empty: joined, no object a row.

    name_lengths, text_lengths : bytes of each
    """

    names: bytes
    name_lengths: Sequence[int]
    texts: bytes
    text_lengths: Sequence[int]
    media_type: str
    encoding: str
    guessed: bool

    def one_by_one(self) -> Iterator[Extracted]:
        """Each as a document."""
        name, text = 0, 0
        for named, long in zip(self.name_lengths, self.text_lengths, strict=True):
            yield Extracted(
                text=self.texts[text : text + long], media_type=self.media_type, member=self.names[name : name + named],
                size=long, encoding=self.encoding, guessed=self.guessed,
            )  # fmt: skip
            name, text = name + named, text + long


Found = Extracted | Rows
Inner = Callable[[BinaryIO, Job], Iterator[Extracted]]  # reads what a container holds
InnerJoined = Callable[[BinaryIO, Job], Iterator[Found]]


def one_by_one(found: Iterable[Found]) -> Iterator[Extracted]:
    """All documents, each for itself."""
    for one in found:
        if isinstance(one, Rows):
            yield from one.one_by_one()
        else:
            yield one


LOCKED = "encrypted: it needs a password"


class Refusal(Exception):  # noqa: N818 - it ends the reading of one document, no more
    """A document that cannot be read; the text says why, as it is shown to the person."""

    def __init__(self, reason: str, media_type: str = formats.BINARY) -> None:
        super().__init__(reason)
        self.media_type = media_type


class BrokenXml(Refusal):
    """The same of XML that is none."""
