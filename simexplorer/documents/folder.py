"""One folder's entries, sorted, with what the file system says of each; opened so that no path is too long."""

from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents import system_calls
from simexplorer.documents.entries import ASKED_AT_ONCE, About, listed_entries
from simexplorer.documents.globs import PathFilter
from simexplorer.documents.names import Names

_PIECE = 3000  # bytes of a path given to the system at once; it takes 4095
FOLDER_FLAGS = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)

# links that are followed where they can be: what is shown of those that cannot
LINK_INSIDE, LINK_AGAIN, LINK_NOWHERE, LINK_CLOSED = (stat.S_IFLNK | number for number in (1, 2, 3, 4))
_CLOSED = stat.S_IXUSR  # a mode that no entry has: of no kind, yet something
_LINKS = {
    LINK_INSIDE: "a symbolic link to a place that is listed anyway",
    LINK_AGAIN: "a symbolic link to a file that was already listed under another path",
    LINK_NOWHERE: "a symbolic link that leads nowhere",
    LINK_CLOSED: "a symbolic link to a place that there is no permission to look into",
    _CLOSED: "no permission to look into its folder",
}
VANISHED = "it vanished"  # how the reason of whatever was there when it was listed, and is not any more, is worded
_KINDS = {
    stat.S_IFLNK: "a symbolic link, not followed",
    stat.S_IFIFO: "a named pipe, not a file",
    stat.S_IFSOCK: "a socket, not a file",
    stat.S_IFCHR: "a device, not a file",
    stat.S_IFBLK: "a device, not a file",
    stat.S_IFDIR: "a folder took the file's place while the folder was listed",
    0: f"gone: {VANISHED} while the folder was listed",
}


def words_of(mode: int) -> str:
    """Why an entry of this file mode is not opened; mode 0 is an entry that could not be asked about."""
    return _LINKS.get(mode) or _KINDS.get(stat.S_IFMT(mode), "not a file that can be read")


class FolderEntries(Struct, frozen=True):
    """Entries of one folder.

    names : sorted, of all entries but folders; folders : sorted, each ending in ``/``
    mode : (n,) int32; size, modified_ns, noted_ns : (n,) int64, of ``names``
    """

    names: Names
    folders: list[bytes]
    mode: NDArray[np.int32]
    size: NDArray[np.int64]
    modified_ns: NDArray[np.int64]
    noted_ns: NDArray[np.int64]

    def filtered(self, wanted: PathFilter, below: bytes) -> FolderEntries:
        """The entries that the globs want; ``below`` is the folder's own relative path."""
        folders = [folder for folder in self.folders if wanted.wants_folder(below + folder[:-1])]
        if not wanted.goes_by_paths and not (self.names.first_bytes == ord(".")).any():
            return replace(self, folders=folders)
        kept = np.array([wanted.wants_file(below + name) for name in self.names], np.bool_)
        return FolderEntries(
            Names.of([name for name, keep in zip(self.names, kept, strict=True) if keep]),
            folders,
            self.mode[kept],
            self.size[kept],
            self.modified_ns[kept],
            self.noted_ns[kept],
        )


def open_below(root: bytes, relative: bytes, flags: int, *, follow: bool = False) -> int:
    """A descriptor of ``relative`` below the folder ``root``, however long the path is; OSError where there is none.

    A last part that is a symbolic link is an error unless ``follow``.
    """
    no_follow = 0 if follow else _NO_FOLLOW
    flags = flags & ~_NO_FOLLOW | no_follow | getattr(os, "O_CLOEXEC", 0)
    if len(relative) <= _PIECE:
        return _opened(os.path.join(root, relative) if relative else root, flags if relative else flags & ~_NO_FOLLOW)
    parts = relative.rstrip(b"/").split(b"/")
    here = os.open(root, FOLDER_FLAGS)
    try:
        while parts:
            piece, parts = _first_piece(parts)
            there = _opened(piece, flags if not parts else FOLDER_FLAGS | no_follow, here)
            os.close(here)
            here = there
    except OSError:
        os.close(here)
        raise
    return here


