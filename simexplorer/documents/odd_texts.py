"""What looks odd to the reading kernel and needs no process: text for all that, plain mail, known binary files.

A form feed's neighbour, a backspace of an old printer or a colour of a terminal does not make a parser necessary. What
is looked at here are strict UTF-8, a count of control characters and the beginning of the file; whatever may need a
parser or a guess of its encoding is left to a reading process.
"""

from __future__ import annotations

import zlib

from msgspec.structs import replace

from simexplorer.documents import formats
from simexplorer.documents.decode import is_binary, is_utf8_as_it_is
from simexplorer.documents.extract import HEAD, document, refusal_of
from simexplorer.documents.extracted import SKIPPED, Extracted, Job
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
    if not stream.eof or stream.unused_data:
        return None
    within = replace(job, name=job.name.rpartition(b".")[0] or job.name, size=len(content), depth=job.depth - 1)
    found = known_binary(content[:HEAD]) or plain_all_the_same(content, within)
    return None if found is None else found._replace(untouched=False)


def plain_all_the_same(raw: bytes, job: Job) -> Extracted | None:
    """The document that ``extract`` makes of a whole file with these bytes; None where it takes more to tell."""
    head, named = raw[:HEAD], formats.named_type(job.name)
    if not raw or job.encoding is not None or job.size != len(raw) or job.size > job.max_bytes:
        return None
    if not formats.FORMATS[formats.NUMBER_OF[named]].plain or (job.rows_are_documents and named in formats.TABLES):
        return None
    if not is_utf8_as_it_is(raw) or is_binary(head):
        return None
    if formats.magic_type(head) is not None or formats.binary_words(head) is not None:
        return None
    kind = formats.text_type(head, named)
    if kind == formats.MAIL:
        return plain_message(raw, b"", job)
    return document(raw, kind, untouched=True) if formats.FORMATS[formats.NUMBER_OF[kind]].plain else None


def known_binary(head: bytes) -> Extracted | None:
    """What ``extract`` says of a file with this beginning where it is of a known binary format; None otherwise."""
    refusal = refusal_of(head) if formats.magic_type(head) is None else None
    if refusal is None:
        return None
    return Extracted(status=SKIPPED, reason=str(refusal), media_type=refusal.media_type)
