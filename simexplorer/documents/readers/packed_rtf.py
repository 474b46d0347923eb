"""RTF as Outlook packs the bodies of its messages ([MS-OXRTFCP], 2008) to RTF."""

from __future__ import annotations

import struct

# what the dictionary of the packer begins with (2.1.2.1), all else of it blanks
_KNOWN = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern \fscript \fdecor MS Sans Serif"
    rb"SymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0"
    b"\r\n"
    rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
_DICTIONARY = 4096  # bytes, those that were written last
_HEAD = struct.Struct("<4xI4s4x")  # size of the RTF, how it is packed
_PACKED, _AS_IT_IS = b"LZFu", b"MELA"


def unpacked_rtf(packed: bytes, most_bytes: int) -> bytes:
    """As much of the RTF as is there; its checksum is not looked at."""
    if len(packed) < _HEAD.size:
        return b""
    size, how = _HEAD.unpack_from(packed)
    size, content = min(size, most_bytes), packed[_HEAD.size :]
    if how == _AS_IT_IS:
        return content[:size]
    return _unpacked(content, size) if how == _PACKED else b""


def _unpacked(content: bytes, size: int) -> bytes:
    """Each byte tells of the eight tokens behind it, from its lowest bit on, which are places in the dictionary."""
    written = bytearray(_KNOWN.rjust(_DICTIONARY))
    at, end = 0, len(content)
    while at < end and len(written) < _DICTIONARY + size:
        kinds = content[at]
        at += 1
        for bit in range(8):
            if not kinds >> bit & 1:
                written += content[at : at + 1]
                at += 1
                continue
            token = int.from_bytes(content[at : at + 2])
            back = (len(written) + len(_KNOWN) - (token >> 4)) % _DICTIONARY
            if at + 2 > end or not back:  # its own place to write at ends it
                at = end
                break
            at, length = at + 2, (token & 15) + 2
            piece = written[len(written) - back : len(written) - back + length]
            written += (piece * (length // back + 1))[:length]
    return bytes(written[_DICTIONARY : _DICTIONARY + size])
