"""Links on the way of a move: no file goes that is reached through one, none stays for it, none leads back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simexplorer.errors import DecisionError
from simexplorer.workspace import collection_folders
from simexplorer.workspace.actions import LINKED, ActionPlan, plan_moves
from simexplorer.workspace.collection_folders import CollectionFolders
from simexplorer.workspace.entry import Mark
from simexplorer.workspace.making import mark_documents
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.performing import perform
from simexplorer.workspace.standing import standing_of
from tests.workspace.collected import BASE, names, rows_of, scanned, write


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A collection ``coll`` with two copies of a text, and a link to ``outside`` with a third."""
    write(tmp_path, {"coll/mine.txt": BASE, "coll/b/copy.txt": BASE, "outside/c/linked.txt": BASE}, archive=False)
    (tmp_path / "coll" / "out").symlink_to("../outside")
    return tmp_path


def _plan(place: Path, *marked: str, folder: str = "away") -> ActionPlan:
    result = scanned(place / "coll", follow_links=True)
    entry = mark_documents(standing_of(result, []), rows_of(result, *marked), Mark.DUPLICATE)
    return plan_moves(standing_of(result, [entry]), os.fsencode(place / folder))


def _moved(plan: ActionPlan, place: Path) -> dict[str, str]:
    workspace = open_workspace(place / "kept.simx", create=True)
    outcomes = perform(plan, workspace)
    workspace.close()
    return {names(plan.standing.result, [outcome.row])[0]: outcome.reason for outcome in outcomes}


def test_a_file_behind_a_link_is_not_promised_to_move(place: Path) -> None:
    plan = _plan(place, "out/c/linked.txt", "b/copy.txt")
    assert names(plan.standing.result, plan.rows) == ["b/copy.txt"]
    assert (names(plan.standing.result, plan.left), plan.reasons) == (["out/c/linked.txt"], (LINKED,))


def test_a_document_behind_a_link_stays_for_others(place: Path) -> None:
    plan = _plan(place, "mine.txt", "b/copy.txt")
    assert names(plan.standing.result, plan.survivors) == ["out/c/linked.txt"] * 2
    assert _moved(plan, place) == {"mine.txt": "", "b/copy.txt": ""}
    assert (place / "outside" / "c" / "linked.txt").read_text() == BASE


def test_a_link_that_now_leads_to_the_very_file_that_would_go_stays_for_nothing(place: Path) -> None:
    (place / "single.txt").write_text(BASE)
    (place / "coll" / "out").unlink()
    (place / "coll" / "single.txt").symlink_to("../single.txt")
    plan = _plan(place, "mine.txt", "b/copy.txt")
    (place / "coll" / "single.txt").unlink()
    (place / "coll" / "single.txt").symlink_to("mine.txt")
    told = _moved(plan, place)
    assert told["mine.txt"] == "it and the document that stays are the same file under two names"
    assert (place / "coll" / "mine.txt").exists()


@pytest.mark.parametrize("folder", ["outside", "outside/new/folder", "coll/b/new", "coll", "outside/c"])
def test_no_file_goes_to_where_the_scan_follows_a_link(place: Path, folder: str) -> None:
    with pytest.raises(DecisionError, match="outside the collection"):
        _plan(place, "b/copy.txt", folder=folder)


def test_no_file_goes_through_a_link_back_into_the_collection(place: Path) -> None:
    (place / "away").mkdir()
    (place / "away" / "b").symlink_to("../coll/b")
    with pytest.raises(DecisionError, match="away/b leads back into the collection"):
        _plan(place, "b/copy.txt")
    assert len(_plan(place, "mine.txt")) == 1, "it goes beside that link"


def test_a_folder_that_is_mounted_elsewhere_as_well_is_known_by_its_number(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = CollectionFolders(_plan(place, "mine.txt").standing.result.documents.paths)
    mounted, real = os.fsencode(place / "mounted"), collection_folders._number
    there = os.fsencode(place / "coll" / "b")
    assert not folders.hold(mounted + b"/new")
    monkeypatch.setattr(collection_folders, "_number", lambda path: real(there if path == mounted else path))
    assert folders.hold(mounted + b"/new")
