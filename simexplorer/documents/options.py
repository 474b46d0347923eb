"""What decides the text of a document, apart from the document."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from urllib.parse import quote_from_bytes, unquote_to_bytes

from msgspec import Struct, field

from simexplorer.documents.extracted import MOST_BYTES
from simexplorer.errors import InputError

MOCK_SWITCH = "SIMEXPLORER_MOCK_FORMAT"


def encoding_of_file(encoding: str, path: bytes) -> str:
    """One entry of a recipe's ``encodings``: the codec, a blank, the path as listed with odd bytes as ``%hh``."""
    return f"{encoding} {quote_from_bytes(path, safe=' /!')}"


def encodings_of(entries: Iterable[str]) -> dict[bytes, str]:
    """Codec by path, of such entries; InputError where one is something else."""
    encodings: dict[bytes, str] = {}
    for entry in entries:
        encoding, blank, path = entry.partition(" ")
        if not (encoding and blank and path):
            raise InputError(
                f"An encoding of one file is written as CODEC PATH, for example koi8-r letters/old.txt; got {entry!r}."
            )
        encodings[unquote_to_bytes(path)] = encoding
    return encodings


class ReadOptions(Struct, frozen=True, kw_only=True):
    """How sources are listed and read; defaults are the recommended values.

    include, exclude : globs, see ``globs.PathFilter``; hidden_files : files and folders that begin with a dot count
    follow_links : symbolic links are followed, see ``links``
    max_bytes : a longer text is cut there and marked, be it a row or a member; a longer file of another format is
        skipped
    archives : members of zip and tar archives are documents
    encoding : of all text files, in place of detection; ``encodings`` : of single ones, by their path as listed;
        of an archive or a mailbox it holds for all that is in it
    text_column, id_column : rows of tables are documents with this text and this name
    table_header : whether a table's first row names its columns; None where it does if a wanted column is among it
    items : rows are baskets: the text is the row's items, each ended by a NUL
    mock_format : tests alone switch it on: files ``*.mock`` make a worker process hang, crash or swell
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    hidden_files: bool = True
    follow_links: bool = False
    max_bytes: int = MOST_BYTES
    strip_navigation: bool = True
    strip_page_furniture: bool = True
    archives: bool = True
    encoding: str | None = None
    encodings: Mapping[bytes, str] = field(default_factory=lambda: MappingProxyType({}))
    text_column: str | None = None
    id_column: str | None = None
    table_header: bool | None = None
    items: bool = False
    mock_format: bool = field(default_factory=lambda: MOCK_SWITCH in os.environ)

    @property
    def rows_are_documents(self) -> bool:
        """Whether tables are cut into rows."""
        return self.items or self.text_column is not None
