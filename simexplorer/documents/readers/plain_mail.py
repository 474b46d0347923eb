"""Messages of one plain text, as most mail of archives is: taken apart by two patterns in place of a parser of MIME."""

from __future__ import annotations

import re
from typing import NamedTuple

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
