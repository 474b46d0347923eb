"""Asking a saved workspace: exact where documents still say what they said, marked as an estimate where not."""

from __future__ import annotations

import io
import json
import math
import os
import random
import sys
import zipfile
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.__main__ import main
from simexplorer.errors import InputError, WorkspaceError
from simexplorer.features.normalise import normalise_text
from simexplorer.pipeline.measure_scale import MeasureScale, limit_similarity
from simexplorer.pipeline.recipe import Recipe
from simexplorer.workspace.opening import open_workspace, read_workspace
from simexplorer.workspace.query import as_json, as_text, query_file, query_text
from simexplorer.workspace.rereading import Rereading, SavedTexts, batches
from tests import oracles
from tests.workspace.collected import BASE, rows_of, scanned, write

LEDGERS = ["copies/ledger again.txt", "copies/ledger copy.txt", "keep/ledger.txt", "old.zip!inside/ledger.txt"]


@pytest.fixture
def kept(tmp_path):
    """(folder, path of a workspace that holds its scan)."""
    folder = tmp_path / "collection"
    folder.mkdir()
    write(folder)
    workspace = open_workspace(tmp_path / "kept.simx", create=True)
    workspace.save_result(scanned(folder))
    workspace.close()
    return folder, tmp_path / "kept.simx"


def asked(path, text, **options):
    """{document: (jaccard or None, estimate, identical)}."""
    workspace = open_workspace(path)
    try:
        (answer,) = query_text(workspace, text.encode(), **options).answers
    finally:
        workspace.close()
    return {line["path"]: (line["jaccard"], line["estimate"], line["identical"]) for line in answer.lines()}


def jaccard(a, b):
    """By brute force, under the default recipe."""
    normal = (normalise_text(text, Recipe().normalise) for text in (a, b))
    one, other = (set(oracles.shingles(text, "char", 9)) for text in normal)
    return len(one & other) / len(one | other)


def test_a_text_of_the_collection_finds_its_copies_and_what_is_like_it(kept):
    told = asked(kept[1], BASE)
    edited = BASE.replace("granite quay", "wooden pier", 1)
    assert list(told) == [*LEDGERS, "edited/ledger.txt"]
    assert all(told[name] == (1.0, 1.0, True) for name in LEDGERS)
    assert told["edited/ledger.txt"][0] == pytest.approx(jaccard(BASE, edited))
    assert not told["edited/ledger.txt"][2]


def test_similarities_are_those_of_brute_force(kept):
    text = BASE.replace("clerk", "scribe").replace("storm", "great storm")
    told = asked(kept[1], text, threshold=0.5)
    assert told["keep/ledger.txt"][0] == pytest.approx(jaccard(text, BASE))
    assert asked(kept[1], text, threshold=0.999) == {}


def test_below_the_threshold_of_the_run_nothing_is_lost(tmp_path):
    folder = tmp_path / "rows"
    folder.mkdir()
    words = [f"word{number}" for number in range(60)]
    for kept_words in (58, 45, 30, 20):
        text = " ".join(words[:kept_words] + [f"other{kept_words}of{number}" for number in range(60 - kept_words)])
        (folder / f"{kept_words}.txt").write_text(text)
    workspace = open_workspace(tmp_path / "rows.simx", create=True)
    workspace.save_result(scanned(folder))
    workspace.close()
    told = asked(tmp_path / "rows.simx", " ".join(words), threshold=0.1)
    expected = {name.name: jaccard(" ".join(words), name.read_text()) for name in folder.iterdir()}
    assert min(expected.values()) < 0.3
    assert {name: value for name, (value, _, _) in told.items()} == pytest.approx(expected)


