"""Reports into files: whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from pathlib import Path
from typing import IO, Any, Self

import pytest

from simexplorer.errors import Cancelled, ExportError, UsageError
from simexplorer.pipeline.progress import Progress
from simexplorer.reports import columns, writing
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.writing import ENDINGS, require_writable, write_report, write_whole
from tests.reports import results


def _old(file: IO[bytes]) -> None:
    file.write(b"old")


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("as_bytes", [False, True])
def test_the_ending_picks_the_format(tmp_path: Path, ending: str, as_bytes: bool) -> None:
    if ending == ".parquet":
        pytest.importorskip("pyarrow")
    target = tmp_path / f"report{ending.upper()}"
    written = write_report(results.small(), os.fsencode(target) if as_bytes else target)
    assert written[0] == os.fsencode(target)
    beginnings = {".html": b"<!doctype html>", ".json": b"{", ".md": b"# ", ".xlsx": b"PK", ".parquet": b"PAR1"}
    assert target.read_bytes().startswith(beginnings.get(ending, b"a,b,jaccard"))
    assert {os.fsencode(path) for path in tmp_path.iterdir()} == set(written)


@pytest.mark.parametrize("make", [results.hostile, results.nothing])
@pytest.mark.parametrize("ending", ENDINGS)
def test_every_format_bears_hostile_and_empty_results(tmp_path: Path, make: Any, ending: str) -> None:
    if ending == ".parquet":
        pytest.importorskip("pyarrow")
    assert write_report(make(), tmp_path / f"r{ending}")


def test_csv_gets_its_other_tables_beside_it(tmp_path: Path) -> None:
    write_report(results.small(), tmp_path / "r.csv")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["r.clusters.csv", "r.csv", "r.documents.csv"]
    assert (tmp_path / "r.clusters.csv").read_bytes().startswith(b"cluster,document,")


def test_a_table_asked_for_by_name_is_written_alone(tmp_path: Path) -> None:
    write_report(results.small(), tmp_path / "r.documents.csv")
    assert [p.name for p in tmp_path.iterdir()] == ["r.documents.csv"]
    assert (tmp_path / "r.documents.csv").read_bytes().startswith(b"path,status,")


def test_a_name_that_is_no_utf_8_is_written(tmp_path: Path) -> None:
    target = os.path.join(os.fsencode(tmp_path), b"r\xff.json")
    assert write_report(results.small(), target) == [target]
    assert os.listdir(os.fsencode(tmp_path)) == [b"r\xff.json"]


@pytest.mark.parametrize("name", ["report.pdf", "report", "json"])
def test_an_unknown_ending_is_refused_with_the_known_ones(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=r"\.html, \.json, \.csv"):
        require_writable(tmp_path / name)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="its folder does not exist"):
        require_writable(tmp_path / "none" / "r.json")


def test_where_a_file_stands_in_place_of_a_folder_nobody_is_told_to_create_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("words")
    with pytest.raises(ExportError, match=r"r\.json: .*/file is a file, not a folder\. Choose another folder\."):
        require_writable(tmp_path / "file" / "below" / "r.json")


@pytest.mark.parametrize("target", ["link", "not there"])
def test_a_link_that_leads_nowhere_is_not_called_a_file(tmp_path: Path, target: str) -> None:
    (tmp_path / "link").symlink_to(target)
    place = tmp_path / ("link" if target == "link" else "not there")
    words = "link is a symbolic link that leads nowhere" if target == "link" else f"does not exist. Create {place} or"
    with pytest.raises(ExportError, match=words):
        require_writable(tmp_path / "link" / "r.json")


def test_a_name_that_no_file_can_have_is_refused_before_the_run(tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="name is too long"):
        require_writable(tmp_path / ("n" * 300 + ".json"))


def test_a_folder_or_pipe_in_the_place_of_the_report_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").mkdir()
    os.mkfifo(tmp_path / "b.json")
    (tmp_path / "c.clusters.csv").mkdir()
    for name, refused in (("a.json", "a.json"), ("b.json", "b.json"), ("c.csv", "c.clusters.csv")):
        with pytest.raises(ExportError, match=f"{refused} is not an ordinary file"):
            require_writable(tmp_path / name)


def test_a_link_stays_a_link_and_its_file_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_bytes(b"old")
    (tmp_path / "link.json").symlink_to("real.json")
    write_report(results.small(), tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes().startswith(b"{")


def test_the_mode_of_the_old_file_stays_and_a_new_one_follows_the_mask(tmp_path: Path) -> None:
    (tmp_path / "old.json").write_bytes(b"")
    (tmp_path / "old.json").chmod(0o640)
    mask = os.umask(0o027)
    try:
        for name in ("old.json", "new.json"):
            write_report(results.small(), tmp_path / name)
    finally:
        os.umask(mask)
    assert [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("old.json", "new.json")] == [0o640, 0o640]


def test_a_stop_leaves_the_old_file(tmp_path: Path) -> None:
    write_whole(os.fsencode(tmp_path / "r.json"), _old)
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        write_report(results.small(), tmp_path / "r.json", ReportOptions(progress=progress))
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {"r.json": b"old"}


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EACCES])
@pytest.mark.parametrize("call", ["open", "write", "fsync", "replace"])
def test_a_disk_that_refuses_leaves_the_old_file_and_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, error: int, ending: str
) -> None:
    if ending == ".parquet":
        pytest.importorskip("pyarrow")
    target = tmp_path / f"r.pairs{ending}"
    write_whole(os.fsencode(target), _old)

    def refuse(*_: object, **__: object) -> None:
        raise OSError(error, os.strerror(error))

    if call == "write":
        monkeypatch.setattr(writing, "open", _full_disk(error), raising=False)
    else:
        monkeypatch.setattr(os, call, refuse)
    with pytest.raises(ExportError, match=f"{target.name} could not be written: {writing.REASONS[error]}"):
        write_report(results.small(), target)
    monkeypatch.undo()
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {target.name: b"old"}
    write_report(results.small(), target)
    assert target.read_bytes() != b"old"


@pytest.mark.parametrize("refused", [0, 1, 2])
def test_of_several_files_all_are_written_or_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    names = ("r.csv", "r.clusters.csv", "r.documents.csv")
    for name in names:
        write_whole(os.fsencode(tmp_path / name), _old)
    chunks, asked = writing.csv_chunks, []

    def refusing(table: Any, spelled: Any) -> Any:
        asked.append(table)
        if len(asked) == refused + 1:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return chunks(table, spelled)

    monkeypatch.setattr(writing, "csv_chunks", refusing)
    with pytest.raises(ExportError, match=f"{names[refused]} could not be written: the disk is full"):
        write_report(results.small(), tmp_path / "r.csv")
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == dict.fromkeys(names, b"old")


def test_a_report_without_tables_spells_no_paths_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "display_paths", lambda _paths: pytest.fail("nobody asks for them"))
    write_report(results.small(), tmp_path / "r.json")
    assert (tmp_path / "r.json").exists()


NAMES = ("x.csv", "x.clusters.csv", "x.documents.csv")


def _new(file: IO[bytes]) -> None:
    file.write(b"new")


def _writers(folder: Path) -> list[tuple[bytes, writing.Write]]:
    return [(bytes(folder / name), _new) for name in NAMES]


def _refuse_replacing(monkeypatch: pytest.MonkeyPatch, *turns: int, error: BaseException, after: bool = False) -> None:
    """Let the replacings with these numbers, from 0, fail; ``after`` they have been made."""
    replace, made = os.replace, []

    def replacing(source: bytes, target: bytes) -> None:
        made.append(target)
        if len(made) - 1 not in turns:
            replace(source, target)
        else:
            if after:
                replace(source, target)
            raise error

    monkeypatch.setattr(os, "replace", replacing)


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("there", [NAMES, NAMES[1:], NAMES[:1], ()])
@pytest.mark.parametrize("refused", [0, 1, 2])
def test_where_one_of_several_cannot_take_its_place_all_old_ones_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: int, there: tuple[str, ...], links: bool
) -> None:
    for name in there:
        (tmp_path / name).write_bytes(name.encode())
    if not links:
        monkeypatch.setattr(os, "link", _no_links)
    _refuse_replacing(monkeypatch, refused, error=PermissionError(errno.EPERM, "Operation not permitted"))
    with pytest.raises(ExportError, match=f"{NAMES[refused]} could not be written: the folder does not allow it"):
        writing._write_together(_writers(tmp_path))
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == {name: name.encode() for name in there}


def _no_links(*_: object) -> None:
    raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("stopped", [0, 1, 2])
def test_a_stop_while_files_take_their_places_leaves_all_old_or_all_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stopped: int, after: bool
) -> None:
    for name in NAMES:
        (tmp_path / name).write_bytes(b"old")
    _refuse_replacing(monkeypatch, stopped, error=KeyboardInterrupt(), after=after)
    with pytest.raises(KeyboardInterrupt):
        writing._write_together(_writers(tmp_path))
    all_written = after and stopped == 2
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == dict.fromkeys(
        NAMES, b"new" if all_written else b"old"
    )


def test_an_old_file_that_cannot_be_put_back_is_kept_and_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in NAMES:
        (tmp_path / name).write_bytes(b"old")
    _refuse_replacing(monkeypatch, 1, 2, error=OSError(errno.EIO, os.strerror(errno.EIO)))
    with pytest.raises(ExportError) as told:
        writing._write_together(_writers(tmp_path))
    (kept,) = tmp_path.glob(".simexplorer-*")
    assert kept.read_bytes() == b"old"
    assert str(told.value).endswith(f"the disk reported a fault. Old files could not be put back: look at {kept}.")


def test_several_files_replace_old_ones_and_leave_nothing_beside(tmp_path: Path) -> None:
    for _ in range(2):
        writing._write_together(_writers(tmp_path))
        assert {p.name: p.read_bytes() for p in tmp_path.iterdir()} == dict.fromkeys(NAMES, b"new")


@pytest.mark.skipif(os.geteuid() != 0, reason="needs files of two people")
def test_a_table_of_another_person_in_a_shared_folder_keeps_all_as_they_were() -> None:
    with tempfile.TemporaryDirectory() as place:  # others cannot reach into ``tmp_path``
        folder = Path(place)
        folder.chmod(0o1777)
        for name in NAMES:
            (folder / name).write_bytes(b"old")
            (folder / name).chmod(0o666)  # may be linked and written by all, replaced by its owner alone
            os.chown(folder / name, 1235 if name == NAMES[1] else 1234, 1234)
        os.seteuid(1234)
        try:
            with pytest.raises(ExportError, match=f"{NAMES[1]} could not be written: the folder does not allow it"):
                writing._write_together(_writers(folder))
        finally:
            os.seteuid(0)
        assert {p.name: p.read_bytes() for p in folder.iterdir()} == dict.fromkeys(NAMES, b"old")


def _full_disk(error: int) -> Any:
    """``open`` for files that take 100 bytes and then refuse."""

    class Full:
        def __init__(self, descriptor: int, _mode: str) -> None:
            self._file = os.fdopen(descriptor, "wb")

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            self._file.close()

        def __getattr__(self, name: str) -> Any:
            return getattr(self._file, name)

        def write(self, data: bytes) -> int:
            if self._file.tell() + len(data) > 100:
                raise OSError(error, os.strerror(error))
            return self._file.write(data)

    return Full


def test_the_file_is_on_disk_before_its_name_and_the_name_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    fsync, replace = os.fsync, os.replace

    def watched_fsync(descriptor: int) -> None:
        kind = "folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file"
        calls.append(f"fsync {kind}")
        fsync(descriptor)

    def watched_replace(source: bytes, target: bytes) -> None:
        assert os.path.dirname(source) == os.path.dirname(target)
        calls.append("replace")
        replace(source, target)

    monkeypatch.setattr(os, "fsync", watched_fsync)
    monkeypatch.setattr(os, "replace", watched_replace)
    write_report(results.small(), tmp_path / "r.json")
    assert calls == ["fsync file", "replace", "fsync folder"]


def test_equal_results_give_equal_bytes_in_every_format(tmp_path: Path) -> None:
    for ending in ENDINGS:
        if ending == ".parquet":
            pytest.importorskip("pyarrow")
        first = [Path(os.fsdecode(p)).read_bytes() for p in write_report(results.small(), tmp_path / f"a{ending}")]
        second = [Path(os.fsdecode(p)).read_bytes() for p in write_report(results.small(), tmp_path / f"b{ending}")]
        assert first == second, ending
