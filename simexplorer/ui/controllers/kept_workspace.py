"""The workspace of a window as its own thread sees it: opened, saved, decided in, one step at a time."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast
from weakref import ref

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.listing import shown_path
from simexplorer.errors import DecisionError, WorkspaceError, reason_of
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.lacking import NOTHING_YET
from simexplorer.ui.controllers.overview_figures import counted
from simexplorer.ui.controllers.session import AnalysisLike, MakeAnalysis
from simexplorer.workspace.decisions import Decisions
from simexplorer.workspace.entry import Entry, Kind
from simexplorer.workspace.naming import Names
from simexplorer.workspace.standing import Standing, standing_of, stepped

if TYPE_CHECKING:
    from simexplorer.pipeline.known_overlaps import KnownOverlaps
    from simexplorer.workspace.run_record import RunRecord
    from simexplorer.workspace.store import Workspace


SAVE_AS = "To decide and to keep what you do, use Save workspace as…"
_LEAVES_OUT = "leaves_apart_out"  # in the view that a workspace keeps


class Snapshot(Struct, frozen=True):
    """What everybody else knows of the workspace: made in its thread, never changed.

    path : empty while there is no file; writable : whether decisions outlast the program
    deeds : lines of the log of what was done to files
    raw : the result that is decided about; shown : what to show in its place, if something is left out of it
    standing : of what is shown; None while there is no result
    leaves_apart_out : whether what was said not to be duplicates is left out, be there such or none
    """

    path: bytes = b""
    writable: bool = False
    notices: tuple[str, ...] = ()
    runs: tuple[RunRecord, ...] = ()
    entries: tuple[Entry, ...] = ()
    undo_words: str | None = None
    redo_words: str | None = None
    deeds: int = 0
    standing: Standing | None = None
    raw: Result | None = None
    shown: Result | None = None
    leaves_apart_out: bool = False


class Opened(Struct, frozen=True):
    """A workspace that was opened; ``result`` is None where it holds no run yet.

    gone : sources of its last run that are not there any more
    """

    snapshot: Snapshot
    result: Result | None
    analysis: AnalysisLike | None
    record: RunRecord | None
    view: dict[str, Any]
    gone: tuple[bytes, ...] = ()


class Saving(Struct, frozen=True):
    """A result to keep; ``token`` names its run: what is saved later under the same one takes its place.

    known : what was verified of its pairs; left_out : shingles left out as boilerplate; a run that follows has others
    """

    result: Result
    known: KnownOverlaps
    left_out: NDArray[np.uint64]
    sources: tuple[bytes, ...]
    token: object


Decide = Callable[[Standing], Entry | None]


class KeptWorkspace:
    """Every method runs in the one thread of the workspace; none is called from elsewhere.

    Without a file all works the same, for as long as the program lives.
    """

    def __init__(self) -> None:
        self._workspace: Workspace | None = None
        self._path = b""  # where the file is to be made when there is something to keep
        self._memory = Decisions()
        self._names: tuple[object, Names] | None = None
        self._standing: Standing | None = None
        self._followed: tuple[Decisions, int] | None = None  # under which that is how everything stands
        self._raw: Result | None = None
        self._analysis: ref[AnalysisLike] | None = None  # of that result; a closed one is not held for it
        self._shown: Result | None = None
        self._run: tuple[object, int | None] = (None, None)
        self._leaves_apart_out = False

    @property
    def workspace(self) -> Workspace | None:
        """The open file."""
        return self._workspace

    @property
    def standing(self) -> Standing | None:
        """Where everything stands in the present result."""
        return self._standing

    @property
    def raw(self) -> Result | None:
        """The result that is decided about, with nothing left out."""
        return self._raw

    @property
    def decisions(self) -> Decisions:
        """Those of the file, or those of this session."""
        return self._workspace.decisions if self._workspace is not None else self._memory

    # opening ---------------------------------------------------------------------------------------------------------
    def open(self, path: bytes, token: object, make: MakeAnalysis, sources: Sequence[bytes] = ()) -> Opened:
        """Open a file that is there, in place of the present one; of these sources if any are named.

        ``token`` is the run that goes on from its last one. WorkspaceError, and the present one stays.
        """
        from simexplorer.workspace.opening import open_workspace
        from simexplorer.workspace.saved_analysis import Make, SavedAnalysis

        path = os.path.realpath(path)
        # what only reads is opened anew: the window that had it may have closed
        if self._workspace is None or self._workspace.path != path or not self._workspace.writable:
            opened = open_workspace(path)
            self._leave()
            self._workspace, self._path = opened, path
            self._leaves_apart_out = opened.view.get(_LEAVES_OUT) is True
        workspace = self._workspace
        record = workspace.runs[-1] if workspace.runs else None
        result = analysis = None
        if record is not None and (not sources or list(record.sources) == list(sources)):
            try:
                result = counted(workspace.result(record.number))
                known, left_out = partial(workspace.known_overlaps, record.number), workspace.left_out(record.number)
                analysis = SavedAnalysis(record.sources, result, known, left_out, cast("Make", make))
                self._run = (token, record.number)
            except WorkspaceError:  # which the notices of the workspace tell of now
                result = None
        gone = tuple(source for source in record.sources if not os.path.lexists(source)) if record is not None else ()
        return Opened(self.stand(result, analysis), result, analysis, record, workspace.view, gone)

    def expect(self, path: bytes) -> Snapshot:
        """Let go of the present file; make this one (empty: none) when there is something to keep."""
        self._leave()
        self._path, self._leaves_apart_out = path, False
        return self.stand(None)

    def save_as(self, path: bytes, saving: Saving | None) -> Snapshot:
        """Write everything to another file and go on with that one."""
        from simexplorer.workspace.copying import copy_workspace, write_workspace
        from simexplorer.workspace.opening import open_workspace

        if self._workspace is not None:
            real = copy_workspace(self._workspace, path)
        else:

            def fill(fresh: Workspace) -> None:
                fresh.take_decisions(self._memory)
                if saving is not None:
                    self._run = (saving.token, _save(fresh, saving, None))

            real = write_workspace(path, fill)
        raw, run, analysis = self._raw, self._run, None if self._analysis is None else self._analysis()
        self._leave()
        self._workspace, self._path, self._run = open_workspace(real), real, run
        return self.stand(raw, analysis)

    def move_protection(self, old: bytes, new: bytes) -> Snapshot:
        """Protect below ``new`` what was protected below ``old``, where the documents lay before."""
        from simexplorer.workspace.making import protect_folders

        chosen = [entry.folders for entry in self.decisions.entries if entry.kind == Kind.PROTECT]
        folders = chosen[-1] if chosen else ()
        moved = tuple(moved_path(folder, old, new) for folder in folders)
        if moved != folders:
            self._required()
            self.decisions.record(protect_folders(moved))
        return self.snapshot()

    def close(self) -> None:
        """Let go of the file."""
        self._leave()

    # saving and deciding ---------------------------------------------------------------------------------------------
    def save(self, saving: Saving) -> Snapshot:
        """Keep a result; those of one token take each other's place."""
        self._take_up()
        workspace = self._required()
        if workspace is not None and workspace.writable:
            before = workspace.decisions.version
            number = self._run[1] if self._run[0] == saving.token else None
            self._run = (saving.token, _save(workspace, saving, number))
            if workspace.decisions.version != before:  # documents were renamed, decisions followed them
                return self._stand()
        return self.snapshot()

    def stand(self, result: Result | None, analysis: AnalysisLike | None = None) -> Snapshot:
        """Where everything stands in this result from now on; ``analysis`` knows its documents."""
        self._raw, self._analysis = result, None if analysis is None else ref(analysis)
        return self._stand()

    def _stand(self) -> Snapshot:
        """Where everything stands under the decisions of now."""
        result, known = self._raw, self._standing if self._knows(0) else None
        self._shown = self._standing = None
        if result is None or not result.text_hashes.size:
            self._raw = None
            return self.snapshot()
        names = self._names_of(result)
        like = known if known is not None and known.names is names else None
        return self._show(standing_of(result, self.decisions.entries, names, like))

    def _follow(self, step: Entry, back: bool = False) -> Snapshot:
        """Where everything stands after one decision more, or (``back``) one less."""
        before, entries = self._standing, self.decisions.entries
        if before is None or not self._knows(1):
            return self._stand()
        whole = stepped(before.whole or before, entries, step, back)
        if before.whole is None or whole.apart is not before.whole.apart:
            return self._show(whole)
        return self._stands(replace(stepped(before, entries, step, back), whole=whole))

    def _knows(self, steps: int) -> bool:
        """Whether what is known is how everything stood so many steps ago: a file may have other decisions."""
        return self._followed == (self.decisions, self.decisions.version - steps)

    def _show(self, standing: Standing) -> Snapshot:
        """This in the result that is decided about, and in the one that is shown in its place."""
        self._shown = None
        if self._leaves_apart_out and standing.apart.any():
            from simexplorer.workspace.apart import without_apart

            analysis = None if self._analysis is None else self._analysis()
            known = None if analysis is None else analysis.known_overlaps()
            self._shown = without_apart(standing.result, standing.apart, known)
            standing = replace(
                standing_of(self._shown, self.decisions.entries, standing.names, standing), whole=standing
            )
        return self._stands(standing)

    def _stands(self, standing: Standing) -> Snapshot:
        self._standing, self._followed = standing, (self.decisions, self.decisions.version)
        return self.snapshot()

    def leave_apart_out(self, leave: bool) -> Snapshot:
        """Whether what was said not to be duplicates is left out of pairs and clusters."""
        self._leaves_apart_out = leave
        if self._workspace is not None:
            self.keep_view(self._workspace.view)
        return self._stand()

    def decide(self, make: Decide, about: Result | None = None) -> Snapshot:
        """Record what ``make`` makes of where everything stands; nothing if it gives None.

        ``about`` is the result whose rows, pairs and clusters ``make`` goes by: an earlier one of the same documents is
        decided in, as decisions name texts and files. DecisionError where the documents are others.
        """
        self._take_up()
        standing = self._standing
        if standing is None:
            raise DecisionError(f"{NOTHING_YET} Analyse a folder first.")
        if about is not None and about is not standing.result:
            if about.text_hashes is not standing.result.text_hashes:
                raise DecisionError("Nothing was decided: the documents were read again meanwhile. Select them again.")
            standing = standing_of(about, self.decisions.entries, standing.names, standing)
        entry = make(standing)
        if entry is None:
            return self.snapshot()
        self._required()
        self.decisions.record(entry)
        return self._follow(entry)

    def undo(self) -> Snapshot:
        """Take the last decision back, if there is one: keys held down come faster than they are followed."""
        return self.snapshot() if self.decisions.undo_words is None else self._follow(self.decisions.undo(), back=True)

    def redo(self) -> Snapshot:
        """Make the decision again that was undone last, if there is one."""
        return self.snapshot() if self.decisions.redo_words is None else self._follow(self.decisions.redo())

    def keep_view(self, view: dict[str, Any]) -> None:
        """Keep where the person is, and whether pairs are left out."""
        if self._workspace is not None and self._workspace.writable:
            self._workspace.keep_view({**view, _LEAVES_OUT: self._leaves_apart_out})

    def snapshot(self) -> Snapshot:
        """What everybody else may know."""
        workspace, decisions = self._workspace, self.decisions
        return Snapshot(
            path=workspace.path if workspace is not None else b"",
            writable=workspace is not None and workspace.writable,
            notices=tuple(workspace.notices) if workspace is not None else (),
            runs=workspace.runs if workspace is not None else (),
            entries=tuple(decisions.entries),
            undo_words=decisions.undo_words,
            redo_words=decisions.redo_words,
            deeds=workspace.deed_count if workspace is not None else 0,
            standing=self._standing,
            raw=self._raw,
            shown=self._shown,
            leaves_apart_out=self._leaves_apart_out,
        )

    def _required(self) -> Workspace | None:
        """The file, opened or made now if one is wanted."""
        if self._workspace is None and self._path:
            from simexplorer.workspace.data_folder import make_folder_of
            from simexplorer.workspace.opening import open_workspace

            try:
                make_folder_of(self._path)
                workspace = open_workspace(self._path, create=True)
            except WorkspaceError as error:
                raise WorkspaceError(f"{error} {SAVE_AS}") from error
            except OSError as error:
                raise WorkspaceError(
                    f"Nothing can be kept: the folder of {shown_path(self._path)} cannot be made "
                    f"({reason_of(error)}). {SAVE_AS}"
                ) from error
            if self._memory.all_entries and workspace.writable:
                workspace.take_decisions(self._memory)
            self._workspace = workspace
        return self._workspace

    def _take_up(self) -> None:
        """Write the file that only reads so far, where whoever had it has closed; what was kept meanwhile counts."""
        read = self._workspace
        if read is None or read.writable or not read.sound:
            return
        from simexplorer.workspace.opening import open_workspace

        with contextlib.suppress(WorkspaceError):  # then it stays as it is, and tells why
            opened = open_workspace(read.path)
            if not opened.writable:
                opened.close()
                return
            raw, run, analysis = self._raw, self._run, None if self._analysis is None else self._analysis()
            self._leave()
            self._workspace, self._run = opened, run
            self.stand(raw, analysis)

    def _names_of(self, result: Result) -> Names:
        """The names of its texts, looked up once for all results of the same documents."""
        if self._names is None or self._names[0] is not result.text_hashes:
            self._names = (result.text_hashes, Names(result))
        return self._names[1]

    def _leave(self) -> None:
        if self._workspace is not None:
            self._workspace.close()
        self._workspace, self._memory = None, Decisions()
        self._run, self._standing, self._shown = (None, None), None, None
        self._raw, self._analysis = None, None


def moved_path(path: bytes, old: bytes, new: bytes) -> bytes:
    """Where something is now that a folder is called ``new``; the same path where it was not in it."""
    if path == old:
        return new
    inside = os.path.join(old, b"")
    return os.path.join(new, path.removeprefix(inside)) if path.startswith(inside) else path


def _save(workspace: Workspace, saving: Saving, run: int | None) -> int:
    return workspace.save_result(
        saving.result, sources=saving.sources, known=saving.known, left_out=saving.left_out, run=run
    )
