from __future__ import annotations

import io
import random
from pathlib import Path

import pytest

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Job
from tests.documents import made_files as made
from tests.documents.compound_files import compound
from tests.hostile.folder import cases

OPTIONS = [
    {}, {}, {"text_column": "text"}, {"items": True}, {"preview_rows": 3}, {"encoding": "cp1252"},
    {"strip_navigation": False}, {"archives": False}, {"max_bytes": 500},
]  # fmt: skip
OLD_OFFICE = Path(made.__file__).parent / "old_office"
TOKENS = [b"\0", b"\xff", b"<", b"&", b'"', b"(", b"\\", b"\n", b"{", b"PK\3\4", b"%PDF-", b"9999999999", b"-1"]


def seeds():
    found = [(case.path, case.content) for case in cases("/nowhere") if len(case.content) < 30_000]
    message = made.mail("s", "t", html="<p>x", attachments=[("a.zip", made.zipped({"x": "y"}))])
    return [
        *found,
        (b"x.xlsx", made.xlsx(["a", "b"], ["c"])),
        (b"p.pptx", made.pptx("x", "y")),
        (b"o.odt", made.odt("one", "two")),
        (b"e.epub", made.epub("<p>x", "<p>y")),
        (b"r.rtf", made.rtf("x", "ü")),
        (b"t.csv", b'id,text\n1,"a\nb"\n2,c\n'),
        (b"j.jsonl", b'{"id":1,"text":"x"}\n[1,2]\n'),
        (b"m.mbox", made.mailbox(message, message)),
        *((name.encode(), (OLD_OFFICE / name).read_bytes()) for name in ("notes.doc", "table.xls")),
        (b"o.msg", compound({"__properties_version1.0": bytes(48), "__substg1.0_1000001F": b"a\0b\0"})),
    ]


def mutated(raw, chance, others):
    content = bytearray(raw)
    for _ in range(chance.choice([1, 1, 2, 5, 20])):
        if not content:
            break
        kind, at = chance.random(), chance.randrange(len(content))
        end = min(len(content), at + chance.choice([1, 2, 8, 100]))
        if kind < 0.3:
            content[at] = chance.randrange(256)
        elif kind < 0.5:
            del content[at:end]
        elif kind < 0.7:
            content[at:at] = chance.choice(TOKENS)
        elif kind < 0.85:
            content[at:at] = content[at:end]
        elif kind < 0.95:
            content[at:end] = chance.choice(others)[1][: end - at]
        else:
            del content[at:]
    return bytes(content)


@pytest.mark.parametrize("count", [400, pytest.param(20_000, marks=pytest.mark.slow)])
def test_whatever_is_in_a_file_it_is_read_or_refused_with_a_reason(count):
    chance = random.Random(7)
    others = seeds()
    for _ in range(count):
        name, raw = chance.choice(others)
        content = mutated(raw, chance, others)
        found = list(extract(io.BytesIO(content), Job(name=name, size=len(content), **chance.choice(OPTIONS))))
        assert found[-1].member == b""
        assert all(one.member for one in found[:-1])
        for one in found:
            assert one.status == 0 or one.reason
            assert one.text.decode() is not None
