"""A run that is stopped while it reads, and the next one of its analysis: every document once, where it belongs."""

from __future__ import annotations

import os
from contextlib import closing, suppress
from pathlib import Path

import pytest

from simexplorer.documents.array_cache import ArrayCache
from simexplorer.errors import Cancelled
from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Result
from tests.documents.made_files import zipped
from tests.stopping import StopsAt

_STOPS = 24  # more than a run over so few files has


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Texts, an archive, and mailboxes that only their content gives away."""
    made = tmp_path_factory.mktemp("stopped") / "files"
    (made / "b").mkdir(parents=True)
    for name in ("Inbox", "b/Sent"):
        mails = (f"From a@b Thu Jan  1 00:00:00 2015\nSubject: {k}\n\nmail {k} of {name} says so\n\n" for k in range(3))
        (made / name).write_text("".join(mails))
    for name in ("a.txt", "z.txt", "b/q.txt"):
        (made / name).write_text(f"a text called {name} that stands alone")
    (made / "m.zip").write_bytes(zipped({f"in{k}.txt": f"member {k} of an archive".encode() for k in range(3)}))
    for path in made.rglob("*"):
        os.utime(path, (1.6e9, 1.6e9))
    return made


def told(result: Result) -> list[tuple[str, int]]:
    """Every document as it is listed, with its shingles."""
    paths = result.documents.paths
    return [(paths.display(row), int(result.shingles[row])) for row in range(len(paths))]


def test_the_next_run_has_every_document_once_and_keeps_it_so(folder: Path, tmp_path: Path) -> None:
    def analysis(cache: Path) -> closing[Analysis]:
        return closing(Analysis([os.fsencode(folder)], workers=2, cache=ArrayCache(cache)))

    with analysis(tmp_path / "whole") as opened:
        whole = told(opened.run(Recipe(), Progress()))
    partial = 0
    for stop in range(_STOPS):
        with analysis(tmp_path / str(stop)) as opened:
            with suppress(Cancelled):  # while the folder is listed there is nothing to tell yet
                partial += opened.run(Recipe(), StopsAt(stop + 1)).partial
            assert told(opened.run(Recipe(), Progress())) == whole, f"stopped at the {stop}th check"
        if stop % 2:  # checks that follow each other mostly find the same things kept
            continue
        with analysis(tmp_path / str(stop)) as opened:
            assert told(opened.run(Recipe(), Progress())) == whole, f"kept after a stop at the {stop}th check"
    assert partial > _STOPS // 3
