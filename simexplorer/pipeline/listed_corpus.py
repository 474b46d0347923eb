"""The corpus of an analysis: listed on first use, and again where files are to be read anew or in another way."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from simexplorer.documents.array_cache import ArrayCache
from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import Paths
from simexplorer.documents.options import ReadOptions
from simexplorer.errors import Cancelled, NotAtHandError
from simexplorer.pipeline.progress import Progress


class ListedCorpus:
    """Holds one corpus at a time. ``of`` and ``let_go`` are called by who runs, the rest by any thread."""

    def __init__(self, sources: Sequence[bytes], cache: ArrayCache | None) -> None:
        self._sources, self._cache = sources, cache
        self._present: tuple[ReadOptions, Corpus] | None = None
        self._anew: tuple[bytes, ...] = ()

    def is_read_by(self, options: ReadOptions) -> bool:
        """Whether the corpus at hand is read so."""
        return self._present is not None and self._present[0] == options

    def of(self, options: ReadOptions, progress: Progress) -> Corpus:
        """The corpus that is read so; where it is listed anew, which may raise Cancelled, none is at hand meanwhile."""
        present = self._present
        if present is not None and present[0] == options:
            return present[1]
        self.let_go()
        progress.begin("Listing files", 0, "files")
        corpus = Corpus.open(
            self._sources,
            options,
            lambda count: progress.advance(count - progress.state().done),
            self._cache,
            self._anew,
        )
        self._present, self._anew = (options, corpus), ()
        return corpus

    def read_again(self, paths: Collection[bytes]) -> None:
        """Have the next listing come before the next run, and these files read in any case."""
        self.let_go()
        self._anew = tuple(paths)

    def let_go(self) -> None:
        """Close what is at hand."""
        present, self._present = self._present, None
        if present is not None:
            present[1].close()

    def text(self, paths: Paths, row: int) -> str:
        """The text of this row of ``paths``; NotAtHandError where it is another document here, or none yet."""
        present = self._present
        if present is not None:
            corpus = present[1]
            with suppress(Cancelled):  # it was closed meanwhile
                if corpus.is_row_of(paths, row):
                    text = corpus.text(row)
                    if corpus.is_row_of(paths, row):  # the rows were not put in order meanwhile
                        return text
        raise NotAtHandError

    def beginnings(self, paths: Paths, rows: Sequence[int]) -> list[bytes]:
        """The first bytes of the texts of these rows of ``paths``, where they lie ready; see ``Corpus.beginnings``."""
        present = self._present
        return [b""] * len(rows) if present is None else present[1].beginnings(paths, rows)
