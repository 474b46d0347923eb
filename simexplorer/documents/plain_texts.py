"""Texts that need no decoding: strict UTF-8, as most files and members of archives are; and what kind they are."""

from __future__ import annotations

from simexplorer.documents import formats, magic
from simexplorer.documents.decode import is_binary, is_utf8_as_it_is
from simexplorer.documents.extracted import Extracted, Job, document


def kind_of_utf8(raw: bytes, job: Job) -> str | None:
    """The media type as which ``extract`` reads a whole file of these bytes, decoding nothing; None of other files."""
    head, named = raw[: formats.HEAD], formats.named_type(job.name)
    if not raw or job.encoding is not None or job.size != len(raw) or job.size > job.max_bytes:
        return None
    if not is_plain(named) or (job.wants_rows and named in formats.HOLD_ROWS):
        return None
    if not is_utf8_as_it_is(raw) or (len(raw) > len(head) and is_binary(head)):
        return None
    if magic.magic_type(head) is not None or magic.binary_words(head) is not None:
        return None
    return formats.text_type(head, named)


def plain_text(raw: bytes, job: Job) -> Extracted | None:
    """The document that ``extract`` makes of a whole file with these bytes; None where it takes a reader to tell."""
    kind = kind_of_utf8(raw, job)
    return document(raw, kind, untouched=True) if kind is not None and is_plain(kind) else None


def is_plain(media_type: str) -> bool:
    """Whether files of this type are read as the text they are."""
    return formats.FORMATS[formats.NUMBER_OF[media_type]].plain
