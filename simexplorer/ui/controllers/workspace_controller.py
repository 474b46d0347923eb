"""The workspace in the window: opened, saved by itself, saved under another name, gone on with where one left off."""

from __future__ import annotations

import base64
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from simexplorer.documents.listing import shown_path
from simexplorer.documents.magic import WORKSPACE_ENDING
from simexplorer.errors import NotAtHandError
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.keeping import Keeping, advice_on
from simexplorer.ui.controllers.kept_workspace import KeptWorkspace, Opened, Saving, Snapshot
from simexplorer.ui.controllers.opening_controller import place_of, title_of
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.dialogs.save_dialog import ask_where_to_save
from simexplorer.ui.jobs import Job
from simexplorer.ui.models.path_search import row_of
from simexplorer.ui.pauses import after_pause
from simexplorer.ui.theme import moments

STAGE_PAUSE = 2000  # milliseconds after a stage before it is saved: a run that has ended by then saves itself once
LIGHT_PAUSE = 800  # milliseconds after the last light change before it is saved
VIEW_PAUSE = 2500  # after the last move of the person before it is kept
FILES = "Workspaces (*.simx)"
_WHERE_NOW = "If it was moved, open it where it is now (File, Open workspace…)."


class WorkspaceController(QObject):
    """Follows sources and results, and has them kept; an opened workspace takes their place."""

    def __init__(self, workbench: Workbench, keeping: Keeping) -> None:
        super().__init__(workbench.window)
        self._bench, self._keeping = workbench, keeping
        self._settings, self._session = workbench.settings, workbench.session
        self._token: object = object()
        self._asked: object = None  # the token of the workspace or documents that were asked for last
        self._follower: object = None  # the token of what was read since a run, with nobody asking for a run
        self._attaching = False
        self._restored: Result | None = None
        self._staged: Saving | None = None
        self._stage = after_pause(self, STAGE_PAUSE, self._save_stage)
        self._light = after_pause(self, LIGHT_PAUSE, self._save)
        self._moved = after_pause(self, VIEW_PAUSE, self._keep_view)
        menus = workbench.menus
        opener = menus.add("file", "Open workspace…", self.ask_for_workspace)
        files = menus.menu("file")
        files.insertAction(next((a for a in files.actions() if a.isSeparator()), opener), opener)
        tip = "Everything is saved automatically; this says where"
        self.save = menus.add("file", "Save workspace", self.save_now, "Ctrl+S", tip)
        self.save_as = menus.add("file", "Save workspace as…", self.ask_where_to_save, "Ctrl+Shift+S")
        self._session.sources_leaving.connect(self._keep_waiting)
        self._session.sources_changed.connect(self._on_sources_changed)
        self._session.running_changed.connect(self._on_running_changed)
        self._session.result_changed.connect(self._on_result_changed)
        workbench.run.stage_ended.connect(self._on_stage)
        keeping.changed.connect(self._on_kept)
        for moved in (workbench.selection.changed, workbench.tabs.view_shown, workbench.bar.filter.textChanged):
            moved.connect(self._on_moved)
        workbench.opening.open_workspace = self.open
        workbench.enders.append(self._end)

    # wishes ----------------------------------------------------------------------------------------------------------
    def resume(self) -> None:
        """Go on with the workspace of last time, if there is one."""
        last = self._remembered("workspace")
        if last and os.path.lexists(last):
            self.open(last, chosen=False)
        elif last:
            self._settings.remove("workspace")  # said once
            self._bench.message.say(f"{shown_path(last)}, open last, is not there any more. {_WHERE_NOW}")

    def open(self, path: bytes, chosen: bool = True) -> None:
        """Open a saved workspace; a sentence says so if that cannot be. One that was ``chosen`` is remembered."""
        token, make = object(), self._session.make
        self._asked = token

        def opened(found: Opened) -> None:
            if self._asked is not token:  # others were opened while this one was read
                return
            if chosen:
                self._bench.opening.remember(path)
            if found.record is not None and found.record.sources:  # also the same: what runs on them is of another one
                self._show_sources(found.record.sources)
            self._token = token
            self._take_over(found)

        self._keep_waiting()
        self._bench.message.hide()  # what was said of another one
        self._bench.status.note(f"Opening {shown_path(path)} …", until_next=True)
        self._keeping.ask(lambda kept, _job: kept.open(path, token, make), opened, self._on_not_opened)

    def ask_for_workspace(self) -> None:
        """Let the person choose a workspace."""
        chosen, _ = QFileDialog.getOpenFileName(self._bench.window, "Open a workspace", self._place(), FILES)
        if chosen:
            self._bench.opening.open([os.fsencode(chosen)])

    def ask_where_to_save(self) -> None:
        """Let the person choose where the workspace goes."""
        sources = self._session.sources
        name = (title_of(sources) if sources else "workspace") + os.fsdecode(WORKSPACE_ENDING)
        proposed = os.path.join(self._place(), name)
        ending = os.fsdecode(WORKSPACE_ENDING)
        chosen = ask_where_to_save(self._bench.window, "Save the workspace as", proposed, FILES, ending)
        if chosen:
            self.save_to(os.fsencode(chosen))

    def save_now(self) -> None:
        """Whoever wants to save is told that all is saved, and where; asked where to, if it is kept nowhere."""
        now = self._keeping.now
        if not (now.path and now.writable):
            self.ask_where_to_save()
            return
        if self._light.isActive():
            self._save()
        self._bench.status.note(f"Everything is saved automatically in {shown_path(now.path)}")

    def go_on_with(self, sources: Sequence[bytes]) -> None:
        """Have the workspace that is open go on with documents that are elsewhere now."""
        self._show_sources(sources)
        self._settings.setValue(self._key_of_sources(), _stored(self._keeping.now.path))
        self._on_kept()

    def save_to(self, path: bytes) -> None:
        """Write everything to another file and go on with that one."""
        now = self._keeping.now
        saving = None if now.path else self._saving(now.raw)  # a file that there is is copied

        def saved(snapshot: Snapshot) -> None:
            self._keeping.take(snapshot)
            self._settings.setValue(self._key_of_sources(), _stored(snapshot.path))
            self._bench.opening.remember(snapshot.path)
            self._bench.message.hide()  # what could not be saved elsewhere is saved here
            self._bench.status.note(f"Saved to {shown_path(snapshot.path)}; what you do from now on is kept there")
            if now.path and not now.writable:
                self._save()  # a run that the file which was copied could not take

        self._keeping.ask(lambda kept, _job: kept.save_as(path, saving), saved)

    # following -------------------------------------------------------------------------------------------------------
    def _on_sources_changed(self) -> None:
        self._save_stage()  # while the workspace of its documents is open
        self._restored = None
        self._token = token = object()
        if self._attaching:
            return
        self._asked = token
        sources, make = self._session.sources, self._session.make
        key = self._key_of_sources()
        remembered = self._remembered(key)
        by_itself = self._settings.value("keepWorkspaces", True, bool)
        lost: list[bytes] = []

        def attach(kept: KeptWorkspace, _job: Job) -> Opened | Snapshot:
            from simexplorer.workspace.data_folder import default_workspace

            there = bool(remembered) and os.path.lexists(remembered)
            if remembered and not there:
                lost.append(remembered)
            path = remembered if there else None
            path = path or (default_workspace(sources) if by_itself else None)
            if path is not None and os.path.lexists(path):
                return kept.open(path, token, make, sources)
            return kept.expect(path or b"")

        def attached(found: Opened | Snapshot) -> None:
            if lost:
                self._settings.remove(key)  # said once
                self._bench.message.say(
                    f"{shown_path(lost[0])}, where runs and decisions of these documents were kept, is not there any "
                    f"more. {_WHERE_NOW}"
                )
            if isinstance(found, Snapshot):
                self._keeping.take(found)
            elif found.result is not None and self._is_idle(sources):
                self._take_over(found)
            else:
                self._keeping.take(found.snapshot)

        self._keeping.ask(attach, attached)

    def _keep_waiting(self) -> None:
        """Save now what would be a moment later, while the workspace of these documents is open."""
        if not self._attaching:
            if self._light.isActive():
                self._save()
            if self._moved.isActive():
                self._keep_view()
        self._light.stop()
        self._moved.stop()

    def _is_idle(self, sources: Sequence[bytes]) -> bool:
        session = self._session
        return session.sources == sources and session.result is None and not session.running

    def _on_running_changed(self) -> None:
        result = self._session.result
        if self._session.running:
            self._token = object()  # what comes now is a run of its own
        elif result is None or result.partial:
            self._save_stage()  # of a run that left nothing better
        else:
            self._take_stage()

    def _on_stage(self, result: object, analysis: object) -> None:
        assert isinstance(result, Result)
        if analysis is self._session.analysis:  # a run that is being stopped may be one of other documents
            self._staged = self._saving(result)
            self._stage.start()

    def _save_stage(self) -> None:
        staged = self._take_stage()
        if not self._attaching:  # then another workspace is open already
            self._queue(staged)

    def _take_stage(self) -> Saving | None:
        self._stage.stop()
        staged, self._staged = self._staged, None
        return staged

    def _on_result_changed(self) -> None:
        result, session = self._session.result, self._session
        if result is None or session.growing or result is self._keeping.now.shown or result is self._keeping.now.raw:
            return
        if result is self._restored or self._bench.run.drafted:
            return
        self._restored = None  # another one has taken its place
        if self._token is not self._follower and not session.running and self._is_of_others(result):
            self._token = self._follower = object()  # the run before stays, for what is new since
        if session.running:
            self._save()
        else:
            self._light.start()

    def _is_of_others(self, result: Result) -> bool:
        """Whether a result tells of other documents, or of other texts, than the one that is kept."""
        kept = self._keeping.now.raw
        if kept is None or kept.text_hashes is result.text_hashes:
            return False
        from simexplorer.workspace.saved_analysis import says_the_same

        return not says_the_same(kept, result)

    def _save(self) -> None:
        self._light.stop()
        result, session = self._session.result, self._session
        if self._bench.run.drafted or session.answering is None:
            return
        if result is self._keeping.now.shown:
            result = self._keeping.now.raw
        if result is not None and not session.growing and result is not self._restored and session.sources:
            self._take_stage()  # what took its place is kept
            self._queue(self._saving(result))

    def _saving(self, result: Result | None) -> Saving | None:
        session = self._session
        if result is None or session.analysis is None or not result.text_hashes.size:
            return None
        try:
            known, left_out = session.analysis.known_overlaps(), session.analysis.reader.left_out
        except NotAtHandError:  # another run has begun, for which nothing is at hand yet
            return None
        return Saving(result, known, left_out, session.sources, self._token)

    def _queue(self, saving: Saving | None) -> None:
        if saving is not None:
            self._keeping.ask(lambda kept, _job: kept.save(saving), self._keeping.take, kind=("save", saving.token))

    def _on_kept(self) -> None:
        path = self._keeping.now.path
        if path and self._remembered("workspace") != path:
            self._settings.setValue("workspace", _stored(path))
        sources = self._session.sources
        reads = " (read-only)" if path and not self._keeping.now.writable else ""
        title = f"{title_of(sources)}{reads} – Similarity Explorer" if sources else "Similarity Explorer"
        self._bench.window.setWindowTitle(title)

    # going on --------------------------------------------------------------------------------------------------------
    def _take_over(self, found: Opened) -> None:
        """Show a workspace in place of what was there."""
        bench, record = self._bench, found.record
        if found.result is not None and record is not None:
            self._restored = found.result
            bench.run.show_recipe(found.result.recipe)
            self._session.analysis, self._session.stale = found.analysis, False
            self._keeping.take(found.snapshot)
            self._session.set_result(found.snapshot.shown or found.result)
            bench.status.say(f"As it was on {moments.in_words(record.saved)}. Analyse again to see what is new.")
            self._go_to(found.view, found.result)
        else:
            self._keeping.take(found.snapshot)
            bench.status.say("")
        self._show_notices(found)

    def _show_sources(self, sources: Sequence[bytes]) -> None:
        """Other documents in the window, the same workspace."""
        self._attaching = True
        try:
            self._bench.run.open(sources)
        finally:
            self._attaching = False
        self._bench.collection.show_sources(title_of(sources), place_of(sources))

    def _go_to(self, view: dict[str, Any], result: Result) -> None:
        bench = self._bench
        if isinstance(view.get("filter"), str):
            bench.bar.filter.setText(view["filter"])
        chosen = view.get("selected")
        rows = [_row_of(result, name) for name in chosen] if isinstance(chosen, list) else []
        if isinstance(view.get("view"), str):
            bench.views.show_view(view["view"])
        bench.selection.select(tuple(row for row in rows if row is not None))

    def _show_notices(self, found: Opened) -> None:
        sentences = [*found.snapshot.notices, *advice_on(found.snapshot)]
        if found.gone:
            sentences.append(
                f"{shown_path(found.gone[0])} is not there any more: lists show what was found in it, texts cannot be "
                "shown. If it was moved: File, Locate moved documents…"
            )
        if sentences:
            self._bench.message.say(" ".join(sentences))

    def _on_not_opened(self, error: Exception) -> None:
        self._bench.status.note("The workspace was not opened.")
        self._keeping.tell(error)

    # where the person is ---------------------------------------------------------------------------------------------
    def _on_moved(self, *_what: object) -> None:
        if self._session.result is not None and not self._session.growing:
            self._moved.start()

    def _view(self) -> dict[str, Any] | None:
        result = self._session.result
        if result is None:
            return None
        paths = result.documents.paths
        chosen = [base64.b64encode(paths.raw(row)).decode("ascii") for row in self._bench.selection.documents]
        return {"view": self._bench.tabs.shown(), "selected": chosen, "filter": self._bench.filter.text()}

    def _keep_view(self) -> None:
        view = self._view()
        if view is not None:
            self._keeping.ask(lambda kept, _job: kept.keep_view(view), lambda _none: None, _ignore, kind="view")

    def _end(self) -> None:
        """Before the window closes: what waits to be saved is."""
        self._keep_waiting()
        self._save_stage()
        self._keep_view()
        self._keeping.finish()

    # settings --------------------------------------------------------------------------------------------------------
    def _remembered(self, key: str) -> bytes:
        """A path from the settings; empty where there is none, or none that can be read."""
        stored = self._settings.value(key, "")
        try:
            return base64.b64decode(stored) if isinstance(stored, str) else b""
        except ValueError:
            return b""

    def _key_of_sources(self) -> str:
        return "workspaceOf/" + base64.urlsafe_b64encode(b"\0".join(sorted(self._session.sources))).decode("ascii")

    def _place(self) -> str:
        path, sources = self._keeping.now.path, self._session.sources
        named = path and self._remembered(self._key_of_sources()) == path
        return os.fsdecode(os.path.dirname(path if named else sources[0])) if named or sources else str(Path.home())


def _stored(path: bytes) -> str:
    return base64.b64encode(path).decode("ascii")


def _row_of(result: Result, name: object) -> int | None:
    try:
        return row_of(result.documents.paths, base64.b64decode(str(name), validate=True))
    except ValueError:
        return None


def _ignore(_error: Exception) -> None:
    """Where the person is matters less than that nothing disturbs."""
