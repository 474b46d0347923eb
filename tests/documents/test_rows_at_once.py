"""Rows that kernels cut from the bytes of a table are those that the readers of tables find."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from backports import zstd
from hypothesis import given, settings
from hypothesis import strategies as st

from simexplorer.documents import formats
from simexplorer.documents import rows_at_once as module
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.csv_kernel import CELL_END, CELLS, cut_csv
from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Extracted, Job, one_by_one
from simexplorer.documents.json_kernel import cut_json
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.readers.tables import read_table
from simexplorer.documents.rows_at_once import RowsFound, promises_rows, rows_at_once
from simexplorer.errors import Cancelled

_PADDING = 128
_SECOND = np.array([False, True, False])  # the wanted column


def _job(raw: bytes, name: bytes = b"t.csv", **options: Any) -> Job:
    return Job(name=name, **{"size": len(raw), "text_column": "text", **options})


def _at_once(raw: bytes, job: Job) -> list[Extracted] | None:
    """As ``read_table`` gives them."""
    found: list[Extracted] = []

    def keep(rows: RowsFound) -> None:
        columns, words, names, texts = rows
        name, text = 0, 0
        for at in range(columns["status"].size):
            ends = name + int(columns["lengths"][at]), text + int(columns["text_bytes"][at])
            found.append(
                Extracted(
                    text=texts[text : ends[1]],
                    media_type=words["formats"][columns["media_type"][at]],
                    status=int(columns["status"][at]),
                    reason=words["reasons"][columns["reason"][at]],
                    member=names[name : ends[0]],
                    size=int(columns["size"][at]),
                    truncated=bool(columns["truncated"][at]),
                    encoding=words["encodings"][columns["encoding"][at]],
                    guessed=bool(columns["guessed"][at]),
                )
            )
            name, text = ends
        assert (name, text) == (len(names), len(texts))

    table = rows_at_once(io.BytesIO(raw), job, keep, lambda: None)
    return None if table is None else [*found, table]


def _read(raw: bytes, job: Job) -> list[Extracted]:
    return list(one_by_one(read_table(io.BytesIO(raw), job, formats.named_type(job.name))))


def _same(raw: bytes, job: Job) -> bool:
    found = _at_once(raw, job)
    assert found is not None
    assert found == _read(raw, job)
    return True


def _cut(raw: bytes, cut: Callable[..., Any], room: int, *what: Any) -> list[tuple[int, bytes]]:
    """(cells, the wanted one) of all rows, some at a time."""
    data = np.zeros(len(raw) + _PADDING, np.uint8)
    data[: len(raw)] = np.frombuffer(raw, np.uint8)
    cells, rows = np.zeros_like(data), np.zeros((room, 4), np.int64)
    found, first, count = [], 0, room
    while count == room:
        first, count = cut(data, first, len(raw), *what, cells, rows)
        begin = 0
        for row in rows[:count].tolist():
            found.append((row[CELLS], bytes(cells[begin : row[CELL_END]])))
            begin = row[CELL_END]
    return found


@settings(max_examples=500, deadline=None)
@given(st.text('ab,;"\r\n é\x00', max_size=200), st.integers(1, 5), st.sampled_from(",;"))
def test_rows_of_csv_are_those_of_python(text: str, room: int, delimiter: str) -> None:
    closed = text + '"' * (text.count('"') % 2) + "\n"
    wanted = [row for row in csv.reader(io.StringIO(closed, newline=""), delimiter=delimiter) if row]
    found = _cut(closed.encode(), cut_csv, room, ord(delimiter), _SECOND, 0)
    if len(found) < len(wanted):  # the last row is inside of quotation marks: it is left to the caller
        wanted.pop()
    assert found == [(len(row), row[1].encode() if len(row) > 1 else b"") for row in wanted]


def test_cells_are_cut_across_the_blocks_that_are_looked_at_together() -> None:
    for size in range(130):
        raw = f'{"x" * size},"a ""b"" {"y" * size}",end\r\n,"",\n'.encode()
        text = f'a "b" {"y" * size}'.encode()
        assert _cut(raw, cut_csv, 3, ord(","), _SECOND, 0) == [(3, text), (3, b"")]


def _value(random_: random.Random, depth: int = 0) -> Any:
    kind = random_.randrange(8 if depth < 4 else 6)
    letters = ["a", "é", '"', "\\", "\n", "😀", "\x00", "/", "b" * 70, "\x7f", "\u2028"]
    if kind < 4:
        return "".join(random_.choice(letters) for _ in range(random_.randrange(9)))
    if kind == 4:
        return random_.choice([0, -1, 1.5e300, 10**30, float("nan")])
    if kind == 5:
        return random_.choice([True, False, None])
    if kind == 6:
        return [_value(random_, depth + 1) for _ in range(random_.randrange(3))]
    return {random_.choice(["text", "", 'te"xt']): _value(random_, depth + 1) for _ in range(random_.randrange(3))}


def _texts_of(line: str) -> bytes | None:
    try:
        value = json.loads(line)
    except ValueError:
        return None
    text = value.get("text") if isinstance(value, dict) else None
    text = str(text) if type(text) is int else text
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else None


def test_a_text_of_json_is_that_of_python_or_is_left_to_it() -> None:
    random_, taken, left = random.Random(1), 0, 0
    key = np.frombuffer(b"text", np.uint8).copy()
    for _ in range(6000):
        value = {random_.choice(["text", "text", "a", "b"]): _value(random_) for _ in range(random_.randrange(1, 4))}
        signs = random_.choice([(",", ":"), (" ,\t", " : ")])
        line = json.dumps(value, ensure_ascii=random_.random() < 0.5, separators=signs)
        if random_.random() < 0.5:  # one letter is another, or gone
            at = random_.randrange(len(line))
            line = line[:at] + random_.choice(["", *'{}[]",:\\u0-.eE1 tfn\t\r']) + line[at + 1 :]
        ((plain, text),) = _cut(line.encode() + b"\n", cut_json, 2, key) or [(0, b"")]
        known = _texts_of(line)
        assert not plain or text == known, line
        if not plain and known is not None:  # what only Python takes for JSON, and keys that are spelled with escapes
            assert any(sign in line for sign in ("NaN", "Infinity", "\\", "-0")), line
            left += 1
        taken += plain
    assert taken > 1200
    assert left < 60


@pytest.mark.parametrize("escape", [r"\ud83d\ude00", r"\u00e9\n\t\"\\\/\b\f\r", r"A\uFFFF", r"ʰ\u0000"])
def test_escapes_of_json_become_what_they_stand_for(escape: str) -> None:
    line = f'{{"n": [1, {{"text": 2}}], "text": "{"x" * 61}{escape}"}}'
    key = np.frombuffer(b"text", np.uint8).copy()
    assert _cut(line.encode() + b"\n", cut_json, 9, key) == [(1, json.loads(line)["text"].encode())]


_ODD_CSV = ["", " \t", "a,b,c,d", '"', '"x""y"', "'q'", "x" * 90, "é" * 60, "\ufeff", "\n\ufeff", "1\r\n\r\n2", '"a\nb']
_ODD_JSON = [
    "{}",
    '{"text": 7}',
    '{"text": -0}',
    '{"text": 7.5}',
    '{"text": true}',
    "[not json",
    '{"text": " "}',
    '{"text": "\\ud800"}',
    "",
    '{"text": null}',
]


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
@pytest.mark.parametrize("head", ["n,text\n", "\ufeffn,text\n", "sep=,\nn,text\r\n", "1,2\n"])
@pytest.mark.parametrize("odd", _ODD_CSV)
def test_odd_rows_of_csv_read_as_they_do_elsewhere(odd: str, head: str, end: str) -> None:
    lines = [f"{row},the text of row {row}" for row in range(40)]
    lines[20] = f"20,{odd}"
    lines[39] = f"39,{odd}"
    raw = (head + "\n".join(lines) + end).encode()
    job = _job(raw, max_bytes=80, text_column="2" if head.startswith("1") else "text")
    assert _same(raw, job)


@pytest.mark.parametrize("odd", _ODD_JSON)
def test_odd_lines_of_json_read_as_they_do_elsewhere(odd: str) -> None:
    lines = [json.dumps({"n": row, "text": f"the text of row {row}"}) for row in range(40)]
    lines[20] = lines[38] = odd
    raw = "\n".join(lines).encode()
    job = _job(raw, b"t.jsonl", max_bytes=80)
    assert _same(raw, job)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text('ab,"\r\n é', max_size=30), max_size=30))
def test_any_table_of_csv_reads_as_it_does_elsewhere(cells: list[str]) -> None:
    raw = ("n,text\n" + "\n".join(f"{n},{cell}" for n, cell in enumerate(cells))).encode()
    job = _job(raw)
    found = _at_once(raw, job)
    assert found is None or found == _read(raw, job)


def test_rows_beyond_a_piece_and_beyond_the_room_come_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PIECE", 300)
    monkeypatch.setattr(module, "_ROWS", 7)
    raw = b"n,text\n" + b"".join(b'%d,"row, %d %s"\n' % (n, n, b"x" * (n % 400)) for n in range(900))
    assert _at_once(raw, _job(raw)) == _read(raw, _job(raw))


@pytest.mark.parametrize(
    ("raw", "options"),
    [
        (b"n,text\n1,caf\xe9\n", {}),  # in another encoding
        (b"n,other\n1,a\n", {}),  # no such column: whoever reads it says so
        *((b"text,b\n1,a\n", {"text_column": wanted}) for wanted in ("b,text", ",", "1000000000")),
        (b"n,text\n" + b"1,a,b\n" * 30, {}),  # most rows are odd
        (b"n,text\n1," + b"x" * (1 << 17) + b"\n", {"max_bytes": 10, "text_column": "other"}),
        (b'"' + b"x" * (1 << 17) + b'",text\n1,a\n', {}),  # its first row does not end in the beginning
        (b"PK\x03\x04n,text\n1,a\n", {}),
        (b"", {}),
        (b"\n\x0c\t", {"text_column": "1"}),
    ],
)
def test_other_tables_are_left_to_a_process(raw: bytes, options: dict[str, Any]) -> None:
    assert _at_once(raw, _job(raw, **options)) is None


def test_a_line_of_blanks_of_other_scripts_is_left_to_a_process() -> None:
    raw = '{"text": "a"}\n\u2003\n{"text": "b"}\n'.encode()
    assert _at_once(raw, _job(raw, b"t.jsonl")) is None
    assert [one.text for one in _read(raw, _job(raw, b"t.jsonl"))] == [b"a", b"b", b""]


@pytest.mark.parametrize("odd", ["1,{},more", '"{}",a"b\n', '1,"{}'])
def test_a_long_odd_row_leaves_the_table_to_a_process(odd: str) -> None:
    rows = [b"n,text", *(b"1,a" for _ in range(90))]
    short, long = ("\n".join([odd.format("x\n" * count)]).encode() for count in (9, 1 << 20))
    assert _same(b"\n".join([*rows, short]), _job(short))
    assert _at_once(b"\n".join([*rows, long]), _job(long)) is None


def test_a_row_that_never_ends_leaves_the_table_to_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PIECE", 1 << 10)
    monkeypatch.setattr(module, "_LONGEST_ROW", 1 << 14)
    raw = b"n,text\n" + b"1,a\n" * 900 + b'2,"' + b"x" * (1 << 16)
    assert _at_once(raw, _job(raw)) is None


_IDS = ["x1", "", "7", "x1", "é,1", "7#3", '"q"', " ", "x1!a", "x!", "x!", "x!!b"]


@pytest.mark.parametrize("room", [1, 3, 1000])
def test_rows_are_called_by_their_ids_each_by_another_one(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_ROWS", room)
    quoted = ['"' + one.replace('"', '""') + '"' for one in _IDS]
    for head, rows in (("id,text", [f"{one},a {n}" for n, one in enumerate(quoted)]),
                       ("text,id", [f"a {n},{one}" for n, one in enumerate(quoted)]),
                       ("text,id", ["a,1", "b", "c,2,3", ",4"])):  # fmt: skip
        raw = "\n".join([head, *rows, *(f"{n},{n}" for n in range(100, 130))]).encode()
        assert _same(raw, _job(raw, id_column="id"))
    lines = [{"id": one, "text": f"a {n}"} for n, one in enumerate([*_IDS, 7, 7, -3, 1.5, None, "y", *range(50, 90)])]
    raw = "\n".join(map(json.dumps, lines)).encode()
    assert _same(raw, _job(raw, b"t.jsonl", id_column="id"))


_BLANKS = [chr(n) for n in range(0x3001) if chr(n).isspace() and chr(n) not in "\r\n"]
_LIKE_BLANKS = ["a", "é", "\x7f", "\u200b", "\u2030", "\u3001", "\u1681", "\u2060", "〇", "😀", "\xa1"]


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.lists(st.text([*_BLANKS, *_LIKE_BLANKS], max_size=6), min_size=1, max_size=5), max_size=40),
    st.sampled_from(["*", "a,c", "2,3", "b"]),
    st.sampled_from([None, "a", "b", "4"]),
    st.booleans(),
)
def test_several_columns_are_joined_as_they_are_elsewhere(
    rows: list[list[str]], text: str, name: str | None, quoted: bool
) -> None:
    sign = '"' if quoted else ""
    lines = [",".join(f"{sign}{cell}{sign}" for cell in row) for row in rows]
    raw = "\n".join(["a,b,c", *(f"{n},x,{n} y" for n in range(150)), *lines]).encode()
    job = _job(raw, text_column=text, id_column=name)
    found = _at_once(raw, job)
    assert found is None or found == _read(raw, job)  # with many control characters it may be in another encoding


@pytest.mark.parametrize("blank", _BLANKS)
@pytest.mark.parametrize("text", ["*", "a,c"])
def test_no_white_space_of_any_kind_stands_around_joined_cells(blank: str, text: str) -> None:
    rows = [f"{blank}{like}{blank}{blank},{blank},{like}{blank}{like}{blank}" for like in _LIKE_BLANKS]
    plain = [f"{n},x,{n} y" for n in range(900)]  # a file that begins with control characters is no text
    raw = "\n".join(["a,b,c", *plain, *rows, f"{blank},{blank},{blank}"]).encode()
    assert _same(raw, _job(raw, text_column=text))


@pytest.mark.parametrize("before", [0, 1, 2, 3])
def test_a_stop_ends_the_cutting_at_any_time(before: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_ROWS", 1)
    raw, asked, kept = b"n,text\n1,a\n2,b\n", [], []

    def check() -> None:
        if len(asked) == before:
            raise Cancelled("reading")
        asked.append(1)

    with pytest.raises(Cancelled):
        rows_at_once(io.BytesIO(raw), _job(raw), kept.append, check)
    assert len(kept) == max(0, before - 2)


def test_what_is_asked_for_decides() -> None:
    assert promises_rows(_job(b""))
    assert promises_rows(_job(b"", b"t.jsonl"))
    assert not promises_rows(_job(b"", b"t.txt"))
    assert not promises_rows(_job(b"", text_column=None))
    assert promises_rows(_job(b"", id_column="n"))
    for option in ({"id_column": "n", "size": 1 << 30}, {"items": True}, {"encoding": "cp1252"}, {"preview_rows": 3}):
        assert not promises_rows(_job(b"", **option))


def test_a_table_is_read_without_a_process(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.csv").write_bytes(b"n,text\n1,one\n2,\n3,three\n")
    (tmp_path / "b.jsonl").write_bytes(b'{"text": "four"}\n{"text": 5}\n')
    monkeypatch.setattr("simexplorer.documents.workers.Worker", lambda: pytest.fail("a process was started"))
    corpus = Corpus.open([str(tmp_path).encode()], ReadOptions(text_column="text"))
    try:
        for rows in corpus.plan(np.arange(len(corpus))):
            corpus.read(rows, module_buffer := _buffer())
            assert len(module_buffer) == rows.size
        assert corpus.discovered().size == 5
        documents = corpus.documents()
        shown = [documents.paths.display(row) for row in range(len(documents))]
    finally:
        corpus.close()
    assert shown == ["a.csv", "b.jsonl", "a.csv!1", "a.csv!2", "a.csv!3", "b.jsonl!1", "b.jsonl!2"]


def test_names_with_an_exclamation_mark_stand_as_a_process_gives_them(tmp_path: Any) -> None:
    rows = "".join(f"{name},some words of {n}\n" for n, name in enumerate(["b!a", "b", "b!a", "c!", "b!a!d", "7", ""]))
    shown = []
    (tmp_path / "t.csv").write_text("n,text\n" + rows, "utf-8")
    for encoding in ("utf-8", None):  # a process reads what has an encoding set
        options = ReadOptions(text_column="text", id_column="n", encoding=encoding)
        corpus = Corpus.open([str(tmp_path).encode()], options)
        corpus.read(np.zeros(1, np.int64), _buffer())
        corpus.discovered()
        corpus.reorder(corpus.order())
        documents = corpus.documents()
        shown.append([documents.paths.raw(row) for row in range(len(documents))])
        corpus.close()
    assert shown[0] == shown[1]
    assert len(shown[0]) == 8


def _buffer() -> Any:
    from simexplorer.documents.text_buffer import TextBuffer

    return TextBuffer()


@pytest.mark.parametrize(("name", "pack"), [(b"t.csv.gz", gzip.compress), (b"t.jsonl.ZST", zstd.compress)])
@pytest.mark.parametrize("begin", [b"", b"\xef\xbb\xbf"])
def test_rows_of_a_packed_table_are_cut_as_well(name: bytes, pack: Callable[[bytes], bytes], begin: bytes) -> None:
    lines = [b'{"id": %d, "text": "words %d"}' % (n, n) for n in range(9000)]
    plain = (
        b"id,text\n" + b"".join(b'%d,"words %d"\n' % (n, n) for n in range(9000))
        if b"csv" in name
        else b"\n".join(lines)
    )
    raw = pack(begin + plain[:50_000]) + pack(plain[50_000:])
    job = _job(raw, name, id_column="id")
    assert promises_rows(job)
    found = _at_once(raw, job)
    assert found is not None
    assert found == list(extract(io.BytesIO(raw), job))
    assert (len(found), found[0].text, found[8999].member) == (9001, b"words 0", b"8999")


@pytest.mark.parametrize(
    "raw",
    [
        gzip.compress(b"id,text\n" + b"1,words\n" * 9000)[:-9],
        gzip.compress(b"id,text\n" + b"1,words\n" * 9000) + b"junk",
        gzip.compress(b"id,text\n" + b"1,words\n" * 500_000),
        gzip.compress(b"id,text\n1,\xff\n"),
        b"\x1f\x8b\x08" + bytes(90),
        b"id,text\n1,words\n",
    ],
    ids=["cut", "more", "bomb", "no UTF-8", "no gzip", "not packed"],
)
def test_a_packed_table_that_is_damaged_is_left_to_the_reader(raw: bytes) -> None:
    assert _at_once(raw, _job(raw, b"t.csv.gz")) is None
