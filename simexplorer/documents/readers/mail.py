"""Mail to text: subject and body of a message; attachments and the messages of a mailbox are documents too."""

from __future__ import annotations

import base64
import codecs
import email
import email.errors
import email.message
import email.policy
import errno
import os
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from msgspec.structs import replace

from simexplorer.documents import formats
from simexplorer.documents.decode import PADDED, Decoded, to_utf8, without_padding
from simexplorer.documents.extracted import Extracted, Inner, Job, cut_words
from simexplorer.documents.guarding import failed, inner_documents
from simexplorer.documents.parts import TURN_ENDS, turns
from simexplorer.documents.readers.html import html_text
from simexplorer.documents.readers.member_names import MemberNames
from simexplorer.documents.readers.plain_mail import (
    LARGEST_MESSAGE,
    LONGEST_HEADER,
    Leaf,
    Mail,
    best_of,
    decoded_text,
    decoded_words,
    message_document,
    plain_mail,
    says_something,
)
from simexplorer.documents.under_way import under_way

_STEP = 2**20  # bytes of a mailbox
_MOST_PARTS = 1000
_FORWARDED = "a message within"  # in place of a media type: the leaf is its subject, in UTF-8
_WRITTEN = ("text/", "multipart/", "message/")  # the latter two where they do not hold what they promise
_NEVER_SHOWN = frozenset({"xml", "css", "javascript"})  # what a page in one file needs beside its words
_TURN = 100  # messages
_ODD_HEADER = "damaged: one of its headers cannot be read, so it was taken as it stands"
_POSTMARK = re.compile(rb"From \S++ +[A-Z][a-z]{2} [A-Z][a-z]{2} +\d{1,2} \d\d:\d\d(?::\d\d)? .{0,20}\d{4}\s*$")
_HEADER_LINE = re.compile(rb"[A-Za-z][A-Za-z0-9-]*+:")
_QUOTED = re.compile(rb"^>(?=>*+From )", re.MULTILINE)
_SIGNATURE = re.compile(rb"\s*-----BEGIN PGP SIGNATURE|0[\x80-\x84]")  # of OpenPGP, or of S/MIME in DER or BER
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
    bare = without_padding(raw)
    for found in _message(formats.bare_mail(bare), job, inner, b"", MemberNames()):
        lost = PADDED if len(bare) < len(raw) and not found.member else ""
        yield found._replace(reason=found.reason or lost, truncated=True) if lost else found


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
    cut = PADDED if stream.read(1) else ""
    yield Extracted(media_type=formats.MAILBOX, reason=cut, truncated=bool(cut))


def _messages(stream: BinaryIO) -> Iterator[bytes]:
    """Messages of a mailbox: each begins with a "From " line after an empty one (RFC 4155)."""
    pieces: list[bytes] = []
    size = 0
    for begins, piece in _pieces(stream):
        if begins:
            if pieces:
                yield b"".join(pieces)
            pieces, size = [], 0
        if piece and size <= LARGEST_MESSAGE:
            end = piece.find(b"\n", LARGEST_MESSAGE - size) + 1
            piece = piece[: end or len(piece)]
            pieces.append(_QUOTED.sub(b"", piece) if b">From " in piece else piece)
            size += len(piece)
    if pieces:
        yield b"".join(pieces)


def _pieces(stream: BinaryIO) -> Iterator[tuple[bool, bytes]]:
    """(whether a message begins, what follows of it in the next lines without the "From " line)."""
    blank = True
    for lines in _lines(stream):
        begins, start, at = False, 0, -1
        behind_line_end = b"\n" + lines
        while (at := behind_line_end.find(b"\nFrom ", at + 1)) >= 0:
            end = lines.find(b"\n", at) + 1 or len(lines)
            if _begins_message(lines, at, end, blank=blank if not at else not _line_before(lines, at).strip()):
                yield begins, lines[start:at]
                begins, start = True, end
        yield begins, lines[start:]
        blank = not _line_before(lines, len(lines)).strip()


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """All lines, some megabytes at a time; behind a "From " line stands the next one, unless there is none."""
    rest = stream.read(len(codecs.BOM_UTF8)).removeprefix(codecs.BOM_UTF8)
    while more := stream.read(_STEP):
        if not more.strip(b"\0") and _only_a_hole_follows(stream):
            break
        lines = rest + more
        end = lines.rfind(b"\n") + 1
        last = _line_before(lines, end)
        if last.startswith(b"From "):
            end -= len(last)
        if not end and len(lines) >= 2 * _STEP:  # a line without an end so far
            end = len(lines)
        if end:
            yield lines[:end]
        rest = lines[end:]
    if rest:
        yield rest


def _only_a_hole_follows(stream: BinaryIO) -> bool:
    """Whether a file has no more data, however far its end is; False also where the system does not tell."""
    try:
        file = stream.fileno()
        at = os.lseek(file, 0, os.SEEK_CUR)  # it may be ahead of what was read, and stays where it is
        try:
            os.lseek(file, stream.tell(), os.SEEK_DATA)
        finally:
            os.lseek(file, at, os.SEEK_SET)
    except OSError as error:
        return error.errno == errno.ENXIO
    return False


