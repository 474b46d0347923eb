"""Compiled kernels have a place of their own wherever one may write, and nobody else can put code there."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import platformdirs
import pytest

from simexplorer import kernel_place
from simexplorer.kernel_place import kernel_folder


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home and a folder of temporary files of this test alone."""
    (tmp_path / "temporary").mkdir()
    monkeypatch.delenv("SIMEXPLORER_KERNEL_CACHE", raising=False)
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda _name: str(tmp_path / "home" / ".cache"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    return tmp_path


def _close_home(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file: no folder can be made in it")


def test_the_usual_place_is_the_persons_cache(tmp_path: Path) -> None:
    assert kernel_folder("kernels-1") == tmp_path / "home/.cache/kernels-1"
    assert os.access(kernel_folder("kernels-1"), os.W_OK)


def test_a_place_that_is_named_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMEXPLORER_KERNEL_CACHE", str(tmp_path / "named"))
    assert kernel_folder("kernels-1") == tmp_path / "named"


def test_without_a_home_they_outlive_the_process_among_temporary_files(tmp_path: Path) -> None:
    _close_home(tmp_path)
    folder = kernel_folder("kernels-1")
    assert tmp_path / "temporary" in folder.parents
    assert folder == kernel_folder("kernels-1")
    assert folder.parent.stat().st_mode & 0o077 == 0


def test_a_full_disk_is_no_place_for_what_is_still_to_be_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def usage(path: Path) -> tuple[int, int, int]:
        return shutil._ntuple_diskusage(2**30, 0, 1000 if "home" in str(path) else 2**30)  # type: ignore[attr-defined]

    monkeypatch.setattr(shutil, "disk_usage", usage)
    assert tmp_path / "temporary" in kernel_folder("kernels-1").parents
    (tmp_path / "home/.cache/kernels-1/machine-code").touch()
    assert kernel_folder("kernels-1") == tmp_path / "home/.cache/kernels-1", "what stands there is used"


def test_what_was_compiled_where_nothing_can_be_written_any_more_is_brought_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = kernel_folder("kernels-1")
    (usual / "search_1").mkdir()
    for name in ("machine-code", "ready"):
        (usual / name).write_text(f"the first {name}")
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: "home" not in str(path) and access(path, mode))
    folder = kernel_folder("kernels-1")
    assert tmp_path / "temporary" in folder.parents
    assert {file.name: file.read_text() for file in folder.iterdir()} == {
        "machine-code": "the first machine-code",
        "ready": "the first ready",
    }
    (folder / "machine-code").write_text("with more kernels")
    kernel_folder("kernels-1")
    assert (folder / "machine-code").read_text() == "with more kernels", "what came to it since stays"


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs the modes of files")
@pytest.mark.parametrize("trap", ["open", "link"])
def test_a_folder_that_others_can_write_to_is_not_trusted(
    tmp_path: Path, trap: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SIMEXPLORER_KERNEL_CACHE", "")  # restored at the end
    _close_home(tmp_path)
    own = tmp_path / "temporary" / f"simexplorer-{os.geteuid()}"
    if trap == "open":
        own.mkdir()
        own.chmod(0o777)
    else:
        (tmp_path / "others").mkdir(mode=0o700)
        own.symlink_to(tmp_path / "others")
    folder = kernel_folder("kernels-1")
    assert own not in (folder, *folder.parents)
    assert folder.stat().st_mode & 0o077 == 0
    assert os.environ["SIMEXPLORER_KERNEL_CACHE"] == str(folder), "children find what this process compiles"
    assert kernel_place.kernel_folder("kernels-1") == folder
