"""Where workspaces are kept that nobody gave a name: one for each choice of folders and files."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Sequence

import platformdirs

from simexplorer.documents.magic import WORKSPACE_ENDING

VARIABLE = "SIMEXPLORER_DATA"  # another folder; empty: none, nothing is kept by itself
_LONGEST_NAME = 48


def data_folder() -> bytes | None:
    """The folder of such workspaces; None where the environment says that there is to be none."""
    own = os.environ.get(VARIABLE)
    if own is not None:
        return os.fsencode(own) or None
    return os.path.join(os.fsencode(platformdirs.user_data_dir("simexplorer")), b"workspaces")


def default_workspace(sources: Sequence[bytes]) -> bytes | None:
    """The workspace of these folders and files, whatever their order, whether it is there yet or not."""
    folder = data_folder()
    if folder is None or not sources:
        return None
    whole = sorted(os.path.realpath(source) for source in sources)
    digest = hashlib.blake2b(b"\0".join(whole), digest_size=6).hexdigest()
    name = os.path.basename(whole[0]).decode("ascii", "replace")
    readable = re.sub("[^A-Za-z0-9._-]+", "-", name).strip("-.")[:_LONGEST_NAME] or "documents"
    return os.path.join(folder, f"{readable}-{digest}".encode() + WORKSPACE_ENDING)


def make_folder_of(path: bytes) -> None:
    """Make the folder of a workspace of ours, readable by nobody else: it tells of private files."""
    if os.path.dirname(path) == data_folder():
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