def _line_before(lines: bytes, end: int) -> bytes:
    """The line that ends there."""
    return lines[lines.rfind(b"\n", 0, max(end - 1, 0)) + 1 : end]


def _begins_message(lines: bytes, start: int, end: int, *, blank: bool) -> bool:
    """Whether a "From " line is that of a message and not of somebody's words.

    Two of three say so: sender and date in it, a header below it, an empty line above it, which some leave out.
    """
    return bool(_POSTMARK.match(lines, start, end)) + bool(_HEADER_LINE.match(lines, end)) + blank >= 2


def _message(raw: bytes, job: Job, inner: Inner, name: bytes, names: MemberNames) -> Iterator[Extracted]:
    """The attachments of a message and the message ``name``; ``names`` are those of the whole file so far."""
    mail, cut = plain_mail(raw), ""
    if mail is None:
        try:
            mail, cut = _parsed(raw)
        except ValueError:  # a header that Python's own reader cannot take apart (a NUL in a parameter, say)
            as_it_stands = decoded_text(raw[:LARGEST_MESSAGE], "", job)
            yield message_document(name, len(raw), "", [as_it_stands] if as_it_stands else [], _ODD_HEADER)
            return
    bodies: list[Decoded] = []
    left_out = 0
    for leaf in mail.leaves:
        if leaf.kind == _FORWARDED:
            bodies.append(Decoded(leaf.content, "utf-8"))
        elif leaf.kind.startswith(_WRITTEN) and not (leaf.file and job.archives):
            decoded = decoded_text(leaf.content, leaf.charset, job, page_text if leaf.is_page else None)
            if decoded is not None:
                bodies.append(decoded)
        elif job.archives:
            member = to_utf8(decoded_words(leaf.file)) or b"unnamed"
            member = names.told_apart(name + b"!" + member if name else member)
            yield from attachment(leaf.content, job, inner, member)
        else:
            left_out += 1
    cut = cut or (f"attachments of it were left out: {left_out:,}" if left_out else "")
    yield message_document(name, len(raw), mail.subject, bodies, cut)


def _parsed(raw: bytes) -> tuple[Mail, str]:
    """(any message, why not all of it was read); ValueError where one of its headers cannot be taken apart."""
    message = email.message_from_bytes(raw[:LARGEST_MESSAGE], policy=_POLICY)
    parts = [(part, part.get_filename(), part.get_content_charset() or "") for part in _parts(message)]
    header = message.get("Subject", "")
    cut = _cut_words(len(raw), len(str(header)), len(parts))
    return Mail(decoded_words(header), _leaves(parts[:_MOST_PARTS])), cut


def _leaves(parts: list[tuple[email.message.Message, str | None, str]]) -> Iterator[Leaf]:
    """Of a message with such parts, names of files and charsets; signatures and what pages need are left out."""
    for part, file, charset in parts:
        if part.is_multipart():
            yield Leaf(to_utf8(decoded_words(_held(part)[0].get("Subject", ""))), _FORWARDED)
            continue
        content, subtype = _content(part), part.get_content_subtype()
        if content is None or (subtype.endswith("signature") and (not file or _SIGNATURE.match(content))):
            continue
        if subtype not in _NEVER_SHOWN or "Content-Location" not in part:
            yield Leaf(content, part.get_content_type(), charset, file or "")


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
    """Leaves of the message, parts that are messages themselves before what is in these; of alternatives the best one,
    and the files that the others hold.
    """
    pending = [(message, False)]
    while pending:
        part, files_only = pending.pop()
        if not part.is_multipart():  # a leaf is not asked for its text: its charset may decode nothing
            if not files_only or part.get_filename():
                yield part
            continue
        if part.get_content_type() == formats.MAIL:
            _unwrap(part)
            if not files_only:
                yield part
        children = _held(part)
        chosen = _best(children) if part.get_content_type() == "multipart/alternative" else None
        pending.extend(
            (child, files_only or child is not (chosen or child))
            for child in reversed(children)
            if chosen in (None, child) or child.get_content_maintype() != "text"  # the same words again
        )


def _unwrap(part: email.message.Message) -> None:
    """Decode the message in a part where it was encoded for its transport, which RFC 2046 forbids and some do."""
    coding, within = str(part.get("Content-Transfer-Encoding", "")).lower(), _held(part)[0]
    if coding.strip() in {"base64", "quoted-printable"} and not within.keys():
        within["Content-Transfer-Encoding"] = coding
        part.set_payload([email.message_from_bytes(_content(within) or b"", policy=_POLICY)])


def _held(part: email.message.Message) -> list[email.message.Message]:
    payload: Any = part.get_payload()
    return [child for child in payload if isinstance(child, email.message.Message)]


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
