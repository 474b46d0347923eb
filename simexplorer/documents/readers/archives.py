"""Archives to their members: zip, tar, and single files packed by gzip, bzip2 or xz; nothing is written to disk."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import IO, Any, BinaryIO, cast

from simexplorer.documents import formats
from simexplorer.documents.decode import to_utf8
from simexplorer.documents.extracted import SKIPPED, Extracted, Inner, Job, Refusal
from simexplorer.documents.formats import binary_words
from simexplorer.documents.readers.zip_parts import ZipParts

_HEAD = 1 << 13
_STEP = 1 << 16
_MOST_MEMBERS = 10_000
_LARGEST_WHOLE = 512 * 2**20
_RATIO, _RATIO_FROM = 100, 2**20
_BROKEN = (tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError)
_SWITCHED_OFF = "an archive; reading archives is switched off"


class _Names:
    """Member names, each once: the second ``a.txt`` of an archive is ``a.txt#2``."""

    def __init__(self) -> None:
        self._seen: dict[bytes, int] = {}

    def unique(self, name: str) -> bytes:
        """The name as bytes, told apart from those before."""
        raw = to_utf8(name) or b"unnamed"
        count = self._seen[raw] = self._seen.get(raw, 0) + 1
        return raw if count == 1 else b"%s#%d" % (raw, count)


def read_zip(parts: ZipParts, job: Job, inner: Inner) -> Iterator[Extracted]:
    """The members of a zip file by name, then the archive."""
    if not job.archives:
        raise Refusal(_SWITCHED_OFF, formats.ZIP)
    names = _Names()
    files = sorted(
        (entry for entry in parts.entries if not entry.filename.endswith("/")), key=lambda entry: entry.filename
    )
    for entry in files[:_MOST_MEMBERS]:
        yield from _member(_zip_content(parts, entry, job), names.unique(entry.filename), entry.file_size, job, inner)
    yield _archive(formats.ZIP, len(files))


def _zip_content(parts: ZipParts, entry: zipfile.ZipInfo, job: Job) -> bytes | Refusal:
    try:
        head, complete = parts.inflate(entry, _HEAD)
        if complete or binary_words(head):
            return head
        return parts.inflate(entry, job.max_bytes)[0]
    except Refusal as refusal:
        return refusal


def _member(content: bytes | Refusal, name: bytes, size: int, job: Job, inner: Inner) -> Iterator[Extracted]:
    """The documents of one member; whatever is wrong with it costs it alone."""
    if isinstance(content, Refusal):
        yield Extracted(member=name, size=size, status=SKIPPED, reason=str(content), media_type=content.media_type)
        return
    if job.depth <= 0:
        reason = "containers inside containers are nested too deeply"
        yield Extracted(member=name, size=size, status=SKIPPED, reason=reason, media_type=formats.BINARY)
        return
    within = replace(job, name=name, size=max(size, len(content)), depth=job.depth - 1)
    for found in inner(io.BytesIO(content), within):
        member = name + b"!" + found.member if found.member else name
        yield replace(found, member=member, size=found.size or size, untouched=False)


def _archive(media_type: str, members: int) -> Extracted:
    cut = members > _MOST_MEMBERS
    reason = f"only the first {_MOST_MEMBERS:,} of its {members:,} members were read" if cut else ""
    return Extracted(media_type=media_type, reason=reason, truncated=cut)


class _Unpacked(io.RawIOBase):
    """A packed stream unpacked as it is read, up to a limit: Refusal where it unpacks to a bomb."""

    def __init__(self, source: IO[bytes], packed_size: int) -> None:
        self._source = source
        self._packed_size = packed_size
        self._done = 0

    def readable(self) -> bool:
        """Always."""
        return True

    def readinto(self, buffer: object) -> int:
        """Unpack the next bytes."""
        view = memoryview(buffer)  # type: ignore[arg-type]
        part = self._source.read(min(len(view), _STEP))
        view[: len(part)] = part
        self._done += len(part)
        if self._done > _LARGEST_WHOLE:
            raise Refusal(f"it unpacks to more than {_LARGEST_WHOLE >> 20} MB")
        if self._done > _RATIO_FROM and self._done > _RATIO * max(self._packed_size, 1):
            raise Refusal(f"a bomb: it unpacks to more than {_RATIO} times its size")
        return len(part)


def read_packed(stream: BinaryIO, job: Job, inner: Inner, media_type: str) -> Iterator[Extracted]:
    """What a gzip, bzip2 or xz file holds: the members of a tar archive, or one document in its own right."""
    openers: dict[str, Any] = {formats.GZIP: gzip.open, formats.BZIP2: bz2.open, formats.XZ: lzma.open}
    source: IO[bytes] = openers[media_type](stream, "rb")
    unpacked = io.BufferedReader(_Unpacked(source, job.size), _HEAD)
    try:
        head = unpacked.peek(_HEAD)[:_HEAD]
        if formats.magic_type(head) == formats.TAR:
            yield from read_tar(cast("BinaryIO", unpacked), job, inner)
            return
        content = head if binary_words(head) else unpacked.read(job.max_bytes + 1)
    except _BROKEN as error:
        raise Refusal("damaged: it cannot be unpacked", media_type) from error
    except Refusal as refusal:
        raise Refusal(str(refusal), media_type) from refusal
    if job.depth <= 0:
        raise Refusal("containers inside containers are nested too deeply", media_type)
    name = job.name.rpartition(b".")[0] or job.name
    within = replace(job, name=name, size=len(content), depth=job.depth - 1)
    for found in inner(io.BytesIO(content), within):
        yield replace(found, untouched=False)


def read_tar(stream: BinaryIO, job: Job, inner: Inner) -> Iterator[Extracted]:
    """The members of a tar stream in its order, then the archive; links and devices in it are left out."""
    if not job.archives:
        raise Refusal(_SWITCHED_OFF, formats.TAR)
    names = _Names()
    count = 0
    try:
        with tarfile.open(fileobj=stream, mode="r|", errors="surrogateescape") as archive:
            for entry in archive:
                if not entry.isreg():
                    continue
                if count < _MOST_MEMBERS:
                    opened = archive.extractfile(entry)
                    content = opened.read(job.max_bytes) if opened is not None else b""
                    name = names.unique(entry.name)
                    yield from _member(content, name, entry.size, job, inner)
                count += 1
    except Refusal as refusal:
        if not count:
            raise
        yield Extracted(media_type=formats.TAR, reason=str(refusal), truncated=True)
        return
    except _BROKEN as error:
        if not count:
            raise Refusal("damaged: it is no complete archive", formats.TAR) from error
        yield Extracted(
            media_type=formats.TAR, reason=f"damaged: {count:,} of its members could be read", truncated=True
        )
        return
    yield _archive(formats.TAR, count)
