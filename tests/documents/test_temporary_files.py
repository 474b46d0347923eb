"""Where a temporary file cannot be made or written to, a sentence says where and what helps."""

from __future__ import annotations

import errno
import os
import tempfile
from pathlib import Path

import pytest

from simexplorer.documents import workers
from simexplorer.documents.spool import Spool
from simexplorer.documents.temporary_files import temporary_file
from simexplorer.documents.workers import WorkerPool
from simexplorer.errors import InputError

_ADVICE = "Make room there, or name another folder in the variable TMPDIR."


@pytest.fixture
def vanished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of temporary files of a program that goes on after somebody has removed it."""
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    assert tempfile.gettempdir() == str(folder)
    folder.rmdir()
    return folder


def test_texts_and_reading_processes_name_the_folder_that_is_gone(vanished: Path) -> None:
    said = f"Temporary files cannot be kept in the folder {vanished}: no such file or directory. {_ADVICE}"
    with pytest.raises(InputError) as texts:
        Spool()
    assert str(texts.value) == said
    with pytest.raises(InputError) as process:
        WorkerPool(1).start()
    assert str(process.value) == said


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is full")
def test_a_full_disk_is_no_fault_of_the_process_that_was_to_start(monkeypatch: pytest.MonkeyPatch) -> None:
    with open("/dev/full", "r+b", buffering=0) as full:
        monkeypatch.setattr(workers, "temporary_file", lambda: full)
        with pytest.raises(InputError) as error:
            WorkerPool(1).start()
    folder = tempfile.gettempdir()
    assert (
        str(error.value) == f"Temporary files cannot be kept in the folder {folder}: no space left on device. {_ADVICE}"
    )


def test_too_many_open_files_are_no_fault_of_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    with pytest.raises(OSError, match="Too many open files"):
        temporary_file()
