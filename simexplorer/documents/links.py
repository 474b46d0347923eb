"""Symbolic links where they are followed: out of the collection only, to each place once, never in a circle."""

from __future__ import annotations

import os
import stat
from collections.abc import Sequence

from simexplorer.documents.folder import LINK_AGAIN, LINK_CLOSED, LINK_INSIDE, LINK_NOWHERE, FolderEntries
from simexplorer.documents.names import Names
from simexplorer.documents.system_calls import modified_ns, noted_ns


class LinkFollower:
    """Decides what each link of a walk becomes: the file or the folder it leads to, or a reason.

    A link that leads to a folder that is listed anyway is left alone: no file is a duplicate of itself.
    """

    def __init__(self, listed: Sequence[bytes]) -> None:
        self._listed = [_with_slash(folder) for folder in listed]
        self._files: set[bytes] = set()

    def followed(self, entries: FolderEntries, folder: bytes) -> FolderEntries:
        """The entries of ``folder``, its links replaced by what they lead to."""
        links = [i for i in range(len(entries.names)) if stat.S_ISLNK(int(entries.mode[i]))]
        if not links:
            return entries
        folders = set[int]()
        for i in links:
            link = os.path.join(folder, entries.names[i])
            try:
                target = os.path.realpath(link)
            except OSError:  # the last part of the way cannot be looked into
                target = link
            entries.mode[i], about = self._judged(target)
            if about is not None and stat.S_ISDIR(about.st_mode):
                folders.add(i)
                self._listed.append(_with_slash(target))
            elif about is not None:
                entries.size[i], entries.modified_ns[i] = about.st_size, modified_ns(about)
                entries.noted_ns[i] = noted_ns(about)
        kept = [i for i in range(len(entries.names)) if i not in folders]
        return FolderEntries(
            Names.of([entries.names[i] for i in kept]),
            sorted([*entries.folders, *(entries.names[i] + b"/" for i in folders)]),
            entries.mode[kept],
            entries.size[kept],
            entries.modified_ns[kept],
            entries.noted_ns[kept],
        )

    def _judged(self, target: bytes) -> tuple[int, os.stat_result | None]:
        """(mode to show, what is there); nothing is there for a link that is not followed."""
        try:
            about = os.stat(target)
        except PermissionError:
            return LINK_CLOSED, None
        except OSError:
            return LINK_NOWHERE, None
        if any(_with_slash(target).startswith(folder) for folder in self._listed):
            return LINK_INSIDE, None
        if stat.S_ISREG(about.st_mode):
            if target in self._files:
                return LINK_AGAIN, None
            self._files.add(target)
        return about.st_mode, about


def _with_slash(folder: bytes) -> bytes:
    return folder.rstrip(b"/") + b"/"
