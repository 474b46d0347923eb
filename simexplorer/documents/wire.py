"""What goes over the socket between the program and its reading processes: plain numbers and bytes, no objects.

A job is JSON and an open file. An answer is a kind, JSON and a payload; a file's answers end with its DOCUMENT, and
those of a part of a file have a TURN wherever the next part's members follow.
"""

from __future__ import annotations

import dataclasses
import json
import struct
from array import array
from collections.abc import Sequence
from typing import Any

from simexplorer.documents.extracted import Extracted, Job

MEMBERS, DOCUMENT, TURN = 1, 2, 3

_JOB = struct.Struct("<I")
_ANSWER = struct.Struct("<BIQ")
_JOB_FIELDS = tuple(field.name for field in dataclasses.fields(Job))
_DOCUMENT_FIELDS = tuple(name for name in Extracted._fields if name not in ("text", "member"))
JOB_HEADER, ANSWER_HEADER = _JOB.size, _ANSWER.size


def pack_job(job: Job) -> bytes:
    """A job as bytes; its file's descriptor travels beside them."""
    fields = {name: getattr(job, name) for name in _JOB_FIELDS}
    fields["name"] = job.name.decode("latin-1")
    body = json.dumps(fields).encode()
    return _JOB.pack(len(body)) + body


def job_length(header: bytes) -> int:
    """Bytes of a job's body."""
    return int(_JOB.unpack(header)[0])


def unpack_job(body: bytes) -> Job:
    """The job that ``pack_job`` packed."""
    fields = json.loads(body)
    fields["name"] = fields["name"].encode("latin-1")
    return Job(**fields)


def pack_document(found: Extracted, *, retire: bool) -> tuple[bytes, bytes]:
    """(header and JSON, text) of a file's last answer; ``retire``: this process wants to end now."""
    fields = {name: getattr(found, name) for name in _DOCUMENT_FIELDS}
    meta = json.dumps({"document": fields, "retire": retire}).encode()
    return _ANSWER.pack(DOCUMENT, len(meta), len(found.text)) + meta, found.text


def unpack_document(meta: dict[str, Any], text: bytes) -> Extracted:
    """The document that ``pack_document`` packed."""
    return Extracted(text=text, **meta["document"])


_NUMBERS = (("lengths", "q"), ("text_bytes", "q"), ("size", "q"), ("status", "B"), ("truncated", "B"), ("guessed", "B"))
_WORDS = (("reason", "reasons"), ("media_type", "formats"), ("encoding", "encodings"))


def pack_members(found: Sequence[Extracted]) -> tuple[bytes, bytes]:
    """(header and JSON, payload) of some members: columns, then names, then texts, each joined."""
    values: dict[str, Sequence[Any]] = dict(zip(Extracted._fields, zip(*found, strict=True), strict=True))
    names, texts = values["member"], values["text"]
    values |= {"lengths": list(map(len, names)), "text_bytes": list(map(len, texts))}
    columns = [array(code, values[name]) for name, code in _NUMBERS]
    words: dict[str, Any] = {"count": len(found)}
    for name, plural in _WORDS:
        words[plural] = list(dict.fromkeys(values[name]))
        number_of = {word: number for number, word in enumerate(words[plural])}
        columns.append(array("H", map(number_of.__getitem__, values[name])))
    payload = b"".join([*(column.tobytes() for column in columns), *names, *texts])
    meta = json.dumps(words).encode()
    return _ANSWER.pack(MEMBERS, len(meta), len(payload)) + meta, payload


def unpack_members(meta: dict[str, Any], payload: bytes) -> tuple[dict[str, array[int]], bytes, bytes]:
    """(columns, joined names, joined texts) of what ``pack_members`` packed; words are numbers into ``meta``."""
    columns: dict[str, array[int]] = {}
    at = 0
    for name, code in (*_NUMBERS, *((word, "H") for word, _ in _WORDS)):
        columns[name] = array(code)
        size = meta["count"] * columns[name].itemsize
        columns[name].frombytes(payload[at : at + size])
        at += size
    texts = at + sum(columns["lengths"])
    return columns, payload[at:texts], payload[texts:]


def pack_turn() -> tuple[bytes, bytes]:
    """(header and JSON, nothing) of the end of a part's turn."""
    return _ANSWER.pack(TURN, 2, 0) + b"{}", b""


def unpack_header(header: bytes) -> tuple[int, int, int]:
    """(kind, bytes of JSON, bytes of payload) of an answer."""
    kind, meta, payload = _ANSWER.unpack(header)
    return kind, meta, payload