@pytest.mark.parametrize(
    ("fields", "threshold"),
    [
        ({"measure": "containment", "threshold": 0.9}, 0.3),
        ({"measure": "cosine", "scheme": "hyperplane", "threshold": 0.9, "hashes": 512}, 0.5),
        ({"measure": "hamming", "scheme": "bit-sampling", "max_distance": 2.0}, 0.5),
        ({"measure": "euclidean", "scheme": "random-lines", "max_distance": 2.0, "interval": 40.0}, 0.6),
    ],
    ids=lambda value: value["measure"] if isinstance(value, dict) else "",
)
def test_below_the_limit_of_the_run_nothing_is_lost_by_any_measure(tmp_path, fields, threshold):
    words = [f"word{number}" for number in range(60)]
    texts = {f"{kept}.txt": " ".join(words[:kept] + [f"o{kept}of{n}" for n in range(60 - kept)]) for kept in (58, 40)}
    write(tmp_path / "rows", texts, False)
    workspace = open_workspace(tmp_path / "rows.simx", create=True)
    workspace.save_result(scanned(tmp_path / "rows", **fields))
    (answer,) = query_text(workspace, " ".join(words).encode(), threshold=threshold).answers
    workspace.close()
    assert [line["path"] for line in answer.lines()] == ["58.txt", "40.txt"]
    assert threshold <= list(answer.lines())[1]["similarity"] < limit_similarity(Recipe(**fields))


@pytest.mark.parametrize(("threshold", "words"), [(0.01, "a chance of 72 % only"), (0.2, ""), (None, "")])
def test_a_threshold_too_low_for_signatures_is_told(kept, threshold, words):
    workspace = open_workspace(kept[1])
    notice = query_text(workspace, BASE.encode(), threshold=threshold).notice
    workspace.close()
    assert words in notice if words else not notice


def test_a_short_text_is_found_in_the_long_ones_that_hold_it(tmp_path):
    draw = random.Random(7)
    long = [" ".join(f"{draw.randrange(10**9):x}" for _ in range(1500)) for _ in range(4)]
    write(tmp_path / "books", {f"{place}.txt": text for place, text in enumerate(long)}, False)
    workspace = open_workspace(tmp_path / "books.simx", create=True)
    workspace.save_result(scanned(tmp_path / "books", measure="containment", threshold=0.9))
    for place, text in enumerate(long):
        (answer,) = query_text(workspace, text[5000:5060].encode()).answers
        assert [(line["path"], line["value"]) for line in answer.lines()] == [(f"{place}.txt", 1.0)]
    workspace.close()


def test_what_is_gone_or_changed_is_estimated_and_marked(kept):
    folder, path = kept
    (folder / "keep" / "ledger.txt").unlink()
    (folder / "copies" / "ledger copy.txt").write_text("Something else altogether.")
    (folder / "copies" / "ledger again.txt").write_text(BASE.upper())  # the same text after normalisation
    text = BASE.replace("clerk", "scribe")
    told = asked(path, text, threshold=0.5)
    assert told["keep/ledger.txt"][0] is None
    assert told["copies/ledger copy.txt"][0] is None
    assert told["keep/ledger.txt"][1] == pytest.approx(jaccard(text, BASE), abs=0.25)  # 128 hashes: 6 sd
    exact = pytest.approx(jaccard(text, BASE))
    assert told["copies/ledger again.txt"][0] == exact
    assert told["old.zip!inside/ledger.txt"][0] == exact


def test_the_answer_needs_no_file_for_a_text_that_is_known_as_a_whole(kept):
    folder, path = kept
    (folder / "keep" / "ledger.txt").unlink()
    assert asked(path, BASE)["keep/ledger.txt"] == (1.0, 1.0, True)


def test_each_member_of_an_archive_is_asked_for(kept):
    workspace = open_workspace(kept[1])
    answers = query_file(workspace, os.fsencode(kept[0] / "old.zip")).answers
    workspace.close()
    assert [answer.name for answer in answers] == ["old.zip!inside/ledger.txt"]
    assert answers[0].rows.size == 5


