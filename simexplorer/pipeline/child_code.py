"""The command that runs code of this program in a Python process of its own."""

from __future__ import annotations

import sys
from pathlib import Path

_BEGIN = "import sys; sys.path.append({folder!r}); "


def own_command(code: str, *arguments: str) -> list[str]:
    """What starts it. Modules are never taken from the folder that the program was started in.

    That may be one with somebody's documents, and a file called numpy.py among them would be run.
    """
    folder = str(Path(__file__).resolve().parents[2])
    return [sys.executable, "-P", "-c", _BEGIN.format(folder=folder) + code, *arguments]
