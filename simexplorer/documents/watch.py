"""Whether anything in a collection changed, found out without opening a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import mmh3
import numpy as np

from simexplorer.documents.globs import PathFilter
from simexplorer.documents.options import ReadOptions
from simexplorer.documents.sources import resolve_sources
from simexplorer.documents.walk import ignore_count, walk


def collection_stamp(
    sources: Sequence[bytes], options: ReadOptions, on_listed: Callable[[int], None] = ignore_count
) -> str:
    """A text that changes when a file comes, goes, or changes its size or time; for watching a folder every so often.

    Costs a listing: 2 to 3 microseconds a file. ``on_listed`` may raise to give up.
    """
    wanted = PathFilter(options.include, options.exclude, hidden=options.hidden_files)
    listing = walk(resolve_sources(sources), wanted, on_listed, follow_links=options.follow_links)
    digest = mmh3.mmh3_x64_128(seed=0)
    digest.update(listing.names)
    for column in (listing.offsets, listing.size, listing.modified_ns, listing.reason):
        digest.update(np.ascontiguousarray(column).data)
    return digest.digest().hex()
