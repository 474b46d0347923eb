"""What the person named, as folders to walk: files and folders, doubles and nested ones put together."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec import Struct

from simexplorer.documents.listing import shown_path
from simexplorer.errors import InputError

T = TypeVar("T")


class Source(Struct, frozen=True):
    """One folder to walk.

    folder : absolute, links in it resolved; prefix : what its paths begin with, empty or ending in ``/``
    only : these names in it and nothing else; None for all of it
    """

    folder: bytes
    prefix: bytes = b""
    only: tuple[bytes, ...] | None = None


class RealPaths:
    """Absolute paths with all links resolved; a folder is looked at once, however many of its files are asked for."""

    def __init__(self) -> None:
        self._folders: dict[bytes, bytes] = {}

    def of(self, path: bytes) -> bytes:
        """The real path, also of what is not there."""
        folder, name = os.path.split(path)
        if name in (b"", b".", b"..") or os.path.islink(path):
            return os.path.realpath(path)
        real = self._folders.get(folder)
        if real is None:
            real = self._folders[folder] = os.path.realpath(folder)
        return os.path.join(real, name)


def no_folder(folder: bytes) -> str:
    """What is wrong where nothing can be written into this folder as it is none, and what to do; else empty."""
    if os.path.isdir(folder):
        return ""
    held = folder
    while not os.path.lexists(held):
        held = os.path.dirname(held)
    if os.path.isdir(held):
        return f"its folder does not exist. Create {shown_path(folder)} or choose another."
    return nowhere(held) or f"{shown_path(held)} is a file, not a folder. Choose another folder."


def nowhere(path: bytes) -> str:
    """A sentence with what to do about a symbolic link that leads to nothing, or in a circle; else empty."""
    if os.path.exists(path) or not os.path.islink(path):
        return ""
    return f"{shown_path(path)} is a symbolic link that leads nowhere. Check where it leads."


def forbidden(path: bytes) -> str:
    """A sentence with what to do where no permission is given to list a folder, or to reach a path; else empty."""
    held = os.path.realpath(path)
    try:
        with os.scandir(held):
            return ""
    except PermissionError:
        while not os.path.exists(held):
            held = os.path.dirname(held)
    except OSError:
        return ""
    return (
        f"There is no permission to look into the folder {shown_path(held)}. "
        "Let its owner or an administrator give it to you, and try again."
    )


def resolve_sources(named: Sequence[bytes]) -> tuple[Source, ...]:
    """Folders to walk for the files and folders named, so that no file is listed twice; by prefix.

    Raises InputError where one does not exist or nothing was named.
    """
    if not named or not all(named):  # an empty name would be the folder that the program was started in
        raise InputError("No folder was given. Name a folder or files to compare.")
    folders: dict[bytes, set[bytes] | None] = {}
    paths = RealPaths()
    for path in named:
        real = paths.of(path)
        if os.path.isdir(real):
            folders[real] = None
        elif os.path.lexists(real):
            only = folders.setdefault(os.path.dirname(real), set())
            if only is not None:
                only.add(os.path.basename(real))
        elif os.path.exists(path):  # without a place in any folder, as what a command substitution gives
            raise InputError(f"{shown_path(path)} is a pipe or the like. Save what comes from it to a file first.")
        else:
            amiss = f"There is no file or folder {shown_path(path)}. Check the path."
            raise InputError(forbidden(path) or nowhere(path) or amiss)
    whole = [folder for folder, only in folders.items() if only is None]
    kept = [folder for folder in folders if not _inside(folder, whole)]
    prefixes = _unique_names(kept) if len(kept) > 1 else {kept[0]: b""}
    sources = [Source(folder, prefixes[folder], _sorted(folders[folder])) for folder in kept]
    return tuple(sorted(sources, key=lambda source: source.prefix))


def listed_under(named: Sequence[bytes], files: Mapping[bytes, T]) -> dict[bytes, T]:
    """What is told of these files (real paths), by the paths under which the sources named list them."""
    listed: dict[bytes, T] = {}
    for source in resolve_sources(named) if files else ():
        folder = os.path.join(source.folder, b"")
        inside = ((path.removeprefix(folder), told) for path, told in files.items() if path.startswith(folder))
        listed |= {source.prefix + name: told for name, told in inside if source.only is None or name in source.only}
    return listed


def _sorted(only: set[bytes] | None) -> tuple[bytes, ...] | None:
    return None if only is None else tuple(sorted(only))


def _inside(folder: bytes, whole: Sequence[bytes]) -> bool:
    """Whether another one of the wholly listed folders contains this one."""
    return any(folder != other and folder.startswith(other.rstrip(b"/") + b"/") for other in whole)


def _unique_names(folders: Sequence[bytes]) -> dict[bytes, bytes]:
    """Each folder's own name and a slash; the second of a name gets `` (2)``."""
    names: dict[bytes, bytes] = {}
    taken: set[bytes] = set()
    for folder in sorted(folders):
        base = os.path.basename(folder) or b"root"
        name, number = base, 1
        while name in taken:
            number += 1
            name = base + b" (%d)" % number
        taken.add(name)
        names[folder] = name + b"/"
    return names
