"""Reading, format by format: documents and megabytes a second, beside the bare library that does the parsing.

    python -m tests.benchmarks.formats FOLDER [FOLDER ...]

FOLDER holds files of the formats to be measured. Every figure is processor time of one core: of this process and of
its reading processes for the program, less what one file costs (the start of a reading process, said beside), of this
process for the bare library. Small texts stand beside a loop that only
opens and reads them, the two in turn, best of several.
"""

from __future__ import annotations

import os
import resource
import sys
import time
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.formats import FORMATS, NUMBER_OF, named_type
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.text_buffer import TextBuffer

ROUNDS, MOST = 3, 400


def processor_seconds() -> float:
    """Of this process and of those of its children that have ended."""
    return sum(
        usage.ru_utime + usage.ru_stime
        for usage in (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    )


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """(processor seconds, seconds by the clock) of some work."""
    began, clock = processor_seconds(), time.perf_counter()
    work()
    return processor_seconds() - began, time.perf_counter() - clock


def read_all(files: list[Path]) -> int:
    """All documents of these files by the program, members included, once; how many there were."""
    corpus = Corpus.open([os.fsencode(file) for file in files], ReadOptions())
    rows, buffer = np.arange(len(corpus)), TextBuffer()
    while rows.size:
        for chunk in corpus.plan(rows):
            corpus.read(chunk, buffer)
        rows = corpus.discovered()
    count = len(corpus)
    corpus.close()
    return count


def bare_loop(files: Iterable[str]) -> None:
    """Open, read, close."""
    for file in files:
        descriptor = os.open(file, os.O_RDONLY)
        while os.read(descriptor, 1 << 20):
            pass
        os.close(descriptor)


def bare_html(file: Path) -> None:
    """The parser's own text of a page."""
    from selectolax.lexbor import LexborHTMLParser

    body = LexborHTMLParser(file.read_bytes()).body
    if body is not None:
        body.text(deep=True)


def bare_pdf(file: Path) -> None:
    """The text of every page."""
    import pypdfium2

    document = pypdfium2.PdfDocument(file.read_bytes())
    for number in range(len(document)):
        document[number].get_textpage().get_text_range()
    document.close()


def bare_xml(name: str) -> Callable[[Path], None]:
    """One part of a zip, inflated and parsed."""

    def parse(file: Path) -> None:
        from lxml import etree

        with zipfile.ZipFile(file) as parts:
            etree.fromstring(parts.read(name))

    return parse


def bare_epub(file: Path) -> None:
    """All pages, inflated and parsed."""
    from selectolax.lexbor import LexborHTMLParser

    with zipfile.ZipFile(file) as parts:
        for name in parts.namelist():
            if name.endswith(("html", "htm")):
                LexborHTMLParser(parts.read(name)).body.text(deep=True)


def bare_mail(file: Path) -> None:
    """The message as a tree, its parts decoded."""
    import email

    for part in email.message_from_bytes(file.read_bytes()).walk():
        part.get_payload(decode=True)


BARE: dict[str, tuple[str, Callable[[Path], None] | None]] = {
    ".html": ("selectolax", bare_html),
    ".pdf": ("pypdfium2", bare_pdf),
    ".docx": ("zipfile, lxml", bare_xml("word/document.xml")),
    ".odt": ("zipfile, lxml", bare_xml("content.xml")),
    ".epub": ("zipfile, selectolax", bare_epub),
    ".rtf": ("an own reader", None),
    ".eml": ("email", bare_mail),
}


def measure_format(suffix: str, files: list[Path]) -> None:
    """Print one line about one format."""
    size = sum(file.stat().st_size for file in files) / 1e6
    name, bare = BARE[suffix]
    start, _ = min(measured(lambda: read_all(files[:1])) for _ in range(ROUNDS))
    ours, clock = min(measured(lambda: read_all(files)) for _ in range(ROUNDS))
    ours -= start
    line = f"{suffix:6} {len(files):5} files {size:8.2f} MB  {len(files) / ours:8.0f} docs/s {size / ours:7.1f} MB/s"
    line += f"  clock {len(files) / clock:7.0f} docs/s, start {start:.2f} s"
    if bare is not None:
        theirs, _ = min(measured(lambda: [bare(file) for file in files]) for _ in range(ROUNDS))
        line += f"  bare {name}: {len(files) / theirs:8.0f} docs/s {size / theirs:7.1f} MB/s  ratio {ours / theirs:.2f}"
    print(line, flush=True)


def measure_texts(files: list[Path]) -> None:
    """Print one line about small texts beside the bare loop, which is given the list of files for nothing."""
    size = sum(file.stat().st_size for file in files) / 1e6
    folder = os.fsencode(os.path.commonpath(files))
    names = [str(file) for file in files]
    rounds = [(measured(lambda: bare_loop(names))[0], *list_and_read(folder)) for _ in range(2 * ROUNDS)]
    bare, listing, reading = (min(column) for column in zip(*rounds[1:], strict=True))
    print(
        f"texts  {len(files):5} files {size:8.2f} MB  reading {len(files) / reading:8.0f} docs/s "
        f"{size / reading:7.1f} MB/s, listing {len(files) / listing:8.0f} docs/s  bare open-read loop: "
        f"{len(files) / bare:8.0f} docs/s  ratio {reading / bare:.2f} (bound 1.5), listed too "
        f"{(listing + reading) / bare:.2f}"
    )


def list_and_read(folder: bytes) -> tuple[float, float]:
    """Processor seconds of listing a folder, and of reading every document in it."""
    corpora: list[Corpus] = []
    listing, _ = measured(lambda: corpora.append(Corpus.open([folder], ReadOptions())))
    reading, _ = measured(lambda: read_corpus(corpora[0]))
    corpora[0].close()
    return listing, reading


def read_corpus(corpus: Corpus) -> None:
    """Every document, once."""
    buffer = TextBuffer()
    for chunk in corpus.plan(np.arange(len(corpus))):
        corpus.read(chunk, buffer)


def main(folders: list[str]) -> None:
    """Measure what is there."""
    files = [path for folder in folders for path in sorted(Path(folder).rglob("*")) if path.is_file()]
    for suffix in BARE:
        chosen = [file for file in files if file.suffix == suffix and not file.is_symlink()][:MOST]
        if chosen:
            measure_format(suffix, chosen)
    texts = [file for file in files if _is_plain(file)]
    if texts and len(texts) == len(files):
        measure_texts(texts)


def _is_plain(file: Path) -> bool:
    return FORMATS[NUMBER_OF[named_type(os.fsencode(file.name))]].plain


if __name__ == "__main__":
    main(sys.argv[1:])
