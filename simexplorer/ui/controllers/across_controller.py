"""Compare two folders: one is the reference, only pairs that lead from it to the rest count."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog

from simexplorer.documents.listing import Paths, shown_path
from simexplorer.pipeline.between_folders import BetweenFolders, pairs_between
from simexplorer.pipeline.measure_words import limit_words
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.empty_views import say_filtered_out, say_lacking, say_not_yet
from simexplorer.ui.controllers.lacking import not_yet
from simexplorer.ui.controllers.view_words import of_filter
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job
from simexplorer.ui.models.across_table import outsiders_listed, pairs_listed
from simexplorer.ui.models.decided_listing import DecidedRows
from simexplorer.ui.models.folder_index import FolderIndex, Span
from simexplorer.ui.panels.across_panel import AcrossPanel
from simexplorer.ui.theme import numbers

_MOST_FOLDERS = 300


class _Folder(Struct, frozen=True):
    """A folder, table or archive that can be the reference: its rows are ``first`` to ``last`` (exclusive)."""

    name: str
    path: bytes
    first: int
    last: int


class _Across(Struct, frozen=True):
    reference: _Folder
    listing: DecidedRows
    outside: int
    known: int
    shown: str


class AcrossController(QObject):
    """Offers the folders of the collection as references and lists what leads across."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench, self._session = workbench, workbench.session
        self.panel = AcrossPanel()
        self._table = workbench.add_list("across", self.panel)
        self._jobs = workbench.jobs("across").hand_to(self._on_compared)
        self._folder_jobs = workbench.jobs("references").hand_to(self._on_folders)
        self._folders: dict[str, _Folder] = {}
        self._paths: Paths | None = None  # whose folders were asked for last
        self._of: Paths | None = None  # whose these folders are
        self._reference = ""
        self._wanted: bytes | None = None
        self._across: _Across | None = None
        panel = self.panel
        panel.reference_chosen.connect(self._on_reference)
        panel.shown_changed.connect(self._compare)
        panel.only_changed.connect(self._on_only)
        panel.open_requested.connect(self.open_two)
        self._table.arranged.connect(self._say)
        self._session.show_with(self._on_result_changed)
        self._session.running_changed.connect(self._say)
        self._session.sources_changed.connect(self._on_sources)
        workbench.tabs.currentChanged.connect(self._on_result_changed)
        workbench.filter.mask_changed.connect(self._put)
        workbench.menus.add(
            "analysis",
            "Compare with a reference folder",
            partial(workbench.tabs.show_view, "across"),
            tip="Only pairs that lead across",
            group="questions",
        )
        tip = "The first one is the reference"
        workbench.menus.add("analysis", "Compare two folders…", self.open_two, tip=tip, group="questions")
        self._say()

    def open_two(self) -> None:
        """Let the person choose two folders; the first is the reference."""
        window = self._workbench.window
        sources = self._session.sources
        place = os.fsdecode(os.path.dirname(sources[0])) if sources else str(Path.home())
        first = QFileDialog.getExistingDirectory(window, "First the reference: what is known already", place)
        if not first:
            return
        other = f"Beside {os.path.basename(first)}: the other folder, what is to be looked at"
        second = QFileDialog.getExistingDirectory(window, other, os.path.dirname(first))
        if second:
            self.compare_folders(os.fsencode(first), os.fsencode(second))

    def compare_folders(self, reference: bytes, other: bytes) -> None:
        """Open both, analyse them across only, and show what leads from one to the other.

        A reference that lies inside the other is compared with the rest of it.
        """
        known, looked_at = (os.path.join(os.path.realpath(one), b"") for one in (reference, other))
        if looked_at.startswith(known):
            where = "is the reference itself" if known == looked_at else f"lies inside {shown_path(reference)}"
            self._workbench.message.refuse(f"{shown_path(other)} {where}. Choose another folder beside the reference.")
            return
        if not self._workbench.opening.open([other] if known.startswith(looked_at) else [reference, other]):
            return
        run = self._workbench.run
        self._wanted = os.path.realpath(reference)
        run.show_recipe(run.recipe.replace(reference=os.fsdecode(self._wanted)))
        self._workbench.tabs.show_view("across")
        run.analyse()

    def _on_sources(self) -> None:
        """A reference that lies in none of the folders opened now is none any more."""
        run = self._workbench.run
        if run.recipe.reference is None:
            return
        reference = os.path.join(os.path.realpath(os.fsencode(run.recipe.reference)), b"")
        if not any(reference.startswith(os.path.join(os.path.realpath(one), b"")) for one in self._session.sources):
            self._wanted = None
            run.show_recipe(run.recipe.replace(reference=None))

    def _on_result_changed(self) -> None:
        """Look for the folders, and compare, when the view is in front."""
        result = self._session.result
        if self._across is not None and result is not None and result.documents.paths is not self._across.listing.paths:
            self._across = None  # of other documents: no filter fits it, and no row of it is one of theirs
            self._table.show(None, None)
        if result is None or self._session.growing:
            if result is None:
                self._paths, self._folders, self._across = None, {}, None
                self.panel.show_folders([], "")
                self._table.show(None, None)
            self._say()
            return
        self.panel.show_only(result.recipe.reference is not None)
        paths = result.documents.paths
        if paths is not self._paths:
            self.panel.reference.setEnabled(True)  # its folders are looked for later, and it takes the keyboard at once
        if self._workbench.tabs.currentWidget() is not self.panel:
            return
        if paths is not self._paths:
            self._paths = paths
            self._folder_jobs.start(lambda _job: (paths, folders_of(paths)))
        else:
            self._compare()

    def _on_folders(self, folders: object) -> None:
        assert isinstance(folders, tuple)
        self._of, found = folders
        self._folders = {f"{folder.first}:{folder.last}:{folder.name}": folder for folder in found}
        result = self._session.result
        reference = None if result is None else _reference_of(result)
        wanted = self._wanted if reference is None else reference
        keys = [key for key, folder in self._folders.items() if folder.path == wanted]
        self._reference = keys[0] if keys else self._reference if self._reference in self._folders else ""
        shown = [(key, f"{one.name}  ({numbers.count(one.last - one.first)})") for key, one in self._folders.items()]
        self.panel.show_folders(shown, self._reference)
        self._compare()

    def _on_reference(self, key: str) -> None:
        self._reference = key
        folder = self._folders.get(key)
        self._wanted = None if folder is None else folder.path
        if self.panel.only.isChecked():
            self.panel.show_only(folder is not None)
            self._on_only(folder is not None)
        self._compare()

    def _on_only(self, on: bool) -> None:
        run, folder = self._workbench.run, self._folders.get(self._reference)
        reference = os.fsdecode(folder.path) if on and folder is not None else None
        if on and folder is None:
            self.panel.show_only(False)
        elif reference != run.recipe.reference:
            run.show_recipe(run.recipe.replace(reference=reference))
            run.analyse()

    def _compare(self, _shown: str = "") -> None:
        result, folder, shown = self._session.result, self._folders.get(self._reference), self.panel.shown.value()
        if result is None or folder is None or result.documents.paths is not self._of or not _sought(result, folder):
            self._across = None
            self._put()
            return

        def compare(_job: Job) -> _Across:
            inside = np.zeros(len(result.documents), np.bool_)
            inside[folder.first : folder.last] = True
            found = pairs_between(result, inside)
            outside = int(np.count_nonzero(~inside & result.present))
            return _Across(folder, _listing(found, inside, result, shown), outside, int(found.known.size), shown)

        self._jobs.start(compare)

    def _on_compared(self, across: object) -> None:
        assert isinstance(across, _Across)
        result = self._session.result
        wanted = across.reference == self._folders.get(self._reference)
        if wanted and result is not None and result.documents.paths is across.listing.paths:
            self._across = across
            self._put()

    def _put(self) -> None:
        listing = None if self._across is None else self._across.listing
        self._table.show(listing, self._workbench.filter.mask())
        self._say()

    def _say(self) -> None:
        panel, across, rows = self.panel, self._across, self._table.model.rowCount()
        panel.show_filled(rows > 0)
        self._workbench.tabs.show_count("across", self._table.model.all_rows)
        folder = self._folders.get(self._reference)
        if not rows:
            self._say_why(folder)
        if across is not None and rows:
            every = self._table.model.all_rows
            listed = f" · {numbers.counted(every, 'pair across', 'pairs across')}" if across.shown == "pairs" else ""
            new = across.outside - across.known
            words = (
                f"Outside {across.reference.name}: {numbers.count(across.known)} of "
                f"{numbers.counted(across.outside, 'document')} known there, {numbers.count(new)} new"
            )
            panel.sum_up(of_filter(words + listed, self._table))

    def _say_why(self, folder: _Folder | None) -> None:
        """What stands in place of the list."""
        empty, session, table = self.panel.empty, self._session, self._table
        if session.result is None:
            opens = not session.sources
            button = "Open two folders…" if opens else "" if session.running else "Analyse"
            empty.say(
                "What of one folder is known in another?",
                "Analyse the collection and choose one of its folders as the reference, or open two folders.",
                button,
                self.open_two if opens else self._workbench.bar.analyse.click,
            )
        elif say_lacking(empty, session):
            return
        elif session.growing:
            empty.say("What of one folder is known in another?", not_yet(session))
        elif not self._folders and self._of is session.result.documents.paths:
            empty.say(
                "There is no folder to compare with the rest",
                "All documents lie in one folder. Open two: the first is the reference.",
                "Open two folders…",
                self.open_two,
            )
        elif folder is None:
            empty.say("Choose the reference above", "Only pairs that lead from it to the rest are listed.")
        elif not _sought(session.result, folder):
            say_not_yet(empty, session, self._workbench.bar.analyse.click, "What of one folder is known in another?")
        elif table.filtered and table.model.all_rows:
            say_filtered_out(empty, self._workbench.filter.clear, "No pair across matches the filter")
        else:
            limit = limit_words(session.result.recipe, spell=numbers.decimal)
            empty.say("Nothing leads across", f"No pair between {folder.name} and the rest is {limit}.")


