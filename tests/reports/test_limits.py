"""What a run left out, in words that a person and a script find in one place."""

from __future__ import annotations

import json

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.__main__ import main
from simexplorer.commands.scan_words import print_summary
from simexplorer.documents.listing import Documents
from simexplorer.reports.columns import Tables
from simexplorer.reports.json_report import json_chunks
from simexplorer.reports.limits import guessed_words, limits
from simexplorer.reports.summary import notices
from tests.reports import results


def test_what_was_read_in_part_is_told_by_reason_the_most_frequent_first() -> None:
    small = results.small()
    documents = small.documents
    reasons = ("", "only its beginning could be read", "only the first 9 bytes were read", "empty")
    reason = np.zeros(len(documents), np.int32)
    reason[[0, 2, 4]], reason[1], reason[3] = 2, 1, 3
    cut = np.isin(reason, [1, 2])
    documents = replace(documents, reason=reason, reasons=reasons, truncated=cut)
    told = limits(replace(small, documents=documents, lacking=("Of 1 cluster the mean is not known.",)))
    assert told == [
        *small.capped,
        "Of 1 cluster the mean is not known.",
        "3 documents were read in part (only the first 9 bytes were read).",
        "1 document was read in part (only its beginning could be read).",
    ]


def test_reasons_beyond_the_eight_most_frequent_are_summed_up() -> None:
    small = results.small()
    reasons = ("", *(f"reason {number}" for number in range(1, 11)))
    each = np.arange(1, 11, dtype=np.int32)
    reason = np.concatenate([each, each[:8]])  # the first eight twice, the last two once
    cut = replace(small.documents, reason=reason, reasons=reasons, truncated=np.ones(reason.size, np.bool_))
    told = limits(replace(small, documents=cut, capped=()))
    assert told[:8] == [f"2 documents were read in part (reason {number})." for number in range(1, 9)]
    assert told[8:] == ["2 documents were read in part for other reasons, which are listed beside the documents."]


def _with_guesses() -> Documents:
    documents = results.small().documents
    encoding = np.array([1, 2, 1, 0, 0, 0, 0, 0], np.uint8)
    return replace(documents, encoding=encoding, encodings=("utf-8", "cp1252", "koi8-r"), guessed=encoding > 0)


def test_guessed_encodings_are_told_by_number_the_most_frequent_first() -> None:
    told = guessed_words(_with_guesses())
    assert told.startswith("3 documents were read in an encoding that was guessed (cp1252: 2, koi8-r: 1): ")
    assert "--encoding-of" in told
    assert guessed_words(results.small().documents) == ""


def test_guesses_beyond_the_eight_most_frequent_are_summed_up() -> None:
    each = np.arange(10, dtype=np.uint8)
    encoding = np.concatenate([each, each[:8], each])  # the first eight three times, the last two twice
    names = tuple(f"code-{number}" for number in range(10))
    guessed = np.ones(encoding.size, np.bool_)
    documents = replace(results.small().documents, encoding=encoding, encodings=names, guessed=guessed)
    listed = ", ".join(f"{name}: 3" for name in names[:8])
    assert guessed_words(documents).startswith(
        f"28 documents were read in an encoding that was guessed ({listed}, others: 4): "
    )


def test_every_report_for_people_names_what_was_guessed(capsys: pytest.CaptureFixture[str]) -> None:
    small = replace(results.small(), documents=_with_guesses())
    assert guessed_words(small.documents) in notices(small)
    print_summary(small)
    assert guessed_words(small.documents) in capsys.readouterr().out.splitlines()
    problems = {str(row[0]): row[2] for row in Tables(small).table("problems").rows()}
    assert problems["a.txt"] == "read as cp1252, which is a guess"
    assert problems["b/one.txt"] == "read as koi8-r, which is a guess"
    assert problems["long.txt"] == small.documents.reasons[3]
    assert "c (copy).txt" not in problems


def test_the_json_report_names_the_guess_of_each_document() -> None:
    documents = json.loads(b"".join(json_chunks(replace(results.small(), documents=_with_guesses()))))["documents"]
    guesses = {record["path"]: record.get("guessed_encoding") for record in documents}
    assert [guesses[path] for path in ("a.txt", "b/one.txt", "b/two.html")] == ["cp1252", "koi8-r", "cp1252"]
    assert "guessed_encoding" not in documents[3]


def test_that_boilerplate_takes_no_part_is_said_wherever_limits_are(tmp_path, capsys) -> None:
    small = results.small()
    said = "What more than 30 % of the documents hold takes no part: every similarity is that of the rest."
    assert said not in limits(small)
    assert limits(replace(small, recipe=small.recipe.replace(boilerplate=0.3)))[0] == said
    for name in "abc":
        (tmp_path / name).write_text(f"{name} a text of some length for one document")
    scan = ["scan", str(tmp_path), "--quiet", "--no-cache", "--set", "boilerplate=0.3"]
    assert main([*scan, "--report", str(tmp_path / "out.json")]) == 0
    assert json.loads((tmp_path / "out.json").read_text())["capped"] == [said]
    (tmp_path / "out.json").unlink()
    assert main(scan) == 0
    assert said in capsys.readouterr().out
