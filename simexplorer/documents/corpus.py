"""Documents of some sources: listed once, read in chunks any number of times."""

from __future__ import annotations

import codecs
import threading
import time
import uuid
from collections.abc import Callable, Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents import system_calls
from simexplorer.documents.array_cache import ArrayCache
from simexplorer.documents.beginnings import is_row_of, read_beginning, ready_beginnings
from simexplorer.documents.chunks import needs_reader, plan_chunks
from simexplorer.documents.collection_memory import as_words, memory_key, recall, remember
from simexplorer.documents.decode import require_codec
from simexplorer.documents.first_reading import FirstReading
from simexplorer.documents.listing import Documents, Paths, Status
from simexplorer.documents.opened_folders import opened_folders
from simexplorer.documents.opening import CHANGED, File, words_for
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.outcomes import Outcome
from simexplorer.documents.portable_reading import file_bytes, read_rows_portably
from simexplorer.documents.previews import TablePreview
from simexplorer.documents.read_kernels import (
    DONE,
    FAILED,
    LOOK,
    NO_TEXT,
    PATH_BYTES,
    READER,
    UNREAD,
    ReadOrder,
    read_rows,
)
from simexplorer.documents.settling import PlainTexts, Settler
from simexplorer.documents.short_texts import ShortTexts
from simexplorer.documents.sources import Source
from simexplorer.documents.spool import Spool
from simexplorer.documents.table import DocumentTable
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.documents.under_way import do_nothing
from simexplorer.documents.walk import ignore_count, listed
from simexplorer.documents.workers import WorkerPool
from simexplorer.errors import Cancelled
from simexplorer.kernel_words import PADDING

_MADE_AT_ONCE = 16 * 2**20  # bytes of the texts of one chunk that are made without a reading process


