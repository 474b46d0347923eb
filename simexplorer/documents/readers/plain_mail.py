"""Messages of a text and perhaps some files, as most mail is, taken apart by patterns in place of a parser of MIME.

The text may have alternatives, such as a page with the same words, and be encoded as RFC 2045 and 2047 (1996) say.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Iterable, Sequence
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
_HEADERS = re.compile(rb"(?>(?:[!-9;-~]++:[^\r\n]*+\r?\n(?:[ \t][^\r\n]*+\r?\n)*)+)(?=\r?\n)")
_TELLING = re.compile(
    rb"^(subject|content-[!-9;-~]*|mime-version):([^\n]*+(?:\n[ \t][^\n]*+)*)", re.IGNORECASE | re.MULTILINE
)
_CHARSET = re.compile(r"[\w.:+-]+", re.ASCII)
# spelled so that nothing has to be unquoted, and none of them one of several pieces (RFC 2231)
_PARAMETERS = r"(?:; ?[\w-]+=(?:\"[ !#-:=?-\[\]-~]*\"|[\w.:=+/-]+))*"
_TYPE = re.compile(r"[\w.+-]+/[\w.+-]+" + _PARAMETERS, re.ASCII)
_DISPOSITION = re.compile(r"[\w-]+" + _PARAMETERS, re.ASCII)
_BOUNDARY_ENDS, _LAST_ENDS = re.compile(rb"[ \t]*\r?\n"), re.compile(rb"--[ \t]*(?:\r?\n|\Z)")
_HOLD_OTHERS = ("multipart/", "message/")
_WRITTEN = ("text/plain", "text/html")
_SAY_NOTHING = ("mime-version", "content-language", "content-id", "content-description")
_MOST_PARTS = 100


class Leaf(NamedTuple):
    """A part of a message that has none itself.

    kind : its media type; charset, file : as declared, empty where none is
    """

    content: bytes
    kind: str = "text/plain"
    charset: str = ""
    file: str = ""

    @property
    def is_page(self) -> bool:
        """Whether it is HTML."""
        return self.kind.endswith("/html")


class Mail(NamedTuple):
    """subject : in one line; leaves : what is shown of the message, and the files in it."""

    subject: str
    leaves: Iterable[Leaf]


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


def plain_mail(raw: bytes) -> Mail | None:
    """The parts of a message without MIME or with one that is easy to follow; None where a parser has to look."""
    whole = _Part.of(raw) if len(raw) <= LARGEST_MESSAGE else None
    if whole is None:
        return None
    subject = whole.told.pop("subject", "")
    leaves = _leaves(whole)
    return None if leaves is None else Mail(decoded_words(subject), leaves)


def _leaves(whole: _Part) -> list[Leaf] | None:
    """Of a message; what is mixed with others may have alternatives, but no more within."""
    if not whole.told.get("content-type", "").lower().startswith("multipart/mixed"):
        shown = _shown(whole)
        return None if shown is None else [shown]
    parts = _parts(whole)
    leaves = [_shown(part) for part in parts or ()]
    return [leaf for leaf in leaves if leaf is not None] if parts and None not in leaves else None


def _shown(part: _Part) -> Leaf | None:
    """The leaf that a part is, or the plain one of its alternatives if it says something, else the last page or one."""
    if not part.told.get("content-type", "").lower().startswith("multipart/alternative"):
        return _leaf(part)
    leaves = []
    for one in _parts(part) or ():
        leaf = _leaf(one)
        if leaf is None or leaf.file or leaf.kind not in _WRITTEN:
            return None
        leaves.append(leaf)
    return best_of(leaves, lambda leaf: not leaf.is_page and says_something(leaf.content), lambda leaf: leaf.is_page)


def _leaf(part: _Part) -> Leaf | None:
    told = part.told
    described = _valued(_TYPE, told.pop("content-type", "text/plain"))
    placed = _valued(_DISPOSITION, told.pop("content-disposition", "inline"))
    content = _decoded(part.content, told.pop("content-transfer-encoding", "7bit").lower())
    if described is None or placed is None or content is None or told.keys() - {"subject"}:
        return None
    kind, parameters = described
    charset = parameters.get("charset", "").lower()
    if kind.startswith(_HOLD_OTHERS) or kind.endswith("signature") or (charset and not _CHARSET.fullmatch(charset)):
        return None
    return Leaf(content, kind, charset, placed[1].get("filename", parameters.get("name", "")).strip())


def _valued(spelling: re.Pattern[str], header: str) -> tuple[str, dict[str, str]] | None:
    """A header's value and its parameters; None where it is not spelled so."""
    if spelling.fullmatch(header) is None:
        return None
    value, *given = header.split(";")
    parameters: dict[str, str] = {}
    for name, _, text in (one.strip().partition("=") for one in given):
        parameters.setdefault(name.lower(), text.strip('"'))
    return value.lower(), parameters


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


def _parts(whole: _Part) -> list[_Part] | None:
    """What lies between the boundaries of a part that holds others; None where that is not clear."""
    described = _valued(_TYPE, whole.told["content-type"])
    boundary = described[1].get("boundary", "") if described is not None else ""
    if not boundary or " " in boundary or whole.told.keys() - {"content-type", "content-transfer-encoding"}:
        return None
    mark = b"--" + boundary.encode()
    _, *pieces = (b"\n" + whole.content).split(b"\n" + mark)
    if not 2 <= len(pieces) <= _MOST_PARTS or whole.content.count(mark) != len(pieces):
        return None
    if not _LAST_ENDS.match(pieces.pop()):
        return None
    parts = []
    for raw in pieces:
        begins = _BOUNDARY_ENDS.match(raw)
        part = _Part.of(raw[begins.end() :].removesuffix(b"\r")) if begins is not None else None
        if part is None:
            return None
        parts.append(part)
    return parts


def says_something(content: bytes) -> bool:
    """Whether more than blanks is in a plain text."""
    return bool(content.translate(None, _NO_BREAK).strip())


def best_of(alternatives: Sequence[T], says: Callable[[T], bool], is_page: Callable[[T], bool]) -> T | None:
    """The first plain one that ``says`` something, else the last page, else the last one; None where there is none."""
    for one in alternatives:
        if says(one):
            return one
    return next(reversed([one for one in alternatives if is_page(one)] or alternatives), None)


def plain_message(raw: bytes, name: bytes, job: Job) -> Extracted | None:
    """The message ``name`` as a document; None where a parser has to look, be it of MIME or of HTML."""
    mail = plain_mail(raw)
    if mail is None or any(leaf.file or leaf.is_page or not leaf.kind.startswith("text/") for leaf in mail.leaves):
        return None
    bodies = [decoded_text(leaf.content, leaf.charset, job) for leaf in mail.leaves]
    return message_document(name, len(raw), mail.subject, [body for body in bodies if body is not None], "")


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


def message_document(name: bytes, size: int, subject: str, bodies: Sequence[Decoded], cut: str) -> Extracted:
    """A message without its attachments; ``cut`` says why not all of it was read."""
    text = b"\n".join([to_utf8(subject), *(body.text for body in bodies)]).strip(b"\n")
    return Extracted(
        text=text, media_type=formats.MAIL, status=READ if text.strip() else EMPTY, member=name, size=size,
        reason=cut or ("" if text.strip() else "the message holds no text"), truncated=bool(cut),
        encoding=bodies[-1].encoding if bodies else "utf-8", guessed=any(body.guessed for body in bodies),
    )  # fmt: skip
