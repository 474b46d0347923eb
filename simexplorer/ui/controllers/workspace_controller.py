"""The workspace in the window: opened, saved by itself, saved under another name, gone on with where one left off."""

from __future__ import annotations

import base64
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QFileDialog

from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.keeping import Keeping
from simexplorer.ui.controllers.kept_workspace import KeptWorkspace, Opened, Saving, Snapshot
from simexplorer.ui.controllers.opening_controller import WORKSPACE_ENDING, shown, title_of
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job
from simexplorer.ui.models.path_filter import row_of
from simexplorer.ui.theme import moments

LIGHT_PAUSE = 800  # milliseconds after the last light change before it is saved
VIEW_PAUSE = 2500  # after the last move of the person before it is kept
FILES = "Workspaces (*.simx)"


class WorkspaceController(QObject):
    """Follows sources and results, and has them kept; an opened workspace takes their place."""

    def __init__(self, workbench: Workbench, keeping: Keeping) -> None:
        super().__init__(workbench.window)
        self._bench, self._keeping = workbench, keeping
        self._settings, self._session = workbench.settings, workbench.session
        self._token: object = object()
        self._attaching = False
        self._restored: Result | None = None
        self._light = self._timer(LIGHT_PAUSE, self._save)
        self._moved = self._timer(VIEW_PAUSE, self._keep_view)
        menus = workbench.menus
        opener = menus.add("file", "Open workspace…", self.ask_for_workspace)
        files = menus.menu("file")
        files.insertAction(next((a for a in files.actions() if a.isSeparator()), opener), opener)
        self.save_as = menus.add("file", "Save workspace as…", self.ask_where_to_save, "Ctrl+Shift+S")
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
            self.open(last)

    def open(self, path: bytes) -> None:
        """Open a saved workspace; a sentence says so if that cannot be."""
        token, make = object(), self._session.make

        def opened(found: Opened) -> None:
            self._token = token
            self._take_over(found)

        self._bench.status.say(f"Opening {shown(path)} …")
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
        chosen, _ = QFileDialog.getSaveFileName(self._bench.window, "Save the workspace as", proposed, FILES)
        if chosen:
            path = os.fsencode(chosen)
            self.save_to(path if path.endswith(WORKSPACE_ENDING) else path + WORKSPACE_ENDING)

    def save_to(self, path: bytes) -> None:
        """Write everything to another file and go on with that one."""
        saving = self._saving(self._keeping.now.raw) if self._keeping.now.raw is not None else None

        def saved(snapshot: Snapshot) -> None:
            self._keeping.take(snapshot)
            self._settings.setValue(self._key_of_sources(), _stored(snapshot.path))
            self._bench.status.say(f"Saved to {shown(snapshot.path)}")

        self._keeping.ask(lambda kept, _job: kept.save_as(path, saving), saved)

    # following -------------------------------------------------------------------------------------------------------
    def _on_sources_changed(self) -> None:
        self._light.stop()
        self._restored = None
        self._token = token = object()
        if self._attaching:
            return
        sources, make = self._session.sources, self._session.make
        remembered = self._remembered(self._key_of_sources())
        by_itself = self._settings.value("keepWorkspaces", True, bool)

        def attach(kept: KeptWorkspace, _job: Job) -> Opened | Snapshot:
            from simexplorer.workspace.data_folder import default_workspace

            path = remembered if remembered and os.path.lexists(remembered) else None
            path = path or (default_workspace(sources) if by_itself else None)
            if path is not None and os.path.lexists(path):
                return kept.open(path, token, make, sources)
            return kept.expect(path or b"")

        def attached(found: Opened | Snapshot) -> None:
            if isinstance(found, Snapshot):
                self._keeping.take(found)
            elif found.result is not None and self._is_idle(sources):
                self._take_over(found)
            else:
                self._keeping.take(found.snapshot)

        self._keeping.ask(attach, attached)

    def _is_idle(self, sources: Sequence[bytes]) -> bool:
        session = self._session
        return session.sources == sources and session.result is None and not session.running

    def _on_running_changed(self) -> None:
        if self._session.running:
            self._token = object()  # what comes now is a run of its own

    def _on_stage(self, result: object) -> None:
        assert isinstance(result, Result)
        self._queue(self._saving(result))

    def _on_result_changed(self) -> None:
        result, session = self._session.result, self._session
        if result is None or session.growing or result is self._keeping.now.shown or result is self._keeping.now.raw:
            return
        if result is self._restored or self._bench.run.drafted:
            return
        self._restored = None  # another one has taken its place
        if session.running:
            self._save()
        else:
            self._light.start()

    def _save(self) -> None:
        self._light.stop()
        result, session = self._session.result, self._session
        if self._bench.run.drafted:
            return
        if result is self._keeping.now.shown:
            result = self._keeping.now.raw
        if result is not None and not session.growing and result is not self._restored and session.sources:
            self._queue(self._saving(result))

    def _saving(self, result: Result | None) -> Saving | None:
        session = self._session
        if result is None or session.analysis is None or not result.text_hashes.size:
            return None
        return Saving(result, session.analysis, session.sources, self._token)

    def _queue(self, saving: Saving | None) -> None:
        if saving is not None:
            self._keeping.ask(lambda kept, _job: kept.save(saving), self._keeping.take, kind=("save", saving.token))

    def _on_kept(self) -> None:
        path = self._keeping.now.path
        if path and self._remembered("workspace") != path:
            self._settings.setValue("workspace", _stored(path))
        sources = self._session.sources
        title = f"{title_of(sources)} – Similarity Explorer" if sources else "Similarity Explorer"
        self._bench.window.setWindowTitle(title)

    # going on --------------------------------------------------------------------------------------------------------
    def _take_over(self, found: Opened) -> None:
        """Show a workspace in place of what was there."""
        bench, record = self._bench, found.record
        if record is not None and record.sources and record.sources != self._session.sources:
            self._attaching = True
            try:
                token = self._token
                bench.run.open(record.sources)
                self._token = token
            finally:
                self._attaching = False
            place = record.sources[0] if len(record.sources) == 1 else os.path.commonpath(record.sources)
            bench.collection.show_sources(title_of(record.sources), shown(place))
        if found.result is not None and record is not None:
            self._restored = found.result
            bench.run.show_recipe(found.result.recipe)
            self._session.analysis = found.analysis
            self._keeping.take(found.snapshot)
            self._session.set_result(found.snapshot.shown or found.result)
            bench.status.say(f"As it was on {moments.in_words(record.saved)}. Analyse again to see what is new.")
            self._go_to(found.view, found.result)
        else:
            self._keeping.take(found.snapshot)
            bench.status.say("")
        self._show_notices(found.snapshot)

    def _go_to(self, view: dict[str, Any], result: Result) -> None:
        bench = self._bench
        if isinstance(view.get("filter"), str):
            bench.bar.filter.setText(view["filter"])
        chosen = view.get("selected")
        rows = [_row_of(result, name) for name in chosen] if isinstance(chosen, list) else []
        if isinstance(view.get("view"), str):
            bench.views.show_view(view["view"])
        bench.selection.select(tuple(row for row in rows if row is not None))

    def _show_notices(self, snapshot: Snapshot) -> None:
        if snapshot.notices:
            advice = "" if snapshot.writable else " To decide and to keep what you do, use Save workspace as…"
            self._bench.message.say(" ".join(snapshot.notices) + advice)

    def _on_not_opened(self, error: object) -> None:
        self._bench.status.say("The workspace was not opened.")
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
        if self._light.isActive():
            self._save()
        self._moved.stop()
        self._keep_view()
        self._keeping.finish()

    # settings --------------------------------------------------------------------------------------------------------
    def _remembered(self, key: str) -> bytes:
        stored = self._settings.value(key, "")
        return base64.b64decode(stored) if isinstance(stored, str) and stored else b""

    def _key_of_sources(self) -> str:
        return "workspaceOf/" + base64.urlsafe_b64encode(b"\0".join(sorted(self._session.sources))).decode("ascii")

    def _place(self) -> str:
        path, sources = self._keeping.now.path, self._session.sources
        named = path and self._remembered(self._key_of_sources()) == path
        return os.fsdecode(os.path.dirname(path if named else sources[0])) if named or sources else str(Path.home())

    def _timer(self, pause: int, act: Any) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(pause)
        timer.timeout.connect(act)
        return timer


def _stored(path: bytes) -> str:
    return base64.b64encode(path).decode("ascii")


def _row_of(result: Result, name: object) -> int | None:
    try:
        return row_of(result.documents.paths, base64.b64decode(str(name), validate=True))
    except ValueError:
        return None


def _ignore(_error: object) -> None:
    """Where the person is matters less than that nothing disturbs."""
