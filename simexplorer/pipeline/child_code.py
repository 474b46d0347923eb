"""The command that runs code of this program in a Python process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

_BEGIN = "import sys; sys.path.append({folder!r}); "
# put before code whose standard input is a pipe from its parent: when that breaks, the process asks itself to end
END_WITH_PARENT = (
    "import os, signal, threading; "
    "threading.Thread(target=lambda: os.read(0, 1) or os.kill(os.getpid(), signal.SIGTERM), daemon=True).start(); "
)


def own_command(code: str, *arguments: str) -> list[str]:
    """The command that runs ``code``. Modules are never taken from the folder that the program was started in.

    That may be one with somebody's documents, and a file called numpy.py among them would be run.
    """
    folder = str(Path(__file__).resolve().parents[2])
    return [sys.executable, "-P", "-c", _BEGIN.format(folder=folder) + code, *arguments]
