"""A file that was read, opened once more: as it was, or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from simexplorer.documents.listing import Documents, shown_path
from simexplorer.documents.opening import open_file, words_for
from simexplorer.documents.system_calls import modified_ns
from simexplorer.errors import InputError


@contextmanager
def reopened(documents: Documents, row: int, *, follow: bool) -> Iterator[BinaryIO]:
    """The file of this row; InputError where it is gone or was changed since it was read, or is while it is open."""
    paths = documents.paths
    folder, relative = paths.roots[paths.root_of[row]], paths.raw(row)[paths.prefix_length[row] :]
    try:
        descriptor, _ = open_file(folder, relative, follow=follow)
    except OSError as error:
        raise InputError(f"{shown_path(paths.file(row))} cannot be read again: {words_for(error)}.") from error
    try:
        _require_unchanged(descriptor, documents, row)
        with open(descriptor, "rb", closefd=False) as stream:
            yield stream
        _require_unchanged(descriptor, documents, row)
    finally:
        os.close(descriptor)


def _require_unchanged(descriptor: int, documents: Documents, row: int) -> None:
    about = os.fstat(descriptor)
    if (about.st_size, modified_ns(about)) != (documents.size[row], documents.modified_ns[row]):
        shown = shown_path(documents.paths.file(row))
        raise InputError(f"{shown} was changed since it was read: its rows are others now. Analyse it again.")
