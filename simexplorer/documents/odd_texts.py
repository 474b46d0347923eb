"""What looks odd to the reading kernel and needs no process: text for all that, plain mail, binary files.

A form feed's neighbour, a backspace of an old printer or a colour of a terminal does not make a parser necessary. What
is looked at here are strict UTF-8, a count of control characters and the beginning of the file; whatever may need a
parser or a guess of its encoding is left to a reading process.
"""

from __future__ import annotations

import zlib

from msgspec.structs import replace

from simexplorer.documents import formats, magic
from simexplorer.documents.decode import is_binary, is_utf8_as_it_is
from simexplorer.documents.extract import NOT_TEXT, document, refusal_of
from simexplorer.documents.extracted import SKIPPED, Extracted, Job, Refusal
from simexplorer.documents.readers.plain_mail import plain_message

SMALL = 1 << 20
"""Bytes of a text that is looked at here; a packed one is no bomb below it."""

_GZIP = 31  # what zlib calls a stream with gzip's header and check sum


def unpacked(raw: bytes, job: Job) -> Extracted | None:
    """The document that ``extract`` makes of a whole gzip file with these bytes; None where it takes more to tell."""
    if not raw.startswith(b"\x1f\x8b\x08") or job.encoding is not None or job.rows_are_documents or job.depth < 1:
        return None
    stream = zlib.decompressobj(_GZIP)
    try:
        content = stream.decompress(raw, SMALL)
    except zlib.error:
        return None
    if not stream.eof or stream.unused_data or len(content) > job.max_bytes:
        return None
    within = replace(job, name=formats.name_within(job.name), size=len(content), depth=job.depth - 1)
    found = no_text(content[: formats.HEAD], within) or plain_all_the_same(content, within)
    return None if found is None else found._replace(untouched=False)


def plain_all_the_same(raw: bytes, job: Job) -> Extracted | None:
    """The document that ``extract`` makes of a whole file with these bytes; None where it takes more to tell."""
    head, named = raw[: formats.HEAD], formats.named_type(job.name)
    if not raw or job.encoding is not None or job.size != len(raw) or job.size > job.max_bytes:
        return None
    if not _is_plain(named) or (job.rows_are_documents and named in formats.LINE_TABLES):
        return None
    if not is_utf8_as_it_is(raw) or is_binary(head):
        return None
    if magic.magic_type(head) is not None or magic.binary_words(head) is not None:
        return None
    kind = formats.text_type(head, named)
    if kind == formats.MAIL:
        return plain_message(raw, b"", job)
    return document(raw, kind, untouched=True) if _is_plain(kind) else None


def no_text(head: bytes, job: Job) -> Extracted | None:
    """What ``extract`` says of a file that begins so, where it is binary and of no format to be read; None otherwise.

    head : its first HEAD bytes, or all of them
    """
    if magic.magic_type(head) is not None:
        return None
    refusal = refusal_of(head)
    if refusal is None and job.encoding is None and _is_plain(formats.named_type(job.name)) and is_binary(head):
        refusal = Refusal(NOT_TEXT)
    if refusal is None:
        return None
    return Extracted(status=SKIPPED, reason=str(refusal), media_type=refusal.media_type)


def _is_plain(media_type: str) -> bool:
    return formats.FORMATS[formats.NUMBER_OF[media_type]].plain
