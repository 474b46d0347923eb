"""What looks odd to the reading kernel and needs no process: text for all that, plain mail, binary files.

A form feed's neighbour, a backspace of an old printer or a colour of a terminal does not make a parser necessary. What
is looked at here are strict UTF-8, a count of control characters and the beginning of the file; whatever may need a
parser or a guess of its encoding is left to a reading process.
"""

from __future__ import annotations

import zlib

from msgspec.structs import replace

from simexplorer.documents import formats, magic
from simexplorer.documents.decode import is_binary
from simexplorer.documents.extract import NOT_TEXT, refusal_of
from simexplorer.documents.extracted import SKIPPED, Extracted, Job, Refusal, document
from simexplorer.documents.plain_texts import is_plain, kind_of_utf8
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
    kind = kind_of_utf8(raw, job)
    if kind == formats.MAIL:
        return plain_message(raw, b"", job)
    return document(raw, kind, untouched=True) if kind is not None and is_plain(kind) else None


def no_text(head: bytes, job: Job) -> Extracted | None:
    """What ``extract`` says of a file that begins so, where it is binary and of no format to be read; None otherwise.

    head : its first HEAD bytes, or all of them
    """
    if magic.magic_type(head) is not None:
        return None
    refusal = refusal_of(head)
    if refusal is None and job.encoding is None and is_plain(formats.named_type(job.name)) and is_binary(head):
        refusal = Refusal(NOT_TEXT)
    if refusal is None:
        return None
    return Extracted(status=SKIPPED, reason=str(refusal), media_type=refusal.media_type)
