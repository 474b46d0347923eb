"""Whether a PDF is damaged inside: PDFium shows what it can of a page whose stream breaks off, and tells nobody."""

from __future__ import annotations

import re
import zlib

# the dictionary of a stream ends right before it; names may stand in it in any order
_STREAM = re.compile(rb">>\s{0,8}stream\r?\n")
_PACKED = re.compile(rb"/Filter\s*\[?\s*/(?:FlateDecode|Fl)\b")  # first of its filters, if there are several
_NO_TEXT = re.compile(rb"/Subtype\s*/Image|/FontFile|/Length1\b|/Type\s*/(?:Metadata|EmbeddedFile)|/N\s+[134]\b")
_LONGEST = 4_096  # bytes of a dictionary
_AT_ONCE = 1 << 16
_WHOLE, _CHANGED, _BROKEN = range(3)
_HEAD, _BEHIND = 2, 80  # bytes before packed data; and behind it, a check sum, line ends and the word
_MOST_BYTES = 64 * 2**20  # unpacked, of all streams


def broken_streams(content: bytes) -> int:
    """How many packed streams of a PDF with text, forms or tables do not hold any more what was packed into them.

    Pictures, fonts and colours do not count, nor do check sums where most do not fit: some programs never wrote them
    right. Of an encrypted PDF nothing is known: 0. Looks at the first _MOST_BYTES; 5 ms a megabyte.
    """
    if b"/Encrypt" in content:
        return 0
    states, left = [], _MOST_BYTES
    for found in _STREAM.finditer(content):
        begin = content.rfind(b"obj", max(0, found.start() - _LONGEST), found.start())
        about = content[max(begin, 0) : found.start()]
        if begin >= 0 and _PACKED.search(about) and not _NO_TEXT.search(about):
            state, size = _state_of(content, found.end(), left)
            states.append(state)
            left -= size
            if left <= 0:
                break
    changed = states.count(_CHANGED)
    return states.count(_BROKEN) + (changed if changed * 2 <= len(states) else 0)


def _state_of(content: bytes, begin: int, most: int) -> tuple[int, int]:
    """(whether the stream that begins there is whole, bytes that it unpacks to or a few more than so many).

    It is broken where it cannot be unpacked, or ends before its place does.
    """
    head = content[begin : begin + _HEAD]
    if len(head) < _HEAD or head[0] & 15 != zlib.DEFLATED or int.from_bytes(head, "big") % 31:
        return _BROKEN, 0
    stream, size, check, begin = zlib.decompressobj(-zlib.MAX_WBITS), 0, 1, begin + _HEAD
    try:
        while not stream.eof and begin < len(content) and size <= most:
            piece = stream.decompress(content[begin : begin + _AT_ONCE])
            size, check, begin = size + len(piece), zlib.adler32(piece, check), begin + _AT_ONCE
    except zlib.error:
        return _BROKEN, size
    end = min(begin, len(content)) - len(stream.unused_data)
    if not stream.eof:
        return _WHOLE if size > most else _BROKEN, size
    if content.find(b"endstream", end, end + _BEHIND) < 0:
        return _BROKEN, size
    return _WHOLE if content[end : end + 4] == check.to_bytes(4, "big") else _CHANGED, size
