"""One table on disk, looked at before anything is read: what stands in its first rows."""

from __future__ import annotations

import os

from simexplorer.documents.corpus import Corpus
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.previews import TablePreview


def preview_of_file(path: bytes, encoding: str | None = None) -> TablePreview | None:
    """Column names and first rows of a file; None where it is no table, or cannot be read. Starts a reading process."""
    corpus = Corpus.open([os.path.abspath(path)], ReadOptions(encoding=encoding))
    try:
        return corpus.preview(0)
    except OSError:
        return None
    finally:
        corpus.close()
