"""Arrays kept between runs in the person's cache folder: whole or not at all, checked when read, trimmed by age."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import json
import mmap
import os
import stat
import tempfile
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import mmh3
import numpy as np
import platformdirs
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.errors import InputError, reason_of

_MAGIC = b"SIMXARR1"
_ALIGN = 64
_STEP = 1 << 20
_SUFFIX = ".arrays"
_STRAY_SECONDS = 24 * 3600.0
DEFAULT_BYTES = 2 * 2**30


class Kept(Struct, frozen=True):
    """What was found under a key.

    arrays : read-only, mapped from the file; words : the JSON that was stored beside them
    path, inode : the file; starts : where in it each array begins
    """

    arrays: dict[str, NDArray[Any]]
    words: dict[str, Any]
    path: Path
    inode: int
    starts: dict[str, int]

    def reopen(self) -> int | None:
        """A descriptor of the file, the caller's to close; None where another program has replaced it since."""
        try:
            descriptor = _opened(self.path)
        except OSError:
            return None
        if os.fstat(descriptor).st_ino == self.inode:
            return descriptor
        os.close(descriptor)
        return None


class ArrayCache:
    """Named arrays by key, one file a key. Two programs may use one folder: files are replaced in one step.

    A file that is damaged, cut short, of another version or of another key counts as missing and is removed.
    """

    def __init__(self, folder: Path | None = None, most_bytes: int | None = None) -> None:
        own = os.environ.get("SIMEXPLORER_CACHE") or platformdirs.user_cache_dir("simexplorer")
        self.folder = folder or Path(own) / "collections"
        self._most_bytes = most_bytes

    @property
    def most_bytes(self) -> int:
        """Room that it may take: as given, else as set for this folder, by whichever program did so last."""
        if self._most_bytes is not None:
            return self._most_bytes
        try:
            with os.fdopen(_opened(self._limit_file), encoding="ascii") as file:
                return max(0, int(file.read()))
        except (OSError, ValueError):
            return DEFAULT_BYTES

    def set_most_bytes(self, most_bytes: int) -> None:
        """Let it take this much room from now on, in all programs that use its folder; OSError if that is not kept."""
        self.folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.folder.parent, prefix="new-") as beside:
            new = Path(beside) / self._limit_file.name
            new.write_text(str(most_bytes), "ascii")
            new.replace(self._limit_file)
        self.trim()

    @property
    def _limit_file(self) -> Path:
        return self.folder.with_name(f"{self.folder.name}.limit")

    def _path(self, key: str) -> Path:
        return self.folder / (hashlib.blake2b(key.encode(), digest_size=16).hexdigest() + _SUFFIX)

    def load(self, key: str) -> Kept | None:
        """What was stored last under this key; None where there is nothing that can be trusted."""
        path = self._path(key)
        try:
            kept = _read(path, key)
        except OSError:
            return None
        except (ValueError, KeyError, TypeError):
            _remove(path)
            return None
        with contextlib.suppress(OSError):
            # the age by which files are trimmed is that of their last use
            os.utime(path)
        return kept

    def store(
        self, key: str, arrays: Mapping[str, NDArray[Any]], words: Mapping[str, Any], **streams: Iterable[bytes]
    ) -> bool:
        """Keep arrays, words and byte streams (they come back as uint8 arrays) under a key; False if it cannot be done.

        A cache that cannot be written is no reason to fail: the next run is slow, that is all.
        """
        temporary: str | None = None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile(dir=self.folder, prefix="new-", delete=False) as file:
                temporary = file.name
                table = {name: _write_array(file, array) for name, array in arrays.items()}
                table |= {name: _write_stream(file, parts) for name, parts in streams.items()}
                _finish(file, key, table, dict(words))
            os.replace(temporary, self._path(key))
        except OSError:
            if temporary is not None:
                _remove(Path(temporary))
            return False
        self.trim()
        return True

    def size_bytes(self) -> int:
        """Room that the cache takes on disk; InputError where its folder cannot be looked into."""
        return sum(size for _, size, _ in self._files())

    def count(self) -> int:
        """Files in it; InputError where its folder cannot be looked into."""
        return len(self._files())

    def clear(self) -> int:
        """Remove everything; the bytes that were freed. InputError where something is left that cannot be removed."""
        freed, left = 0, None
        for path, size, _ in self._files():
            try:
                path.unlink(missing_ok=True)
                freed += size
            except OSError as error:
                left = error
        if left is not None:
            raise InputError(f"The cache in {self.folder} cannot be cleared: {reason_of(left)}.") from left
        return freed

    def trim(self) -> None:
        """Remove what was not used for longest until the rest fits, and what a killed program left half written."""
        try:
            files = self._files()
        except InputError:
            return
        room = self.most_bytes
        for path, size, used in sorted(files, key=lambda file: -file[2]):
            stray = path.suffix != _SUFFIX and used < time.time() - _STRAY_SECONDS
            room -= size
            if stray or (room < 0 and path.suffix == _SUFFIX):
                _remove(path)

    def _files(self) -> list[tuple[Path, int, float]]:
        files = []
        try:
            for path in self.folder.iterdir():
                with contextlib.suppress(FileNotFoundError):  # another program has removed it meanwhile
                    about = path.lstat()
                    files.append((path, about.st_size, about.st_mtime))
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            raise InputError(f"The cache in {self.folder} cannot be looked into: {reason_of(error)}.") from error
        return files


