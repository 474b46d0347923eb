"""Where the messages of a mailbox begin, found in large steps: the same as line by line."""

from __future__ import annotations

import codecs
import io
import os
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Job
from simexplorer.documents.readers import mail
from tests.documents import made_files as made

POSTMARK = b"From a@b Mon Jan  5 10:00:00 2015"
LINES = [
    *(POSTMARK + end for end in (b"\n", b"\n", b"\r\n", b"")), b"From x\n", b"From ", b"From here on\n", b">From x\n",
    b">>From x\r\n", b"> From x\n", b"Subject: S\n", b"\n", b"\r\n", b" \n", b"words\n", b"no end", b"a From b\n",
    b"\r",
]  # fmt: skip


def line_by_line(stream: io.BytesIO, most: int) -> Iterator[bytes]:
    """Messages as RFC 4155 has them, at most so many bytes of each and what is left of that line."""
    lines: list[bytes] = []
    size, blank = 0, True
    following = stream.readline()
    while line := following:
        following = stream.readline()
        told = [mail._POSTMARK.match(line) is not None, mail._HEADER_LINE.match(following) is not None, blank]
        if line.startswith(b"From ") and sum(told) >= 2:
            if lines:
                yield b"".join(lines)
            lines, size = [], 0
        elif size <= most:
            lines.append(line[1:] if line.startswith(b">") and line.lstrip(b">").startswith(b"From ") else line)
            size += len(line)
        blank = not line.strip()
    if lines:
        yield b"".join(lines)


@given(
    st.lists(st.sampled_from(LINES), max_size=16).map(b"".join), st.sampled_from([40, 64, 2**20]), st.integers(0, 60)
)
def test_messages_begin_where_they_do_line_by_line(raw, step, most):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(mail, "_STEP", step)  # no line is longer
        patched.setattr(mail, "LARGEST_MESSAGE", most)
        assert list(mail._messages(io.BytesIO(raw))) == list(line_by_line(io.BytesIO(raw), most))


def test_lines_of_any_length_take_no_more_memory_than_a_few_steps():
    raw = b"From " + b"x" * 5000 + b"\n" + b"From x\n" * 900
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(mail, "_STEP", 100)
        pieces = list(mail._lines(io.BytesIO(raw)))
    assert b"".join(pieces) == raw
    assert max(map(len, pieces)) < 3 * 100


def test_a_byte_order_mark_hides_no_first_message() -> None:
    message = POSTMARK + b"\nSubject: S\n\nwords\n\n"
    raw = codecs.BOM_UTF8 + message * 2
    found = list(extract(io.BytesIO(raw), Job(name=b"box", size=len(raw))))
    assert [one.text for one in found] == [b"S\nwords", b"S\nwords", b""]


def test_a_hole_behind_the_last_message_is_not_read_to_its_end(tmp_path):
    raw = made.mailbox(*(b"From: a@b\nSubject: %d\n\nbody\n" % number for number in range(300)))
    path = tmp_path / "a.mbox"
    path.write_bytes(raw)
    os.truncate(path, 1 << 30)
    with path.open("rb") as stream:
        *messages, box = extract(stream, Job(name=b"a.mbox", size=1 << 30))
    assert [one.member for one in messages] == [b"%d" % number for number in range(1, 301)]
    assert {len(one.text) < 20 for one in messages} == {True}
    assert "zero bytes" in box.reason


def test_messages_behind_a_hole_are_read(tmp_path):
    first, second = (made.mailbox(b"From: a@b\nSubject: %d\n\nbody\n" % number) for number in range(2))
    path = tmp_path / "a.mbox"
    with path.open("wb") as file:
        file.write(first)
        file.seek(20 << 20)
        file.write(b"\n" + second)
    with path.open("rb") as stream:
        *messages, box = extract(stream, Job(name=b"a.mbox", size=path.stat().st_size))
    assert [one.member for one in messages] == [b"1", b"2"]
    assert not box.reason
