"""What the workspace's tests need apart from this process: a driver of their own, a file system of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def told_by(driver: str, folder: Path, kills: int, seed: int) -> dict[str, Any]:
    """What a module of this folder found after so many kills."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.workspace.{driver}", str(folder), str(kills), str(seed)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def kill_in_a_save(path: Path) -> None:
    """Have a program killed in the middle of a save: pages are half written, the journal that undoes it is left."""
    program = (
        "import os, sqlite3, sys\n"
        "connection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "connection.execute('PRAGMA cache_size = 1')\n"
        "connection.execute('BEGIN IMMEDIATE')\n"
        "connection.execute('UPDATE state SET body = zeroblob(length(body))')\n"
        "connection.execute('UPDATE part SET data = zeroblob(length(data))')\n"
        "os.kill(os.getpid(), 9)\n"
    )
    before = path.read_bytes()
    subprocess.run([sys.executable, "-c", program, path], check=False)
    assert path.read_bytes() != before
    assert path.with_name(path.name + "-journal").read_bytes()[:1] == b"\xd9"


@contextmanager
def small_disk(place: Path, megabytes: int) -> Iterator[None]:
    """A file system of this size at ``place``; skips the test where none can be mounted."""
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", place]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("file systems cannot be mounted here")
    yield
    subprocess.run(["umount", "-l", place], check=True)
