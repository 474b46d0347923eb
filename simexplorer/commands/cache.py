"""``simexplorer cache``: what is kept between runs."""

from __future__ import annotations

import argparse

from simexplorer.counted_nouns import counted
from simexplorer.errors import InputError, reason_of


def run_cache(arguments: list[str]) -> int:
    """Say how large the cache is; clear or limit it."""
    from simexplorer.commands.reading_arguments import bytes_of, filled
    from simexplorer.documents.array_cache import DEFAULT_BYTES, ArrayCache

    parser = argparse.ArgumentParser(
        prog="simexplorer cache",
        description="Show what is kept between runs: how large it is, and how large it may be.",
    )
    parser.add_argument("--clear", action="store_true", help="remove it; the next run takes as long as the first")
    parser.add_argument(
        "--limit",
        type=filled,
        metavar="SIZE",
        help=f"how large it may be from now on, for example 500M or 2G ({DEFAULT_BYTES >> 30}G)",
    )
    chosen = parser.parse_args(arguments)
    cache = ArrayCache()
    try:
        if chosen.limit is not None:
            cache.set_most_bytes(bytes_of("--limit", chosen.limit))
    except OSError as error:
        raise InputError(f"The limit cannot be kept in {cache.folder.parent}: {reason_of(error)}.") from error
    if chosen.clear:
        cache.clear()
    held = f"{counted(cache.size_bytes(), 'byte')} in {counted(cache.count(), 'file')}"
    print(f"{cache.folder}: {held}, at most {cache.most_bytes:,}")
    return 0
