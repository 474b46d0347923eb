"""The first bytes of texts that lie ready: of plain files in the file, of all others in the spool; none is parsed."""

from __future__ import annotations

import codecs
import os
from collections.abc import Sequence

from msgspec import Struct

from simexplorer.documents.listing import Paths
from simexplorer.documents.opening import open_file
from simexplorer.documents.read_kernels import PLAIN
from simexplorer.documents.spool import SpoolCopy
from simexplorer.documents.system_calls import modified_ns
from simexplorer.documents.table import DocumentTable

BEGINNING = 240  # bytes: a line of 80 characters in most scripts


class Beginning(Struct, frozen=True):
    """Where the beginning of one text lies: from ``place`` on in the spool, or in a file that must not have changed."""

    place: int
    wanted: int
    folder: bytes = b""
    relative: bytes = b""
    size: int = -1
    modified_ns: int = -1


def is_row_of(table: DocumentTable, paths: Paths, row: int) -> bool:
    """Whether this row of ``paths`` is the same document in the table; the caller holds it."""
    return 0 <= row < min(len(table), len(paths)) and table.raw_name(row) == paths.raw(row)


def ready_beginnings(
    table: DocumentTable, folders: Sequence[bytes], paths: Paths, rows: Sequence[int]
) -> list[Beginning | None]:
    """Where the texts of these rows of ``paths`` begin, by what the table knows now; the caller holds the table.

    None for a row that is another document here, was not read yet or has no text. ``folders`` : of each root.
    """
    found: list[Beginning | None] = []
    for row in rows:
        if not is_row_of(table, paths, row):
            found.append(None)
            continue
        place, wanted = int(table.column("place")[row]), min(BEGINNING, int(table.column("text_bytes")[row]))
        if place >= 0:
            found.append(Beginning(place, wanted))
        elif place == PLAIN:
            relative = table.raw_name(row)[int(table.column("prefix_length")[row]) :]
            folder = folders[int(table.column("root_of")[row])]
            about = int(table.column("size")[row]), int(table.column("modified_ns")[row])
            found.append(Beginning(place, wanted, folder, relative, *about))
        else:
            found.append(None)
    return found


def read_beginning(where: Beginning | None, spool: SpoolCopy, *, follow: bool) -> bytes:
    """These bytes, UTF-8; empty where there are none, or where the file is gone or not what was read."""
    if where is None:
        return b""
    try:
        if where.place >= 0:
            return spool.read(where.place, where.wanted)
        descriptor, about = open_file(where.folder, where.relative, follow=follow)
        try:
            if (about.st_size, modified_ns(about)) != (where.size, where.modified_ns):
                return b""
            raw = os.read(descriptor, where.wanted + len(codecs.BOM_UTF8))
        finally:
            os.close(descriptor)
    except OSError:
        return b""
    return raw.removeprefix(codecs.BOM_UTF8)[: where.wanted]
