"""Archives to their members: zip, tar, and single packed files; nothing is written to disk."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Iterator
from typing import BinaryIO, Self, cast

from msgspec.structs import replace

from simexplorer.documents import formats
from simexplorer.documents.extracted import (
    EMPTY,
    READ,
    Extracted,
    Found,
    Inner,
    InnerJoined,
    Job,
    Refusal,
    one_by_one,
    read_up_to,
)
from simexplorer.documents.guarding import inner_documents
from simexplorer.documents.magic import binary_words, magic_type
from simexplorer.documents.parts import TURN_ENDS, turns
from simexplorer.documents.readers.member_names import MemberNames
from simexplorer.documents.readers.unpacking import BROKEN, LARGEST, Unpacked
from simexplorer.documents.readers.zip_parts import ZipParts
from simexplorer.documents.under_way import under_way

_TURN = 100  # members
_MOST_MEMBERS = 100_000
_BROKEN = (tarfile.TarError, *BROKEN)
_DAMAGED = "damaged: it cannot be unpacked"
_NO_END = "damaged: its end is missing, and with it perhaps some of its members"
_OF_APPLE = "not text: a document of Pages, Numbers or Keynote, to be exported from there as PDF or for Office"
_SWITCHED_OFF = "an archive; reading archives is switched off"


def read_zip(parts: ZipParts, job: Job, inner: Inner) -> Iterator[Extracted]:
    """The members of a zip file by name, then the archive; Refusal where it is a document in Apple's own form."""
    if any(name.startswith("Index/") and name.endswith(".iwa") for name in parts.names):
        raise Refusal(_OF_APPLE)
    if not job.archives:
        raise Refusal(_SWITCHED_OFF, formats.ZIP)
    names = MemberNames()
    parts.most_bytes = LARGEST
    files = sorted(
        (entry for entry in parts.entries if not entry.filename.endswith("/")), key=lambda entry: entry.filename
    )
    named = [(names.unique(entry.filename), entry) for entry in files[:_MOST_MEMBERS]]
    for mine in turns(named, job, _TURN):
        if mine is None:
            yield TURN_ENDS
            continue
        _, (name, entry) = mine
        content, size = _zip_content(parts, entry, job)
        yield from inner_documents(content, name, size, job, inner)
    yield _archive(formats.ZIP, len(files))


def _zip_content(parts: ZipParts, entry: zipfile.ZipInfo, job: Job) -> tuple[bytes | Refusal, int]:
    """(content up to the limit, size): what the directory says of the size counts where not all of it was seen."""
    try:
        under_way.refuse_left_out()
        content, complete = parts.inflate(entry, formats.HEAD)
        if not complete and not binary_words(content):
            content, complete = parts.inflate(entry, job.max_bytes)
        return content, len(content) if complete else entry.file_size
    except Refusal as refusal:
        return refusal, entry.file_size


def _archive(media_type: str, members: int, links: int = 0) -> Extracted:
    cut = members > _MOST_MEMBERS
    reasons = [f"only the first {_MOST_MEMBERS:,} of its {members:,} members were read"] if cut else []
    if links:
        reasons.append(f"links, pipes and devices in it were left out: {links:,}")
    reason = "; ".join(reasons) or ("" if members else "the archive holds no files")
    return Extracted(media_type=media_type, status=READ if members or links else EMPTY, reason=reason, truncated=cut)


def read_packed(stream: BinaryIO, job: Job, inner: InnerJoined, media_type: str) -> Iterator[Found]:
    """What one packed file holds: the members of a tar archive, or one document in its own right."""
    packed = Unpacked(stream, job.size, media_type)
    for found in _unpacked(packed, job, inner, media_type):
        if packed.damage and isinstance(found, Extracted) and not found.member:
            if found.status != READ:
                raise Refusal(_DAMAGED, media_type)
            said = [] if found.reason.startswith("damaged") else [packed.damage]
            found = found._replace(reason="; ".join(filter(None, [*said, found.reason])), truncated=True)
        yield found


