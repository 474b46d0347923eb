"""Mail to text: subject and body of a message; attachments and the messages of a mailbox are documents too."""

from __future__ import annotations

import base64
import email
import email.errors
import email.message
import email.policy
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from msgspec.structs import replace

from simexplorer.documents import formats
from simexplorer.documents.decode import Decoded, to_utf8
from simexplorer.documents.extracted import Extracted, Inner, Job, cut_words
from simexplorer.documents.guarding import failed, inner_documents
from simexplorer.documents.parts import TURN_ENDS, turns
from simexplorer.documents.readers.html import html_text
from simexplorer.documents.readers.member_names import MemberNames
from simexplorer.documents.readers.plain_mail import (
    LARGEST_MESSAGE,
    LONGEST_HEADER,
    best_of,
    decoded_text,
    decoded_words,
    message_document,
    plain_message,
    says_something,
)
from simexplorer.documents.under_way import under_way

_LONGEST_LINE = 2**20
_MOST_PARTS = 1000
_WRITTEN = frozenset({"text", "multipart", "message"})  # the latter two where they do not hold what they promise
_NEVER_SHOWN = frozenset({"xml", "css", "javascript"})  # what a page in one file needs beside its words
_TURN = 100  # messages
_ODD_HEADER = "damaged: one of its headers cannot be read, so it was taken as it stands"
_POSTMARK = re.compile(rb"From \S++ +[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d\d:\d\d(?::\d\d)? .{0,20}\d{4}\s*$")
_HEADER_LINE = re.compile(rb"[A-Za-z][A-Za-z0-9-]*+:")
_NO_LETTER = re.compile(rb"[^A-Za-z0-9+/]+")


