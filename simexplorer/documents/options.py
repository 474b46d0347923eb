"""What decides the text of a document, apart from the document."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

MOCK_SWITCH = "SIMEXPLORER_MOCK_FORMAT"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """How sources are listed and read; defaults are the recommended values.

    include, exclude : globs, see ``globs.PathFilter``
    max_bytes : a longer text is cut there and marked; a longer file of another format is skipped
    archives : members of zip and tar archives are documents
    encoding : of all text files, in place of detection; ``encodings`` : of single ones, by their path as listed
    text_column, id_column : rows of tables are documents with this text and this name
    items : rows are baskets: the text is the row's items, each ended by a NUL
    mock_format : tests alone switch it on: files ``*.mock`` make a worker process hang, crash or swell
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    max_bytes: int = 64 * 2**20
    strip_navigation: bool = True
    strip_page_furniture: bool = True
    archives: bool = True
    encoding: str | None = None
    encodings: Mapping[bytes, str] = field(default_factory=lambda: MappingProxyType({}))
    text_column: str | None = None
    id_column: str | None = None
    items: bool = False
    mock_format: bool = field(default_factory=lambda: MOCK_SWITCH in os.environ)

    @property
    def rows_are_documents(self) -> bool:
        """Whether tables are cut into rows."""
        return self.items or self.text_column is not None
