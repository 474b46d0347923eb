"""A report into a file: the ending picks the format, the old file stays whole until the new one is."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from typing import IO, NamedTuple

from simexplorer.documents.listing import AnyPath, shown_path
from simexplorer.documents.sources import no_folder
from simexplorer.errors import ExportError, UsageError, reason_of
from simexplorer.pipeline.result import Result
from simexplorer.reports.beside import clear_left, new_file, place_aside, set_aside
from simexplorer.reports.columns import TABLES, Tables
from simexplorer.reports.csv_report import Spelled, csv_chunks
from simexplorer.reports.json_report import json_chunks
from simexplorer.reports.markdown_report import markdown_chunks
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.parquet_report import require_pyarrow, write_parquet
from simexplorer.reports.xlsx_report import write_xlsx

Write = Callable[[IO[bytes]], None]

ENDINGS = (".html", ".json", ".csv", ".md", ".xlsx", ".parquet")
ONE_TABLE = (".csv", ".parquet")
TOGETHER = ("pairs", "clusters", "documents")  # tables written when none is asked for by name
REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your disk quota is used up",
    errno.EACCES: "the folder does not allow it",
    errno.EPERM: "the folder does not allow it",
    errno.EROFS: "the disk is read-only",
    errno.ENAMETOOLONG: "the name is too long",
    errno.EIO: "the disk reported a fault",
}


class _Place(NamedTuple):
    """Names of one file: as asked for, new beside its place, its place, and what the place held before."""

    path: bytes
    new: bytes
    target: bytes
    aside: bytes


def write_report(result: Result, path: AnyPath, options: ReportOptions | None = None) -> list[bytes]:
    """Write the report that the ending of ``path`` names; returns the paths written.

    ``.csv`` and ``.parquet`` hold one table a file: ``x.csv`` holds the pairs and gets ``x.clusters.csv`` and
    ``x.documents.csv`` beside it; ``x.clusters.csv`` asked for by name is written alone. Raises ExportError with a
    sentence; the old files are then as they were.
    """
    options = options or ReportOptions()
    require_writable(path)
    target = os.fsencode(path)
    tables = Tables(result, options.decisions, spell=_ending(target) != ".json")  # which has no tables
    writers = list(_writers(target, tables, options))
    _write_together(writers)
    return [file for file, _ in writers]


def report_files(path: AnyPath) -> list[bytes]:
    """Every file that the report of this name is written into; UsageError where the ending names no format."""
    target = os.fsencode(path)
    ending = _ending(target)
    return [file for _, file in _table_files(target, ending)] if ending in ONE_TABLE else [target]


def require_writable(path: AnyPath) -> None:
    """Raise ExportError now for what would keep the report from being written after the run."""
    ending = _ending(os.fsencode(path))
    require_place(path, report_files(path))
    if ending == ".parquet":
        require_pyarrow()


def require_place(path: AnyPath, files: Sequence[bytes] = ()) -> None:
    """Raise ExportError where nothing can be written to this path, or to these ``files`` in its folder."""
    target = os.fsencode(path)
    folder = os.path.dirname(os.path.realpath(target))
    if lacking := no_folder(folder):
        raise ExportError(f"{shown_path(target)}: {lacking}")
    try:
        os.lstat(target)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise ExportError(f"{shown_path(target)}: the name is too long. Choose a shorter one.") from error
    for file in files or [target]:
        if os.path.lexists(file) and not _replaceable(file):
            raise ExportError(f"{shown_path(file)} is not an ordinary file. Choose another name for the report.")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise ExportError(f"{shown_path(folder)} does not allow new files. Choose another folder for the report.")


def write_whole(path: bytes, write: Write) -> None:
    """Let ``write`` fill a new file beside ``path``, then put it in its place: whole or not at all, also after a crash.

    Raises ExportError if the disk refuses; whatever else ``write`` raises goes on, and nothing is left behind.
    """
    _write_together([(path, write)])


def _write_together(writers: list[tuple[bytes, Write]]) -> None:
    """The same of several files: none takes its place before all are filled, and all do or none."""
    places: list[_Place] = []
    path = b""
    try:
        with contextlib.ExitStack() as held:
            try:
                for path, write in writers:
                    target = os.path.realpath(path)
                    clear_left(os.path.dirname(target))
                    beside, descriptor = new_file(os.path.dirname(target), held)
                    places.append(_Place(path, beside, target, place_aside(target)))
                    _fill(descriptor, target, write)
                _take_places(places)
            except BaseException:
                for place in places:
                    with contextlib.suppress(OSError):
                        os.unlink(place.new)
                raise
    except OSError as error:
        raise _refused(path, error) from error
    for place in places:
        _keep(os.path.dirname(place.target), place.path)


def _take_places(places: list[_Place]) -> None:
    """Let all new files take their places; if one cannot, those before it give theirs back to the old files."""
    place, last = places[0], places[-1]
    lost: list[_Place] = []
    try:
        for place in places:
            if place is not last:
                with contextlib.suppress(FileNotFoundError):  # there was no old file
                    set_aside(place.target, place.aside)
            os.replace(place.new, place.target)
    except BaseException as error:
        if os.path.lexists(last.new):
            lost = [taken for taken in reversed(places) if not _give_back(taken)]
        if isinstance(error, OSError):
            raise _refused(place.path, error, lost) from error
        raise
    finally:
        for place in places:
            if place not in lost:
                with contextlib.suppress(OSError):
                    os.unlink(place.aside)


def _give_back(place: _Place) -> bool:
    """Put the old file back; whether all is as it was."""
    try:
        if os.path.lexists(place.aside):
            os.replace(place.aside, place.target)
        elif not os.path.lexists(place.new):
            os.unlink(place.target)
    except OSError:
        return False
    return True


def _refused(path: bytes, error: OSError, lost: Sequence[_Place] = ()) -> ExportError:
    reason = REASONS.get(error.errno or 0, reason_of(error))
    held = [shown_path(place.aside if os.path.lexists(place.aside) else place.target) for place in lost]
    after = (
        f"Old files could not be put back: look at {' and '.join(held)}."
        if held
        else "The old file, if there was one, is as it was."
    )
    return ExportError(f"{shown_path(path)} could not be written: {reason}. {after}")


def _fill(descriptor: int, target: bytes, write: Write) -> None:
    with open(descriptor, "wb") as file:
        with contextlib.suppress(OSError):
            os.fchmod(file.fileno(), stat.S_IMODE(os.stat(target).st_mode))
        write(file)
        file.flush()
        os.fsync(file.fileno())


def _keep(folder: bytes, path: bytes) -> None:
    """Make the new name last through a loss of power; not every file system can be asked to."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.EACCES):
            raise ExportError(
                f"{shown_path(path)} was written, but the disk reported a fault while keeping it ({reason_of(error)}). "
                "Check the disk and write it again."
            ) from error


