"""The beginning of one file as text, for choosing the encoding that it is to be read in."""

from __future__ import annotations

import os

from simexplorer.documents.decode import Decoded, decode, decode_as, require_codec
from simexplorer.documents.opening import open_file, words_for
from simexplorer.errors import InputError

_BYTES = 1 << 16


def decoded_beginning(path: bytes, encoding: str | None) -> Decoded | None:
    """The first bytes of a file by its absolute path, decoded; None where they are no text.

    encoding : the codec to use; None finds it out. Raises InputError where there is no such one, or no such file.
    """
    require_codec(encoding)
    try:
        descriptor, _ = open_file(os.path.dirname(path), os.path.basename(path), follow=True)
        with os.fdopen(descriptor, "rb") as stream:
            raw = stream.read(_BYTES)
    except OSError as error:
        raise InputError(f"The file cannot be read: {words_for(error)}.") from error
    return decode(raw) if encoding is None else decode_as(raw, encoding)
