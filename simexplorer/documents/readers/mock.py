"""A format that misbehaves on demand; it exists only where the tests' environment variable is set."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from typing import BinaryIO

from simexplorer.documents.extracted import Extracted, Job
from simexplorer.documents.formats import MOCK


def read_mock(stream: BinaryIO, job: Job) -> Iterator[Extracted]:  # noqa: ARG001
    """Do what the file's first word says: hang, spin, crash, exit, memory, raise, recurse, output; else be its text.

    After "some", which gives three members, the second word counts.
    """
    raw = stream.read()
    if raw.startswith(b"some"):
        yield from (Extracted(member=b"%d" % number, text=b"a member") for number in range(3))
    word = raw.removeprefix(b"some").split(maxsplit=1)[0] if raw.removeprefix(b"some").strip() else b""
    if word == b"hang":
        time.sleep(3600)
    elif word == b"spin":
        while True:
            pass
    elif word == b"deaf":
        # neither signals nor the interpreter's other threads get a word in: one long call into C
        signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals) - {signal.SIGIO})
        pow(3, 10**9)
    elif word == b"crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif word == b"exit":
        os._exit(7)
    elif word == b"memory":
        hoard = []
        while True:
            hoard.append(bytearray(1 << 26))
    elif word == b"raise":
        raise ValueError("as told")
    elif word == b"recurse":
        _recurse()
    elif word == b"output":
        for number in range(10**9):
            yield Extracted(member=b"%d" % number, text=b"x" * 10**6)
    yield Extracted(text=raw, media_type=MOCK)


def _recurse() -> None:
    _recurse()
