"""Temporary files without a name, gone with the process, and the sentence where there can be none."""

from __future__ import annotations

import errno
import tempfile
from typing import BinaryIO, cast

from simexplorer.errors import InputError, reason_of


def temporary_file() -> BinaryIO:
    """An empty one, unbuffered; InputError where its folder takes none, OSError where too many files are open."""
    tempfile.gettempdir()  # where there is no folder at all, its error names those that were tried
    try:
        return cast("BinaryIO", tempfile.TemporaryFile(prefix="simexplorer-", buffering=0))
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE):
            raise
        raise refused(error) from error


def refused(error: OSError) -> InputError:
    """What to say where such a file cannot be made, or written to."""
    return InputError(
        f"Temporary files cannot be kept in the folder {tempfile.gettempdir()}: {reason_of(error)}. "
        "Make room there, or name another folder in the variable TMPDIR."
    )
