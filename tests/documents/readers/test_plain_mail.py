"""Mail of one text, taken apart by patterns: the same as a parser of MIME makes of it, or left to the parser."""

from __future__ import annotations

import io

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Extracted, Job
from simexplorer.documents.readers import mail
from simexplorer.documents.readers.plain_mail import Leaf, plain_mail

NOTE = b"From: ann@example.org\nTo: bob@example.org\nSubject: boats\n\nThe boat leaves at nine.\n"
PLAIN_AND_PAGE = b"""Subject: a
Content-Type: multipart/alternative; boundary=x

--x
Content-Type: text/html

<p>page
--x
Content-Type: text/plain; charset=utf-8

words

--x--
"""
PIECES = [
    b"From: ann@example.org\n", b"From ann Mon Jan  1 10:10:10 2024\n", b"To: bob\r\n", b"Subject: boats\n",
    b"subject: and ships \r\n\tof\x0b \x1c all\n", b"Subject:\n", b"Subject: =?utf-8?q?caf=C3=A9?=\n",
    b"Subject: =?utf-8?q?caf=C3=A9?=\n =?utf-8?b?w6k=?=\r\n\tand so on\n",
    b"Subject: caf\xe9\n", b": no name\n", b"X-Empty:\n", b" folded\n", b"MIME-Version: 1.0\n",
    b"Mime-Version: 1.0 (by hand)\r\n",
    b"Content-Type: text/plain\n", b'Content-Type: TEXT/plain;\n charset="us-ascii"\n', b"Content-Type: text/html\n",
    b"Content-type: text/plain; charset=UTF-8; format=flowed\n", b"Content-Type: text/plain; charset=iso-8859-1\r\n",
    b'Content-Type: text/plain; charset="utf-8\n', b"Content-Type: text/plain; name=a.txt\n", b"Content-Type: plain\n",
    b"Content-Type: multipart/mixed; boundary=x\n", b"Content-Transfer-Encoding: 7bit\n", b"Content-Length: 3\n",
    b"Content-Transfer-Encoding: quoted-printable\n", b"Content-Transfer-Encoding: BASE64\n",
    b"Content-Disposition: attachment; filename=a.txt\n", b"\n", b"\r\n", b"\r", b"--x\n", b"body =C3=A9\n",
    b"caf\xe9\n", b"Content-Language: en\n", b"Content-Disposition: inline\n", b"<p>page <b>of</b> words\n",
    b"Content-Type: text/html; charset=utf-8\r\n", b"Content-Type: multipart/alternative; boundary=x\n",
    b'Content-Type: multipart/alternative;\r\n\tcharset="utf-8"; boundary="x"\r\n', b"--x\r\n", b"--x--\n", b"--x--",
    "Gr\u00fc\u00dfe\n".encode(), b"Ym9hdHM=\n", b"\x00", b"lone: \r colon\n", b"no header", b"\xa0\n",
]  # fmt: skip


def parsed(raw: bytes, encoding: str | None, archives: bool) -> list[Extracted]:
    """What the reader of mail makes of it."""
    job = Job(name=b"a.eml", size=len(raw), encoding=encoding, archives=archives)
    return list(mail.read_message(io.BytesIO(raw), job, extract))


def assert_both_agree(raw: bytes, encoding: str | None = None, *, archives: bool = True) -> None:
    quick = parsed(raw, encoding, archives)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(mail, "plain_mail", lambda _: None)
        assert parsed(raw, encoding, archives) == quick


@given(st.lists(st.sampled_from(PIECES), max_size=9).map(b"".join), st.sampled_from([None, "cp1252"]))
@example(NOTE, None)
@example(NOTE.replace(b"\n", b"\r\n"), None)
def test_both_ways_make_the_same_of_every_message(raw, encoding):
    assert_both_agree(raw, encoding)