class Corpus:
    """Documents of some sources. ``read`` may run in several threads for disjoint rows; all else in one.

    known : (n,) int64, what number each row had in the run whose ``remember`` gave ``known_stamp``; -1 for news
    """

    def __init__(
        self,
        sources: Sequence[Source],
        table: DocumentTable,
        options: ReadOptions,
        cache: ArrayCache | None = None,
        anew: Collection[bytes] = (),
    ) -> None:
        self.options = options
        self._cache = cache
        self._listed_ns = time.time_ns()
        self._sources = tuple(sources)
        self._table = table
        self._spool = Spool()
        self._short = ShortTexts(len(table))
        self._lock = threading.Lock()
        self._settler = Settler(table, self._spool, self._lock)
        self._paths: Paths | None = None
        self._stopped = threading.Event()
        self._odd: NDArray[np.int64] = np.empty(0, np.int64)  # unread rows that are no plain text after all
        self._put_off: list[NDArray[np.int64]] = []
        self._first = FirstReading(options, self._spool)
        self.known: NDArray[np.int64] = np.full(len(table), -1, np.int64)
        self.known_stamp = ""
        self._kept_rows = 0  # how many rows the memory with this stamp has
        kept = cache.load(memory_key(sources, options)) if cache is not None else None
        if kept is not None:
            self.known, self.known_stamp = recall(kept, table, self._spool, options.encodings, anew)
            self._kept_rows = kept.arrays["container"].size

    @classmethod
    def open(
        cls,
        sources: Sequence[bytes],
        options: ReadOptions,
        on_listed: Callable[[int], None] = ignore_count,
        cache: ArrayCache | None = None,
        anew: Collection[bytes] = (),
    ) -> Corpus:
        """List files and folders; ``on_listed(count)`` is called about every 1000 entries and may raise Cancelled.

        What ``cache`` knows of unchanged files is taken over: their rows are settled and their members are rows.
        Files of the paths in ``anew`` are read in any case.
        Raises InputError where a source does not exist or an encoding is not known.
        """
        for encoding in [options.encoding, *options.encodings.values()]:
            require_codec(encoding)
        resolved, listing = listed(sources, options, on_listed)
        return cls(resolved, DocumentTable(listing, [source.folder for source in resolved]), options, cache, anew)

    def __len__(self) -> int:
        return len(self._table)

    @property
    def paths(self) -> Paths:
        """All paths as they stand."""
        with self._lock:
            return self._present_paths()

    def _present_paths(self) -> Paths:
        if self._paths is None:
            self._paths = self._table.paths()
        return self._paths

    def plan(self, rows: NDArray[np.int64]) -> list[NDArray[np.int64]]:
        """Rows cut in chunks for ``read``; those that need a parser apart, smaller, last."""
        with self._lock:
            plain, parsed = plan_chunks(self._table, rows, self.options, self._odd)
            names = [map(self._table.raw_name, chunk.tolist()) for chunk in parsed]
            processes = sum(map(self._first.needs_process, names))
        self._first.prepare(processes)  # they start while the plain texts are read
        return plain + parsed

    def read(self, rows: NDArray[np.int64], buffer: TextBuffer, *, put_off: bool = False) -> None:
        """Fill ``buffer`` with the texts of these rows, in order; the first reading settles what the rows are.

        Skipped, empty and containing rows get an empty slice. A file that changed since its first reading does as
        well, and is marked. ``put_off``: so do rows that turn out to need a parser; ``discovered`` names them later,
        and nobody waits for a process to start. Raises Cancelled after ``cancel`` or ``close``.
        """
        self._check()
        with self._lock:
            order = self._order(rows)
            parsed = needs_reader(self._table, rows, self.options, self._odd)
        order.place[parsed] = NO_TEXT
        verdict, offsets = np.zeros(rows.size, np.uint8), np.zeros(rows.size + 1, np.int64)
        characters, visible = np.zeros(rows.size, np.int64), np.zeros(rows.size, np.bool_)
        buffer.reserve(int(order.wanted.sum()) + PADDING)
        if system_calls.AVAILABLE:
            path, record = np.zeros(PATH_BYTES, np.uint8), np.zeros(system_calls.STATX_BYTES, np.uint8)
            with opened_folders([source.folder for source in self._sources], order.folder) as folder:
                opened = order._replace(folder=folder)
                read_rows(opened, self._spool.places, buffer.data, offsets, verdict, characters, visible, path, record)
        else:
            roots = [self._sources[root].folder for root in order.folder.tolist()]
            read_rows_portably(order, roots, self._spool, buffer.data, offsets, verdict, characters, visible)
        buffer.finish(offsets)
        fresh = (order.place == UNREAD) & (verdict == DONE)
        sizes, cut = np.diff(offsets), order.size > order.wanted
        columns = (column[fresh] for column in (offsets[:-1], sizes, characters, visible, cut))
        found = PlainTexts(rows[fresh], buffer.data, *columns)
        self._settler.plain(found, self.options.max_bytes)
        self._short.keep(rows, buffer, fresh)
        blank = fresh & ~visible & (sizes > 0)
        if blank.any():
            buffer.insert(dict.fromkeys(np.flatnonzero(blank).tolist(), b""))
        lost = (verdict == FAILED) & (order.place != UNREAD)
        if lost.any():
            buffer.insert(self._second_attempts(order, rows, np.flatnonzero(lost)))
        verdict[self._settled_at_once(order, rows, np.flatnonzero(verdict == LOOK), buffer)] = DONE
        late = parsed | (verdict == LOOK) | (verdict == READER) | ((verdict == FAILED) & (order.place == UNREAD))
        if put_off and (late & ~parsed).any():
            self._first.prepare(1)
            with self._lock:
                self._put_off.append(rows[late & ~parsed])
            late = parsed
        if late.any():
            buffer.insert(self._first_texts(rows, np.flatnonzero(late)))

    def _order(self, rows: NDArray[np.int64]) -> ReadOrder:
        """What to read; for the folder of each row stands the number of its source."""
        table = self._table
        place, size = table.column("place")[rows], table.column("size")[rows]
        text_bytes, root = table.column("text_bytes")[rows], table.column("root_of")[rows]
        wanted = np.where(place >= 0, text_bytes, np.minimum(size, self.options.max_bytes))
        start = table.offsets[rows] + table.column("prefix_length")[rows]
        modified = table.column("modified_ns")[rows]
        end = table.offsets[rows + 1]
        kept = self._short.of(rows)
        return ReadOrder(table.names, start, end, root, place, size, modified, wanted, text_bytes, *kept)

    def _second_attempts(self, order: ReadOrder, rows: NDArray[np.int64], lost: NDArray[np.int64]) -> dict[int, bytes]:
        """Texts of known rows that the kernel could not get, by their index: its paths and descriptors have limits."""
        texts: dict[int, bytes] = {}
        for index in lost.tolist():
            if order.place[index] >= 0:
                texts[index] = self._spool.read(int(order.place[index]), int(order.wanted[index]))
                continue
            folder = self._sources[self._table.column("root_of")[rows[index]]].folder
            try:
                raw = file_bytes(order, index, folder, int(order.wanted[index]), follow=self.options.follow_links)
                words = CHANGED
            except OSError as error:
                raw, words = None, words_for(error)
            if raw is None:
                self._settler.lost(int(rows[index]), words)
            else:
                texts[index] = raw.removeprefix(codecs.BOM_UTF8)[: order.text_bytes[index]]
        return texts

    def _settled_at_once(
        self, order: ReadOrder, rows: NDArray[np.int64], odd: NDArray[np.int64], buffer: TextBuffer
    ) -> list[int]:
        """Settle those of the odd rows of a chunk (by index) that need no reading process, and say which they are."""
        if not odd.size:
            return []
        with self._lock:
            names = [self._table.raw_name(int(row)) for row in rows[odd]]
        texts, settled = dict.fromkeys(odd.tolist(), b""), {}
        room = _MADE_AT_ONCE
        for index, name in zip(odd.tolist(), names, strict=True):
            if room < 0:  # packed texts are a thousand times as long as their files at worst
                break
            self._first.go_on()
            size = int(order.size[index])
            found = self._first.at_once(buffer.text(index), name, size)
            if found is not None:
                settled[index] = Outcome(int(rows[index]), found, size, int(order.modified_ns[index]))
                texts[index] = settled[index].text
                room -= len(found.text)
        self._settler.outcomes(list(settled.values()))
        buffer.insert(texts)
        return list(settled)

    def _first_texts(self, rows: NDArray[np.int64], late: NDArray[np.int64]) -> dict[int, bytes]:
        """Texts of those rows of a chunk that the kernel could not give, by their index in it."""
        with self._lock:
            files = [self._file(int(row)) for row in rows[late]]
        index_of = dict(zip((file.row for file in files), late.tolist(), strict=True))
        texts = dict.fromkeys(index_of.values(), b"")
        for outcomes in self._first.outcomes(files):
            self._settler.outcomes(outcomes)
            texts |= {index_of[one.row]: one.text for one in outcomes}
        return texts

    def _file(self, row: int) -> File:
        source = self._sources[self._table.column("root_of")[row]]
        name = self._table.raw_name(row)
        return File(row, source.folder, name[len(source.prefix) :], name, int(self._table.column("size")[row]))

    def discovered(self) -> NDArray[np.int64]:
        """Rows that ``read`` put off, and of container members that it found, since the last call."""
        with self._lock:
            found = self._settler.take_found()
            if found:
                self._paths = None
            rows = self._table.add_members(found)
            self.known = np.concatenate([self.known, np.full(rows.size, -1, np.int64)])
            self._odd, self._put_off = np.sort(np.concatenate([*self._put_off, rows[:0]])), []
            return np.concatenate([self._odd, rows])

    def order(self) -> NDArray[np.int64]:
        """Permutation that sorts all rows by path, members after their container."""
        with self._lock:
            return self._table.order()

    def reorder(self, order: NDArray[np.int64]) -> None:
        """Row ``i`` becomes what row ``order[i]`` was; no reading may be under way, and all must be ``discovered``."""
        with self._lock:
            self._odd = self._odd[:0]  # those of them that are still unread are looked at again
            self._table.reorder(order)
            self._short.reorder(order)
            self.known = self.known[order]
            self._paths = None

    def documents(self) -> Documents:
        """The table as it stands; later readings do not change it."""
        with self._lock:
            return self._table.snapshot(self._present_paths())

    def skipped(self) -> NDArray[np.bool_]:
        """(n,) documents that could not be read, or not again."""
        with self._lock:
            skipped: NDArray[np.bool_] = self._table.column("status") == Status.SKIPPED
        return skipped

    def lost(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """(m,) which of these had a text that could not be read again: they read as empty."""
        with self._lock:
            skipped, characters = (self._table.column(name)[rows] for name in ("status", "characters"))
        lost: NDArray[np.bool_] = (skipped == Status.SKIPPED) & (characters > 0)
        return lost

    def is_row_of(self, paths: Paths, row: int) -> bool:
        """Whether this row of ``paths`` is the same document here; from any thread, at any time."""
        with self._lock:
            return is_row_of(self._table, paths, row)

    def text(self, row: int) -> str:
        """The whole text of one document, for people and for the slow normalisations."""
        buffer = TextBuffer()
        self.read(np.array([row], np.int64), buffer)
        return buffer.text(0).decode("utf-8", "replace")

    def beginnings(self, paths: Paths, rows: Sequence[int]) -> list[bytes]:
        """The first BEGINNING bytes of the texts of these rows of ``paths``, in order; from any thread, at any time.

        Nothing is read but these bytes and no reader is asked: a row that was not read yet, that is another document
        by now, or whose file is gone or was changed gives none.
        """
        with self._lock:
            spool = None if self._stopped.is_set() else self._spool.copied()
            found = ready_beginnings(self._table, [source.folder for source in self._sources], paths, rows)
        if spool is None:
            return [b""] * len(rows)
        with spool:
            return [read_beginning(where, spool, follow=self.options.follow_links) for where in found]

    def remember(self) -> str:
        """Keep what was found out for the next run; the stamp under which its ``known`` will count the present rows.

        Empty where nothing can be kept. Call it after ``reorder``: other columns kept under the same stamp are in the
        order that the rows have now.
        """
        if self._cache is None:
            return ""
        with self._lock:
            if self.known_stamp and not self._settler.news and self._is_as_kept():
                return self.known_stamp
            stamp = uuid.uuid4().hex
            key = memory_key(self._sources, self.options)
            words = {"stamp": stamp, "encodings": as_words(self.options.encodings)}
            return stamp if remember(self._cache, key, self._table, self._spool, words, self._listed_ns) else ""

    def _is_as_kept(self) -> bool:
        """Whether the rows are those of the memory with this stamp, in its order: files may go as others are listed."""
        return np.array_equal(self.known, np.arange(self._kept_rows))

    def heed(
        self,
        check: Callable[[], None],
        on_found: Callable[[int], None] = ignore_count,
        give_way: Callable[[], None] = do_nothing,
    ) -> None:
        """Call ``check`` while a reading waits for its process; what it raises ends the reading, rows stay unread.

        ``on_found(count)`` tells of so many more documents inside of files, from the threads that read; these call
        ``give_way``, too, before each piece of work in Python.
        """
        self._first.check, self._first.on_found, self._first.give_way = check, on_found, give_way

    def read_by(self, pool: WorkerPool) -> None:
        """Have processes read that somebody lends, and ends."""
        self._first.read_by(pool)

    def forget_texts(self) -> None:
        """Give back the memory of the short texts that were kept since their first reading: a run has compared them."""
        self._short.forget_all()

    def preview(self, row: int, rows: int = 20) -> TablePreview | None:
        """Column names and first rows of a table or spreadsheet; None where the file is none."""
        return self._first.preview(self._file(row), rows)

    def cancel(self) -> None:
        """End all readings that are under way, from any thread; they raise Cancelled."""
        self._stopped.set()
        self._first.stop()

    def _check(self) -> None:
        if self._stopped.is_set():
            raise Cancelled("reading")

    def close(self) -> None:
        """Remove the spool and end what still runs; the corpus cannot be read any more."""
        self.cancel()
        self._first.close()
        with self._lock:  # whoever copies the spool has done so, or sees that it is too late
            self._spool.close()