def _writers(target: bytes, tables: Tables, options: ReportOptions) -> Iterator[tuple[bytes, Write]]:
    ending = _ending(target)
    if ending in ONE_TABLE:
        spelled: Spelled = {}
        for name, path in _table_files(target, ending):
            yield path, _table_writer(tables, name, ending, options, spelled)
    elif ending == ".xlsx":
        yield target, lambda file: write_xlsx(tables, file, options)
    elif ending == ".json":
        yield target, _from_chunks(lambda: json_chunks(tables.result, options.decisions), options)
    elif ending == ".md":
        yield target, _from_chunks(lambda: markdown_chunks(tables, options), options)
    else:
        from simexplorer.reports.html_report import html_chunks  # and with it a template engine

        yield target, _from_chunks(lambda: html_chunks(tables, options), options)


def _table_files(target: bytes, ending: str) -> list[tuple[str, bytes]]:
    """Which tables ``target`` asks for, and the file of each."""
    stem = target[: -len(ending)]
    own = os.path.splitext(stem)[1].decode("ascii", "replace").lower().removeprefix(".")
    if own in TABLES:
        return [(own, target)]
    return [
        (name, target if name == "pairs" else b"%s.%s%s" % (stem, name.encode(), ending.encode())) for name in TOGETHER
    ]


def _table_writer(tables: Tables, name: str, ending: str, options: ReportOptions, spelled: Spelled) -> Write:
    def write(file: IO[bytes]) -> None:
        table = tables.table(name).only(options.columns)
        if ending == ".parquet":
            write_parquet(table, file)
        else:
            _from_chunks(lambda: csv_chunks(table, spelled), options)(file)

    return write


def _from_chunks(chunks: Callable[[], Iterator[bytes]], options: ReportOptions) -> Write:
    def write(file: IO[bytes]) -> None:
        for chunk in chunks():
            options.check()
            file.write(chunk)

    return write


def _ending(target: bytes) -> str:
    ending = os.path.splitext(target)[1].decode("ascii", "replace").lower()
    if ending not in ENDINGS:
        raise UsageError(
            f"{shown_path(target)}: the ending of a report's name picks its format and must be one of "
            f"{', '.join(ENDINGS)}."
        )
    return ending


def _replaceable(target: bytes) -> bool:
    """Whether ``target`` is an ordinary file, or a link that leads to one or to nothing yet."""
    try:
        return stat.S_ISREG(os.stat(target).st_mode)
    except FileNotFoundError:
        return True
    except OSError:
        return False