class _Policy(email.policy.Compat32):
    """As Python reads mail by default, but nothing of a header beyond LONGEST_HEADER."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        """The name and the value of a header."""
        name, value = super().header_source_parse(sourcelines)
        return name, value[:LONGEST_HEADER]


_POLICY = _Policy()


def read_message(stream: BinaryIO, job: Job, inner: Inner) -> Iterator[Extracted]:
    """The attachments of one message, then the message."""
    raw = stream.read(LARGEST_MESSAGE + 1)
    if b"\n" not in raw:  # lines end as on a Macintosh of old
        raw = raw.replace(b"\r", b"\n")
    under_way.begin_whole()
    yield from _message(formats.bare_mail(raw), job, inner, b"", MemberNames())


def read_mailbox(stream: BinaryIO, job: Job, inner: Inner) -> Iterator[Extracted]:
    """Every message of a mailbox, numbered from 1, each after its attachments; then the mailbox."""
    names = MemberNames()
    for mine in turns(_messages(stream), job, _TURN):
        if mine is None:
            yield TURN_ENDS
            continue
        number, raw = mine
        name = b"%d" % number
        try:
            under_way.refuse_left_out()
            yield from _message(raw, job, inner, name, names)
        except Exception as error:  # noqa: BLE001 - see failed
            yield failed(error, formats.MAIL, name, len(raw))
    yield Extracted(media_type=formats.MAILBOX)


def _messages(stream: BinaryIO) -> Iterator[bytes]:
    """Messages of a mailbox: each begins with a "From " line after an empty one (RFC 4155)."""
    lines: list[bytes] = []
    size = 0
    blank = True
    following = stream.readline(_LONGEST_LINE)
    while line := following:
        following = stream.readline(_LONGEST_LINE)
        if line.startswith(b"From ") and _begins_message(line, following, blank):
            if lines:
                yield b"".join(lines)
            lines, size = [], 0
        elif size <= LARGEST_MESSAGE:
            lines.append(line[1:] if line.startswith(b">") and line.lstrip(b">").startswith(b"From ") else line)
            size += len(line)
        blank = not line.strip()
    if lines:
        yield b"".join(lines)


def _begins_message(line: bytes, following: bytes, blank: bool) -> bool:
    """Whether a "From " line is that of a message and not of somebody's words.

    Two of three say so: sender and date in it, a header below it, an empty line above it, which some leave out.
    """
    return bool(_POSTMARK.match(line)) + bool(_HEADER_LINE.match(following)) + blank >= 2


def _message(raw: bytes, job: Job, inner: Inner, name: bytes, names: MemberNames) -> Iterator[Extracted]:
    """The attachments of a message and the message ``name``; ``names`` are those of the whole file so far."""
    plain = plain_message(raw, name, job, page_text)
    if plain is not None:
        yield plain
        return
    bodies: list[Decoded] = []
    try:
        message = email.message_from_bytes(raw[:LARGEST_MESSAGE], policy=_POLICY)
        parts = [(part, part.get_filename(), part.get_content_charset() or "") for part in _parts(message)]
    except ValueError:  # a header that Python's own reader cannot take apart (a NUL in a parameter, say)
        as_it_stands = decoded_text(raw[:LARGEST_MESSAGE], "", job)
        yield message_document(name, len(raw), b"", [as_it_stands] if as_it_stands else [], _ODD_HEADER)
        return
    left_out = 0
    for part, file, charset in parts[:_MOST_PARTS]:
        content = _content(part)
        written = part.get_content_maintype() in _WRITTEN
        subtype = part.get_content_subtype()
        if content is None or (not file and subtype.endswith("signature")):
            continue
        if subtype in _NEVER_SHOWN and "Content-Location" in part:
            continue
        if written and not (file and job.archives):
            decoded = decoded_text(content, charset, job, page_text if subtype == "html" else None)
            if decoded is not None:
                bodies.append(decoded)
        elif job.archives:
            member = to_utf8(decoded_words(file or "")) or b"unnamed"
            member = names.told_apart(name + b"!" + member if name else member)
            yield from attachment(content, job, inner, member)
        else:
            left_out += 1
    header = message.get("Subject", "")
    subject = to_utf8(decoded_words(header))
    cut = _cut_words(len(raw), len(str(header)), len(parts)) or (
        f"attachments of it were left out: {left_out:,}" if left_out else ""
    )
    yield message_document(name, len(raw), subject, bodies, cut)


def _cut_words(size: int, subject: int, parts: int) -> str:
    """Why not all of a message was read; empty where all was."""
    reasons = [cut_words(LARGEST_MESSAGE)] if size > LARGEST_MESSAGE else []
    if subject >= LONGEST_HEADER:
        reasons.append(f"only the first {LONGEST_HEADER:,} characters of its subject were read")
    if parts > _MOST_PARTS:
        reasons.append(f"only the first {_MOST_PARTS:,} of its {parts:,} parts were read")
    return "; ".join(reasons)


def attachment(content: bytes, job: Job, inner: Inner, name: bytes) -> Iterator[Extracted]:
    """The documents in what is attached to a message, below its name there."""
    with under_way.within():
        under_way.begin_member()
        yield from inner_documents(content, name, len(content), replace(job, encoding=None), inner)


def _parts(message: email.message.Message) -> Iterator[email.message.Message]:
    """Leaves of the message; of alternatives the best one, and the files that the others hold."""
    pending = [(message, False)]
    while pending:
        part, files_only = pending.pop()
        if not part.is_multipart():  # a leaf is not asked for its text: its charset may decode nothing
            if not files_only or part.get_filename():
                yield part
            continue
        payload: Any = part.get_payload()
        children = [child for child in payload if isinstance(child, email.message.Message)]
        chosen = _best(children) if part.get_content_type() == "multipart/alternative" else None
        pending.extend(
            (child, files_only or child is not (chosen or child))
            for child in reversed(children)
            if chosen in (None, child) or child.get_content_maintype() != "text"  # the same words again
        )


def _best(alternatives: list[email.message.Message]) -> email.message.Message | None:
    """The plain one that says something, else the last one that may; None where there is no alternative."""
    return best_of(
        alternatives,
        lambda part: part.get_content_type() == "text/plain" and says_something(_content(part) or b""),
        lambda part: part.is_multipart() or part.get_content_subtype() in ("html", "xhtml+xml"),
    )


def _content(part: email.message.Message) -> bytes | None:
    """The bytes of a leaf; of base64 that was cut short, what there is of it."""
    content: Any = part.get_payload(decode=True)
    if not isinstance(content, bytes):
        return None
    if any(isinstance(defect, email.errors.InvalidBase64LengthDefect) for defect in part.defects):
        letters = _NO_LETTER.sub(b"", content)
        return base64.b64decode(letters[: len(letters) // 4 * 4])
    return content


def page_text(page: bytes) -> bytes:
    """The text of a message's page, all of it: navigation is what was written, too."""
    return html_text(page, strip_navigation=False)
