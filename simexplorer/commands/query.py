"""``simexplorer query``: documents of a saved workspace that are like one text."""

from __future__ import annotations

import argparse
import os
import signal
import sys

from simexplorer.commands.compiling import require_compiling
from simexplorer.commands.memory_limits import require_room
from simexplorer.commands.paths import require_existing
from simexplorer.errors import InputError, UsageError, reason_of

_MOST_PIPED = 128 * 2**20


def run_query(arguments: list[str]) -> int:
    """Answer one question from what was kept."""
    chosen = _parser().parse_args(arguments)
    require_room()
    require_compiling()
    from simexplorer.compiled import when_compiling
    from simexplorer.documents.listing import shown_path
    from simexplorer.pipeline.engine import COMPILING
    from simexplorer.signals import answer_signals
    from simexplorer.workspace.opening import read_workspace
    from simexplorer.workspace.query import STANDARD_INPUT, as_json, as_text, query_file, query_text, similarity_within

    if chosen.threshold is not None and not 0 <= chosen.threshold <= 1:
        raise UsageError(f"--threshold is a similarity between 0 and 1; got {chosen.threshold!r}.")
    if chosen.file != "-":
        require_existing(chosen.file)
    answer_signals(signal.default_int_handler)  # what is piped stands in a temporary file, which is to be removed
    when_compiling(lambda: print(COMPILING, file=sys.stderr, flush=True))
    workspace = read_workspace(chosen.workspace, by="query")
    try:
        told = [] if workspace.sound or not workspace.runs else workspace.notices
        for notice in told:  # the answer is that of a run that is left
            print(f"simexplorer: {notice}", file=sys.stderr)
        distance = chosen.max_distance
        least = chosen.threshold if distance is None else similarity_within(workspace, distance)
        if chosen.file == "-":
            found = query_text(workspace, _piped(), least, chosen.limit)
        else:
            found = query_file(workspace, os.fsencode(chosen.file), least, chosen.limit)
    finally:
        workspace.close()
    if found.notice:
        name = STANDARD_INPUT if chosen.file == "-" else shown_path(os.fsencode(chosen.file))
        print(f"simexplorer: {name}: {found.notice}.", file=sys.stderr)
    for line in [as_json(found.answers)] if chosen.json else as_text(found.answers):
        print(line)
    return 0


def _parser() -> argparse.ArgumentParser:
    from simexplorer.commands.reading_arguments import at_least, filled

    parser = argparse.ArgumentParser(
        prog="simexplorer query",
        description="List the documents of a saved workspace that are similar to one text, from what was kept: nothing "
        "is scanned. Similarities are exact; ~ marks an estimate, where a document is gone or was changed since; "
        "of one that held this very text, that is said beside it.",
    )
    add, add_limit = parser.add_argument, parser.add_mutually_exclusive_group().add_argument
    add("file", metavar="FILE", help="a document, or - for standard input")
    add(
        "--workspace",
        type=filled,
        required=True,
        metavar="W.simx",
        help="a workspace that `scan --workspace` or the window saved",
    )
    add_limit("--threshold", type=float, metavar="T", help="minimum similarity (that of the saved run)")
    add_limit(
        "--max-distance",
        type=float,
        metavar="D",
        help="largest distance, in place of --threshold, where the run measured hamming or euclidean",
    )
    add("--limit", type=at_least(0), default=100, metavar="N", help="list at most this many documents (%(default)s)")
    add("--json", action="store_true", help="print one JSON object in place of lines")
    return parser


def _piped() -> bytes:
    """What standard input gives; InputError where it does not end, or is closed."""
    try:
        data: bytes = sys.stdin.buffer.read(_MOST_PIPED + 1) if sys.stdin is not None else b""
    except OSError as error:
        raise InputError(f"standard input: {reason_of(error)}.") from error
    if len(data) > _MOST_PIPED:
        raise InputError(
            f"standard input: more than {_MOST_PIPED >> 20} MB came in place of one document. Name a file instead."
        )
    return data
