"""What goes over the socket between the program and its reading processes: plain numbers and bytes, no objects.

A parcel is JSON about some jobs, and their open files. An answer is a kind, JSON and a payload; a file's answers end
with its own document among some DOCUMENTS, and those of a part of a file have a TURN wherever the next part's members
follow.
"""

from __future__ import annotations

import json
import struct
from array import array
from collections.abc import Sequence
from typing import Any

from simexplorer.documents.extracted import Extracted, Job, Rows

MEMBERS, DOCUMENTS, TURN = 1, 2, 3
MOST_OF_A_PARCEL = 16  # files
PARCEL_BYTES = 1 << 16  # files of so many bytes, or one larger, fill a parcel

_PARCEL = struct.Struct("<I")
_ANSWER = struct.Struct("<BIQ")
_OF_EACH = ("name", "size", "encoding", "encoding_is_own")
_OF_ALL = tuple(name for name in Job.__struct_fields__ if name not in _OF_EACH)
PARCEL_HEADER, ANSWER_HEADER = _PARCEL.size, _ANSWER.size


def pack_jobs(jobs: Sequence[Job]) -> bytes:
    """Jobs that differ in name, size and encoding alone, as bytes; their files' descriptors travel beside them."""
    of_all = {name: getattr(jobs[0], name) for name in _OF_ALL}
    of_each = [(job.name.decode("latin-1"), job.size, job.encoding, job.encoding_is_own) for job in jobs]
    # two bytes at most for one of a name: the parcel fits the socket, so that nobody waits for its being taken
    body = json.dumps((of_all, of_each), ensure_ascii=False).encode("utf-8", "surrogatepass")
    return _PARCEL.pack(len(body)) + body


def parcel_length(header: bytes) -> int:
    """Bytes of a parcel's body."""
    return int(_PARCEL.unpack(header)[0])


def unpack_jobs(body: bytes) -> list[Job]:
    """The jobs that ``pack_jobs`` packed."""
    of_all, of_each = json.loads(body)
    return [
        Job(name=name.encode("latin-1"), size=size, encoding=encoding, encoding_is_own=own, **of_all)
        for name, size, encoding, own in of_each
    ]


_FLAGS = ("truncated", "guessed", "untouched")
_NUMBERS = (("lengths", "q"), ("text_bytes", "q"), ("size", "q"), ("status", "B"), *((name, "B") for name in _FLAGS))
# columns of words that repeat: each word is sent once, and its number in the column
WORDS = (("reason", "reasons"), ("media_type", "formats"), ("encoding", "encodings"))
_WORD_NUMBERS = tuple((name, "H") for name, _ in WORDS)


def pack_found(kind: int, found: Sequence[Extracted], told: dict[str, Any]) -> bytes:
    """The answer of some documents of a kind: header, JSON, then columns, names and texts, each joined.

    told : what else is told in it
    """
    values: dict[str, Sequence[Any]] = dict.fromkeys(Extracted._fields, ())
    values |= zip(Extracted._fields, zip(*found, strict=True), strict=bool(found))
    names, texts = values["member"], values["text"]
    values |= {"lengths": list(map(len, names)), "text_bytes": list(map(len, texts))}
    columns = [array(code, values[name]) for name, code in _NUMBERS]
    words: dict[str, Any] = {"count": len(found), **told}
    for name, plural in WORDS:
        words[plural] = list(dict.fromkeys(values[name]))
        number_of = {word: number for number, word in enumerate(words[plural])}
        columns.append(array("H", map(number_of.__getitem__, values[name])))
    return _packed(kind, words, columns, *names, *texts)


def _packed(kind: int, words: dict[str, Any], columns: list[array[int]], *joined: bytes) -> bytes:
    meta = json.dumps(words).encode()
    payload = sum(column.itemsize * len(column) for column in columns) + sum(map(len, joined))
    # in one piece, so that whoever waits for it wakes once
    return b"".join([_ANSWER.pack(kind, len(meta), payload), meta, *columns, *joined])


def pack_rows(rows: Rows) -> bytes:
    """The answer of rows as ``pack_found`` would pack each of them as a member."""
    count = len(rows.text_lengths)
    lengths = {"lengths": rows.name_lengths, "text_bytes": rows.text_lengths, "size": rows.text_lengths}
    columns = [
        array(code, lengths[name]) if name in lengths else array(code, [name == "guessed" and rows.guessed]) * count
        for name, code in (*_NUMBERS, *_WORD_NUMBERS)
    ]
    words = {"reasons": [""], "formats": [rows.media_type], "encodings": [rows.encoding]}
    return _packed(MEMBERS, {"count": count, **words}, columns, rows.names, rows.texts)


def unpack_found(meta: dict[str, Any], payload: bytes) -> tuple[dict[str, array[int]], bytes, bytes]:
    """(columns, joined names, joined texts) of what ``pack_found`` packed; words are numbers into ``meta``."""
    columns: dict[str, array[int]] = {}
    at = 0
    for name, code in (*_NUMBERS, *_WORD_NUMBERS):
        columns[name] = array(code)
        size = meta["count"] * columns[name].itemsize
        columns[name].frombytes(payload[at : at + size])
        at += size
    texts = at + sum(columns["lengths"])
    return columns, payload[at:texts], payload[texts:]


def unpack_documents(meta: dict[str, Any], payload: bytes) -> list[Extracted]:
    """Files' own documents, which have no names, as ``pack_found`` packed them."""
    columns, _, texts = unpack_found(meta, payload)
    words = [[meta[plural][number] for number in columns[name]] for name, plural in WORDS]
    flags = [map(bool, columns[name]) for name in _FLAGS]
    documents, at = [], 0
    for size, length, status, reason, media_type, encoding, truncated, guessed, untouched in zip(
        columns["size"], columns["text_bytes"], columns["status"], *words, *flags, strict=True
    ):
        documents.append(
            Extracted(
                text=texts[at : at + length], media_type=media_type, status=status, reason=reason, size=size,
                truncated=truncated, encoding=encoding, guessed=guessed, untouched=untouched,
            )
        )  # fmt: skip
        at += length
    return documents


def pack_turn(item: int) -> bytes:
    """The answer that ends a part's turn, without documents; ``item`` is the first of the next turn."""
    return _packed(TURN, {"item": item, "of_item": 0}, [])


def unpack_header(header: bytes) -> tuple[int, int, int]:
    """(kind, bytes of JSON, bytes of payload) of an answer."""
    kind, meta, payload = _ANSWER.unpack(header)
    return kind, meta, payload
