"""A mail that is moved takes its attachments along: the last copy of none of them leaves the collection."""

from __future__ import annotations

import os
from email.message import EmailMessage
from pathlib import Path

import numpy as np
import pytest

from simexplorer.pipeline.result import Result
from simexplorer.workspace.actions import MISSING, SAID_APART, ActionPlan, plan_moves, without_missing
from simexplorer.workspace.entry import Entry, Mark
from simexplorer.workspace.making import mark_documents, separate_documents, separate_pairs
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.performing import INSIDE_GONE_MEANWHILE, perform
from simexplorer.workspace.standing import standing_of
from tests.workspace.collected import BASE, TEXTS, names, rows_of, scanned
from tests.workspace.made import made

CONTRACT, OTHER = TEXTS["other/lantern.txt"], TEXTS["alone.txt"]


def mail(path: Path, *attached: str | bytes) -> None:
    """A mail of one text with attachments of these texts, or of these bytes that are no text."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@example.org", "b@example.org", "The ledger"
    message.set_content(BASE)
    for number, content in enumerate(attached):
        kind = ("text", "plain") if isinstance(content, str) else ("image", "png")
        content = content.encode() if isinstance(content, str) else content
        message.add_attachment(content, maintype=kind[0], subtype=kind[1], filename=f"{number}.{kind[1]}")
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(bytes(message))


def planned(result: Result, place: Path, marks: dict[str, Mark]) -> tuple[ActionPlan, list[Entry]]:
    entries: list[Entry] = []
    for name, mark in marks.items():
        entries.append(mark_documents(standing_of(result, entries), rows_of(result, name), mark))
    return plan_moves(standing_of(result, entries), os.fsencode(place / "moved")), entries


def test_a_mail_stays_for_an_attachment_that_is_nowhere_else(tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    mail(folder / "1.eml")
    mail(folder / "2.eml", CONTRACT, OTHER)
    result = scanned(folder)
    plan, _ = planned(result, tmp_path, {"2.eml": Mark.DUPLICATE})
    assert names(result, plan.rows) == []
    assert names(result, plan.left) == ["2.eml"]
    assert plan.reasons == ("it holds a document that would be lost with it: 2.eml!0.plain",)


@pytest.mark.parametrize(("kept", "stays"), [({}, "b.txt"), ({"a.zip!x.txt": Mark.KEEP}, "a.zip!x.txt")])
def test_a_file_stays_rather_than_a_member_of_an_archive_that_nobody_keeps(
    tmp_path: Path, kept: dict[str, Mark], stays: str
) -> None:
    result = made({"a.zip": "", "a.zip!x.txt": "same", "b.txt": "same", "c.txt": "same"})
    plan, _ = planned(result, tmp_path, {**kept, "c.txt": Mark.DUPLICATE})
    assert [names(result, rows) for rows in (plan.rows, plan.survivors)] == [["c.txt"], [stays]]


def test_a_mail_stays_for_a_text_without_a_word(tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    mail(folder / "1.eml")
    mail(folder / "2.eml", "!!! ??? !!!")
    result = scanned(folder, shingle_kind="word", shingle_size=3)
    plan, _ = planned(result, tmp_path, {"2.eml": Mark.DUPLICATE})
    assert names(result, plan.rows) == []
    assert plan.reasons == ("it holds a document that would be lost with it: 2.eml!0.plain",)


def test_what_goes_along_in_a_mail_is_nothing_that_stays(tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    mail(folder / "1.eml")
    mail(folder / "2.eml", CONTRACT)
    (folder / "copy.txt").write_text(CONTRACT)
    result = scanned(folder)
    plan, _ = planned(result, tmp_path, {"2.eml": Mark.DUPLICATE})
    assert names(result, plan.rows) == ["2.eml"]
    assert [names(result, rows) for rows in (plan.inside, plan.inside_survivors)] == [["2.eml!0.plain"], ["copy.txt"]]
    (folder / "2.eml").rename(tmp_path / "2.eml")
    gone = without_missing(plan)
    assert [rows.size for rows in (gone.rows, gone.inside, gone.inside_survivors)] == [0, 0, 0]
    assert (names(result, gone.left), gone.reasons) == (["2.eml"], (MISSING,))
    # with the copy marked as well the attachment is the last: the mail stays, and the copy goes for it
    plan, _ = planned(result, tmp_path, {"2.eml": Mark.DUPLICATE, "copy.txt": Mark.DUPLICATE})
    assert names(result, plan.left) == ["2.eml"]
    assert [names(result, rows) for rows in (plan.rows, plan.survivors)] == [["copy.txt"], ["2.eml!0.plain"]]


def test_a_mail_stays_for_an_attachment_that_is_kept(tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    mail(folder / "1.eml", CONTRACT)
    mail(folder / "2.eml", CONTRACT)
    result = scanned(folder)
    marks = {"2.eml": Mark.DUPLICATE, "2.eml!0.plain": Mark.KEEP}
    assert names(result, planned(result, tmp_path, marks)[0].rows) == []
    marks["2.eml!0.plain"] = Mark.NONE
    assert names(result, planned(result, tmp_path, marks)[0].rows) == ["2.eml"]


def test_an_attachment_marked_as_well_goes_for_one_that_is_like_it(tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    mail(folder / "1.eml", CONTRACT)
    mail(folder / "2.eml", TEXTS["other/lantern 2.txt"])
    result = scanned(folder)
    marks = {"2.eml": Mark.DUPLICATE}
    assert names(result, planned(result, tmp_path, marks)[0].rows) == []
    marks["2.eml!0.plain"] = Mark.DUPLICATE
    plan, _ = planned(result, tmp_path, marks)
    assert names(result, plan.rows) == ["2.eml"]
    assert names(result, plan.inside_survivors) == ["1.eml!0.plain"]


@pytest.mark.parametrize(("other", "moved"), [(b"\x89PNG\r\n" * 40, ["2.eml"]), (b"\x89PNG\r\n" * 41, [])])
def test_what_was_not_read_is_known_by_its_name_and_size(tmp_path: Path, other: bytes, moved: list[str]) -> None:
    folder = tmp_path / "mails"
    mail(folder / "1.eml", b"\x89PNG\r\n" * 40)
    mail(folder / "2.eml", other)
    result = scanned(folder)
    plan, _ = planned(result, tmp_path, {"2.eml": Mark.DUPLICATE})
    assert names(result, plan.rows) == moved


def test_a_mail_stays_if_what_stayed_for_its_attachment_is_gone_when_it_is_to_go(tmp_path: Path) -> None:
    folder = tmp_path / "mails"
    mail(folder / "1.eml")
    mail(folder / "2.eml", CONTRACT, OTHER)
    for name, text in (("copy.txt", CONTRACT), ("other.txt", OTHER)):
        (folder / name).write_text(text)
    result = scanned(folder)
    plan, entries = planned(result, tmp_path, {"2.eml": Mark.DUPLICATE})
    log = open_workspace(tmp_path / "kept.simx", create=True)
    log.save_result(result)
    for entry in entries:
        log.decisions.record(entry)
    (folder / "other.txt").unlink()
    (outcome,) = perform(plan, log)
    assert outcome.reason == INSIDE_GONE_MEANWHILE
    (folder / "other.txt").write_text(OTHER)
    (outcome,) = perform(plan, log)
    assert outcome.done
    log.close()
    assert np.isin(["copy.txt", "other.txt", "1.eml"], os.listdir(folder)).all()


def test_nothing_is_moved_for_a_document_of_which_it_was_said_to_be_no_duplicate() -> None:
    """A chain: a is like b, b like c, c like d; c and d go, a is kept, and nothing that stays is similar to d."""
    files = {f"{word}.txt": word for word in "abcd"}
    result = made(files, {("a", "b"): 0.9, ("b", "c"): 0.9, ("c", "d"): 0.9})
    a, b, c, d = range(4)
    entries: list[Entry] = []

    def survivor() -> list[int]:
        plan = plan_moves(standing_of(result, entries))
        return plan.survivors[plan.rows == d].tolist()

    for rows, mark in (([a], Mark.KEEP), ([c, d], Mark.DUPLICATE)):
        entries.append(mark_documents(standing_of(result, entries), rows, mark))
    assert survivor() == [a]
    entries.append(separate_documents(standing_of(result, entries), [a, d]))
    assert survivor() == [b]
    entries.append(separate_documents(standing_of(result, entries), [b, d]))
    assert survivor() == []
    plan = plan_moves(standing_of(result, entries))
    assert (plan.left.tolist(), plan.reasons) == ([d], (SAID_APART,))


def test_a_pair_that_was_marked_and_then_told_apart_stays() -> None:
    result = made({"a.txt": "a", "b.txt": "b"}, {("a", "b"): 0.9})
    marked = mark_documents(standing_of(result, []), [1], Mark.DUPLICATE)
    apart = separate_pairs(standing_of(result, [marked]), np.array([0]))
    plan = plan_moves(standing_of(result, [marked, apart]))
    assert (plan.rows.tolist(), plan.left.tolist(), plan.reasons) == ([], [1], (SAID_APART,))
