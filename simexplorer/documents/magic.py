"""What the first bytes of a file that is no text tell: its format, or what it is called where none reads it."""

from __future__ import annotations

import codecs
import re

from simexplorer.documents.formats import BZIP2, COMPOUND, GZIP, PARQUET, PDF, RTF, TAR, XZ, ZIP, ZSTANDARD

PARQUET_START = b"PAR1"
WORKSPACE_ENDING = b".simx"
LOCK_START = b"\x00simexplorer lock\n"
"""Begins the file beside a workspace that tells who writes it: no document where the workspace lies among some."""
_RICH_TEXT = b"{\\rtf"
# the level, then the first block or the end (bzip2's own sources, compress.c)
_BZIP2 = re.compile(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")
_OCTAL = re.compile(rb" *+([0-7]++)[ \x00]++")
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")  # what the reading kernel finds odd, and each of these formats has


class _Beginnings:
    """What the first bytes of binary files tell; texts with a word of the same letters are none."""

    def __init__(self, beginnings: dict[str, tuple[bytes, ...]]) -> None:
        self._told = {beginning: told for told, all_of_it in beginnings.items() for beginning in all_of_it}
        self._any = re.compile(b"|".join(map(re.escape, self._told)))

    def told(self, head: bytes) -> str | None:
        """What is told by a file that begins so; None where nothing is."""
        found = self._any.match(head)
        if found is None or (found[0].isascii() and not _CONTROL.search(head)):
            return None
        return self._told[found[0]]


_READ = _Beginnings({
    ZIP: (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08"),
    GZIP: (b"\x1f\x8b\x08",),
    XZ: (b"\xfd7zXZ\x00",),
    # a frame, or one to be skipped (RFC 8878, 3.1)
    ZSTANDARD: (b"\x28\xb5\x2f\xfd", *(bytes([number]) + b"\x2a\x4d\x18" for number in range(0x50, 0x60))),
    PARQUET: (PARQUET_START,),
    COMPOUND: (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",),
})  # fmt: skip
_NOT_READ = _Beginnings({
    "a compiled program": (
        *(b"\x7fELF", b"\xca\xfe\xba\xbe", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\x00asm", b"\x1bLua"),
    ),
    "compiled translations": (b"\xde\x12\x04\x95", b"\x95\x04\x12\xde"),
    "a library or Debian package": (b"!<arch>\n",),
    "an RPM package": (b"\xed\xab\xee\xdb",),
    "a 7-Zip archive": (b"7z\xbc\xaf\x27\x1c",),
    "a RAR archive": (b"Rar!\x1a\x07",),
    "a cabinet archive": (b"MSCF",),
    "a file packed by lzip": (b"LZIP",),
    "a file packed by compress": (b"\x1f\x9d",),
    "a file packed by LZ4": (b"\x04\x22\x4d\x18",),
    "an SQLite database": (b"SQLite format 3\x00",),
    "the lock of a workspace": (LOCK_START,),
    "a database of Access": (b"\x00\x01\x00\x00Standard ",),
    "an array of NumPy": (b"\x93NUMPY",),
    "an HDF5 file": (b"\x89HDF\r\n\x1a\n",),
    "a PNG picture": (b"\x89PNG\r\n\x1a\n",),
    "a JPEG picture": (b"\xff\xd8\xff",),
    "a GIF picture": (b"GIF8",),
    "a TIFF picture": (b"II*\x00", b"MM\x00*"),
    "a picture of Photoshop": (b"8BPS",),
    "an icon": (b"\x00\x00\x01\x00",),
    "a sound or film file": (b"OggS", b"\x1a\x45\xdf\xa3", b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", b"FLV\x01"),
    "a sound file": (b"fLaC", b"ID3", b"MThd"),
    "a font": (b"wOFF", b"wOF2", b"OTTO", b"\x00\x01\x00\x00\x00"),
    "a DjVu document": (b"AT&TFORM",),
    "a help file of Windows": (b"ITSF",),
    "a WordPerfect document, to be saved as ODT or DOCX": (b"\xffWPC",),
    "a notebook of OneNote, to be exported from there": (b"\xe4\x52\x5c\x7b\x8c\xd8\xa7\x4d",),
    "a table of Arrow, to be saved as Parquet": (b"ARROW1\x00\x00",),
    "a mailbox of Outlook, to be exported from there": (b"!BDN",),
    "an attachment in Outlook's own form (winmail.dat)": (b"\x78\x9f\x3e\x22",),
    "a link of Windows": (b"\x4c\x00\x00\x00\x01\x14\x02\x00",),
    "what macOS keeps of a folder": (b"\x00\x00\x00\x01Bud1",),
})  # fmt: skip

TAR_HEADER = 512
"""Bytes before the first member of a tar archive."""
PDF_WITHIN = 1024
"""Bytes among which a PDF may say that it is one."""


def magic_type(head: bytes) -> str | None:
    """The media type of a file that begins with these bytes (1 KB will do), where they leave no doubt."""
    if b"%PDF-" in head[:PDF_WITHIN] and (head.lstrip()[:5] == b"%PDF-" or b"\x00" in head or not _may_be_utf8(head)):
        return PDF
    if head.startswith(_RICH_TEXT):
        return RTF
    if _BZIP2.match(head):
        return BZIP2
    if (head[257:262] == b"ustar" and _CONTROL.search(head)) or _is_old_tar(head):
        return TAR
    return _READ.told(head)


def _is_old_tar(head: bytes) -> bool:
    """Whether these bytes begin an archive of before ustar: numbers where it has them, and their sum (Unix V7, tar(5)).

    The sum is that of all bytes of the header, with blanks in its own place.
    """
    told = _OCTAL.fullmatch(head[148:156])
    if told is None or not head[0] or _OCTAL.fullmatch(head[124:136]) is None or len(head) < TAR_HEADER:
        return False
    return int(told[1], 8) == sum(head[:148]) + 8 * ord(" ") + sum(head[156:TAR_HEADER])


def binary_words(head: bytes) -> str | None:
    """What sort of binary file begins with these bytes, in words; None where that is unknown."""
    film = head[4:8] == b"ftyp" or (head[:4] == b"RIFF" and head[8:12] in (b"AVI ", b"WAVE", b"WEBP"))
    if film and _CONTROL.search(head):
        return "a picture, sound or film file"
    if head[1:4] == b"\r\r\n" and head[5:8] == bytes(3):  # Python's, behind a number of its version; then its flags
        return "a compiled program"
    if head[:2] == b"MZ" and bytes(3) in head[:64]:
        return "a compiled program"
    if head[60:68] == b"BOOKMOBI":
        return "a book of Mobipocket or Kindle"
    return _NOT_READ.told(head)


def _may_be_utf8(head: bytes) -> bool:
    """Whether these bytes begin a text in UTF-8; its last character may be cut."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        return False
    return True
