"""Messages of one text, as most mail is, taken apart by a few patterns in place of a parser of MIME.

The text may have alternatives, such as a page with the same words, and be encoded as RFC 2045 and 2047 (1996) say.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from simexplorer.documents import formats
from simexplorer.documents.decode import Decoded, decode_as, decode_declared, to_utf8
from simexplorer.documents.extracted import EMPTY, READ, Extracted, Job

T = TypeVar("T")
LARGEST_MESSAGE = 64 * 2**20
LONGEST_HEADER = 2**16  # bytes: to take apart one of megabytes would take minutes
_NO_BREAK = b"\xc2\xa0"  # bytes of a blank that programs put where nothing was written
# header lines as RFC 5322 (2008, section 2.2) spells them, folded or not, and the empty line behind them
_HEADERS = re.compile(rb"(?:[!-9;-~]++:[^\r\n]*+\r?\n(?:[ \t][^\r\n]*+\r?\n)*+)++(?=\r?\n)")
_TELLING = re.compile(rb"^(subject|content-[!-9;-~]*|mime-version):((?:[^\n]|\n[ \t])*+)", re.IGNORECASE | re.MULTILINE)
_CHARSET = r"[\w.:+-]+"
_WRITTEN_TYPE = re.compile(
    rf"text/(?:plain|(html))(?:; ?charset=(?:\"({_CHARSET})\"|({_CHARSET})))?"
    r"(?:; ?(?:format|delsp|reply-type)=[\w-]+)*",
    re.IGNORECASE | re.ASCII,
)
_ALTERNATIVES = re.compile(
    rf"multipart/alternative(?:; ?charset=\"?{_CHARSET}\"?)?; ?boundary=(?:\"([\w.:=+/-]+)\"|([\w.:=+/-]+))",
    re.IGNORECASE | re.ASCII,
)
_BOUNDARY_ENDS, _LAST_ENDS = re.compile(rb"[ \t]*\r?\n"), re.compile(rb"--[ \t]*(?:\r?\n|\Z)")
_SAY_NOTHING = ("mime-version", "content-language")


class PlainMail(NamedTuple):
    """subject : in one line; content : bytes of the text; charset : as declared, empty where none is; markup : HTML."""

    subject: str
    content: bytes
    charset: str
    markup: bool = False


class _Part(NamedTuple):
    """A message or a part of one. told : what its headers tell of it, by their names; content : what follows them"""

    told: dict[str, str]
    content: bytes

    @classmethod
    def of(cls, raw: bytes) -> _Part | None:
        """None where its headers are not spelled as they should be, or are very long."""
        headers = _HEADERS.match(raw)
        if headers is None or headers.end() > LONGEST_HEADER or not headers.group().isascii():
            return None
        told: dict[str, str] = {}
        for name, value in _TELLING.findall(headers.group()):
            told.setdefault(name.decode().lower(), " ".join(value.decode().split()))
        for name in _SAY_NOTHING:
            told.pop(name, None)
        start = headers.end() + (2 if raw.startswith(b"\r", headers.end()) else 1)
        return cls(told, raw[start:])


def plain_mail(raw: bytes) -> PlainMail | None:
    """The parts of a message without MIME or with one that is easy to follow; None where a parser has to look."""
    whole = _Part.of(raw)
    if whole is None:
        return None
    subject = whole.told.pop("subject", "")
    several = _ALTERNATIVES.fullmatch(whole.told.get("content-type", ""))
    if several is None:
        body = _body(whole)
    elif whole.told.keys() <= {"content-type", "content-transfer-encoding"}:
        body = _best((several[1] or several[2]).encode(), whole.content)
    else:
        body = None
    return None if body is None else body._replace(subject=decoded_words(subject))


def _body(part: _Part) -> PlainMail | None:
    told = part.told
    kind = _WRITTEN_TYPE.fullmatch(told.pop("content-type", "text/plain"))
    content = _decoded(part.content, told.pop("content-transfer-encoding", "7bit").lower())
    inline = told.pop("content-disposition", "inline").lower() == "inline"
    if kind is None or content is None or not inline or told.keys() - {"subject"}:
        return None
    return PlainMail("", content, (kind[2] or kind[3] or "").lower(), bool(kind[1]))


def _decoded(content: bytes, coding: str) -> bytes | None:
    """What was encoded for its transport; None of what is not encoded well, or by no usual way."""
    if coding == "quoted-printable":
        return binascii.a2b_qp(content)
    if coding != "base64":
        return content if coding in {"7bit", "8bit", "binary"} else None
    try:
        return binascii.a2b_base64(b"".join(content.split()), strict_mode=True)
    except binascii.Error:
        return None


def _best(boundary: bytes, content: bytes) -> PlainMail | None:
    """The plain one of some alternatives if it says something, else the last page, else the last one."""
    bodies = []
    mark = b"--" + boundary
    _, *parts = (b"\n" + content).split(b"\n" + mark)
    if len(parts) < 2 or content.count(mark) != len(parts) or not _LAST_ENDS.match(parts.pop()):
        return None
    for raw in parts:
        begins = _BOUNDARY_ENDS.match(raw)
        part = _Part.of(raw[begins.end() :].removesuffix(b"\r")) if begins is not None else None
        body = _body(part) if part is not None else None
        if body is None:
            return None
        bodies.append(body)
    return best_of(bodies, lambda body: not body.markup and says_something(body.content), lambda body: body.markup)


def says_something(content: bytes) -> bool:
    """Whether more than blanks is in a plain text."""
    return bool(content.translate(None, _NO_BREAK).strip())


def best_of(alternatives: Sequence[T], says: Callable[[T], bool], is_page: Callable[[T], bool]) -> T | None:
    """The first plain one that ``says`` something, else the last page, else the last one; None where there is none."""
    for one in alternatives:
        if says(one):
            return one
    return next(reversed([one for one in alternatives if is_page(one)] or alternatives), None)


def plain_message(
    raw: bytes, name: bytes, job: Job, read_page: Callable[[bytes], bytes] | None = None
) -> Extracted | None:
    """The message ``name`` as a document; None where a parser has to look.

    read_page : makes a text of HTML; without it, that takes a parser as well
    """
    mail = plain_mail(raw) if len(raw) <= LARGEST_MESSAGE else None
    if mail is None or (mail.markup and read_page is None):
        return None
    body = decoded_text(mail.content, mail.charset, job, read_page if mail.markup else None)
    return message_document(name, len(raw), to_utf8(mail.subject), [] if body is None else [body], "")


def decoded_words(value: object) -> str:
    """A header's text in one line, encoded words (RFC 2047) decoded; raw 8-bit bytes taken for what they may be."""
    if isinstance(value, str):
        value = " ".join(value.split())  # else a blank where a line is folded behind an encoded word would be lost
        if "=?" not in value and value.isascii():
            return value
    import email.errors
    import email.header

    pieces: list[str] = []
    decoded: Decoded | None
    try:
        words = email.header.decode_header(value)  # type: ignore[arg-type]
    except (email.errors.HeaderParseError, ValueError):
        return str(value)
    for word, charset in words:
        if isinstance(word, str):
            pieces.append(word)
            continue
        decoded = decode_declared(word, charset or "")
        pieces.append("" if decoded is None else decoded.text.decode("utf-8", "replace"))
    return " ".join("".join(pieces).split())


def decoded_text(
    content: bytes, charset: str, job: Job, read_page: Callable[[bytes], bytes] | None = None
) -> Decoded | None:
    """A text of a message in the encoding that was asked for, that it declares, or that it most likely has.

    read_page : makes a text of it where it is HTML
    """
    decoded: Decoded | None
    if job.encoding:
        decoded = decode_as(content, job.encoding)
    else:
        decoded = decode_declared(content, charset, markup=read_page is not None)
    return decoded if decoded is None or read_page is None else replace(decoded, text=read_page(decoded.text))


def message_document(name: bytes, size: int, subject: bytes, bodies: Sequence[Decoded], cut: str) -> Extracted:
    """A message without its attachments; ``cut`` says why not all of it was read."""
    text = b"\n".join([subject, *(body.text for body in bodies)]).strip(b"\n")
    return Extracted(
        text=text, media_type=formats.MAIL, status=READ if text.strip() else EMPTY, member=name, size=size,
        reason=cut or ("" if text.strip() else "the message holds no text"), truncated=bool(cut),
        encoding=bodies[-1].encoding if bodies else "utf-8", guessed=any(body.guessed for body in bodies),
    )  # fmt: skip