def _opened(path: Path) -> int:
    """A descriptor of a file to read; OSError where there is none, or something that may never answer, as a pipe."""
    from simexplorer.documents.system_calls import OPEN_FLAGS  # with what compiles kernels

    descriptor = os.open(path, OPEN_FLAGS)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    raise OSError(errno.ENXIO, "not a file")


def _remove(path: Path) -> bool:
    try:
        path.unlink()
    except OSError:
        return False
    return True


def _write_array(file: Any, array: NDArray[Any]) -> list[Any]:
    contiguous = np.ascontiguousarray(array)
    entry = _write_stream(file, [contiguous.reshape(-1).view(np.uint8).data] if contiguous.size else [])
    return [contiguous.dtype.str, list(array.shape), *entry[2:]]


def _write_stream(file: Any, parts: Iterable[Any]) -> list[Any]:
    file.write(bytes(-file.tell() % _ALIGN))
    start = file.tell()
    digest = mmh3.mmh3_x64_128(seed=0)
    for part in parts:
        for first in range(0, len(part), _STEP):  # the interpreter waits while a digest is made
            step = memoryview(part)[first : first + _STEP]
            file.write(step)
            digest.update(step)
    size = file.tell() - start
    return ["|u1", [size], start, size, digest.digest().hex()]


def _finish(file: Any, key: str, table: dict[str, list[Any]], words: dict[str, Any]) -> None:
    """The directory stands at the end, its place and checksum in the last bytes."""
    start = file.tell()
    directory = json.dumps({"key": key, "arrays": table, "words": words}).encode()
    file.write(directory)
    file.write(mmh3.mmh3_x64_128_digest(directory) + start.to_bytes(8, "little") + _MAGIC)
    file.flush()
    os.fsync(file.fileno())


def _read(path: Path, key: str) -> Kept:
    with os.fdopen(_opened(path), "rb") as file:
        inode = os.fstat(file.fileno()).st_ino
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    content = np.frombuffer(mapped, np.uint8)
    if content.size < 32 or content[-8:].tobytes() != _MAGIC:
        raise ValueError("no file of this cache")
    start = int.from_bytes(content[-16:-8].tobytes(), "little")
    directory = content[start:-32].tobytes()
    if mmh3.mmh3_x64_128_digest(directory) != content[-32:-16].tobytes():
        raise ValueError("damaged")
    described = json.loads(directory)
    if described["key"] != key:
        raise ValueError("another's, that somebody copied here")
    arrays, starts = {}, {}
    for name, (dtype, shape, first, size, digest) in described["arrays"].items():
        raw = content[first : first + size]
        if raw.size != size or _digest(mapped, first, size) != digest:
            raise ValueError("damaged")
        arrays[name] = raw.view(np.dtype(dtype)).reshape(shape) if size else np.empty(shape, dtype)
        starts[name] = first
    return Kept(arrays, described["words"], path, inode, starts)


def _digest(mapped: mmap.mmap, first: int, size: int) -> str:
    """Of ``size`` bytes from ``first`` on; what was looked at takes no memory until somebody reads it."""
    digest = mmh3.mmh3_x64_128(seed=0)
    for start in range(first, first + size, _STEP):
        with memoryview(mapped)[start : min(start + _STEP, first + size)] as part:
            digest.update(part)
        let_go(mapped, start, _STEP)
    return digest.digest().hex()


def let_go(mapped: mmap.mmap, start: int = 0, size: int | None = None) -> None:
    """Have these bytes of a file (None: all after ``start``) take no memory until somebody reads them again."""
    if hasattr(mmap, "MADV_DONTNEED"):
        page = start - start % mmap.PAGESIZE
        mapped.madvise(mmap.MADV_DONTNEED, page, len(mapped) - page if size is None else size)
