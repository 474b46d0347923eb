"""Messages of one plain text, as most mail of archives is: taken apart by two patterns in place of a parser of MIME."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from simexplorer.documents import formats
from simexplorer.documents.decode import Decoded, decode_as, decode_declared, to_utf8
from simexplorer.documents.extracted import EMPTY, READ, Extracted, Job

LARGEST_MESSAGE = 64 * 2**20
# header lines as RFC 5322 (2008, section 2.2) spells them, folded or not, and the empty line behind them
_HEADERS = re.compile(rb"(?:[!-9;-~]++:[^\r\n]*+\r?\n(?:[ \t][^\r\n]*+\r?\n)*+)++(?=\r?\n)")
_TELLING = re.compile(rb"^(subject|content-[!-9;-~]*|mime-version):((?:[^\n]|\n[ \t])*+)", re.IGNORECASE | re.MULTILINE)
_CHARSET = r"[\w.:+-]+"
_PLAIN_TYPE = re.compile(
    rf"text/plain(?:; ?charset=(?:\"({_CHARSET})\"|({_CHARSET})))?(?:; ?(?:format|delsp|reply-type)=[\w-]+)*",
    re.IGNORECASE | re.ASCII,
)
_AS_IT_IS = frozenset({"7bit", "8bit", "binary"})


class PlainMail(NamedTuple):
    """subject : in one line; content : bytes of the text; charset : as declared, empty where none is."""

    subject: str
    content: bytes
    charset: str


def plain_mail(raw: bytes) -> PlainMail | None:
    """The parts of a message without MIME or with a MIME that changes nothing; None where a parser has to look."""
    headers = _HEADERS.match(raw)
    if headers is None or not headers.group().isascii():
        return None
    told: dict[str, str] = {}
    for name, value in _TELLING.findall(headers.group()):
        told.setdefault(name.decode().lower(), " ".join(value.decode().split()))
    subject = told.pop("subject", "")
    told.pop("mime-version", None)
    kind = _PLAIN_TYPE.fullmatch(told.pop("content-type", "text/plain"))
    coded = told.pop("content-transfer-encoding", "7bit").lower() not in _AS_IT_IS
    if kind is None or coded or told or "=?" in subject:
        return None
    start = headers.end() + (2 if raw.startswith(b"\r", headers.end()) else 1)
    return PlainMail(subject, raw[start:], (kind[1] or kind[2] or "").lower())


def plain_message(raw: bytes, name: bytes, job: Job) -> Extracted | None:
    """The message ``name`` as a document; None where a parser has to look."""
    mail = plain_mail(raw) if len(raw) <= LARGEST_MESSAGE else None
    if mail is None:
        return None
    body = decoded_text(mail.content, mail.charset, job)
    return message_document(name, len(raw), to_utf8(mail.subject), [] if body is None else [body], "")


def decoded_text(content: bytes, charset: str, job: Job, *, markup: bool = False) -> Decoded | None:
    """A text of a message in the encoding that was asked for, that it declares, or that it most likely has."""
    return decode_as(content, job.encoding) if job.encoding else decode_declared(content, charset, markup=markup)


def message_document(name: bytes, size: int, subject: bytes, bodies: Sequence[Decoded], cut: str) -> Extracted:
    """A message without its attachments; ``cut`` says why not all of it was read."""
    text = b"\n".join([subject, *(body.text for body in bodies)]).strip(b"\n")
    return Extracted(
        text=text, media_type=formats.MAIL, status=READ if text.strip() else EMPTY, member=name, size=size,
        reason=cut or ("" if text.strip() else "the message holds no text"), truncated=bool(cut),
        encoding=bodies[-1].encoding if bodies else "utf-8", guessed=any(body.guessed for body in bodies),
    )  # fmt: skip