def test_what_cannot_be_asked_is_said(kept, tmp_path):
    workspace = open_workspace(kept[1])
    with pytest.raises(InputError, match="standard input: nothing to look for: it holds white space only"):
        query_text(workspace, b"   ")
    workspace.close()
    empty = open_workspace(tmp_path / "empty.simx", create=True)
    with pytest.raises(WorkspaceError, match="holds no run yet"):
        query_text(empty, b"some text")
    empty.close()


def test_a_run_of_a_version_that_signs_otherwise_answers_nothing_wrong(kept, tmp_path):
    result = scanned(kept[0])
    older = replace(result, signatures=replace(result.signatures, scheme="fss-1"))
    workspace = open_workspace(tmp_path / "older.simx", create=True)
    workspace.save_result(older)
    with pytest.raises(InputError, match=r"another version of the program.*Analyse the documents again"):
        query_text(workspace, BASE.encode())
    workspace.close()


def test_boilerplate_that_the_run_left_out_is_left_out_of_the_question(tmp_path):
    from simexplorer.pipeline.analysis import Analysis
    from simexplorer.pipeline.progress import Progress

    folder = tmp_path / "collection"
    folder.mkdir()
    head = "All rights reserved by the harbour office, whatever that may mean to you. " * 3
    write(
        folder,
        {f"{k}.txt": f"{head}{'abcdefgh'[k] * 3} number {k * 7919} speaks of {k * 104729}." for k in range(8)},
        False,
    )
    analysis = Analysis([os.fsencode(folder)], workers=1)
    result = analysis.run(Recipe(boilerplate=0.5), Progress())
    assert analysis.reader.left_out.size > 0
    workspace = open_workspace(tmp_path / "kept.simx", create=True)
    workspace.save_result(result, left_out=analysis.reader.left_out)
    analysis.close()
    text = (folder / "3.txt").read_text()
    (answer,) = query_text(workspace, text.encode(), threshold=0.5).answers
    workspace.close()
    assert [line["path"] for line in answer.lines()] == ["3.txt"]


