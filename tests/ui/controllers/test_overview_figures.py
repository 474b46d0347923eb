"""The figures of a run in words: the same numbers on the first page, in the status line and beside the curve."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from simexplorer.documents.listing import Documents, Status
from simexplorer.documents.problems import EMPTY, SKIPPED
from simexplorer.pipeline.recall_measuring import DRAWS
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Groups, Result
from simexplorer.pipeline.tally import Tally
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.summary import counts, summary_lines
from simexplorer.ui.controllers.map_words import summary_of
from simexplorer.ui.controllers.overview_figures import (
    cards_of,
    copies_of,
    facts_of,
    histogram_source,
    notes_of,
    run_line,
)
from simexplorer.ui.controllers.run_words import outcome
from simexplorer.ui.main_window import MainWindow
from simexplorer.ui.models.problems_table import ProblemRows
from simexplorer.ui.panels.overview_panel import MEASURE
from simexplorer.ui.panels.tuning_panel import RECALL_COUNTED
from tests.documents import made_files as made
from tests.ui.conftest import OpenWindow, feature, quiet, run_to_end
from tests.ui.fakes import FakeAnalysis
from tests.ui.kept import OpenReal, analyse, settle


def test_what_is_told_of_all_documents_is_counted_in_the_thread_that_found_them(
    open_window: OpenWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    of, members, main = Tally.of, Groups.members, threading.current_thread()
    there: list[bool] = []

    def noting(count: Callable[..., object]) -> Callable[..., object]:
        def counted(*args: object) -> object:
            there.append(threading.current_thread() is main)
            return count(*args)

        return counted

    monkeypatch.setattr(Tally, "of", noting(of))
    monkeypatch.setattr(Groups, "members", noting(members))
    window = open_window(documents=400, pairs=900)
    run_to_end(window, qtbot)
    window.tuning.light.limit.set_value(0.9)
    quiet(window, qtbot)
    assert window.session.result is not None
    assert window.session.result.recipe.threshold == 0.9
    assert there
    assert not any(there)


def test_the_histogram_tells_of_pairs_that_were_missed_and_not_of_those_a_person_left_out() -> None:
    result = FakeAnalysis(documents=300).found(Recipe(), 1.0)
    counts = np.histogram(result.pairs.ranking, np.arange(101) / 100)[0].astype(np.float64)
    counts[60] += 1668.7
    told = replace(result, audit=replace(result.audit, histogram=counts))
    assert "with about 1,670 added that were probably missed" in histogram_source(told)
    counts[60] -= 1668.7
    fewer = replace(told, pairs=result.pairs.first(500), apart=result.pairs.ranking[500:])
    assert "missed" not in histogram_source(fewer)


def test_pairs_that_share_nothing_are_not_called_missed() -> None:
    result = FakeAnalysis(documents=300).found(Recipe(), 1.0)
    counts = np.histogram(result.pairs.ranking, np.arange(101) / 100)[0].astype(np.float64)
    told = []
    for others in (1668.7, 1.0, 0.0):
        more = counts.copy()
        more[0] += others
        audit = replace(result.audit, histogram=more, exact_from=0.0, sampled_pairs=5000)
        told.append(histogram_source(replace(result, audit=audit)))
    assert told[0].startswith("Counted where pairs were found; the other 1,670 are estimated from the signatures of ")
    assert "the other one is estimated" in told[1]
    assert told[2] == "Counted from 0.00 up."


def test_below_what_is_listed_the_histogram_says_what_told_it_and_how_many_a_random_pair_stands_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    result = FakeAnalysis(documents=300).found(Recipe(), 1.0)
    monkeypatch.setattr("simexplorer.pipeline.result.SAMPLED_PAIRS", 1000)
    audit = replace(result.audit, sampled_pairs=1000, histogram=np.full(100, 154.0), exact_from=0.7)
    random = "the signatures of 1,000 random pairs"
    told = histogram_source(replace(result, audit=audit))
    assert told.endswith(f"; below that estimated from {random}, each of which stands for 15.")
    told = histogram_source(replace(result, audit=replace(audit, compared_from=0.55)))
    assert f"; from 0.55 up estimated from others that were compared, below that from {random}, each" in told
    few = replace(audit, histogram=np.full(100, 19.0))
    assert histogram_source(replace(result, audit=few)).endswith(f"{random}.")


def test_where_nothing_repeats_no_group_of_nothing_is_told(open_real: OpenReal, tmp_path: Path, qtbot: QtBot) -> None:
    (tmp_path / "unlike").mkdir()
    for number, text in enumerate(("The red lamp stands on the quay.", "Nobody has seen a blue chair.")):
        (tmp_path / "unlike" / f"{number}.txt").write_text(text)
    window = open_real(str(tmp_path / "unlike"))
    analyse(window, qtbot)
    whole = window.session.result
    details = [{card.name: card.detail for card in cards_of(each)} for each in (whole, replace(whole, partial=True))]
    none = {"identical": "no text stands twice", "clusters": "none at this threshold", "repeats": "nothing repeats"}
    assert details[0].items() >= none.items()
    assert details[1].items() >= dict.fromkeys(none, "none so far").items()
    some = FakeAnalysis(documents=300).found(Recipe(), 1.0)
    sizes = np.diff(some.clusters.offsets)
    assert cards_of(some)[2].detail == f"{some.clusters.rows.size} documents, up\u00a0to\u00a0{sizes.max()}"


def test_a_stopped_run_says_how_far_it_came_and_nothing_of_the_rest() -> None:
    whole = FakeAnalysis(documents=300).found(Recipe(), 1.0)
    shingles = whole.shingles.copy()
    shingles[120:] = 0
    fine = np.zeros_like(whole.documents.status), np.zeros_like(whole.documents.reason)
    documents = replace(whole.documents, status=fine[0], reason=fine[1])
    part = replace(whole, shingles=shingles, partial=True, documents=documents)
    count, size = part.tally.compared, part.tally.compared_bytes
    assert count == int((part.shingles > 0).sum()) <= 120
    assert size == int(part.documents.size[part.shingles > 0].sum())
    cards = {card.name: card for card in cards_of(part)}
    assert cards["documents"].detail.startswith(f"{count} so far, ")
    measured = cards["measured"]
    assert (measured.figure, measured.detail, measured.view) == ("–", "of complete runs only", "")
    text, summary = outcome(part)
    assert text.startswith(f"{count} of 300 documents so far")
    assert "partial" in summary
    assert cards["documents"].detail.split(", ")[1] == summary.split(" · ")[0]
    assert (cards["problems"].figure, cards["problems"].detail) == ("0", "none so far")
    early = replace(part, at_threshold=0, audit=replace(part.audit, verified=0))
    assert outcome(early)[0] == f"{count} of 300 documents so far · stopped before pairs were compared"
    pairs = {card.name: card for card in cards_of(early)}["pairs"]
    assert (pairs.figure, pairs.detail) == ("–", "none compared so far")
    assert run_line(early).splitlines()[0].endswith(" · no pair compared so far")


def test_as_many_documents_are_drawn_as_is_said() -> None:
    assert f"all partners of {DRAWS} drawn documents" in RECALL_COUNTED
    assert (
        RECALL_COUNTED
        in {card.name: card for card in cards_of(FakeAnalysis().found(Recipe(), 1.0))}["measured"].meaning
    )


def test_what_is_expected_to_be_missed_is_one_number_everywhere(lent: MainWindow) -> None:
    window = lent
    result = window.session.result
    assert result is not None
    missed = window.tuning.findChild(QLabel, "fact_missed").text()
    card = {card.name: card for card in cards_of(result)}["recall"]
    if result.audit.predicted_missed is not None:
        assert missed.split(" of ")[0] == card.detail.split(" pairs missed")[0]


def test_no_recall_is_called_whole_where_it_is_only_rounded_to_that(open_window: OpenWindow, qtbot: QtBot) -> None:
    window = open_window()
    run_to_end(window, qtbot)
    result, tuning = window.session.result, window.tuning
    assert result is not None
    whole = replace(result.audit, predicted_recall=1.0, predicted_missed=0.0)
    for audit, recall, missed in ((whole, "> 99.999 %", "< 0.01"), (replace(whole, joined=True), "100 %", "0")):
        told = replace(result, audit=audit)
        card = {card.name: card for card in cards_of(told)}["recall"]
        assert (card.figure, card.detail) == (recall, f"{missed} pairs missed")
        window.session.set_result(told)
        quiet(window, qtbot)
        assert tuning.findChild(QLabel, "fact_recall").text() == recall
        assert tuning.findChild(QLabel, "fact_missed").text().startswith(f"{missed} of ")
    assert not replace(result, at_threshold=0).misses_none
    equal = replace(result.pairs, similarity=np.ones(len(result.pairs)))
    assert (result.misses_none, replace(result, pairs=equal).misses_none) == (False, True)


def test_the_card_of_recall_says_why_nothing_is_predicted(lent: MainWindow) -> None:
    result = lent.session.result
    assert result is not None
    untold = replace(result.audit, predicted_recall=None, predicted_missed=None)
    whys = [
        {card.name: card for card in cards_of(replace(result, audit=replace(untold, **why)))}["recall"].detail
        for why in ({"left_out": 9}, {"gaps": 0.1}, {"chance": 0.001}, {})
    ]
    assert len(set(whys)) == 4


def test_a_collection_without_pairs_says_why(open_real: OpenReal, tmp_path: Path, qtbot: QtBot) -> None:
    same = {f"{k}.txt": "One text in as many files as there are." for k in range(3)}
    cases = {
        "empty": ({}, "check in Collection which files are left out", "There is no file here"),
        "blank": ({"a.txt": "  ", "b.txt": ""}, "No text was found", "No text was found"),
        "one": (
            {"a.txt": "A text alone."},
            "One document holds text",
            "Nothing to compare with This document is the only",
        ),
        "two": ({"a.txt": "A text.", "b.txt": ""}, "One document holds text", "Nothing to compare with Of 2 files"),
        "same": (same, "All 3 documents hold the same text", "All documents hold the same text"),
        "both": ({"a.txt": "A text.", "b.txt": "A text."}, "Both documents hold the same text", "All documents hold"),
    }
    window = open_real()
    for name, (texts, told, instead) in cases.items():
        (tmp_path / name).mkdir()
        for file, text in texts.items():
            (tmp_path / name / file).write_text(text)
        window.opening.open([os.fsencode(tmp_path / name)])
        analyse(window, qtbot)
        window.tabs.show_view("overview")
        settle(window, qtbot)
        notes = [words for words in window.overview.findChildren(QLabel) if told in words.text()]
        assert len(notes) == 1
        assert not notes[0].isHidden()
        assert not window.message.isVisible()
        window.tabs.show_view("pairs")
        assert window.pairs.empty.words().startswith(instead)
        # only where there are problems does a button lead to them
        assert (window.pairs.empty.button.text() == "Show the problems") == (name in ("blank", "two"))
        assert window.session.result is not None
        assert len(window.session.result.clusters) == (1 if name in ("same", "both") else 0)


def test_files_that_vanish_during_a_run_are_told_and_not_counted_as_compared() -> None:
    whole = FakeAnalysis(documents=300).found(Recipe(), 1.0)
    held = np.flatnonzero(whole.shingles > 0)
    assert held.size > 40
    status = whole.documents.status.copy()
    before = whole.tally.compared
    signed = held[status[held] != Status.SKIPPED][:40]
    status[signed] = Status.SKIPPED
    gone = replace(whole, documents=replace(whole.documents, status=status))
    assert gone.tally.compared == before - 40
    assert "files changed or vanished during the run" in notes_of(gone, growing=False)
    assert "vanished" not in notes_of(replace(whole, shingles=np.where(status == Status.SKIPPED, 0, 9)), growing=False)


def test_identical_copies_are_told_beside_the_pairs_that_leave_them_out() -> None:
    found = FakeAnalysis(documents=300).found(Recipe(), 1.0)
    rows = np.flatnonzero(found.shingles > 0)[:4].astype(np.int32)
    alike = found.groups.representative.copy()
    alike[rows] = rows[0]
    copied = replace(found, groups=Groups(np.array([0, 4], np.int64), rows, alike))
    assert copies_of(copied) == 3
    assert "3 identical copies" in outcome(copied)[0]
    assert {card.name: card for card in cards_of(copied)}["pairs"].caption == "Pairs of different texts"
    alone = replace(found, groups=Groups(np.zeros(1, np.int64), rows[:0], np.arange(alike.size, dtype=alike.dtype)))
    assert "identical" not in outcome(alone)[0]
    assert {card.name: card for card in cards_of(alone)}["pairs"].caption == "Pairs"


def test_problems_are_told_by_kind_whichever_there_are() -> None:
    found = FakeAnalysis(documents=60).found(Recipe(), 1.0)
    read = replace(
        found.documents,
        status=np.zeros_like(found.documents.status),
        reason=np.zeros_like(found.documents.reason),
        truncated=np.zeros_like(found.documents.truncated),
        guessed=np.arange(len(found.documents)) < 5,
    )

    def told(documents: Documents) -> str:
        return {card.name: card for card in cards_of(replace(found, documents=documents))}["problems"].detail

    assert told(read) == "5 guessed"
    assert told(replace(read, truncated=np.arange(60) >= 58)) == "2 cut short, 5 guessed"
    fine = replace(read, guessed=np.zeros(60, np.bool_))
    assert told(fine) == "every file was read"
    damaged = np.arange(60) == 7  # an archive with a reason: the list of problems has it too
    characters = np.where(damaged, 0, read.characters).astype(read.characters.dtype)
    reason = damaged.astype(read.reason.dtype)
    archive = replace(fine, reason=reason, reasons=("", "damaged"), characters=characters)
    assert told(archive) == "1 cut short"
    assert told(replace(archive, formats=("text/csv",) * 3)) == "1 noted", "a table"


def test_candidates_that_were_not_compared_are_told_with_the_reason() -> None:
    found = FakeAnalysis(documents=60).found(Recipe(hashes=64), 1.0)

    def told(result: Result = found, **changed: object) -> str:
        audit = replace(result.audit, candidates=5_000, verified=2_000, ruled_out=10, needed=31)
        return run_line(replace(result, audit=replace(audit, **changed)))

    assert "2,000 compared exactly, 2,990 left out as fewer than 31 of 64 positions agree, 10 more ruled" in told()
    for changed in ({"verified": 4_990}, {"needed": 0}, {"joined": True}):
        assert "positions agree" not in told(**changed), changed
    assert "positions agree" not in told(replace(found, partial=True)), "they wait"


def test_what_takes_no_part_in_a_run_is_said_below_its_figures() -> None:
    found = FakeAnalysis(documents=60).found(Recipe(), 1.0)
    assert "without what is found" not in run_line(found)
    for kind, size, words in (("char", 9, "9 characters"), ("word", 1, "1 word"), ("item", 9, "an item")):
        recipe = found.recipe.replace(shingle_kind=kind, shingle_size=size)
        assert run_line(replace(found, recipe=recipe)).startswith(f"{words} a shingle · ")
    for hashes, words in ((1, "· 1 hash ("), (1024, "· 1,024 hashes (")):
        assert words in run_line(replace(found, recipe=found.recipe.replace(hashes=hashes)))
    told = run_line(replace(found, recipe=found.recipe.replace(boilerplate=0.3)))
    assert "without what is found in more than 30 % of the documents" in told


def test_the_formats_told_add_up_to_all_documents() -> None:
    found = FakeAnalysis(documents=300).found(Recipe(), 1.0)
    names = ("text/plain", "text/html", "application/pdf", "application/zip", "message/rfc822", "application/mbox")
    count = len(found.documents)

    def told(kinds: int) -> str:
        number = np.minimum(np.arange(count), kinds - 1).astype(np.uint8)[::-1].copy()
        read = np.full(count, Status.READ, np.uint8)
        return facts_of(replace(found, documents=replace(found.documents, formats=names, format=number, status=read)))

    assert told(5) == f"{count - 4} mail · 1 text · 1 HTML · 1 PDF · 1 zip archive"
    assert told(6) == f"{count - 5} mailboxes · 1 text · 1 HTML · 1 PDF · 2 of other formats"


def test_a_table_that_was_opened_for_its_rows_is_told_apart_from_what_was_not_compared(
    open_real: OpenReal, tmp_path: Path, qtbot: QtBot
) -> None:
    table = tmp_path / "rows.csv"
    table.write_text("id,text\n" + "".join(f"{k},This is the text of the row number {k} of all.\n" for k in range(9)))
    window = open_real()
    window.opening.open([os.fsencode(table)])
    window.run.show_recipe(window.run.recipe.replace(text_column="text", id_column="id"))
    analyse(window, qtbot)
    result = window.session.result
    assert result is not None
    assert len(result.documents) == 10
    assert result.tally.opened == 1
    assert outcome(result)[0].startswith("9 of 10 documents compared, 1 opened for what it holds · ")
    assert "1 opened for what it holds" in {card.name: card for card in cards_of(result)}["documents"].meaning
    assert facts_of(result) == "9 CSV"


def test_every_document_is_compared_or_opened_or_among_the_problems(
    open_real: OpenReal, tmp_path: Path, qtbot: QtBot
) -> None:
    folder = tmp_path / "documents"  # beside it the window keeps its settings
    folder.mkdir()
    inner = made.zipped({"c.txt": b"a text that is inside of an archive inside of an archive", "d.bin": bytes(5000)})
    (folder / "a.zip").write_bytes(made.zipped({"i.zip": inner, "e.txt": b"", "n.zip": made.zipped({})}))
    (folder / "m.mbox").write_bytes(made.mailbox(made.mail("S", "words", attachments=[("i.zip", inner)])))
    (folder / "t.txt").write_text("a text of its own")
    (folder / "w.txt").write_bytes("\u00a0\u2003\u3000".encode())
    window = open_real()
    window.opening.open([os.fsencode(folder)])
    analyse(window, qtbot)
    result = window.session.result
    assert result is not None
    problems = ProblemRows.of(result.documents)
    left_out = np.isin(problems.kind, [SKIPPED, EMPTY]).sum()
    assert result.tally.opened == 4  # both outermost files, and the archive inside of each
    assert result.tally.compared + result.tally.opened + left_out == len(result.documents) == 13
    told = counts(result)
    assert (told.read + told.empty + told.skipped, told.opened) == (9, 4)
    said = dict(summary_lines(result, ReportOptions()))["Documents"]
    assert f"{told.read} read, 4 opened for what they hold, " in said
    window.tabs.show_view("map")
    quiet(window, qtbot)
    words = summary_of(feature(window, "MapController").panel.plot.scene)
    assert f" · 4 opened for what they hold · {left_out} empty or not read" in words


def test_a_recall_can_be_asked_for_only_where_there_are_pairs() -> None:
    found = FakeAnalysis(documents=60).found(Recipe(), 1.0)
    asked = {card.name: card for card in cards_of(found)}["measured"]
    assert (asked.detail, asked.view) == ("press to measure it", MEASURE)
    alone = replace(found, shingles=np.where(np.arange(found.shingles.size) == 3, 9, 0))
    one = {card.name: card for card in cards_of(alone)}["measured"]
    assert (one.figure, one.detail, one.view) == ("–", "there is no pair to find", "")
    for interval, detail, view in (
        ((1.0, 1.0), "there is no pair to find", ""),
        ((0.0, 1.0), "a sample met no pair", MEASURE),
    ):
        measured = replace(found, audit=replace(found.audit, measured_interval=interval))
        looked = {card.name: card for card in cards_of(measured)}["measured"]
        assert (looked.figure, looked.detail, looked.view) == ("–", detail, view)
