"""What was found out about a collection's files, taken over by the next run for those that did not change."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import json
import os
from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simexplorer.compiled import KERNEL_VERSION, kernel
from simexplorer.documents.array_cache import ArrayCache, Kept
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.sources import Source
from simexplorer.documents.spool import Spool
from simexplorer.documents.table import COLUMNS, DocumentTable

_STEP = 1 << 20
_DOUBTFUL_NS = 2 * 10**9
_SETTLED = (
    "status", "reason", "format", "characters", "truncated", "encoding", "guessed", "place", "text_bytes", "lasting",
)  # fmt: skip
_NOT_FOR_READING = ("include", "exclude", "hidden_files", "follow_links", "encodings", "mock_format")
_PARSERS = ("chardet", "lxml", "olefile", "pyarrow", "pypdfium2", "selectolax", "xlrd")


def memory_key(sources: Sequence[Source], options: ReadOptions) -> str:
    """Names all that decides what is read from a file, apart from the file."""
    switches = {name: getattr(options, name) for name in options.__struct_fields__ if name not in _NOT_FOR_READING}
    folders = [
        (os.fsdecode(source.folder), os.fsdecode(source.prefix), [os.fsdecode(name) for name in source.only or ()])
        for source in sources
    ]
    return json.dumps(["collection", readers_version(), folders, switches])


@functools.cache
def readers_version() -> str:
    """Changes with whatever makes texts of files, and with how they are kept: the program's readers, its parsers.

    All sources of this folder are a part of the kernels' version.
    """
    digest = hashlib.sha256(KERNEL_VERSION.encode())
    for path in sorted(Path(__file__).with_name("readers").glob("*.py")):
        digest.update(path.name.encode() + path.read_bytes())
    digest.update(" ".join(_parsers()).encode())
    return digest.hexdigest()[:16]


def _parsers() -> list[str]:
    """Names with versions of the libraries that take formats apart, as they are installed; none of them is imported."""
    specs = filter(None, map(importlib.util.find_spec, _PARSERS))
    folders = {Path(spec.origin).parents[1] for spec in specs if spec.origin}
    installed = (path.name for folder in folders for path in folder.glob("*.dist-info"))
    return sorted(name for name in installed if name.partition("-")[0] in _PARSERS)


def as_words(encodings: Mapping[bytes, str]) -> dict[str, str]:
    """Encodings of single files as JSON knows texts."""
    return {os.fsdecode(path): name for path, name in encodings.items()}


def recall(
    kept: Kept,
    table: DocumentTable,
    spool: Spool,
    codecs: Mapping[bytes, str] = MappingProxyType({}),
    anew: Collection[bytes] = (),
) -> tuple[NDArray[np.int64], str]:
    """Fill in what is known of unchanged files and add their members.

    Returns (n,) the row of each in ``kept``, -1 for news, and the stamp of the run that kept it. A file is unchanged
    if its path, size and times of change are, the codec set for it too, and it is not in ``anew``: the time at which
    the system noted a change tells of files that exchanged their names, or were written with a time of their choice.
    Nor is a container beside a file that is called like a member of it: its members get other names then.
    """
    descriptor = kept.reopen()
    if descriptor is None:
        return np.full(len(table), -1, np.int64), ""
    old = kept.arrays
    files = np.flatnonzero((old["container"] < 0) & old["lasting"])
    at = np.full(len(table), -1, np.int64)
    match_sorted(table.names, table.offsets, old["names"], old["offsets"], files, at)
    same = at >= 0
    rows, kept_rows = np.flatnonzero(same), at[same]
    for name in ("size", "modified_ns", "noted_ns"):
        same[rows] &= table.column(name)[rows] == old[name][kept_rows]
    beside = {name[:at] for name in table.like_members for at, byte in enumerate(name) if byte == ord("!")}
    same[_rows_of(table, {*anew, *beside, *_set_otherwise(codecs, kept.words.get("encodings", {}))})] = False
    at[~same] = -1
    reasons = np.array([table.reason_number(reason) for reason in kept.words["reasons"]], np.int32)
    encodings = np.array([table.encoding_number(encoding) for encoding in kept.words["codecs"]], np.uint8)
    numbered = {**old, "reason": reasons[old["reason"]], "encoding": encodings[old["encoding"]]}
    rows = np.flatnonzero(same)
    for name in _SETTLED:
        table.column(name)[rows] = numbered[name][at[rows]]
    new_row = np.full(old["container"].size, -1, np.int64)
    new_row[at[rows]] = rows
    members = np.flatnonzero((old["container"] >= 0) & (new_row[old["container"]] >= 0))
    table.add_rows(
        old["names"].copy(),  # writable: kernels have one kind of array
        old["offsets"].copy(),
        members,
        {**{name: numbered[name][members] for name in COLUMNS}, "container": new_row[old["container"][members]]},
    )
    spool.recall(descriptor, kept.starts["texts"], old["texts"].size)
    return np.concatenate([at, members]), str(kept.words["stamp"])


def _set_otherwise(now: Mapping[bytes, str], then: Mapping[str, str]) -> set[bytes]:
    """Files whose encoding is set in another way than it was."""
    before = {os.fsencode(path): name for path, name in then.items()}
    return {path for path in {*now, *before} if now.get(path) != before.get(path)}


def _rows_of(table: DocumentTable, paths: Collection[bytes]) -> list[int]:
    """Rows of these files; no members are in the table yet, so that it is sorted."""
    rows = range(len(table))
    at = [(bisect_left(rows, path, key=table.raw_name), path) for path in paths]
    return [row for row, path in at if row < len(table) and table.raw_name(row) == path]


def remember(
    cache: ArrayCache, key: str, table: DocumentTable, spool: Spool, about: Mapping[str, Any], listed_ns: int
) -> bool:
    """Keep the table and all made texts for the next run, with what there is to say ``about`` them; False if it failed.

    A file changed within two seconds of the listing may change again without a new time: it is read next time.
    """
    columns = {name: table.column(name).copy() for name in COLUMNS}
    columns["lasting"] &= columns["modified_ns"] < listed_ns - _DOUBTFUL_NS
    runs, columns["place"] = _live_texts(columns["place"], columns["text_bytes"])
    names, offsets = table.path_bytes()
    words = {"reasons": table.reasons, "codecs": table.encodings, **about}
    return cache.store(key, {"names": names, "offsets": offsets, **columns}, words, texts=_parts(spool, runs))


def _live_texts(
    place: NDArray[np.int64], text_bytes: NDArray[np.int64]
) -> tuple[list[tuple[int, int]], NDArray[np.int64]]:
    """(runs of the spool that are still in use, where each text will lie once only those are kept)."""
    rows = np.flatnonzero(place >= 0)
    rows = rows[np.argsort(place[rows], kind="stable")]
    starts, sizes = place[rows], text_bytes[rows]
    moved = place.copy()
    moved[rows] = np.cumsum(sizes) - sizes
    breaks = np.flatnonzero(starts[1:] != starts[:-1] + sizes[:-1]) + 1
    firsts = np.concatenate([[0], breaks])[: rows.size]
    ends = starts + sizes
    lasts = np.concatenate([breaks, [rows.size]])[: firsts.size] - 1
    return [(int(starts[a]), int(ends[b] - starts[a])) for a, b in zip(firsts, lasts, strict=True)], moved


def _parts(spool: Spool, runs: list[tuple[int, int]]) -> Iterator[bytes]:
    for start, size in runs:
        for at in range(start, start + size, _STEP):
            yield from spool.pieces(at, min(_STEP, start + size - at))


@kernel
def match_sorted(
    names: NDArray[np.uint8],
    offsets: NDArray[np.int64],
    other_names: NDArray[np.uint8],
    other_offsets: NDArray[np.int64],
    other_rows: NDArray[np.int64],
    out: NDArray[np.int64],
) -> None:
    """Set ``out[i]`` to the row among ``other_rows`` with the same name as row ``i``; both are in byte order.

    names : (bytes,) one after another, row ``i`` in ``names[offsets[i]:offsets[i + 1]]``; the other ones likewise
    """
    k = 0
    for i in range(out.size):
        start, length = offsets[i], offsets[i + 1] - offsets[i]
        while k < other_rows.size:
            other = other_rows[k]
            other_start = other_offsets[other]
            other_length = other_offsets[other + 1] - other_start
            common = min(length, other_length)
            same = 0
            while same < common and names[start + same] == other_names[other_start + same]:
                same += 1
            if same == length and same == other_length:
                out[i] = other
                break
            if same == length or (same < other_length and names[start + same] < other_names[other_start + same]):
                break
            k += 1
