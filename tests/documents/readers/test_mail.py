"""Mail as programs really write it: parts without names, files among the alternatives, what was cut on its way."""

from __future__ import annotations

import base64
import io
from email.message import EmailMessage

import pytest

from simexplorer.documents import formats
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import READ, SKIPPED, Extracted, Job
from tests.documents import made_files as made

HEAD = b"From: a@b\nTo: c@d\nSubject: S\nMIME-Version: 1.0\n"


def _read(content: bytes, *, archives: bool = True) -> list[Extracted]:
    return list(extract(io.BytesIO(content), Job(name=b"m.eml", size=len(content), archives=archives)))


def _part(media_type: str, content: str | bytes, more: str = "") -> bytes:
    raw = content.encode() if isinstance(content, str) else base64.encodebytes(content)
    how = "" if isinstance(content, str) else "Content-Transfer-Encoding: base64\n"
    return f"Content-Type: {media_type}\n{how}{more}\n".encode() + raw + b"\n"


def _multipart(kind: str, boundary: str, *parts: bytes) -> bytes:
    line = f"--{boundary}\n".encode()
    content = line + line.join(parts) + f"--{boundary}--\n".encode()
    return f'Content-Type: multipart/{kind}; boundary="{boundary}"\n\n'.encode() + content


def test_a_part_without_a_name_is_listed_as_well() -> None:
    pdf = _part("application/pdf", made.pdf(["inside of it"]))
    found = _read(HEAD + _multipart("mixed", "B", _part("text/plain", "body"), pdf, pdf))
    assert [(one.member, one.media_type) for one in found] == [
        (b"unnamed", formats.PDF),
        (b"unnamed#2", formats.PDF),
        (b"", formats.MAIL),
    ]
    assert found[0].text.strip() == b"inside of it"


def test_the_signature_of_a_message_is_no_document() -> None:
    signature = _part("application/pgp-signature", "-----BEGIN PGP SIGNATURE-----")
    (found,) = _read(HEAD + _multipart("signed", "B", _part("text/plain", "body"), signature))
    assert found.text.split() == [b"S", b"body"]


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("application/pgp-signature", "-----BEGIN PGP SIGNATURE-----\n\niQIz\n-----END PGP SIGNATURE-----"),
        ("application/pkcs7-signature", b"0\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"),
        ("application/x-pkcs7-signature", b"0\x82\x10\x00\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"),
    ],
)
def test_nor_is_one_that_has_the_name_of_a_file_as_most_have(kind: str, content: str | bytes) -> None:
    named = 'Content-Disposition: attachment; filename="OpenPGP_signature"\n'
    body = _part("text/plain", "body")
    (found,) = _read(HEAD + _multipart("signed", "B", body, _part(kind, content, named)))
    assert found.text.split() == [b"S", b"body"]
    file, _ = _read(HEAD + _multipart("mixed", "B", body, _part(kind, "what else has the name", named)))
    assert file.text.strip() == b"what else has the name"


def test_files_among_the_alternatives_that_are_not_shown_are_not_lost() -> None:
    """As programs of Apple write them: the plain text, or a page with the attachments between its paragraphs."""
    named = 'Content-Disposition: inline; filename="bill.pdf"\n'
    page = _part("text/html", "<p>body</p>")
    pages = _multipart("mixed", "C", page, _part("application/pdf", made.pdf(["the bill"]), named), page)
    bill, message = _read(HEAD + _multipart("alternative", "B", _part("text/plain", "body"), pages))
    assert (bill.member, bill.text.strip()) == (b"bill.pdf", b"the bill")
    assert message.text.split() == [b"S", b"body"]


@pytest.mark.parametrize("blank", ["", " \n\u00a0 \n"])
def test_an_empty_plain_text_does_not_hide_the_page(blank: str) -> None:
    plain = _part("text/plain; charset=utf-8", blank)
    date = _part("text/calendar", "BEGIN:VCALENDAR")
    (found,) = _read(HEAD + _multipart("alternative", "B", plain, _part("text/html", "<p>all of it</p>"), date))
    assert found.text.split() == [b"S", b"all", b"of", b"it"]


