"""The run of a scan, kept in a workspace."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from simexplorer.errors import ExportError, WorkspaceError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simexplorer.pipeline.analysis import Analysis
    from simexplorer.pipeline.result import Result
    from simexplorer.workspace.standing import Standing
    from simexplorer.workspace.store import Workspace


class KeptRun:
    """The workspace that a scan is kept in, if one was named: the stages of one run take each other's place."""

    def __init__(self, path: str | None) -> None:
        self._made = path is not None and not os.path.lexists(os.path.realpath(path))
        self._workspace = _opened(path) if path is not None else None
        self._run: int | None = None
        runs = self._workspace.runs if self._workspace is not None else ()
        self._earlier = next((run.number for run in reversed(runs) if not run.partial), None)
        self._error: WorkspaceError | None = None
        if self._workspace is not None and not self._workspace.writable:
            notices = " ".join(self._workspace.notices)
            self._workspace.close()
            raise WorkspaceError(f"The run cannot be kept: {notices}")

    @property
    def has_earlier(self) -> bool:
        """Whether a whole run was kept before this one: what is new is told since that."""
        return self._earlier is not None

    def keep(self, result: Result, analysis: Analysis) -> None:
        """Save what there is of the run; a failure does not end it."""
        if self._workspace is not None:
            try:
                self._run = self._workspace.save_result(
                    result,
                    sources=analysis.sources,
                    known=analysis.known_overlaps(),
                    left_out=analysis.reader.left_out,
                    run=self._run,
                )
                self._error = None
            except WorkspaceError as error:
                self._error = error

    def standing(self, result: Result, asked: bool) -> Standing | None:
        """What was decided in this workspace, as it shows in a result; None where nothing was and nobody ``asked``."""
        if self._workspace is None or not (asked or self._workspace.decisions.entries):
            return None
        from simexplorer.workspace.standing import standing_of

        return standing_of(result, self._workspace.decisions.entries)

    def left_out(self, result: Result) -> NDArray[np.bool_]:
        """(n,) documents that do not stay where one does of each cluster, as it was decided in this workspace."""
        from simexplorer.workspace.remaining import left_out

        return left_out(result, self.standing(result, asked=False))

    def report_changes(self, result: Result, path: str) -> None:
        """Write what is new since the last whole run that was kept before this one; ExportError where it cannot be."""
        from simexplorer.documents.listing import shown_path
        from simexplorer.reports.changes_report import write_changes
        from simexplorer.workspace.comparison import compare

        assert self._workspace is not None
        assert self._earlier is not None, "asked for before the run"
        try:
            earlier = self._workspace.result(self._earlier)
        except WorkspaceError as error:
            shown = shown_path(os.fsencode(path))
            raise ExportError(f"{shown} is not written, as the run before this one cannot be read: {error}") from error
        write_changes(compare(earlier, result), path)

    def require_kept(self) -> None:
        """Raise what kept the last save from being made."""
        if self._error is not None:
            raise self._error

    def close(self) -> None:
        """Let go of the file, and leave none that was made for a run that came to nothing."""
        if self._workspace is not None:
            if self._made and not self._workspace.runs:
                self._workspace.remove()
            self._workspace.close()


def _opened(path: str) -> Workspace:
    from simexplorer.workspace.opening import open_workspace

    return open_workspace(path, create=True, by="scan")
