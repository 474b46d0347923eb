"""Documents of a saved result read again from their files: which still say what they said, and what they say."""

from __future__ import annotations

import os
import stat
import threading
from collections import defaultdict
from collections.abc import Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.listing import Paths
from simexplorer.documents.sources import RealPaths
from simexplorer.documents.system_calls import modified_ns
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.documents.workers import WorkerPool
from simexplorer.errors import InputError
from simexplorer.offsets import offsets_of
from simexplorer.pipeline.reading import Readable, Reader
from simexplorer.pipeline.reading_options import encodings_by_file, options_anew
from simexplorer.pipeline.result import Signed, says_something
from simexplorer.search.distinct import stand_in
from simexplorer.signatures.text_signer import TextSigner
from simexplorer.workspace.naming import Rows

MOST_FOLDERS = 64  # each is held open while a batch is read
_TRIES = 3
_MOST_HELD = 4  # containers whose members are known by name


class Rereading:
    """Some documents (files of at most MOST_FOLDERS folders) opened once more; to be closed.

    follow : those too that the run reached through links
    readers : processes that read, where somebody lends them
    found : (m,) whether each of ``rows`` is still there under its path
    """

    def __init__(self, result: Signed, rows: Rows, *, follow: bool = False, readers: WorkerPool | None = None) -> None:
        self._result = result
        self._corpus, self._real = _opened(result, rows, follow and result.recipe.follow_links)
        self._members: dict[bytes, NDArray[np.int64]] = {}  # rows of what a container holds, as it was read
        if self._corpus is not None:
            if readers is not None:
                self._corpus.read_by(readers)
            self._reader = Reader(self._corpus, result.recipe)
            self._signer = TextSigner(self._reader.cutter, 1, result.recipe.seed)
        self.turn_to(rows)

    def turn_to(self, rows: Rows) -> None:
        """Documents of the same files in place of the present ones: no file is listed or taken apart again."""
        self._rows, self._place = rows, np.full(rows.size, -1)
        if self._corpus is not None:
            self._find(self._corpus)
        self.found = self._place >= 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def place_of(self, row: int) -> Rows:
        """(1,) a position of this document, which is one of ``rows``."""
        return np.array([self._rows.tolist().index(row)])

    def unchanged(self, which: Rows) -> NDArray[np.bool_]:
        """Whether the documents at these positions of ``rows`` say, read now, what they said; after normalisation."""
        return np.array([text is not None for text in self.texts(which)], np.bool_)

    def untouched(self, which: Rows) -> NDArray[np.bool_]:
        """Whether the files of these documents have the size and the time of change that the run found."""
        documents = self._result.documents
        same = np.zeros(which.size, np.bool_)
        for place, position in enumerate(which.tolist()):
            row = documents.paths.file_row(int(self._rows[position]))
            try:
                about = os.lstat(documents.paths.file(row))
            except OSError:
                continue
            same[place] = (about.st_size, modified_ns(about)) == (documents.size[row], documents.modified_ns[row])
        return same

    def texts(self, which: Rows) -> list[bytes | None]:
        """The texts, UTF-8, each read once; None where it is gone or says something else now, after normalisation."""
        texts: list[bytes | None] = [None] * which.size
        there = np.flatnonzero(self.found[which])
        if there.size and self._corpus is not None:
            buffer, rows = TextBuffer(), self._rows[which[there]]
            self._corpus.read(self._place[which[there]], buffer)
            signed = self._reader.sign_texts(self._reader.filtered(buffer), self._signer)
            equal = np.all(signed.text_hashes == self._result.text_hashes[rows], axis=1) & says_something(
                signed.text_hashes
            )
            for place in np.flatnonzero(equal).tolist():
                texts[there[place]] = buffer.text(place)
        return texts

    def close(self) -> None:
        """Let go of the files."""
        if self._corpus is not None:
            self._corpus.close()

    def _find(self, corpus: Corpus) -> None:
        """Match the documents with what is there now; containers are read for their members first."""
        paths = self._result.documents.paths
        wanted: defaultdict[bytes, list[int]] = defaultdict(list)
        for place, row in enumerate(self._rows.tolist()):
            file = paths.file(row)
            wanted[self._real.get(file, file)].append(place)
        files = np.flatnonzero(corpus.paths.container < 0).tolist()
        row_of = {file: row for row in files if (file := corpus.paths.file(row)) in wanted}
        inside = [file for file in row_of if paths.container[self._rows[wanted[file]]].max() >= 0]
        if fresh := [row_of[file] for file in inside if file not in self._members]:
            corpus.read(np.array(fresh), TextBuffer())
            found = corpus.discovered()
            container = corpus.paths.container[found]
            self._members |= {corpus.paths.file(row): found[container == row] for row in fresh}
        for file, row in row_of.items():
            of_file: defaultdict[bytes, list[int]] = defaultdict(list)
            for place in wanted[file]:
                of_file[_member(paths, int(self._rows[place]))].append(place)
            self._place[of_file.pop(b"", [])] = row
            if of_file:
                self._match(corpus.paths, of_file, self._members[file])

    def _match(self, present: Paths, wanted: dict[bytes, list[int]], rows: NDArray[np.int64]) -> None:
        """Find the members of one container: each is looked for where it stood, then among all."""
        container = self._result.documents.paths.container
        for name, places in list(wanted.items()):
            stood = int(self._rows[places[0]] - container[self._rows[places[0]]]) - 1
            if stood < rows.size and _member(present, int(rows[stood])) == name:
                self._place[wanted.pop(name)] = rows[stood]
        for row in rows.tolist() if wanted else ():
            self._place[wanted.get(_member(present, row), [])] = row


