"""Looks up the first words of the documents that are painted now, a batch at a time, off the main thread."""

from __future__ import annotations

from PySide6.QtCore import QObject

from simexplorer.documents.listing import Documents
from simexplorer.errors import SimExplorerError
from simexplorer.pipeline.first_words import first_words, first_words_of, is_nameless
from simexplorer.ui.controllers.evidence_controller import Texts
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.models.first_words import FirstWords, Wanted
from simexplorer.ui.pauses import after_pause

BATCH = 256  # documents: more than the lists of a large screen show at a time
_LOOKED_AT = 240  # characters of a text that is at hand
_GATHERED = 16  # milliseconds in which one painting asks for all that it shows
_KEY = "firstWordsBesideAll"


class WordsController(QObject):
    """Fills the window's ``FirstWords`` and keeps the choice of the menu."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench.window)
        self._bench = bench
        self.words = FirstWords(bench.window)
        self.jobs = bench.jobs("words", gives_way=True).hand_to(self._on_found, self._on_failed)
        self._told: Documents | None = None
        self._asked: Wanted | None = None
        self._read: Texts | None = None
        self._gathering = after_pause(self, _GATHERED, self._look_up)
        self.beside_all = bench.menus.add(
            "view",
            "First words beside all names",
            self._on_beside_all,
            tip="Messages, rows of a table and files called by a number or checksum always have theirs; of other "
            "documents they are shown in the tooltip unless this is on.",
        )
        self.beside_all.setCheckable(True)
        self.beside_all.setChecked(bench.settings.value(_KEY, False, bool))  # type: ignore[arg-type]
        self.words.set_beside_all(self.beside_all.isChecked())
        bench.session.result_changed.connect(self._on_result_changed)
        self.words.asked.connect(self._gather)
        self.jobs.ended.connect(self._look_up)
        bench.evidence.texts.succeeded.connect(self._on_texts)
        bench.selection.changed.connect(self._on_selected)
        self.words.arrived.connect(self._head_texts)

    @property
    def busy(self) -> bool:
        """Whether words are wanted that may still come."""
        return self._gathering.isActive() or self.jobs.running

    def _on_beside_all(self) -> None:
        self.words.set_beside_all(self.beside_all.isChecked())
        self._bench.settings.setValue(_KEY, self.beside_all.isChecked())

    def _on_result_changed(self) -> None:
        result = self._bench.session.result
        documents = None if result is None else result.documents
        if documents is not self._told:
            self._told = documents
            self.words.begin(None if documents is None else documents.paths)

    def _on_selected(self, documents: tuple[int, ...]) -> None:
        if not documents:  # texts may be large, and nothing is above them any more
            self._read = None

    def _on_texts(self, read: object) -> None:
        self._read = read if isinstance(read, Texts) else None
        self._head_texts()

    def _head_texts(self) -> None:
        """Above the texts that are compared, too: who reads them has left their beginning behind."""
        read, result, compare = self._read, self._bench.session.result, self._bench.compare
        if read is None or result is None or compare.left.view.shown is not read.left[1]:
            return
        rows: list[int | None] = list(read.documents)
        if read.beside is not None:
            rows.insert(len(rows) if read.beside.swapped else 0, None)
        paths = result.documents.paths
        for side, row in zip((compare.left, compare.right), rows, strict=False):
            text = side.view.shown.text[:_LOOKED_AT]
            beside = row is not None and (self.words.beside_all or (row < len(paths) and is_nameless(paths, row)))
            cut = len(side.view.shown) > len(text)
            side.say_words(first_words(text.encode("utf-8", "replace"), cut=cut) if beside else "")

    def _gather(self) -> None:
        if not self._gathering.isActive() and not self.jobs.running:
            self._gathering.start()

    def _look_up(self) -> None:
        if self.jobs.running:
            return
        analysis, wanted = self._bench.session.analysis, self.words.take_wanted(BATCH)
        if analysis is not None and wanted is not None:
            self._asked = wanted
            self.jobs.start(lambda _job: (wanted, first_words_of(analysis, wanted.paths, wanted.rows)))

    def _on_found(self, found: object) -> None:
        assert isinstance(found, tuple)
        self.words.put(*found)

    def _on_failed(self, error: Exception) -> None:
        """Names stand without words; a bug goes on to the crash dialog."""
        if self._asked is not None:
            self.words.put(self._asked, [""] * len(self._asked.rows))
        if not isinstance(error, SimExplorerError | OSError):
            raise error
