"""Compound files ([MS-CFB]) made from nothing: streams by path, as old Office and Outlook keep them."""

from __future__ import annotations

import struct
from collections.abc import Mapping

_SECTOR, _SMALL, _SMALL_BELOW = 512, 64, 4096
_FREE, _END, _TABLE = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD
_STORAGE, _STREAM, _ROOT = 1, 2, 5


def compound(streams: Mapping[str, bytes]) -> bytes:
    """A file of these streams; "/" in a name makes storages."""
    names = _with_storages(streams)
    sectors: list[bytes] = []
    chains: list[int] = []
    small, small_chains = bytearray(), []
    starts = {}
    for name in names:
        content = streams.get(name)
        if content is None:
            continue
        if len(content) < _SMALL_BELOW:
            starts[name] = len(small_chains) if content else _END
            small += content + bytes(-len(content) % _SMALL)
            _add_chain(small_chains, -(-len(content) // _SMALL))
        else:
            starts[name] = _put(sectors, chains, content)
    small_start = _put(sectors, chains, bytes(small)) if small else _END
    small_table = _put(sectors, chains, struct.pack(f"<{len(small_chains)}I", *small_chains), 0xFF) if small else _END
    directory = _put(sectors, chains, _directory(names, streams, starts, small_start, len(small)))
    tables = 1
    while (len(chains) + tables) * 4 > tables * _SECTOR:
        tables += 1
    first = len(sectors)
    whole = struct.pack(f"<{len(chains) + tables}I", *chains, *[_TABLE] * tables)
    whole += b"\xff" * (-len(whole) % _SECTOR)
    header = struct.pack(
        "<8s16s5H6x9I", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", bytes(16), 0x3E, 3, 0xFFFE, 9, 6, 0, tables, directory, 0,
        _SMALL_BELOW, small_table, -(-len(small_chains) * 4 // _SECTOR), _END, 0,
    )  # fmt: skip
    places = [first + table for table in range(tables)] + [_FREE] * (109 - tables)
    return header + struct.pack("<109I", *places) + b"".join(sectors) + whole


def _with_storages(streams: Mapping[str, bytes]) -> list[str]:
    """The root, which is nameless, and all names, each storage before what it holds."""
    names: dict[str, None] = {"": None}
    for name in streams:
        steps = name.split("/")
        names |= dict.fromkeys("/".join(steps[: depth + 1]) for depth in range(len(steps)))
    return list(names)


def _put(sectors: list[bytes], chains: list[int], content: bytes, filler: int = 0) -> int:
    """Add a stream; the number of its first sector."""
    start = len(sectors)
    content += bytes([filler]) * (-len(content) % _SECTOR)
    sectors += [content[at : at + _SECTOR] for at in range(0, len(content), _SECTOR)]
    _add_chain(chains, len(content) // _SECTOR)
    return start


def _add_chain(chains: list[int], count: int) -> None:
    start = len(chains)
    chains += [*range(start + 1, start + count), _END] if count else []


def _directory(
    names: list[str], streams: Mapping[str, bytes], starts: Mapping[str, int], small_start: int, small_size: int
) -> bytes:
    """Entries of 128 bytes: what lies in one storage hangs together by its right sides."""
    children: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        if name:
            children.setdefault(name.rpartition("/")[0], []).append(number)
    entries = []
    for number, name in enumerate(names):
        siblings = children.get(name.rpartition("/")[0], []) if name else []
        behind = siblings[siblings.index(number) + 1 :] if siblings else []
        last = (name.rpartition("/")[2] or "Root Entry").encode("utf-16-le")
        stream = streams.get(name)
        kind = _ROOT if not name else _STORAGE if stream is None else _STREAM
        start, size = (small_start, small_size) if not name else (starts.get(name, 0), len(stream or b""))
        sides = (_FREE, behind[0] if behind else _FREE, (children.get(name) or [_FREE])[0])
        name_and_kind = struct.pack("<64sHBB", last, len(last) + 2, kind, 1)
        entries.append(name_and_kind + struct.pack("<3I36xIQ", *sides, start, size))
    return b"".join(entries)
