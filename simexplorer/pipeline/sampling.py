"""A few hundred documents of a folder, read before the run: what they are like, and how fast they are read."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.formats import CONTAINERS, FORMATS, HTML, JSON, MAIL, MAILBOX, NUMBER_OF, TABLES, XHTML
from simexplorer.documents.listing import Status
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer
from simexplorer.features.code_points import is_single
from simexplorer.features.texts import join_texts
from simexplorer.features.traced_text import code_points
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.reading_options import read_options
from simexplorer.pipeline.recipe import Recipe

MOST_DOCUMENTS = 400
MOST_BYTES = 8 * 2**20
MOST_SECONDS = 4.0
MOST_LONGEST = 1024  # files whose sizes are noted: two for each worker of any machine
_AT_ONCE, _PARSED_AT_ONCE = 16, 4  # documents between two looks at the clock
_CHARACTERS_LOOKED_AT = 4_000
_NOT_CODE = ("text/x-rst", "text/x-tex", "text/x-org", "text/x-diff", "text/x-gettext", "text/x-ini")
_CODE = frozenset(
    one.media_type
    for one in FORMATS
    if (one.media_type.startswith("text/x-") and one.media_type not in _NOT_CODE)
    or one.media_type in ("text/javascript", "text/css")
)
_MAIL_HEAD = re.compile(r"\A(?:From .+\n)?(?:[A-Za-z-]{2,30}: .*\n(?:[ \t].*\n)*){3}")
_CODE_LINE = re.compile(
    r"[;{}][ \t]*$|^[ \t]*(?:def|class|import|from|return|if|for|while|#include)\b.*[:;>)][ \t]*$", re.MULTILINE
)


class Sample(Struct, frozen=True):
    """Documents drawn at random, their texts, and what all of the folder is known to be before it is read.

    format, size, characters : (m,) of the drawn, as in ``Documents``; data, offsets : their texts as kernels take them
    seconds_per_byte : of reading one, plain or parsed; longest : (l,) bytes of the largest plain files, falling
    files, total_bytes : of the folder; parsed_bytes : of files that need a parser
    containers : files that hold documents: archives, mailboxes, tables whose rows are documents
    """

    format: NDArray[np.uint8]
    size: NDArray[np.int64]
    characters: NDArray[np.int64]
    data: NDArray[np.uint8]
    offsets: NDArray[np.int64]
    files: int
    total_bytes: int
    parsed_bytes: int
    containers: int
    longest: NDArray[np.int64]
    seconds_per_byte: tuple[float, float]

    def __len__(self) -> int:
        return self.size.size

    def text(self, number: int) -> str:
        """One text of the sample."""
        return self.data[self.offsets[number] : self.offsets[number + 1]].tobytes().decode("utf-8", "replace")

    @property
    def text_bytes(self) -> NDArray[np.int64]:
        """(m,) bytes of every text."""
        return np.diff(self.offsets)


class Profile(Struct, frozen=True, kw_only=True):
    """What a sample is like; shares are of its documents, in [0, 1].

    characters : median length of a text; longest : 95th percentile
    mail, code, html, tables : share of documents of that kind; single : share of the letters that belong to scripts in
        which each character is a word (Chinese, Japanese, Korean, Thai, ...)
    """

    documents: int
    characters: int
    longest: int
    mail: float
    code: float
    html: float
    tables: float
    single: float


def draw_sample(sources: Sequence[bytes], recipe: Recipe, progress: Progress, seed: int = 1) -> Sample:
    """At most 400 documents, 8 MB or about 4 seconds of reading, what comes first; raises Cancelled, InputError."""
    progress.begin("Listing files", 0, "files")
    options = read_options(recipe)
    corpus = Corpus.open(sources, options, lambda count: progress.advance(count - progress.state().done))
    try:
        return _read(corpus, progress, seed)
    finally:
        corpus.close()


def _drawn(sizes: NDArray[np.int64], seed: int) -> NDArray[np.int64]:
    """Rows at random, none of them empty, of at most MOST_BYTES together: those that still fit; one at least."""
    drawn = np.random.default_rng(seed).permutation(sizes.size)
    drawn = drawn[sizes[drawn] > 0][:MOST_DOCUMENTS]
    room, fitting = MOST_BYTES, list[int]()
    for row, size in zip(drawn.tolist(), sizes[drawn].tolist(), strict=True):
        if size <= room:
            fitting.append(row)
            room -= size
    return np.array(fitting or drawn[:1], np.int64)


def _read(corpus: Corpus, progress: Progress, seed: int) -> Sample:
    listed = corpus.documents()
    sizes = np.minimum(listed.size, corpus.options.max_bytes)
    drawn = _drawn(sizes, seed)
    plain = np.array([one.plain for one in FORMATS])
    progress.begin("Reading a sample", drawn.size)
    until = time.monotonic() + MOST_SECONDS
    rows: list[int] = []
    texts: list[bytes] = []
    rates: list[float] = []
    for parsed, step in ((False, _AT_ONCE), (True, _PARSED_AT_ONCE)):
        group = drawn[plain[listed.format[drawn]] != parsed]
        spent, seen = 0.0, 0
        for first in range(0, group.size, step):
            chunk = group[first : first + step]
            if first and time.monotonic() > until:  # the first few of each kind tell how long it takes
                break
            progress.check()
            buffer, start = TextBuffer(), time.perf_counter()
            corpus.read(chunk, buffer)
            spent += time.perf_counter() - start
            seen += int(sizes[chunk].sum())
            rows += chunk.tolist()
            texts += [buffer.text(number) for number in range(chunk.size)]
            progress.advance(chunk.size)
        rates.append(spent / seen if seen else 0.0)
    data, offsets = join_texts(texts)
    read, looked_at = corpus.documents(), np.array(rows, np.int64)
    return Sample(
        format=read.format[looked_at],
        size=read.size[looked_at],
        characters=read.characters[looked_at],
        data=data,
        offsets=offsets,
        files=len(listed),
        total_bytes=int(sizes.sum()),
        parsed_bytes=int(sizes[~plain[listed.format]].sum()),
        containers=_containers(listed.format, read.format[looked_at[read.characters[looked_at] == 0]], corpus.options),
        longest=_longest(read.size[plain[read.format] & (read.status != Status.SKIPPED)]),
        seconds_per_byte=(rates[0], rates[1]),
    )


def _containers(listed: NDArray[np.uint8], without_text: NDArray[np.uint8], options: ReadOptions) -> int:
    """Files that hold documents, by their formats; of JSON, which may be a text, those that were read and have none."""
    holding = CONTAINERS | TABLES if options.rows_are_documents else CONTAINERS
    count = np.count_nonzero(np.isin(listed, [NUMBER_OF[name] for name in holding]))
    if options.rows_are_documents:
        count += np.count_nonzero(without_text == NUMBER_OF[JSON])
    return int(count)


def _longest(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    falling: NDArray[np.int64] = -np.sort(-sizes)
    return falling[:MOST_LONGEST].copy()


def profile(sample: Sample) -> Profile:
    """What the sample's texts are like; empty ones do not count."""
    filled = np.flatnonzero(sample.text_bytes)
    if not filled.size:
        return Profile(documents=0, characters=0, longest=0, mail=0.0, code=0.0, html=0.0, tables=0.0, single=0.0)
    kinds = [FORMATS[sample.format[number]].media_type for number in filled]
    starts = [sample.text(int(number))[:_CHARACTERS_LOOKED_AT] for number in filled]
    lengths = sample.characters[filled]
    mail = [kind in (MAIL, MAILBOX) or bool(_MAIL_HEAD.match(text)) for kind, text in zip(kinds, starts, strict=True)]
    return Profile(
        documents=filled.size,
        characters=int(np.median(lengths)),
        longest=int(np.percentile(lengths, 95)),
        mail=float(np.mean(mail)),
        code=float(
            np.mean([kind in _CODE or _looks_like_code(text) for kind, text in zip(kinds, starts, strict=True)])
        ),
        html=float(np.mean([kind in (HTML, XHTML) for kind in kinds])),
        tables=float(np.mean([kind in TABLES for kind in kinds])),
        single=_share_of_single("".join(text[:500] for text in starts)),
    )


def _looks_like_code(text: str) -> bool:
    """Whether a quarter of the lines that are not blank end or begin as those of programs do."""
    lines = [line for line in text.split("\n") if line.strip()]
    return len(lines) > 3 and 4 * len(_CODE_LINE.findall(text)) > len(lines)


def _share_of_single(text: str) -> float:
    letters = code_points("".join(filter(str.isalpha, text)))
    if not letters.size:
        return 0.0
    points, counts = np.unique(letters, return_counts=True)
    single = np.array([is_single(int(point)) for point in points])
    return float(counts[single].sum() / letters.size)
