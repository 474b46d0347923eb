"""One file to another place: afterwards it is in exactly one of the two."""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import IO

import pytest

from simexplorer.documents.moving import move_file


@pytest.fixture
def two_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is renamed from one folder to another."""

    def replace(_source: bytes, _target: bytes) -> None:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))

    monkeypatch.setattr(os, "replace", replace)


@pytest.mark.usefixtures("two_disks")
def test_to_another_disk_a_file_is_copied_and_gone_from_its_place(tmp_path: Path) -> None:
    path, target = tmp_path / "a.txt", tmp_path / "there" / "a.txt"
    path.write_text("its words")
    os.utime(path, ns=(5, 7))
    move_file(bytes(path), bytes(target))
    assert not path.exists()
    assert (target.read_text(), target.stat().st_mtime_ns) == ("its words", 7)


@pytest.mark.usefixtures("two_disks")
def test_a_file_that_may_not_leave_its_folder_leaves_no_copy_on_the_other_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, target = tmp_path / "a.txt", tmp_path / "there" / "a.txt"
    path.write_text("its words")
    unlink = os.unlink

    def refuse(name: bytes) -> None:
        if name == bytes(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        unlink(name)

    monkeypatch.setattr(os, "unlink", refuse)
    with pytest.raises(PermissionError):
        move_file(bytes(path), bytes(target))
    assert path.read_text() == "its words"
    assert not target.exists()


@pytest.mark.usefixtures("two_disks")
def test_a_file_that_is_touched_while_it_is_copied_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, target, copy = tmp_path / "a.txt", tmp_path / "there" / "a.txt", shutil.copyfileobj
    path.write_text("its words")

    def slow(source: IO[bytes], copied: IO[bytes], length: int) -> None:
        copy(source, copied, length)
        os.utime(path, ns=(1, 1))

    monkeypatch.setattr(shutil, "copyfileobj", slow)
    with pytest.raises(OSError, match="it changed while it was copied"):
        move_file(bytes(path), bytes(target))
    assert path.exists()
    assert not target.exists()


def test_a_move_that_fails_takes_away_the_folders_that_it_made_and_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_source: bytes, _target: bytes) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    path = tmp_path / "a.txt"
    path.write_text("its words")
    (tmp_path / "there").mkdir()
    monkeypatch.setattr(os, "replace", refuse)
    with pytest.raises(OSError, match="Read-only"):
        move_file(bytes(path), bytes(tmp_path / "there" / "b" / "c" / "a.txt"))
    assert list((tmp_path / "there").iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(NotADirectoryError):
        move_file(bytes(path), bytes(tmp_path / "file" / "a.txt"))


@pytest.mark.usefixtures("two_disks")
def test_a_file_that_somebody_else_took_away_meanwhile_stays_where_it_was_copied_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, target = tmp_path / "a.txt", tmp_path / "there" / "a.txt"
    path.write_text("its words")
    unlink = os.unlink

    def late(name: bytes) -> None:
        unlink(name)
        unlink(name)

    monkeypatch.setattr(os, "unlink", late)
    move_file(bytes(path), bytes(target))
    assert not path.exists()
    assert target.read_text() == "its words"


@pytest.mark.usefixtures("two_disks")
@pytest.mark.skipif(os.name == "nt", reason="folders are not synced there")
def test_the_name_on_the_other_disk_is_safe_before_the_old_one_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, target = tmp_path / "a.txt", tmp_path / "new" / "deep" / "a.txt"
    path.write_text("its words")
    steps: list[object] = []
    fsync, unlink = os.fsync, os.unlink

    def synced(descriptor: int) -> None:
        steps.append(os.fstat(descriptor).st_ino)
        fsync(descriptor)

    def removed(name: bytes) -> None:
        steps.append(name)
        unlink(name)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "unlink", removed)
    move_file(bytes(path), bytes(target))
    places = (target, target.parent, target.parent.parent, tmp_path)
    assert steps == [*(place.stat().st_ino for place in places), bytes(path)]


@pytest.mark.usefixtures("two_disks")
@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="only root gives files away")
def test_somebody_elses_file_stays_theirs_on_the_other_disk(tmp_path: Path) -> None:
    path, target = tmp_path / "a.txt", tmp_path / "there" / "a.txt"
    path.write_text("its words")
    os.chown(path, 1234, 5678)
    path.chmod(0o4640)
    move_file(bytes(path), bytes(target))
    about = target.stat()
    assert (about.st_uid, about.st_gid, about.st_mode & 0o7777) == (1234, 5678, 0o4640)
