"""Documents inside of others, each read by a reader that may fail: whatever is wrong with one costs it alone."""

from __future__ import annotations

import io
from collections.abc import Iterator

from msgspec.structs import replace

from simexplorer.documents.extracted import SKIPPED, Extracted, Inner, Job, Refusal
from simexplorer.documents.formats import named_type
from simexplorer.documents.plain_texts import plain_text
from simexplorer.documents.under_way import LeftOut, under_way
from simexplorer.errors import reason_of


def inner_documents(content: bytes | Refusal, name: bytes, size: int, job: Job, inner: Inner) -> Iterator[Extracted]:
    """The documents in a member of a container, below its name there; ``size`` is what the container says of it."""
    try:
        under_way.refuse_left_out()
        if isinstance(content, Refusal):
            raise content
        if job.depth <= 0:
            raise Refusal("containers inside containers are nested too deeply")
        within = replace(job, name=name, size=max(size, len(content)), depth=job.depth - 1, part=0, parts=1)
        plain = plain_text(content, within)
        for found in inner(io.BytesIO(content), within) if plain is None else [plain]:
            member = name + b"!" + found.member if found.member else name
            yield found._replace(member=member, size=found.size or size, untouched=False)
    except Exception as error:  # noqa: BLE001 - see failed
        yield failed(error, named_type(name), name, size)


def failed(error: Exception, promised: str, member: bytes = b"", size: int = 0) -> Extracted:
    """A document whose reader raised this, as a stranger's parser may; a lack of memory is more than its concern."""
    if isinstance(error, MemoryError):
        raise error
    if isinstance(error, Refusal):
        reason, promised = str(error), promised if isinstance(error, LeftOut) else error.media_type
    elif isinstance(error, RecursionError):
        reason = "it is nested too deeply"
    elif isinstance(error, OSError):  # of the system, such as a file that gives nothing when it is read
        reason = f"it could not be read: {reason_of(error)}"
    else:
        reason = f"damaged: {type(error).__name__} while it was read"
    return Extracted(member=member, size=size, status=SKIPPED, reason=reason, media_type=promised)
