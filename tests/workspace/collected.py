"""A small folder of real files, scanned into a workspace."""

from __future__ import annotations

import os
import zipfile

from simexplorer.pipeline.analysis import Analysis
from simexplorer.pipeline.progress import Progress
from simexplorer.pipeline.recipe import Recipe

BASE = (
    "The harbour office keeps a ledger of every vessel that has moored at the granite quay since the storm. "
    "Each entry names the master, the cargo, the draught and the hour of the tide at which the lines were made fast. "
    "Where a hand could not be read the clerk left a blank, and some of the blanks were filled in years later. "
) * 3
TEXTS = {
    "keep/ledger.txt": BASE,
    "copies/ledger copy.txt": BASE,
    "copies/ledger again.txt": BASE,
    "edited/ledger.txt": BASE.replace("granite quay", "wooden pier", 1),
    "other/lantern.txt": "A lantern was found on the copper roof of the saddlery, still warm, with nobody near it. "
    * 4,
    "other/lantern 2.txt": "A lantern was found on the copper roof of the saddlery, still warm, with nobody near. " * 4,
    "alone.txt": "Nothing in this folder says what this text says, so it is similar to none of the others here. " * 3,
}


def write(folder, texts=TEXTS, archive=True):
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        os.utime(path, ns=(10**18, 10**18))
    if archive:
        with zipfile.ZipFile(folder / "old.zip", "w") as zipped:
            zipped.writestr("inside/ledger.txt", BASE)


def scanned(folder, **fields):
    """The result of scanning a folder, down to 0.2 below the threshold."""
    analysis = Analysis([os.fsencode(folder)], workers=2, headroom=0.2)
    try:
        return analysis.run(Recipe(**fields), Progress())
    finally:
        analysis.close()


def names(result, rows):
    return [result.documents.paths.display(int(row)) for row in rows]


def rows_of(result, *paths):
    every = [result.documents.paths.display(row) for row in range(len(result.documents))]
    return [every.index(path) for path in paths]