def _unpacked(packed: Unpacked, job: Job, inner: InnerJoined, media_type: str) -> Iterator[Found]:
    unpacked = io.BufferedReader(packed, formats.HEAD)
    name = formats.name_within(job.name)
    try:
        head = unpacked.peek(formats.HEAD)[: formats.HEAD]
        if magic_type(head) == formats.TAR:
            yield from read_tar(cast("BinaryIO", unpacked), job, lambda *of: one_by_one(inner(*of)))
            return
        if job.rows_are_documents and formats.named_type(name) in formats.LINE_TABLES and job.depth > 0:
            yield from inner(cast("BinaryIO", unpacked), replace(job, name=name, depth=job.depth - 1))
            return
        content = head if binary_words(head) else read_up_to(cast("BinaryIO", unpacked), job.max_bytes + 1)
    except _BROKEN as error:
        raise Refusal(_DAMAGED, media_type) from error
    except Refusal as refusal:
        raise Refusal(str(refusal), media_type) from refusal
    if job.depth <= 0:
        raise Refusal("containers inside containers are nested too deeply", media_type)
    within = replace(job, name=name, size=len(content), depth=job.depth - 1)
    for found in one_by_one(inner(io.BytesIO(content), within)):
        yield found._replace(untouched=False)


class _Entry(tarfile.TarInfo):
    """A tar header; the archive notes when one cannot be read or is missing, which the library takes for its end."""

    @classmethod
    def fromtarfile(cls, archive: tarfile.TarFile) -> Self:
        """The next header of the archive."""
        try:
            return super().fromtarfile(archive)
        except (tarfile.InvalidHeaderError, tarfile.TruncatedHeaderError):  # type: ignore[attr-defined]
            cast("_Archive", archive).damaged = True
            raise
        except tarfile.EmptyHeaderError:  # type: ignore[attr-defined]
            cast("_Archive", archive).endless = True
            raise


class _Archive(tarfile.TarFile):
    tarinfo = _Entry
    damaged = endless = False


class _Files:
    """Files in a tar archive, counted as they are read; so is what else is in it."""

    count = links = 0

    def of(self, archive: _Archive) -> Iterator[tuple[bytes, tarfile.TarInfo]]:
        """Those that are to be read, with their names."""
        names = MemberNames()
        for entry in archive:
            if not entry.isreg():
                self.links += not entry.isdir()
                continue
            if self.count < _MOST_MEMBERS:
                yield names.unique(entry.name), entry
            self.count += 1


def _tar_content(archive: tarfile.TarFile, entry: tarfile.TarInfo, most: int) -> bytes:
    """Up to ``most`` bytes of the file that is next in a stream."""
    if entry.issparse():
        opened = archive.extractfile(entry)
        return read_up_to(cast("BinaryIO", opened), most) if opened else b""
    size = max(min(entry.size, most), 0)
    stream = cast("BinaryIO", archive.fileobj)
    stream.seek(entry.offset_data)
    content = stream.read(size)
    if len(content) < size:
        raise tarfile.ReadError
    return content


def read_tar(stream: BinaryIO, job: Job, inner: Inner) -> Iterator[Extracted]:
    """The members of a tar stream in its order, then the archive; links and devices in it are counted, not read."""
    if not job.archives:
        raise Refusal(_SWITCHED_OFF, formats.TAR)
    files = _Files()
    try:
        with _Archive.open(fileobj=stream, mode="r|", errors="surrogateescape") as archive:
            for _, (name, entry) in filter(None, turns(files.of(archive), job, _TURN)):
                yield from inner_documents(_tar_content(archive, entry, job.max_bytes), name, entry.size, job, inner)
            if archive.damaged:
                raise tarfile.ReadError
    except Refusal as refusal:
        if not files.count:
            raise
        yield Extracted(media_type=formats.TAR, reason=str(refusal), truncated=True)
        return
    except _BROKEN as error:
        if not files.count:
            raise Refusal("damaged: the archive is incomplete", formats.TAR) from error
        yield Extracted(
            media_type=formats.TAR, reason=f"damaged: {files.count:,} of its members could be read", truncated=True
        )
        return
    whole = _archive(formats.TAR, files.count, files.links)
    if archive.endless:  # whether members are missing cannot be known
        reason = "; ".join(filter(None, [_NO_END, whole.reason]))
        whole = whole._replace(reason=reason, truncated=True)
    yield whole
