"""Paths without links: right for whatever stands in a folder, and each folder looked at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simexplorer.documents.sources import RealPaths, forbidden, resolve_sources
from simexplorer.errors import InputError
from tests.closed_folder import closed_folder


def test_real_paths_are_those_of_the_system(tmp_path: Path) -> None:
    folder = tmp_path / "real" / "below"
    folder.mkdir(parents=True)
    (folder / "file").touch()
    (tmp_path / "linked").symlink_to(tmp_path / "real")
    (folder / "to file").symlink_to("file")
    (folder / "nowhere").symlink_to("not there")
    (folder / "loop").symlink_to("loop")
    paths = RealPaths()
    for top in (tmp_path / "real", tmp_path / "linked"):
        for name in ("file", "to file", "nowhere", "loop", "gone", ".", "..", "", "../below/file", "file/inside"):
            path = os.fsencode(top / "below") + b"/" + os.fsencode(name)
            assert paths.of(path) == os.path.realpath(path)


def test_a_folder_is_looked_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[bytes] = []
    real = os.path.realpath

    def counted(path: bytes) -> bytes:
        looked.append(path)
        return real(path)

    monkeypatch.setattr("simexplorer.documents.sources.os.path.realpath", counted)
    paths = RealPaths()
    folder = os.fsencode(tmp_path)
    for number in range(100):
        (tmp_path / str(number)).touch()
        assert paths.of(folder + b"/%d" % number) == folder + b"/%d" % number
    assert looked == [folder]


def test_a_pipe_is_said_to_be_one() -> None:
    read, write = os.pipe()
    try:
        with pytest.raises(
            InputError, match=f"^/dev/fd/{read} is a pipe or the like. Save what comes from it to a file"
        ):
            resolve_sources([b"/dev/fd/%d" % read])
    finally:
        os.close(read)
        os.close(write)
    with pytest.raises(InputError, match=f"^There is no file or folder /dev/fd/{read}. Check"):
        resolve_sources([b"/dev/fd/%d" % read])


def test_a_link_that_leads_nowhere_is_not_told_to_be_missing_itself(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("not there")
    with pytest.raises(InputError, match=f"^{link} is a symbolic link that leads nowhere. Check where it leads.$"):
        resolve_sources([os.fsencode(link)])


@pytest.mark.parametrize("named", [[], [b""], [b".", b""]])
def test_an_empty_name_is_no_folder(named: list[bytes]) -> None:
    with pytest.raises(InputError, match="No folder was given"):
        resolve_sources(named)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs the modes of files")
def test_a_folder_that_may_not_be_listed_is_said_to_be_one(tmp_path: Path) -> None:
    with closed_folder() as folder:
        for path in (folder, folder / "a.txt", folder / "below" / "it"):
            assert f"permission to look into the folder {folder}." in forbidden(os.fsencode(path))
        with pytest.raises(InputError, match="permission"):
            resolve_sources([os.fsencode(folder / "a.txt")])
    assert forbidden(os.fsencode(tmp_path)) == forbidden(os.fsencode(tmp_path / "none")) == ""