def _opened(path: bytes, flags: int, folder: int | None = None) -> int:
    """A descriptor that notes no time of reading where the system allows that; OSError where there is none."""
    try:
        return os.open(path, flags | system_calls.LEAVE_TIME, dir_fd=folder)
    except OSError:
        return os.open(path, flags, dir_fd=folder)


def _first_piece(parts: list[bytes]) -> tuple[bytes, list[bytes]]:
    """As many leading parts as fit into one call, joined, and the rest."""
    count, length = 1, len(parts[0])
    while count < len(parts) and length + 1 + len(parts[count]) <= _PIECE:
        length += 1 + len(parts[count])
        count += 1
    return b"/".join(parts[:count]), parts[count:]


def read_folder(
    root: bytes, below: bytes, only: tuple[bytes, ...] | None = None, *, follow: bool = False
) -> tuple[FolderEntries, tuple[int, int]]:
    """(entries, (device, inode)) of a folder; ``only`` keeps to these names; OSError where it cannot be listed."""
    descriptor = open_below(root, below.rstrip(b"/"), FOLDER_FLAGS, follow=follow)
    try:
        about = os.fstat(descriptor)
        if only is None:
            entries = _listed(os.path.join(root, below), descriptor)
        else:
            names = Names.of(sorted(only))
            entries = FolderEntries(names, [], *_about(descriptor, names))
        if not entries.mode.all() and not _may_enter(descriptor):
            entries.mode[entries.mode == 0] = _CLOSED
    finally:
        os.close(descriptor)
    return entries, (about.st_dev, about.st_ino)


def _may_enter(descriptor: int) -> bool:
    """Whether the folder's entries can be asked about; names alone may be listed where they cannot."""
    try:
        os.stat(b".", dir_fd=descriptor)
    except PermissionError:
        return False
    except OSError:
        return True
    return True


def _listed(folder: bytes, descriptor: int) -> FolderEntries:
    """All entries; the folder's path is needed where no compiled call can list it: twice as fast as its descriptor."""
    listed = listed_entries(descriptor) if system_calls.LISTS_FOLDERS else None
    if listed is None:
        names, folders = _scanned(folder, descriptor)
        return FolderEntries(names, folders, *_about(descriptor, names))
    about = listed.about or _about(descriptor, listed.names)
    return FolderEntries(listed.names, listed.folders, *about)


def _scanned(folder: bytes, descriptor: int) -> tuple[Names, list[bytes]]:
    """Sorted names of all but folders, and of the folders, by Python."""
    names: list[bytes] = []
    folders: list[bytes] = []
    if len(folder) <= _PIECE:
        with os.scandir(folder) as entries:
            for entry in entries:
                (folders if entry.is_dir(follow_symlinks=False) else names).append(entry.name)
    else:
        os.lseek(descriptor, 0, os.SEEK_SET)
        with os.scandir(descriptor) as found:  # it gives ``str``
            for one in found:
                (folders if one.is_dir(follow_symlinks=False) else names).append(os.fsencode(one.name))
    return Names.of(sorted(names)), sorted(name + b"/" for name in folders)


def _about(descriptor: int, names: Names) -> About:
    """What there is to say of each name; mode 0 where there is none any more."""
    count = len(names)
    mode, (size, modified, noted) = np.zeros(count, np.int32), np.zeros((3, count), np.int64)
    if system_calls.AVAILABLE:
        from simexplorer.documents.folder_kernels import stat_names

        def ask(first: int) -> None:
            part = slice(first, min(first + ASKED_AT_ONCE, count))
            asked = names.part(part.start, part.stop)
            stat_names(descriptor, asked, mode[part], size[part], modified[part], noted[part])

        if count <= ASKED_AT_ONCE:
            ask(0)
        else:
            with ThreadPoolExecutor(min(8, os.cpu_count() or 1)) as pool:
                list(pool.map(ask, range(0, count, ASKED_AT_ONCE)))
        return mode, size, modified, noted
    for i, name in enumerate(names):
        try:
            about = os.stat(name, dir_fd=descriptor, follow_symlinks=False)
        except OSError:
            continue
        mode[i], size[i] = about.st_mode, about.st_size
        modified[i], noted[i] = system_calls.modified_ns(about), system_calls.noted_ns(about)
    return mode, size, modified, noted
