"""The known listing is kept where nothing in it is different, and only there."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from msgspec.structs import replace

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.options import ReadOptions
from simexplorer.pipeline.unchanged import unless_changed


def test_a_listing_that_tells_the_same_stays_the_one_that_is_known(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text(name * 20)
    with closing(Corpus.open([str(tmp_path).encode()], ReadOptions())) as corpus:
        first = corpus.documents()
        assert unless_changed(None, first) is first
        again = corpus.documents()
        assert again is not first
        assert unless_changed(first, again) is first
        status = again.status.copy()
        status[1] += 1
        changed = replace(again, status=status)
        assert unless_changed(first, changed) is changed
        named = replace(again, reasons=(*again.reasons, "another"))
        assert unless_changed(first, named) is named
        moved = replace(again, paths=replace(again.paths))
        assert unless_changed(first, moved) is moved