@pytest.mark.parametrize(
    ("fields", "told_as"),
    [
        ({"measure": "containment", "threshold": 0.6}, "{:.3f}"),
        ({"measure": "cosine", "scheme": "hyperplane", "threshold": 0.6, "weights": "tf"}, "{:.3f}"),
        ({"measure": "hamming", "scheme": "bit-sampling", "max_distance": 16.0, "weights": "tf"}, "{:.0f} bits"),
    ],
    ids=lambda value: value["measure"] if isinstance(value, dict) else "",
)
def test_answers_are_told_and_ordered_by_the_measure_of_the_run(tmp_path, fields, told_as):
    folder, recipe = tmp_path / "collection", Recipe(**fields)
    folder.mkdir()
    half = BASE[: len(BASE) // 2]
    other = "".join(chr(97 + (place * place) % 26) for place in range(400))
    write(
        folder,
        {"whole.txt": BASE, "half.txt": half, "edited.txt": BASE.replace("e", "ee", 3), "other.txt": other},
        False,
    )
    workspace = open_workspace(tmp_path / "kept.simx", create=True)
    result = scanned(folder, **fields)
    workspace.save_result(result)
    text = BASE + " And a line more."
    (answer,) = query_text(workspace, text.encode()).answers
    workspace.close()
    lines = list(answer.lines())
    assert {"whole.txt", "edited.txt"} <= {line["path"] for line in lines} <= {"whole.txt", "edited.txt", "half.txt"}
    limit, scale = limit_similarity(recipe), MeasureScale.of(recipe)
    assert all(line["exact"] and line["measure"] == recipe.measure for line in lines)
    assert [line["similarity"] for line in lines] == sorted((line["similarity"] for line in lines), reverse=True)
    for line, printed in zip(lines, as_text([answer]), strict=True):
        assert line["similarity"] >= limit
        assert line["similarity"] == pytest.approx(float(scale.similarity(line["value"])))
        assert printed.split("  ")[0].strip() == told_as.format(line["value"]).replace("1 bits", "1 bit", 1)
        words = (normalise_text(one, recipe.normalise) for one in (text, (folder / line["path"]).read_text()))
        mine, theirs = (Counter(oracles.shingles(one, "char", 9)) for one in words)
        if recipe.measure == "containment":
            expected = len(mine.keys() & theirs.keys()) / min(len(mine), len(theirs))
            assert line["value"] == pytest.approx(expected)
        elif recipe.measure == "cosine":
            lengths = math.sqrt(sum(n * n for n in mine.values()) * sum(n * n for n in theirs.values()))
            assert line["value"] == pytest.approx(sum(mine[one] * theirs[one] for one in mine) / lengths)


def test_documents_are_read_again_under_their_rows(kept):
    folder, path = kept
    workspace = open_workspace(path)
    result = workspace.result()
    workspace.close()
    saved = SavedTexts(result)
    rows = rows_of(result, "edited/ledger.txt", "old.zip!inside/ledger.txt", "alone.txt")
    assert saved.text(rows[1]) == BASE
    assert saved.text(rows[0]).startswith("The harbour office")
    (folder / "alone.txt").write_text("other")
    assert saved.text(rows[2]) is None
    assert saved.lost(np.array(rows)).tolist() == [row == rows[2] for row in rows]
    saved.close()
    with Rereading(result, np.array([rows[0], rows[0], rows[2]])) as again:
        which = np.arange(3)
        assert again.found.tolist() == [True, True, True]
        assert again.unchanged(which).tolist() == [True, True, False]
        assert again.untouched(which).tolist() == [True, True, False]


def test_batches_hold_few_folders(kept, monkeypatch):
    workspace = open_workspace(kept[1])
    result = workspace.result()
    workspace.close()
    monkeypatch.setattr("simexplorer.workspace.rereading.MOST_FOLDERS", 2)
    cut = batches(result.documents.paths, np.arange(len(result.documents)))
    assert np.concatenate(cut).tolist() == list(range(len(result.documents)))
    assert len(cut) == 3


def test_the_command_line_scans_into_a_workspace_and_asks_it(kept, tmp_path, capsys, monkeypatch):
    folder, _ = kept
    path = str(tmp_path / "scanned.simx")
    assert main(["scan", str(folder), "--workspace", path, "--quiet", "--no-cache"]) == 0
    assert main(["scan", str(folder), "--workspace", path, "--quiet", "--no-cache", "--threshold", "0.9"]) == 0
    workspace = open_workspace(path)
    assert [(run.number, run.partial, run.recipe.threshold) for run in workspace.runs] == [
        (1, False, 0.8),
        (2, False, 0.9),
    ]
    assert workspace.saves == 4  # once all is read, and at the end
    assert workspace.runs[0].sources == (os.fsencode(folder),)
    workspace.close()
    capsys.readouterr()
    assert main(["query", str(folder / "edited" / "ledger.txt"), "--workspace", path]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == " 1.000  edited/ledger.txt  (identical)"
    assert len(lines) == 5
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(BASE.encode())))
    assert main(["query", "-", "--workspace", path, "--json", "--limit", "2"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [line["path"] for line in told["answers"][0]["documents"]] == LEDGERS[:2]
    assert (told["answers"][0]["name"], told["answers"][0]["not_listed"]) == ("standard input", 3)
    assert main(["query", str(folder / "edited" / "ledger.txt"), "--workspace", path, "--limit", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["4 more documents are as similar and not listed (--limit)"]


def test_texts_of_a_file_that_are_not_looked_for_are_told(kept, tmp_path, capsys):
    with zipfile.ZipFile(tmp_path / "many.zip", "w") as archive:
        for number in range(60):
            archive.writestr(f"{number}.txt", f"text number {number}")
    path = str(tmp_path / "many.zip")
    assert main(["query", path, "--workspace", str(kept[1])]) == 0
    told = capsys.readouterr()
    assert told.err == f"simexplorer: {path}: only the first 50 texts in it are looked for, not 10 more in it.\n"
    assert len(told.out.splitlines()) == 100  # a name and an answer each


@pytest.mark.parametrize("change", ["gone", "changed"])
def test_who_held_this_very_text_and_holds_it_no_longer_is_said_to(kept, capsys, change):
    folder, path = kept
    document = folder / "edited" / "ledger.txt"
    asked = folder.parent / "asked.txt"
    asked.write_bytes(document.read_bytes())
    document.unlink() if change == "gone" else document.write_text("Other words altogether. " * 9)
    assert main(["query", str(asked), "--workspace", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == " 1.000  edited/ledger.txt  (identical when it was scanned, gone or changed since)"
    assert main(["query", str(asked), "--workspace", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["answers"][0]["documents"]
    assert [line["path"] for line in told if not line["as_scanned"]] == ["edited/ledger.txt"]


def test_the_command_line_says_what_is_wrong(kept, tmp_path, capsys):
    folder, path = kept
    document = str(folder / "alone.txt")
    assert main(["query", document, "--workspace", str(tmp_path / "none.simx")]) == 1
    assert "There is no workspace" in capsys.readouterr().err
    assert main(["query", document, "--workspace", document]) == 1
    assert "is not a saved workspace" in capsys.readouterr().err
    assert main(["query", document, "--workspace", str(path), "--threshold", "80"]) == 2
    assert "between 0 and 1" in capsys.readouterr().err
    assert main(["query", str(tmp_path / "gone"), "--workspace", str(path)]) == 1
    assert "no such file" in capsys.readouterr().err
    writer = open_workspace(path)
    assert main(["scan", str(folder), "--workspace", str(path), "--quiet"]) == 1
    assert "The run cannot be kept: " in capsys.readouterr().err
    assert main(["query", document, "--workspace", str(path)]) == 0  # to read is no trouble
    writer.close()


def test_a_scan_whose_workspace_cannot_be_written_still_reports(kept, tmp_path, capsys, monkeypatch):
    from simexplorer.workspace.store import Workspace

    def full(_self, _result, **_options):
        raise WorkspaceError("kept.simx could not be saved: the disk is full.")

    monkeypatch.setattr(Workspace, "save_result", full)
    report = tmp_path / "report.json"
    options = ["--workspace", str(kept[1]), "--report", str(report), "--quiet", "--no-cache"]
    assert main(["scan", str(kept[0]), *options]) == 1
    assert "the disk is full" in capsys.readouterr().err
    assert json.loads(report.read_text())["pairs"]


def test_shingles_are_counted_as_reports_count_them_and_distinct_ones_beside(kept):
    path = kept[0] / "asked.txt"
    text = "again and again and again and again and again and again and again and again and again"
    path.write_text(text)
    workspace = open_workspace(kept[1])
    try:
        (told,) = json.loads(as_json(query_file(workspace, os.fsencode(path)).answers))["answers"]
    finally:
        workspace.close()
    shingles = oracles.shingles(normalise_text(text, Recipe().normalise), "char", 9)
    assert (told["shingles"], told["distinct_shingles"]) == (len(shingles), len(set(shingles)))
    (path.parent / "other.txt").write_text("nothing like it")
    result = scanned(path.parent)
    at = [result.documents.paths.display(row) for row in range(len(result.documents))].index("asked.txt")
    assert result.shingles[at] == told["shingles"] > told["distinct_shingles"]


def test_what_the_writing_program_has_dropped_meanwhile_is_no_damage(kept, tmp_path):
    folder, path = kept
    reading = read_workspace(os.fsdecode(path), by="query")
    number = reading.runs[-1].number
    rows = reading.known_overlaps(number).sizes.size
    for seed in ("7", "8"):
        (folder / f"{seed}.txt").write_text(BASE + seed)
        words = ["scan", str(folder), "--workspace", os.fsdecode(path), "--quiet", "--no-cache", "--seed", seed]
        assert main(words) == 0
    known = reading.known_overlaps(number)
    assert known.sizes.size == rows
    assert reading.left_out(number).size == 0
    assert reading.sound
    assert not reading.notices
    reading.close()