@pytest.mark.parametrize("kind", ["multipart/mixed", "multipart/alternative", "message/rfc822", "message/partial"])
def test_what_does_not_hold_what_it_promises_is_text(kind: str) -> None:
    (found,) = _read(HEAD + f"Content-Type: {kind}\n\nall the words of it\n".encode())
    assert found.text.split()[:6] == [b"S", b"all", b"the", b"words", b"of", b"it"]


def test_base64_that_was_cut_gives_what_there_is() -> None:
    whole = base64.encodebytes(b"the words that are in this message")
    (found,) = _read(HEAD + b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n" + whole.strip()[:-3])
    assert found.text == b"S\nthe words that are in this messag"


def test_attachments_that_are_not_wanted_are_counted() -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@b", "c@d", "S"
    message.set_content("body")
    message.add_attachment(made.zipped({"a.txt": b"inside"}), maintype="application", subtype="zip", filename="a.zip")
    (found,) = _read(message.as_bytes(), archives=False)
    assert (found.status, found.reason, found.truncated) == (READ, "attachments of it were left out: 1", True)
    inside, attached, _ = _read(message.as_bytes())
    assert [(one.member, one.status != SKIPPED) for one in (inside, attached)] == [
        (b"a.zip!a.txt", True),
        (b"a.zip", True),
    ]


def test_lines_of_a_message_may_end_as_on_a_macintosh_of_old() -> None:
    (found,) = _read(HEAD.replace(b"\n", b"\r") + b"\rfirst line\rsecond line\r")
    assert (found.media_type, found.text.split()) == (formats.MAIL, [b"S", b"first", b"line", b"second", b"line"])


def _mailbox(content: bytes) -> list[bytes]:
    found = list(extract(io.BytesIO(content), Job(name=b"all.mbox", size=len(content))))
    return [one.text for one in found if one.member]


def test_messages_of_a_mailbox_need_no_empty_line_between_them() -> None:
    mark = b"From a@b Mon Jan  5 10:00:00 2015\n"
    written = b"From here Mon Jan  5 10:00:00 2015\nit goes on\n"
    assert _mailbox(mark + b"Subject: S\n\none\n" + mark + b"Subject: T\n\ntwo\n" + written) == [
        b"S\none",
        b"T\ntwo\n" + written.rstrip(),
    ]


def test_a_page_that_word_saved_with_all_it_needs_is_its_text() -> None:
    page = _part("text/html; charset=us-ascii", "<html><style>p {}</style><p>all the words</p></html>")
    files = _part("text/xml", "<xml><o:File HRef=x.htm/></xml>", "Content-Location: file:///C:/x/filelist.xml\n")
    content = b"MIME-Version: 1.0\n" + _multipart("related", "----=_NextPart", page, files)
    (found,) = extract(io.BytesIO(content), Job(name=b"m.doc", size=len(content)))
    assert (found.status, found.text) == (READ, b"all the words")


@pytest.mark.parametrize("before", [b"\xef\xbb\xbf", b"%d       \n"])
def test_a_mark_or_the_length_may_stand_before_a_message(before: bytes) -> None:
    message = HEAD + b"Content-Transfer-Encoding: quoted-printable\n\na =3D b\n"
    flags = b'<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict/></plist>\n'
    apple = b"%d" in before
    content = before % len(message) + message + flags if apple else before + message
    (found,) = extract(io.BytesIO(content), Job(name=b"1.emlx" if apple else b"m.eml", size=len(content)))
    assert (found.media_type, found.text) == (formats.MAIL, b"S\na = b")


def test_a_patch_that_git_wrote_as_mail_is_a_document_and_no_mailbox() -> None:
    content = b"From 1f2e Mon Sep 17 00:00:00 2001\nFrom: a <b@c>\nSubject: [PATCH] d\n\n---\n+one\n"
    (found,) = extract(io.BytesIO(content), Job(name=b"1.patch", size=len(content)))
    assert (found.media_type, found.text) == (formats.DIFF, content)


@pytest.mark.parametrize(
    "header",
    [
        b"Content-Type: text/plain; charset*=utf\0x'en'utf-8",
        b"Content-Type: multipart/mixed; boundary*0*=x\0'y'z",
        b"Content-Disposition: attachment; filename*=a\0b'c'd",
        b"Content-Type: text/plain; name*" + b"1" * 5000 + b"*=x",
    ],
    ids=["charset", "boundary", "filename", "number"],
)
def test_a_header_that_cannot_be_taken_apart_costs_no_message(header: bytes) -> None:
    def written(more: bytes) -> bytes:
        return b"From a@b Mon Jan  1 00:00:00 2024\n" + HEAD + more + b"\n\nhello world\n\n"

    raw = written(b"X: y") + written(header) + written(b"X: z")
    found = list(extract(io.BytesIO(raw), Job(name=b"a.mbox", size=len(raw))))
    assert [(one.member, one.status) for one in found[:3]] == [(b"1", READ), (b"2", READ), (b"3", READ)]
    assert found[1].reason == "damaged: one of its headers cannot be read, so it was taken as it stands"
    assert found[1].truncated
    assert b"hello world" in found[1].text
    assert not found[0].reason
    assert not found[2].reason


def test_words_that_begin_like_a_message_stay_in_theirs() -> None:
    body = b"Dear all,\n\nFrom the very start of it we knew.\nA last line.\n\n"
    first = b"From a@b Mon Jan  1 00:00:00 2024\n" + HEAD + b"\n" + body
    odd = b"From somebody else\n" + HEAD + b"\nwithout a date\n\n"  # but its header follows
    raw = first + odd + first
    found = list(extract(io.BytesIO(raw), Job(name=b"a.mbox", size=len(raw))))
    assert [one.member for one in found] == [b"1", b"2", b"3", b""]
    assert found[0].text.split(b"\n\n")[1:] == [b"From the very start of it we knew.\nA last line."]
    assert found[1].text.endswith(b"without a date")


def test_of_a_header_of_any_length_so_much_is_taken_apart_as_is_quick_and_a_cut_subject_says_so() -> None:
    kind = b"Content-Type: text/html; " + b"; " * 40_000 + b"charset=utf-16\n\n"
    (found,) = _read(HEAD + kind + b"<p>body</p>")
    assert (found.text.split(), found.reason, found.encoding) == ([b"S", b"body"], "", "utf-8")
    (found,) = _read(b"Subject: " + b"=?utf-8?q?word?= \n " * 5000 + b"\n" + HEAD + b"\nbody")
    assert 0 < found.text.count(b"word") < 5000
    assert found.text.endswith(b"\nbody")
    assert (found.truncated, found.reason) == (True, "only the first 65,536 characters of its subject were read")


FORWARDED = "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\nContent-Type: text/plain; charset=utf-8\n\nin ihr: ä\n"


def _forwarding(inside: bytes, *parts: bytes) -> bytes:
    return HEAD + _multipart("mixed", "B", _part("text/plain", "body"), inside, *parts)


@pytest.mark.parametrize("within", [FORWARDED, FORWARDED.encode()], ids=["as it is", "in base64"])
@pytest.mark.parametrize("name", ["", "; name=old.eml"])
def test_the_subject_of_a_message_within_stands_before_what_it_says(within: str | bytes, name: str) -> None:
    old = _part("message/rfc822" + name, within)
    (found,) = _read(_forwarding(old, _part("text/plain", "end")))
    assert found.text.decode().split() == ["S", "body", "Grüße", "in", "ihr:", "ä", "end"]
    deeper = _part("message/rfc822", b"Subject: T\n" + _multipart("mixed", "C", old))
    (found,) = _read(_forwarding(deeper))
    assert found.text.decode().split() == ["S", "body", "T", "Grüße", "in", "ihr:", "ä"]


def test_the_subject_of_a_message_within_is_told_in_any_encoding_and_not_where_it_is_not_shown() -> None:
    raw = _forwarding(_part("message/rfc822", FORWARDED.replace("ä", "a")))
    (found,) = extract(io.BytesIO(raw), Job(name=b"m.eml", size=len(raw), encoding="latin-1"))
    assert found.text.decode().split() == ["S", "body", "Grüße", "in", "ihr:", "a"]
    shown = _part("text/plain", "shown")
    (found,) = _read(HEAD + _multipart("alternative", "B", shown, _part("message/rfc822", FORWARDED)))
    assert found.text.split() == [b"S", b"shown"]