PART_HEADERS = [
    b"Content-Type: text/plain\n", b"Content-Type: text/plain; charset=utf-8\n", b"Content-Type: text/html\n",
    b'Content-Type: text/html;\n charset="iso-8859-1"\n', b"Content-Type: image/png\n", b"Subject: of a part\n",
    b"Content-Transfer-Encoding: quoted-printable\n", b"Content-Transfer-Encoding: base64\n", b"MIME-Version: 1.0\n",
    b"Content-Disposition: inline\n", b"Content-Disposition: attachment; filename=a.txt\n", b"Content-ID: <a@b>\n",
]  # fmt: skip
PART_LINES = [
    b"words=20and =C3=A9=\n", b"\n", b" \xc2\xa0 \n", b"<p>a page <b>of</b> words\n", b"Ym9hdHM=\n", b"Ym9h\n", b"--\n",
    b"--xy\n", b" --x\n", b"--x \n", b"caf\xe9\n", "Gr\u00fc\u00dfe\n".encode(), b"\r", b"\r\n", b"---x\n",
]  # fmt: skip
PARTS = st.tuples(
    st.lists(st.sampled_from(PART_HEADERS), min_size=1, max_size=3, unique=True),
    st.lists(st.sampled_from(PART_LINES), max_size=4),
).map(lambda drawn: b"".join([*drawn[0], b"\n", *drawn[1]]))


@given(
    st.lists(PARTS, max_size=3),
    st.sampled_from([b"", b"preamble\n", b"--\n"]),
    st.sampled_from(
        [b"\n--x--\n", b"\n--x--", b"\n--x-- \nepilogue\n", b"\n--x--\n--x\n", b"\n--x", b"\n", b"--x--\n"]
    ),
    st.sampled_from([b"\n", b"\r\n"]),
)
def test_both_ways_make_the_same_of_every_choice_of_alternatives(parts, before, end, line_end):
    head = b"Subject: =?utf-8?q?caf=C3=A9?= one\n\tand two\nContent-Type: multipart/alternative; boundary=x\n\n"
    raw = head + before + b"".join(b"\n--x\n" + part for part in parts) + end
    assert_both_agree(raw.replace(b"\n", line_end))


FILE_HEADERS = [
    *PART_HEADERS, b'Content-Type: text/plain; name="a.txt"\n', b"content-type: APPLICATION/Pdf;\n\tname=a.pdf\n",
    b"Content-Type: application/pgp-signature\n", b"Content-Type: multipart/mixed; boundary=y\n",
    b"Content-Type: message/rfc822\n", b"Content-Type: multipart/alternative; boundary=y\n",
    b"Content-Type: multipart/alternative; boundary=xy\n", b"Content-Type: text/css\nContent-Location: a\n",
    b'Content-Disposition: attachment; size=3; filename="a  b=?utf-8?q?=C3=A9?=.txt"\n', b"Content-Type: text/\n",
    b'Content-Disposition: inline; filename=""; filename=b\n', b"Content-Disposition: attachment\n",
    b"Content-Disposition: attachment; filename*=utf-8''a%20b\n", b'Content-Disposition: x; filename="<a>"\n',
    b'Content-Type: text/plain; name="a\\"b"; charset="UTF-8"\n', b"Content-Type: text/x-diff; charset=cp1252;\n",
    b"Content-Description: of it\n", b"X-Attachment-Id: 1\n", b"Content-Transfer-Encoding: 8bit\n",
]  # fmt: skip
FILE_LINES = [*PART_LINES, b"--y\n", b"--y--\n", b"\nContent-Type: text/html\n\n", b"--xy--\n", b"--y\n\nwords\n"]
FILES = st.tuples(
    st.lists(st.sampled_from(FILE_HEADERS), max_size=3, unique=True),
    st.lists(st.sampled_from(FILE_LINES), max_size=5),
).map(lambda drawn: b"".join([*drawn[0], b"\n", *drawn[1]]))
MIXED = b"""Subject: all
Content-Type: multipart/mixed; boundary="--=x"

----=x
Content-Type: multipart/alternative; boundary=y

--y
Content-Type: text/plain

words
--y
Content-Type: text/html

<p>words
--y--

----=x
Content-Type: text/plain; name="a.txt"
Content-Disposition: attachment; filename="b.txt"
Content-Transfer-Encoding: base64

Ym9hdHM=
----=x
Content-Type: application/octet-stream; name=c

more
----=x--
"""


