"""What remains, as a file: the bytes of the rows that are kept, or the paths; nothing lost, nothing replaced."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from simexplorer.errors import Cancelled, ExportError, UsageError
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.reports.kept_documents import kept_beginning, kept_ending, require_kept_writable, write_kept
from simexplorer.workspace.remaining import left_out

FERRY = "The ferry leaves the harbour at seven and comes back at nine, with nets and letters and bread on board."
OTHER = "Nobody has seen the second lighthouse keeper since the storm in March, and nobody asks for him."
CSV = (
    b"\xef\xbb\xbfid,text\r\n"
    b'1,"' + FERRY.encode() + b'"\r\n'
    b"\r\n"
    b'2,"' + OTHER.encode().replace(b", ", b',\r\n""') + b'"\n'
    b"3," + OTHER.encode().replace(b", ", b" ") + b"\n"
    b'4,"' + FERRY.encode() + b' "'
)
NOTHING: Callable[[], None] = lambda: None  # noqa: E731


@contextmanager
def _run(path: Path, **recipe: Any) -> Iterator[Result]:
    with closing(Analysis([os.fsencode(path)], workers=1)) as analysis:
        yield analysis.run(Recipe(**recipe), Progress())


def _written(path: Path, target: Path, raw: bytes, **recipe: Any) -> tuple[str, bytes]:
    path.write_bytes(raw)
    with _run(path, text_column="text", **recipe) as result:
        assert kept_ending(result) == path.suffix
        words = write_kept(result, left_out(result), target, NOTHING)
        if target.suffix != ".parquet":
            assert b"".join(kept_beginning(result, left_out(result))) == target.read_bytes()
    return words, target.read_bytes()


def test_kept_rows_of_csv_are_the_bytes_that_they_were(tmp_path: Path) -> None:
    """The fourth row says what the first does; the second spans two lines and is like no other at this threshold."""
    words, kept = _written(tmp_path / "t.csv", tmp_path / "k.csv", CSV, threshold=0.95)
    assert kept == CSV[: CSV.index(b'4,"')]
    assert words == (
        f"{tmp_path}/k.csv: 3 of 4 rows kept; 1 left out of clusters of pairs at or above 0.95 (component linkage)."
    )


def test_kept_rows_of_tsv_and_of_another_encoding_are_the_bytes_that_they_were(tmp_path: Path) -> None:
    lines = [f"{at}\t{text} Café à la crème, déjà vu." for at, text in enumerate((OTHER, FERRY, FERRY), 1)]
    raw = ("id\ttext\n" + "\n".join(lines)).encode("cp1252")
    words, kept = _written(tmp_path / "t.tsv", tmp_path / "k.tsv", raw)
    assert kept == raw[: raw.index(b"3\t")]
    assert "2 of 3 rows kept; 1 left out" in words


def test_kept_rows_of_json_lines_are_the_bytes_that_they_were_and_damaged_ones_stay(tmp_path: Path) -> None:
    lines = [json.dumps({"n": at, "text": text}).encode() for at, text in enumerate((FERRY, OTHER, FERRY + " ", FERRY))]
    raw = b"\n".join([lines[0] + b"\r", lines[1], b"", b"{broken", lines[2], lines[3]])
    words, kept = _written(tmp_path / "t.jsonl", tmp_path / "k.jsonl", raw)
    assert kept == b"\n".join([lines[0] + b"\r", lines[1], b"", b"{broken", b""])
    assert "3 of 5 rows kept, of them 1 that could not be read; 2 left out" in words


@pytest.mark.parametrize("compliant", [True, False])
def test_kept_rows_of_parquet_have_their_columns_types_and_values(tmp_path: Path, compliant: bool) -> None:
    pyarrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    table = pyarrow.table(
        {
            "text": [FERRY, OTHER, None, FERRY],
            "n": pyarrow.array([1, None, 3, 4], pyarrow.int16()),
            "list": [[1], [], None, [2]],
        },
    ).replace_schema_metadata({"who": "me"})
    path, target = tmp_path / "t.parquet", tmp_path / "k.parquet"
    parquet.write_table(table, path, compression="zstd", row_group_size=3, use_compliant_nested_type=compliant)
    with _run(path, text_column="text") as result:
        words = write_kept(result, left_out(result), target, NOTHING)
        with pytest.raises(ExportError, match="no text"):
            next(kept_beginning(result, left_out(result)))
    kept = parquet.read_table(target)
    assert kept.equals(parquet.read_table(path).slice(0, 3), check_metadata=True)
    assert parquet.ParquetFile(target).schema.equals(parquet.ParquetFile(path).schema)
    assert parquet.ParquetFile(target).metadata.row_group(0).column(0).compression == "ZSTD"
    assert "3 of 4 rows kept; 1 left out" in words


@pytest.mark.parametrize("raw", [b"", b"text\n", b"\xef\xbb\xbf", b"text"])
def test_a_table_without_rows_is_no_table_of_rows(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "t.csv").write_bytes(raw)
    with _run(tmp_path / "t.csv", text_column="text") as result:
        assert kept_ending(result) == ".txt"
        with pytest.raises(ExportError, match=r"let the name end in \.txt"):
            write_kept(result, left_out(result), tmp_path / "k.csv", NOTHING)
        told = write_kept(result, left_out(result), tmp_path / "k.txt", NOTHING, "<{}>".format, "<{}, {}>".format)
        assert "<1> of <1> documents kept; <0> left out of clusters of pairs at or above <0.8, 2>" in told
    assert (tmp_path / "k.txt").read_bytes() == b"t.csv\n"
    assert not (tmp_path / "k.csv").exists()


@pytest.mark.parametrize("ends", [b"", b"\n", b"\r\n\r\n"])
@pytest.mark.parametrize("name", ["t.csv", "t.tsv", "t.jsonl"])
def test_where_nothing_clusters_every_byte_is_kept(tmp_path: Path, name: str, ends: bytes) -> None:
    words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    texts = [" ".join(words[at:] + words[:at]) + f' {at} "said"' for at in range(8)]
    if name == "t.jsonl":
        raw = b"\n".join(json.dumps({"text": text}).encode() for text in texts) + ends
    else:
        raw = b"\r\n".join([b"text", *(b'"%s"' % text.replace('"', '""').encode() for text in texts)]) + ends
    told, kept = _written(tmp_path / name, tmp_path / f"k{name[1:]}", raw, threshold=1.0)
    assert kept == raw
    assert "8 of 8 rows kept; 0 left out" in told


def test_a_folder_gives_the_paths_that_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    for name, text in {
        "a.txt": FERRY,
        "b.txt": FERRY,
        "c\nd.txt": OTHER,
        "picture.png": "\x89PNG\r\n\x1a\n\0\0",
    }.items():
        (folder / name).write_bytes(text.encode("latin-1"))
    os.mkdir(folder / "t")
    (folder / "t" / "rows.csv").write_text(f"text\n{OTHER} Or not.\nshort\n")
    with _run(folder, text_column="text", threshold=0.95) as result:
        words = write_kept(result, left_out(result), tmp_path / "k.txt", NOTHING)
        with pytest.raises(ExportError, match="whose rows are the documents"):
            write_kept(result, left_out(result), tmp_path / "k.csv", NOTHING)
    kept = (tmp_path / "k.txt").read_bytes().splitlines()
    assert kept == [b"a.txt", b"c\\nd.txt", b"picture.png", b"t/rows.csv!1", b"t/rows.csv!2"]
    assert "5 of 6 documents kept, of them 1 that could not be read; 1 left out" in words


@pytest.mark.parametrize("change", ["longer", "touched", "gone"])
def test_a_table_that_was_changed_since_the_run_is_refused_and_the_old_file_stays(tmp_path: Path, change: str) -> None:
    path, target = tmp_path / "t.csv", tmp_path / "k.csv"
    path.write_bytes(CSV)
    target.write_bytes(b"old")
    with _run(path, text_column="text") as result:
        if change == "longer":
            path.write_bytes(CSV + b"\n5,more\n")
        elif change == "touched":
            os.utime(path, ns=(0, 1))
        else:
            path.unlink()
        why = "vanished before it was read" if change == "gone" else "was changed since it was read"
        with pytest.raises(ExportError, match=f"k.csv is not written.*{why}"):
            write_kept(result, left_out(result), target, NOTHING)
    assert target.read_bytes() == b"old"
    assert sorted(os.listdir(tmp_path)) == sorted({"k.csv", *([] if change == "gone" else ["t.csv"])})


def test_a_document_is_never_replaced_be_it_a_report(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    raw = f"a,b,jaccard\n{FERRY},x,1\n{FERRY},y,1\n".encode().replace(b"and comes back at nine, with", b"with")
    path.write_bytes(raw)
    os.symlink("t.csv", tmp_path / "link.csv")
    with _run(path, text_column="a") as result:
        for target in (path, tmp_path / "link.csv"):
            with pytest.raises(ExportError, match="is one of the documents and would be replaced"):
                write_kept(result, left_out(result), target, NOTHING)
    assert path.read_bytes() == raw


def test_rows_whose_bytes_cannot_be_told_apart_are_refused_in_words(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(f"text\n{FERRY}\n{FERRY}\n".replace(", with", " with").encode("utf-16"))
    with (
        _run(tmp_path / "t.csv", text_column="text") as result,
        pytest.raises(
            ExportError, match=r"Rows in utf-16.* cannot be told apart by their bytes: save the table as UTF-8"
        ),
    ):
        write_kept(result, left_out(result), tmp_path / "k.csv", NOTHING)
    assert not (tmp_path / "k.csv").exists()


def test_nothing_is_written_of_a_run_that_is_not_whole_or_once_somebody_asked_to_stop(tmp_path: Path) -> None:
    def stop() -> None:
        raise Cancelled("writing")

    (tmp_path / "t.csv").write_bytes(CSV)
    with _run(tmp_path / "t.csv", text_column="text") as result:
        with pytest.raises(ExportError, match="the run is not whole"):
            write_kept(replace(result, partial=True), left_out(result), tmp_path / "k.csv", NOTHING)
        with pytest.raises(Cancelled):
            write_kept(result, left_out(result), tmp_path / "k.csv", stop)
    assert os.listdir(tmp_path) == ["t.csv"]


def test_what_cannot_be_written_is_refused_before_the_run(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(CSV)
    table, folder = str(tmp_path / "t.csv"), str(tmp_path)

    def require(name: str, *named: str, rows: bool = True) -> None:
        require_kept_writable(tmp_path / name, named, rows_are_documents=rows)

    require("k.csv", table)
    require("k.txt", folder)
    for name, named, rows in (("k.csv", [folder], True), ("k.csv", [table] * 2, True), ("k.tsv", [table], True)):
        with pytest.raises(UsageError, match="into a file of its ending"):
            require(name, *named, rows=rows)
    with pytest.raises(UsageError, match="--text-column makes rows documents"):
        require("k.csv", table, rows=False)
    with pytest.raises(UsageError, match="the ending tells what is written"):
        require("k.json", table)
    with pytest.raises(ExportError, match="its folder does not exist"):
        require("no/k.csv", table)
