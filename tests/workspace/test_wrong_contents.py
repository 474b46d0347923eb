"""Files whose checksums are right and whose contents are wrong: a sentence, and never a failure further on."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.errors import WorkspaceError
from simexplorer.pipeline.known_overlaps import KnownOverlaps
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from simexplorer.signatures.family import Signatures
from simexplorer.workspace.columns import Column, DamagedError, Part, unpack
from simexplorer.workspace.entry import Entry, Kind, Mark
from simexplorer.workspace.fields import flatten, rebuild
from simexplorer.workspace.opening import open_workspace
from simexplorer.workspace.run_record import RunRecord
from simexplorer.workspace.run_tables import written
from simexplorer.workspace.soundness import require_sound
from simexplorer.workspace.storage import State
from simexplorer.workspace.store import Workspace
from tests.workspace.made import small


@pytest.fixture
def kept(tmp_path: Path) -> Workspace:
    workspace = open_workspace(tmp_path / "w.simx", create=True)
    workspace.save_result(small(), left_out=np.array([1, 2], np.uint64))
    return workspace


def changed(workspace: Workspace, plain: Callable[[dict[str, Any]], dict[str, Any]]) -> Workspace:
    """The workspace opened anew, with other plain values in its run, and the right checksums."""
    (record,) = workspace.runs
    runs = [replace(record, plain=plain(record.plain))]
    workspace._storage.change(lambda connection, state: written(connection, state, runs, None))
    path = workspace.path
    workspace.close()
    return open_workspace(path)


def test_a_field_that_a_newer_version_wrote_is_no_damage(kept: Workspace) -> None:
    again = changed(kept, lambda plain: plain | {"recipe": plain["recipe"] | {"colour": "red"}})
    with pytest.raises(
        WorkspaceError, match=r"w\.simx: A newer version .* its recipe has 'colour', .* Update the prog"
    ):
        again.result()
    with pytest.raises(WorkspaceError, match="A newer version"):
        _ = again.runs[0].recipe
    assert (again.sound, again.writable, again.notices) == (True, True, [])
    again.save_result(small(seed=1))
    assert again.result().recipe == small().recipe
    again.close()


def test_an_earlier_run_by_random_lines_whose_signatures_were_dropped_is_no_damage(tmp_path: Path) -> None:
    workspace = open_workspace(tmp_path / "w.simx", create=True)
    for seed in range(5):
        values = np.random.default_rng(seed).integers(-9, 9, (len(small().documents), 8))
        signatures = Signatures("random-lines-5/w=40.0", seed, values, infinite=2**62)  # no number of 32 bits
        workspace.save_result(replace(small(recipe=Recipe(seed=seed)), signatures=signatures))
    read = [workspace.result(record.number) for record in workspace.runs]
    assert 0 in [one.signatures.values.shape[1] for one in read[:-1]]
    assert read[-1].signatures.infinite == 2**62
    assert workspace.sound
    workspace.close()


@pytest.mark.parametrize("recipe", [{}, {"recipe": None}, {"recipe": []}, {"recipe": {"seed": "one"}}])
def test_a_recipe_that_is_none_is_damage(kept: Workspace, recipe: dict[str, Any]) -> None:
    again = changed(kept, lambda plain: {name: plain[name] for name in plain if name != "recipe"} | recipe)
    with pytest.raises(WorkspaceError, match=r"is damaged: the (field )?recipe"):
        again.result()
    assert not again.sound
    again.close()


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("documents.paths.offsets", lambda column: column[:0]),
        ("documents.paths.prefix_length", lambda column: column + np.int32(500)),
        ("documents.paths.prefix_length", lambda column: column - np.int32(500)),
        ("documents.status", lambda column: np.full_like(column, 4)),
        ("clusters.of", lambda column: column[::-1]),
        ("audit.histogram", lambda column: column[:50]),
        ("audit.histogram", lambda column: np.full_like(column, np.inf)),
        ("signatures.values", lambda column: column.astype(np.float32)),
    ],
)
def test_columns_that_do_not_fit_are_damage(name: str, change: Callable[[Any], Any]) -> None:
    columns, plain = flatten(small())
    arrays = {one: np.asarray(column) for one, column in columns.items()}
    require_sound(rebuild(Result, arrays, plain))
    with pytest.raises(DamagedError):
        require_sound(rebuild(Result, arrays | {name: change(arrays[name])}, plain))


@pytest.mark.parametrize(("name", "value"), [("bands", 10**30), ("rows", -1), ("signatures.infinite", 10**30)])
def test_numbers_that_nothing_can_be_made_with_are_damage(name: str, value: int) -> None:
    columns, plain = flatten(small())
    with pytest.raises(DamagedError):
        require_sound(
            rebuild(Result, {one: np.asarray(column) for one, column in columns.items()}, plain | {name: value})
        )


def test_overlaps_of_documents_that_are_not_there_are_damage(tmp_path: Path) -> None:
    class Wrong(KnownOverlaps):
        def arrays(self) -> dict[str, Any]:
            one = np.array([7], np.int32)
            return {"sizes": np.zeros(7, np.int32), "i0": one, "j0": one, "shared0": one}

    workspace = open_workspace(tmp_path / "w.simx", create=True)
    workspace.save_result(small(), known=Wrong(), left_out=np.array([0.5]))  # type: ignore[arg-type]
    with pytest.raises(WorkspaceError, match="is damaged: a column names rows that do not exist"):
        workspace.known_overlaps()
    with pytest.raises(WorkspaceError, match="left out are no ids"):
        workspace.left_out()
    workspace.close()


@pytest.mark.parametrize("line", [["no", "deed"], {"act": 1}, {"target": "a"}])
def test_deeds_and_a_view_that_are_none_are_damage(kept: Workspace, line: Any) -> None:
    kept.write_deeds([line])
    with pytest.raises(WorkspaceError, match="is damaged: what was kept does not fit together"):
        kept.deeds()
    kept.close()
    with pytest.raises(DamagedError):
        State.decoded(replace(State(), view="{").encoded())


def test_a_mark_that_there_is_not_is_damage() -> None:
    keys = np.zeros((1, 4), np.uint64)
    made = Entry(kind=Kind.MARK, words="", at="", keys=keys, values=np.array([2], np.uint8))
    assert Entry.decoded(*made.encoded()).values.tolist() == [Mark.DUPLICATE]
    with pytest.raises(DamagedError):
        Entry.decoded(*replace(made, values=np.array([3], np.uint8)).encoded())


def test_descriptions_of_another_shape_are_damage(kept: Workspace) -> None:
    (record,) = kept.runs
    told = json.loads(record.encoded())
    for wrong in ({"columns": []}, {"number": float("inf")}, {"sources": 1}, {"plain": [1]}):
        with pytest.raises(DamagedError):
            RunRecord.decoded(json.dumps(told | wrong).encode())
    with pytest.raises(DamagedError):
        State.decoded(json.dumps(json.loads(State().encoded()) | {"saves": float("inf")}).encode())
    with pytest.raises(DamagedError):
        Entry.decoded(json.dumps({"shape": [float("inf")] * 4}).encode(), b"")
    kept.close()


def test_a_column_of_more_than_any_memory_is_damage() -> None:
    part = Part(b"", 1, 2**50, True)
    with pytest.raises(DamagedError, match="length does not fit"):
        unpack(Column("|u1", (2**50,), (part,)), lambda _digest: b"")