@given(
    st.lists(FILES, min_size=1, max_size=3),
    st.sampled_from([b"mixed", b"mixed", b"Mixed;charset=utf-8", b"alternative", b"related", b"mixed; name=a"]),
    st.sampled_from([b"\n--x--\n", b"\n--x--", b"\n--x-- \nepilogue\n", b"\n--x", b"\n"]),
    st.sampled_from([b"\n", b"\r\n"]),
    st.booleans(),
)
def test_both_ways_make_the_same_of_every_message_with_files(parts, kind, end, line_end, archives):
    raw = b"Subject: a\nContent-Type: multipart/" + kind + b"; boundary=x\n\n"
    raw += b"".join(b"\n--x\n" + part for part in parts) + end
    assert_both_agree(raw.replace(b"\n", line_end), archives=archives)


def test_a_message_with_files_is_taken_apart():
    files = [Leaf(b"boats", "text/plain", "", "b.txt"), Leaf(b"more", "application/octet-stream", "", "c")]
    assert plain_mail(MIXED) == ("all", [Leaf(b"words"), *files])
    assert_both_agree(MIXED)


@pytest.mark.parametrize(
    ("raw", "parts"),
    [
        (NOTE, ("boats", b"The boat leaves at nine.\n", "", False)),
        (NOTE.replace(b"\n", b"\r\n"), ("boats", b"The boat leaves at nine.\r\n", "", False)),
        (b"Subject: one\n  two\nSubject: three\n\n", ("one two", b"", "", False)),
        (b"To: a\n\n\nSubject: no header\n", ("", b"\nSubject: no header\n", "", False)),
        (
            b'MIME-Version: 1.0\nContent-Type: text/plain; charset="UTF-8"; format=flowed\nA: b\n\nwords',
            ("", b"words", "utf-8", False),
        ),
        (
            b"Subject: =?utf-8?q?caf=C3=A9?=\n =?utf-8?q?s?=\n and =?utf-8?q?b=C3=A4r?=\n\nbody",
            ("caf\u00e9s and b\u00e4r", b"body", "", False),
        ),
        (b"Content-Type: text/html\nContent-Language: en\n\nbody", ("", b"body", "", True)),
        (b"Content-Transfer-Encoding: base64\nContent-Disposition: inline\n\nYQ==", ("", b"a", "", False)),
        (
            b"Content-Type: text/plain; charset=x\nContent-Transfer-Encoding: quoted-printable\n\na=3Db",
            ("", b"a=b", "x", False),
        ),
        (PLAIN_AND_PAGE, ("a", b"words\n", "utf-8", False)),
        (PLAIN_AND_PAGE.replace(b"words", b" "), ("a", b"<p>page", "", True)),
    ],
)
def test_plain_messages_are_taken_apart(raw, parts):
    subject, content, charset, markup = parts
    assert plain_mail(raw) == (subject, [Leaf(content, "text/html" if markup else "text/plain", charset)])


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"no header\n\nbody", b"To: a\n", b"To: a\nno header\n\nbody", b" folded: at once\n\nbody",
        b"Subject: caf\xc3\xa9\n\nbody", b"To: a\rb: c\n\nbody", b"Content-Type: message/rfc822\n\nbody",
        b"Content-Transfer-Encoding: base64\n\nYQ", b"Content-Transfer-Encoding: x-uuencode\n\nYQ==",
        b"Content-Type: multipart/alternative; boundary=x\n\n--x\nContent-Type: text/plain\n\nno end",
        b"Content-Type: multipart/alternative; boundary=x\n\n--x--\n",
        MIXED.replace(b"alternative", b"mixed"), MIXED.replace(b"----=x--", b""), MIXED.replace(b"b.txt", b"<b>"),
        b"Content-Location: a\n\nbody", b"Content-Type: text/plain; name*=a\n\nbody",
    ],
)  # fmt: skip
def test_all_other_messages_are_left_to_the_parser(raw):
    assert plain_mail(raw) is None
