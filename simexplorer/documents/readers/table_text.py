"""The text of a table line by line, as often as it is asked for; one of any size is never held as a whole."""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterator
from typing import BinaryIO

from simexplorer.documents.decode import decode, decode_as, is_utf8_as_it_is, without_cut_character
from simexplorer.documents.extracted import Job, Refusal, read_up_to

_PIECE = 1 << 20
_WIDE = ("utf-16", "utf-32")


class TableText:
    """Lines of one table, in the encoding of its first ``max_bytes`` where it is not UTF-8.

    newline : as for ``open``: "" ends lines as CSV does, at CR, LF or both; "\\n" at LF alone
    cut : why some of it may be missing, in words
    """

    def __init__(self, stream: BinaryIO, job: Job, newline: str) -> None:
        self.encoding, self.guessed, self.cut, codec = "utf-8", False, "", "utf-8-sig"
        if job.encoding is not None or not is_utf8(stream, beginning=job.preview_rows > 0):
            stream.seek(0)
            raw = read_up_to(stream, job.max_bytes + 1, job.size)
            long, raw = len(raw) > job.max_bytes, raw[: job.max_bytes]
            decoded = decode_as(raw, job.encoding) if job.encoding else decode(raw)
            if decoded is None:
                raise Refusal("not text, and no format that can be read")
            self.encoding, self.guessed = decoded.encoding, decoded.guessed
            if long and not decoded.cut:  # zero bytes at its limit are a hole that may be of any size
                codec = _codec_of(raw, decoded.encoding)
                self.guessed |= job.encoding is None and decoded.encoding == "utf-8"  # not all of it is
            else:
                stream, self.cut, codec = io.BytesIO(decoded.text), decoded.cut, "utf-8"
        self._text = io.TextIOWrapper(stream, codec, "replace", newline)

    def lines(self) -> Iterator[str]:
        """All lines with their ends, from the first; those that were asked for before end where this begins."""
        self._text.seek(0)
        return iter(self._text)


def _codec_of(beginning: bytes, encoding: str) -> str:
    """The codec of an encoding that gives a text without its byte order mark."""
    codec = codecs.lookup(encoding).name
    if codec == "utf-8":
        return "utf-8-sig"
    has_mark = beginning[:4].decode(codec, "ignore").startswith("\ufeff")
    return codec[:6] if has_mark and codec.startswith(_WIDE) else codec


def is_utf8(stream: BinaryIO, *, beginning: bool = False, check: Callable[[], None] = lambda: None) -> bool:
    """Whether all of it, or its ``beginning``, is UTF-8 and nothing else that it could be taken for.

    ``check`` is called now and then and may raise to end it.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    piece = stream.read(_PIECE)
    cut = len(piece) == _PIECE
    piece = piece.removeprefix(codecs.BOM_UTF8)
    if not is_utf8_as_it_is(without_cut_character(piece) if cut else piece):
        return False
    if beginning:
        return True
    try:
        while piece:
            check()
            if b"\x1b" in piece:  # perhaps of ISO-2022
                return False
            if not piece.isascii() or decoder.getstate()[0]:
                decoder.decode(piece)
            piece = stream.read(_PIECE)
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True
