"""Outlook's messages ([MS-OXMSG], 2008) to text: subject and body; what is attached are documents too."""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator

from msgspec.structs import replace

from simexplorer.documents import formats
from simexplorer.documents.decode import Decoded, known_codec, to_utf8
from simexplorer.documents.extracted import Extracted, Inner, Job
from simexplorer.documents.readers.compound import CompoundFile
from simexplorer.documents.readers.mail import attachment, page_text
from simexplorer.documents.readers.member_names import MemberNames
from simexplorer.documents.readers.packed_rtf import unpacked_rtf
from simexplorer.documents.readers.plain_mail import LARGEST_MESSAGE, decoded_text, message_document
from simexplorer.documents.readers.rtf import rtf_text
from simexplorer.documents.under_way import under_way

# properties by their numbers ([MS-OXPROPS]); behind a number stands the type of what is kept
_SUBJECT, _BODY, _PAGE, _RICH, _CONTENT = "0037", "1000", "1013", "1009", "3701"
_NAMES = ("3707", "3704", "3001")  # of an attachment: long, short, as it is shown
_WIDE, _NARROW, _BYTES, _STORAGE = "001F", "001E", "0102", "000D"
_SHORT = "__properties_version1.0"
_OF_TEXTS, _OF_PAGE = 0x3FFD0003, 0x3FDE0003  # code pages
_HEAD, _INNER_HEAD, _FIELD = 32, 24, 16  # bytes before the short properties of a message, and of each of them
_ATTACHMENT = re.compile(r"(__attach_version1\.0_#[0-9A-F]{8}/).*", re.IGNORECASE)


def read_outlook(file: CompoundFile, job: Job, inner: Inner) -> Iterator[Extracted]:
    """The attachments of one message, then the message."""
    under_way.begin_whole()
    yield from _message(file, job, inner, "", b"")


def _message(file: CompoundFile, job: Job, inner: Inner, place: str, name: bytes) -> Iterator[Extracted]:
    """The message ``name`` below the storage ``place``, its attachments first."""
    pages = _code_pages(file, place)
    names = MemberNames()
    left_out = 0
    below = (one[len(place) :] for one in file.names if one.startswith(place))
    for folder in dict.fromkeys(found[1] for found in map(_ATTACHMENT.fullmatch, below) if found):
        folder = place + folder
        content = _kept(file, folder, _CONTENT, _BYTES)
        embedded = f"{folder}__substg1.0_{_CONTENT}{_STORAGE}/"
        holds_message = embedded + _SHORT in file
        if content is None and not holds_message:
            continue
        if not job.archives:
            left_out += 1
            continue
        called = next(filter(None, (_words(file, folder, number, pages) for number in _NAMES)), "")
        member = names.unique(" ".join(called.split()))
        member = name + b"!" + member if name else member
        if content is None and job.depth > 0:
            yield from _message(file, replace(job, depth=job.depth - 1), inner, embedded, member)
        else:
            yield from attachment(content or b"", job, inner, member)
    subject = " ".join(_words(file, place, _SUBJECT, pages).split())
    cut = f"attachments of it were left out: {left_out:,}" if left_out else ""
    body = _body(file, place, pages, job)
    found = message_document(name, 0 if name else job.size, subject, [] if body is None else [body], cut)
    yield found._replace(media_type=formats.MSG)


def _body(file: CompoundFile, place: str, pages: dict[int, str], job: Job) -> Decoded | None:
    """The text of a message: as such, else of its web page, else of its RTF."""
    wide = _kept(file, place, _BODY, _WIDE)
    if wide is not None and wide.strip(b"\0"):
        return Decoded(to_utf8(_unwrapped(wide)), "utf-16-le")
    narrow = _kept(file, place, _BODY, _NARROW)
    if narrow is not None and narrow.strip():
        return decoded_text(narrow.rstrip(b"\0"), pages.get(_OF_TEXTS, ""), job)
    page = _kept(file, place, _PAGE, _BYTES)
    if page:
        return decoded_text(page, pages.get(_OF_PAGE, ""), job, page_text)
    packed = _kept(file, place, _RICH, _BYTES)
    return None if packed is None else Decoded(rtf_text(unpacked_rtf(packed, LARGEST_MESSAGE)).text, "utf-8")


def _words(file: CompoundFile, place: str, number: str, pages: dict[int, str]) -> str:
    """A short text."""
    wide = _kept(file, place, number, _WIDE)
    if wide is not None:
        return _unwrapped(wide)
    return (_kept(file, place, number, _NARROW) or b"").decode(pages.get(_OF_TEXTS, "cp1252"), "replace").rstrip("\0")


def _unwrapped(wide: bytes) -> str:
    return wide.decode("utf-16-le", "replace").rstrip("\0").replace("\r\n", "\n")


def _kept(file: CompoundFile, place: str, number: str, kind: str) -> bytes | None:
    name = f"{place}__substg1.0_{number}{kind}"
    return file.read(name) if name in file else None


def _code_pages(file: CompoundFile, place: str) -> dict[int, str]:
    """Codecs by the property that tells their code page, where Python has them."""
    if place + _SHORT not in file:
        return {}
    short = file.read(place + _SHORT)[_INNER_HEAD if place else _HEAD :]
    told = struct.iter_unpack("<I4xI4x", short[: len(short) // _FIELD * _FIELD])
    codecs = {tag: known_codec(f"cp{page}") or known_codec(_OTHERS.get(page, "")) for tag, page in told}
    return {tag: codec for tag, codec in codecs.items() if codec and tag in (_OF_TEXTS, _OF_PAGE)}


_OTHERS = {
    20127: "ascii", 20866: "koi8-r", 21866: "koi8-u", 28591: "latin-1", 28592: "iso8859-2", 28595: "iso8859-5",
    28597: "iso8859-7", 28605: "iso8859-15", 50220: "iso2022_jp", 51932: "euc_jp", 51949: "euc_kr", 54936: "gb18030",
    65001: "utf-8",
}  # fmt: skip