def _sought(result: Result, folder: _Folder) -> bool:
    """Whether a run looked for pairs of this folder: one across only knows of no others."""
    reference = _reference_of(result)
    return reference is None or reference == os.path.realpath(folder.path)


def _reference_of(result: Result) -> bytes | None:
    """The folder that a run looked across from, without links; None where it looked for all pairs."""
    reference = result.recipe.reference
    return None if reference is None else os.path.realpath(os.fsencode(reference))


def folders_of(paths: Paths) -> list[_Folder]:
    """The folders, tables and archives on the first two levels that branch, by path, at most so many."""
    index = FolderIndex(paths, archives=True)
    whole = index.whole
    while len(below := index.children(whole)) == 1 and below[0].last - below[0].first == len(paths):
        whole = below[0]
    found: list[_Folder] = []

    def add(span: Span) -> None:
        raw, row = paths.raw(span.first)[: span.depth], span.first
        if paths.container[row] >= 0:  # inside an archive, of which the whole can be the reference
            return
        root = paths.roots[paths.root_of[row]]
        inner = raw[int(paths.prefix_length[row]) :]
        path = os.path.join(root, inner.rstrip(b"/")) if inner else root
        found.append(_Folder(shown_path(raw).rstrip("/"), path, span.first, span.last))

    for top in index.children(whole):
        add(top)
        for folder in index.children(top):
            if len(found) < _MOST_FOLDERS:
                add(folder)
    return found[:_MOST_FOLDERS]


def _listing(found: BetweenFolders, inside: NDArray[np.bool_], result: Result, shown: str) -> DecidedRows:
    if shown == "pairs":
        return pairs_listed(found, result)
    return outsiders_listed(found, inside, result, shown == "known")
