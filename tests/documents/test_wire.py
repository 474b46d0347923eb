"""What goes over the socket comes out as it went in."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents import wire
from simexplorer.documents.extracted import Extracted, Job, Rows

_DOCUMENTS = st.builds(
    Extracted,
    text=st.binary(max_size=40),
    member=st.just(b""),
    media_type=st.sampled_from(["text/plain", "text/html", "application/pdf"]),
    status=st.integers(0, 2),
    reason=st.sampled_from(["", "not text", "it is nested too deeply"]),
    size=st.integers(0, 2**62),
    truncated=st.booleans(),
    encoding=st.sampled_from(["utf-8", "cp1251"]),
    guessed=st.booleans(),
    untouched=st.booleans(),
)
_COLUMN = st.text(max_size=9) | st.just("alt\udce4")  # as the command line gives bytes that are no UTF-8
_OWN = st.tuples(st.binary(max_size=20), st.integers(0, 2**62), st.none() | st.sampled_from(["utf-16", "cp1252"]))


def apart(answer: bytes) -> tuple[int, dict[str, Any], bytes]:
    """Kind, JSON and payload, cut where the header says; together they are the whole answer."""
    kind, meta_size, payload_size = wire.unpack_header(answer[: wire.ANSWER_HEADER])
    ends = wire.ANSWER_HEADER + meta_size
    assert len(answer) == ends + payload_size
    return kind, json.loads(answer[wire.ANSWER_HEADER : ends]), answer[ends:]


@given(st.lists(_DOCUMENTS, max_size=20), st.booleans())
def test_documents_come_out_as_they_went_in(documents: list[Extracted], retire: bool) -> None:
    kind, meta, payload = apart(wire.pack_found(wire.DOCUMENTS, documents, {"retire": retire}))
    assert kind == wire.DOCUMENTS
    assert meta["retire"] is retire
    assert wire.unpack_documents(meta, payload) == documents


@given(st.lists(_OWN, min_size=1, max_size=20), st.booleans(), st.none() | _COLUMN, st.integers(0, 9))
def test_jobs_come_out_as_they_went_in(
    own: list[tuple[bytes, int, str | None]], archives: bool, column: str | None, preview_rows: int
) -> None:
    jobs = [
        Job(name=name, size=size, encoding=codec, archives=archives, text_column=column, preview_rows=preview_rows)
        for name, size, codec in own
    ]
    packed = wire.pack_jobs(jobs)
    body = packed[wire.PARCEL_HEADER :]
    assert wire.parcel_length(packed[: wire.PARCEL_HEADER]) == len(body)
    assert wire.unpack_jobs(body) == jobs


def test_a_parcel_of_the_longest_paths_fits_the_socket_whatever_their_letters() -> None:
    """A process that answers takes nothing meanwhile: 200 KB are what a socket takes in on Linux."""
    names = [bytes([letter]) * 4095 for letter in (0x41, 0xE4, 0xFF, 0x80)]
    for name in names:
        jobs = [Job(name=name, size=1)] * wire.MOST_OF_A_PARCEL
        packed = wire.pack_jobs(jobs)
        assert len(packed) < 150_000
        assert wire.unpack_jobs(packed[wire.PARCEL_HEADER :]) == jobs


@given(st.lists(st.tuples(st.binary(max_size=9), st.binary(min_size=1, max_size=40)), max_size=20), st.booleans())
def test_joined_rows_come_out_as_each_of_them_would(rows: list[tuple[bytes, bytes]], guessed: bool) -> None:
    names, texts = [name for name, _ in rows], [text for _, text in rows]
    lengths = list(map(len, names)), list(map(len, texts))
    joined = Rows(b"".join(names), lengths[0], b"".join(texts), lengths[1], "text/csv", "cp1252", guessed)
    one_by_one = [
        Extracted(member=name, text=text, media_type="text/csv", size=len(text), encoding="cp1252", guessed=guessed)
        for name, text in rows
    ]
    assert list(joined.one_by_one()) == one_by_one
    answer, alike = wire.pack_rows(joined), wire.pack_found(wire.MEMBERS, one_by_one, {})
    assert apart(answer)[2] == apart(alike)[2]
    if rows:  # of none no word was said
        assert answer == alike