class HeldContainers:
    """Archives, mailboxes and tables that stay open for what is asked of them next, as long as they are untouched.

    Those asked last; to be closed. For one thread at a time.
    """

    def __init__(self, result: Signed) -> None:
        self._result = result
        self._held: dict[int, Rereading] = {}  # by their rows

    def turned_to(self, rows: Rows) -> Rereading:
        """Documents of one container, read from it as it is now; they hold until the next are asked for."""
        key = int(self._result.documents.paths.container[rows[0]])
        again = self._held.pop(key, None)
        if again is not None and not again.untouched(np.zeros(1, np.int64)).all():
            again.close()
            again = None
        if again is None:
            again = Rereading(self._result, rows, follow=True)
        else:
            again.turn_to(rows)
        self._held[key] = again
        if len(self._held) > _MOST_HELD:
            self._held.pop(next(iter(self._held))).close()
        return again

    def close(self) -> None:
        """Let go of the files."""
        for again in self._held.values():
            again.close()
        self._held.clear()


class SavedTexts(Readable):
    """Where a reader expects a collection: the saved documents, read again in batches; safe from several threads.

    A document that is gone or says something else when it is read reads as empty and is ``lost``; one that
    had no text reads as empty whatever became of it, as it did in the run. To be closed.
    """

    def __init__(self, result: Signed) -> None:
        self._result = result
        self._lock = threading.Lock()
        self._held = HeldContainers(result)
        self._readers = WorkerPool()  # texts are mostly asked for one by one: a process starts in a tenth of a second
        self._over = False
        self._lost: set[int] = set()

    def reader(self, left_out: NDArray[np.uint64]) -> Reader:
        """What cuts them as the run did, without the shingles (sorted ids) that it left out."""
        reader = Reader(self, self._result.recipe)
        return reader.leaving_out(left_out) if left_out.size else reader

    def read(self, rows: NDArray[np.int64], buffer: TextBuffer) -> None:
        """Fill ``buffer`` with the texts of these rows, in order."""
        texts: list[bytes] = []
        with self._lock:
            for batch in batches(self._result.documents.paths, rows):
                read = self._texts(batch)
                texts += [text or b"" for text in read]
                unread = batch[[text is None for text in read]]
                lost = unread[says_something(self._result.text_hashes[unread])].tolist()
                self._lost -= set(batch.tolist()).difference(lost)  # what was out of reach may be there again
                self._lost |= set(lost)
        offsets = offsets_of([len(text) for text in texts])
        buffer.reserve(int(offsets[-1]))
        buffer.data[: offsets[-1]] = np.frombuffer(b"".join(texts), np.uint8)
        buffer.finish(offsets)

    def lost(self, rows: Rows) -> NDArray[np.bool_]:
        """(m,) which of these could not be read again as they were, when they were read last."""
        with self._lock:
            return stand_in(rows, np.array(sorted(self._lost), np.int64))

    def _texts(self, rows: Rows) -> list[bytes | None]:
        """Those of a batch; a container is held open for what is asked of it next."""
        container, all_of_them = self._result.documents.paths.container[rows], np.arange(rows.size)
        if container[0] >= 0 and (container == container[0]).all() and not self._over:
            return self._held.turned_to(rows).texts(all_of_them)
        readers = None if self._over else self._readers
        with Rereading(self._result, rows, follow=True, readers=readers) as again:
            return again.texts(all_of_them)

    def close(self) -> None:
        """Let go of the files."""
        with self._lock:
            self._over = True
            self._held.close()
            self._readers.close()

    def text(self, row: int) -> str | None:
        """The text of one document for people to read; None if it is gone or says something else now."""
        buffer = TextBuffer()
        self.read(np.array([row]), buffer)
        return None if row in self._lost else buffer.text(0).decode("utf-8", "replace")


def batches(paths: Paths, rows: Rows) -> list[Rows]:
    """Rows in their order, cut so that each batch lies in at most MOST_FOLDERS folders."""
    cut: list[list[int]] = [[]]
    folders: set[bytes] = set()
    for row in rows.tolist():
        folder = os.path.dirname(paths.file(row))
        if folder not in folders and len(folders) == MOST_FOLDERS:
            cut.append([])
            folders.clear()
        folders.add(folder)
        cut[-1].append(row)
    return [np.array(batch, np.int64) for batch in cut if batch]


def _opened(result: Signed, rows: Rows, follow: bool) -> tuple[Corpus | None, dict[bytes, bytes]]:
    """The files of these rows that are there, None if there are none; and the real path of each."""
    paths = result.documents.paths
    encodings = encodings_by_file(result.recipe, paths, map(paths.file_row, rows.tolist()))
    files = sorted({paths.file(int(row)) for row in rows.tolist()})
    for _ in range(_TRIES):
        there = _present(files, follow)
        if not there:
            break
        try:
            named, chosen = (
                list(there.values()),
                {there[file]: encodings[file] for file in there.keys() & encodings.keys()},
            )
            return Corpus.open(named, options_anew(result.recipe, named, chosen)), there
        except InputError:  # one vanished between looking and opening
            continue
    return None, {}


def _present(files: Sequence[bytes], follow: bool) -> dict[bytes, bytes]:
    """The real path of each of these files that is there; a folder in its place is none."""
    paths = RealPaths()
    real = {file: paths.of(file) for file in files}
    return {file: path for file, path in real.items() if (follow or path == file) and _is_file(path)}


def _is_file(path: bytes) -> bool:
    try:
        return not stat.S_ISDIR(os.lstat(path).st_mode)
    except OSError:
        return False


def _member(paths: Paths, row: int) -> bytes:
    """What a document is called inside of its file; nothing for the file itself."""
    return paths.raw(row)[len(paths.raw(paths.file_row(row))) :]
