"""What a preview shows is what reading makes of the same rows."""

from __future__ import annotations

import io

import pytest

from simexplorer.documents.extract import extract
from simexplorer.documents.extracted import Job, Refusal
from simexplorer.documents.previews import documents_of, table_preview
from simexplorer.documents.table_files import preview_of_file

TABLES = {
    "t.csv": b'id,text,n\nx,"first, quoted\nline",1\ny,second; third,2\nx,,3\n',
    "t.tsv": b"id\ttext\tn\nx\tone,two\t1\n\t\t\n",
    "t.jsonl": b'{"id": "x", "text": ["a, b", "c"], "n": 1}\n{"id": 7, "text": null, "n": 2}\n',
}


def read(name, content, **options):
    job = Job(name=name.encode(), size=len(content), **options)
    return list(extract(io.BytesIO(content), job))


@pytest.mark.parametrize("name", TABLES)
@pytest.mark.parametrize("columns", [("text", "id"), ("text", None), ("2", "1"), (None, "id")])
@pytest.mark.parametrize("items", [False, True])
@pytest.mark.parametrize("header", [True, False])
def test_a_preview_is_what_reading_gives(name, columns, items, header):
    text, called = columns
    if text is None and not items:
        pytest.skip("a text needs its column")
    (found,) = read(name, TABLES[name], preview_rows=20)
    preview = table_preview(found)
    header = header or preview.certain
    options = {"text_column": text, "id_column": called, "items": items, "table_header": header}
    *rows, whole = read(name, TABLES[name], **options)
    if whole.status:
        with pytest.raises(Refusal, match=r"names none"):
            documents_of(preview, text, called, items=items, header=header)
        return
    expected = [(one.member.decode(), one.text.decode()) for one in rows]
    got = documents_of(preview, text, called, items=items, header=header)
    assert [(one.name, "".join(f"{item}\0" for item in one.items) if items else one.text) for one in got] == expected


def test_a_file_is_previewed_by_a_reading_process(tmp_path):
    for name, content in TABLES.items():
        (tmp_path / name).write_bytes(content)
        assert preview_of_file(str(tmp_path / name).encode()).columns == ("id", "text", "n")
    (tmp_path / "x.txt").write_text("no table")
    assert preview_of_file(str(tmp_path / "x.txt").encode()) is None
