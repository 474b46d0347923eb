"""The command line: the window, ``scan`` (the same run without a window) and ``query``."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

from simexplorer import __version__
from simexplorer.errors import Cancelled, InputError, SimExplorerError, UsageError, WorkspaceError

EPILOG = """\
simexplorer scan PATH ... --help    all options of a run without a window
simexplorer query FILE --workspace W.simx    documents similar to FILE (- for standard input)
simexplorer cache [--clear] [--limit 2G]    what is kept between runs: its size, and how much it may be
"""


def main(argv: Sequence[str]) -> int:
    """Run the command line; 0 done, 1 failed (one line on standard error says why), 2 wrong usage, 130 interrupted."""
    arguments = list(argv)
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by who started this
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 - until the end
    try:
        status = _run(arguments)
        sys.stdout.flush()
        return status
    except SimExplorerError as error:
        print(f"simexplorer: {error}", file=sys.stderr)
        return 2 if isinstance(error, UsageError) else 1
    except (Cancelled, KeyboardInterrupt):
        print("simexplorer: interrupted.", file=sys.stderr)
        return 130
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            print(f"simexplorer: {error.filename or 'standard output'}: {error.strerror or error}.", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left to write goes nowhere
        return 1


def _run(arguments: list[str]) -> int:
    part = {"scan": _scan, "cache": _cache, "query": _query}.get(arguments[0] if arguments else "")
    return part(arguments[1:]) if part is not None else _window(arguments)


def run() -> None:
    """Entry of the installed program."""
    sys.exit(main(sys.argv[1:]))


def _window(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="simexplorer",
        description="Open a folder of documents and see what they share.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"simexplorer {__version__}")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a folder, files, or a saved workspace (*.simx)")
    parser.add_argument("--screenshot", metavar="P.png", help="run, show the view, save the window as a picture, exit")
    parser.add_argument("--view", metavar="NAME", help="the view to show for --screenshot")
    parser.add_argument("--theme", choices=("system", "light", "dark"), help="colours of the window")
    chosen = parser.parse_args(arguments)
    if chosen.screenshot and not _has_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if not chosen.screenshot and not _has_display():
        raise InputError(
            "There is no display to open a window on; use `simexplorer scan PATH --report report.html` instead."
        )
    for path in chosen.paths:
        _require_existing(path)
    from simexplorer.ui.app import main as open_window

    return open_window(arguments)


def _has_display() -> bool:
    if sys.platform in ("win32", "darwin") or os.environ.get("QT_QPA_PLATFORM"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _require_existing(path: str) -> None:
    if not os.path.lexists(path):
        raise InputError(f"{path}: there is no such file or folder. Check the path and try again.")


def _scan_parser() -> argparse.ArgumentParser:
    from simexplorer.pipeline.reading_arguments import add_reading_arguments, at_least

    parser = argparse.ArgumentParser(
        prog="simexplorer scan",
        description="Find near-duplicates without a window. Progress goes to standard error, results to the reports "
        "or, without one, to standard output. Every option is also a field of the recipe; the command line wins.",
    )
    add = parser.add_argument
    add("paths", nargs="+", metavar="PATH", help="folders or files")
    add("--recipe", metavar="FILE.json", help="start from this recipe (or from a JSON report that holds one)")
    add("--shingle", metavar="KIND:SIZE", help="char:9 (the default), word:3, or item for rows that are baskets")
    add("--bag", action="store_true", default=None, help="count repeated shingles (multisets)")
    add("--normalise", metavar="LIST", help="comma-separated: nfc nfkc case accents punctuation space nospace; or none")
    add("--scheme", help="signature scheme: fss (default), minhash, bbit, ...")
    add("--hashes", type=int, metavar="K", help="values in a signature (128)")
    add("--bands", type=int, metavar="B", help="with --rows, in place of --recall")
    add("--rows", type=int, metavar="R")
    add("--recall", type=float, help="wanted chance of finding a pair at the threshold (0.999)")
    add("--threshold", type=float, help="least similarity of a pair (0.8)")
    add("--measure", help="jaccard (default), cosine, hamming, euclidean or containment")
    add("--max-distance", type=float, metavar="D", help="in place of --threshold for measures that are distances")
    add("--linkage", help="component (default), average, complete or star")
    add("--seed", type=int)
    add("--reference", metavar="FOLDER", help="only pairs between this folder and the others")
    add("--set", action="append", metavar="FIELD=VALUE", default=[], help="any field of the recipe (repeatable)")
    add("--measure-recall", action="store_true", help="measure the recall of the index on these documents")
    add("--jobs", type=at_least(1), metavar="N", help="threads (as many as cores)")
    add("--no-cache", action="store_true", help="neither use nor fill the cache")
    add("--workspace", metavar="W.simx", help="keep the run in this file")
    add("--report", action="append", default=[], metavar="FILE", help="write a report: .html .json .csv .md ...")
    add("--columns", metavar="LIST", help="only these columns of tables: names, or table.name, comma-separated")
    add(
        "--passages",
        type=at_least(0),
        default=20,
        metavar="N",
        help="shared passages of the top N pairs in .html (20)",
    )
    add("--changes", metavar="FILE", help="with --workspace: what is new since its last run: .html .csv .json .md")
    add("--quiet", action="store_true", help="no progress")
    add_reading_arguments(parser)
    return parser


def _scan(arguments: list[str]) -> int:
    chosen = _scan_parser().parse_args(arguments)
    for path in chosen.paths:
        _require_existing(path)
    recipe = _recipe_of(chosen)
    from simexplorer.documents.array_cache import ArrayCache
    from simexplorer.pipeline.analysis import Analysis
    from simexplorer.pipeline.engine import Watch
    from simexplorer.pipeline.progress import Progress

    if chosen.report:
        from simexplorer.reports.writing import require_writable

        for report in chosen.report:
            require_writable(report)
    if chosen.changes and not chosen.workspace:
        raise UsageError("--changes needs --workspace: the runs to compare with are kept there.")
    progress = Progress()
    signal.signal(signal.SIGINT, lambda _number, _frame: progress.cancel())
    keeping = _Keeping(chosen.workspace)
    analysis = Analysis(
        [os.fsencode(path) for path in chosen.paths],
        workers=chosen.jobs,
        compile_apart=True,
        cache=None if chosen.no_cache else ArrayCache(),
    )
    try:
        with Watch(progress, _print_progress if not chosen.quiet else None):
            result = analysis.run(recipe, progress, on_stage=lambda stage: keeping.keep(stage, analysis))
            if chosen.measure_recall and not result.partial:
                result = analysis.measure_recall(progress)
        keeping.keep(result, analysis)
        _write_reports(result, analysis, keeping, chosen)
        if not chosen.report:
            _print_summary(result)
        keeping.require_kept()
    finally:
        analysis.close()
        keeping.close()
    return 130 if progress.cancelled else 0


def _write_reports(result: Any, analysis: Any, keeping: _Keeping, chosen: argparse.Namespace) -> None:
    from simexplorer.reports.evidence import evidence_of
    from simexplorer.reports.options import ReportOptions
    from simexplorer.reports.writing import write_report

    columns = tuple(name.strip() for name in chosen.columns.split(",")) if chosen.columns else None
    options = ReportOptions(
        columns=columns,
        evidence=evidence_of(analysis.text, result.recipe) if chosen.passages > 0 else None,
        evidence_pairs=chosen.passages,
        decisions=keeping.standing(result),
    )
    for report in chosen.report:
        write_report(result, report, options)
    if chosen.changes:
        keeping.report_changes(result, chosen.changes)


class _Keeping:
    """The workspace that a scan is kept in, if one was named: the stages of one run take each other's place."""

    def __init__(self, path: str | None) -> None:
        from simexplorer.workspace.opening import open_workspace

        self._workspace = open_workspace(path, create=True) if path is not None else None
        self._run: int | None = None
        runs = self._workspace.runs if self._workspace is not None else ()
        self._earlier = next((run.number for run in reversed(runs) if not run.partial), None)
        self._error: WorkspaceError | None = None
        if self._workspace is not None and not self._workspace.writable:
            notices = " ".join(self._workspace.notices)
            self._workspace.close()
            raise WorkspaceError(f"The run cannot be kept: {notices}")

    def keep(self, result: Any, analysis: Any) -> None:
        """Save what there is of the run; a failure does not end it."""
        if self._workspace is not None:
            try:
                self._run = self._workspace.save_result(
                    result,
                    sources=analysis.sources,
                    known=analysis.known_overlaps(),
                    left_out=analysis.reader.left_out,
                    run=self._run,
                )
                self._error = None
            except WorkspaceError as error:
                self._error = error

    def standing(self, result: Any) -> Any:
        """What was decided in this workspace, as it shows in a result; None where nothing was."""
        if self._workspace is None or not self._workspace.decisions.entries:
            return None
        from simexplorer.workspace.standing import standing_of

        return standing_of(result, self._workspace.decisions.entries)

    def report_changes(self, result: Any, path: str) -> None:
        """Write what is new since the last whole run that was kept before this one."""
        from simexplorer.reports.changes_report import write_changes
        from simexplorer.workspace.comparison import compare

        if self._workspace is None or self._earlier is None:
            raise WorkspaceError("The workspace holds no earlier run, so there is nothing to compare with.")
        write_changes(compare(self._workspace.result(self._earlier), result), path)

    def require_kept(self) -> None:
        """Raise what kept the last save from being made."""
        if self._error is not None:
            raise self._error

    def close(self) -> None:
        """Let go of the file."""
        if self._workspace is not None:
            self._workspace.close()


def _recipe_of(chosen: argparse.Namespace) -> Any:
    from simexplorer.pipeline.reading_arguments import reading_fields, whole_number
    from simexplorer.pipeline.recipe import Recipe
    from simexplorer.pipeline.recipe_file import recipe_fields_of

    fields: dict[str, Any] = recipe_fields_of(chosen.recipe) if chosen.recipe else {}
    for name in ("scheme", "hashes", "bands", "rows", "recall", "threshold", "measure", "max_distance", "linkage"):
        if getattr(chosen, name) is not None:
            fields[name] = getattr(chosen, name)
    for name in ("bag", "normalise", "seed", "reference"):
        if getattr(chosen, name) is not None:
            fields[name] = getattr(chosen, name)
    fields.update(reading_fields(chosen))
    if chosen.shingle:
        kind, _, size = chosen.shingle.partition(":")
        fields["shingle_kind"] = kind
        if size or kind != "item":
            fields["shingle_size"] = whole_number("--shingle", size)
    _fit_scheme_and_measure(fields, chosen)
    if chosen.recall is not None and chosen.bands is None:
        fields["bands"] = fields["rows"] = None
    recipe = Recipe.from_json(fields)
    for setting in chosen.set:
        recipe = recipe.with_setting(setting)
    return recipe


def _fit_scheme_and_measure(fields: dict[str, Any], chosen: argparse.Namespace) -> None:
    """A scheme brings its measure, a measure its usual scheme, where only one of the two is given."""
    from simexplorer.pipeline.measure_scale import SCHEMES_OF

    if chosen.scheme and not chosen.measure:
        fitting = [measure for measure, schemes in SCHEMES_OF.items() if chosen.scheme in schemes]
        if fields.get("measure", "jaccard") not in fitting and fitting:
            fields["measure"] = fitting[0]
    usual = SCHEMES_OF.get(chosen.measure, ())
    if usual and not chosen.scheme and fields.get("scheme", "fss") not in usual:
        fields["scheme"] = usual[0]


def _print_progress(state: Any, final: bool) -> None:
    """One line that is written over on a terminal; elsewhere a line a stage (``done`` is 0 when one begins)."""
    live = sys.stderr.isatty()
    if not live and (state.done or final):
        return
    count = f" {state.done:,} of {state.total:,} {state.unit}" if state.total else ""
    left = f", {state.remaining_seconds:.0f} s left" if state.remaining_seconds else ""
    end = "\n" if final or not live else ""
    start = "\r\x1b[K" if live else ""
    print(f"{start}{state.stage}{count}{left}", end=end, file=sys.stderr, flush=True)


def _print_summary(result: Any) -> None:
    documents = result.documents
    counts = {word: int((documents.status == code).sum()) for code, word in enumerate(("read", "empty", "skipped"))}
    audit = result.audit
    print(
        f"{_counted(len(documents), 'document')}: " + ", ".join(f"{count:,} {word}" for word, count in counts.items())
    )
    print(f"{_counted(len(result.groups), 'group')} of identical texts")
    print(f"{_counted(result.at_threshold, 'pair')} {_limit_words(result.recipe)}, all verified exactly")
    print(f"{_counted(len(result.clusters), 'cluster')} of near-duplicates ({result.recipe.linkage} linkage)")
    if audit.predicted_recall is not None:
        missed = f"{audit.predicted_missed:.2g} pairs expected to be missed"
        print(f"predicted recall {audit.predicted_recall:.4f}: {missed}")
    if audit.measured_recall is not None and audit.measured_interval is not None:
        low, high = audit.measured_interval
        print(f"measured recall {audit.measured_recall:.4f} (95 % interval {low:.4f} to {high:.4f})")
    for p in range(min(10, result.at_threshold)):
        a, b = (documents.paths.display(int(row[p])) for row in (result.pairs.i, result.pairs.j))
        values = result.pairs.ranking if result.pairs.distance is None else result.pairs.distance
        print(f"{values[p]:.3f}  {a}  {b}")
    for words in result.capped:
        print(words)


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _limit_words(recipe: Any) -> str:
    if recipe.max_distance is not None and recipe.measure in ("hamming", "euclidean"):
        return f"within a {recipe.measure} distance of {recipe.max_distance:g}"
    return f"with a {recipe.measure} similarity of {recipe.threshold:g} or more"


def _cache(arguments: list[str]) -> int:
    from simexplorer.documents.array_cache import ArrayCache
    from simexplorer.pipeline.reading_arguments import bytes_of

    parser = argparse.ArgumentParser(prog="simexplorer cache", description="What is kept between runs.")
    parser.add_argument("--clear", action="store_true", help="remove it; the next run takes as long as the first")
    parser.add_argument("--limit", metavar="SIZE", help="how much it may be from now on, for example 500M or 2G (2G)")
    chosen = parser.parse_args(arguments)
    cache = ArrayCache()
    try:
        if chosen.limit:
            cache.set_most_bytes(bytes_of("--limit", chosen.limit))
    except OSError as error:
        raise InputError(f"The limit cannot be kept in {cache.folder.parent}: {error.strerror or error}.") from error
    if chosen.clear:
        cache.clear()
    print(f"{cache.folder}: {cache.size_bytes():,} bytes in {cache.count():,} files, at most {cache.most_bytes:,}")
    return 0


def _query(arguments: list[str]) -> int:
    from simexplorer.pipeline.reading_arguments import at_least

    parser = argparse.ArgumentParser(
        prog="simexplorer query",
        description="Documents of a saved workspace that are similar to one text, from what was kept: nothing is "
        "scanned. Similarities are exact; ~ marks an estimate, where a document is gone or was changed since.",
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="a document, or - for standard input")
    add("--workspace", required=True, metavar="W.simx")
    add("--threshold", type=float, metavar="T", help="least similarity (that of the saved run)")
    add("--limit", type=at_least(0), default=100, metavar="N", help="at most so many documents (100)")
    add("--json", action="store_true", help="one JSON object in place of lines")
    chosen = parser.parse_args(arguments)
    from simexplorer.workspace.opening import open_workspace
    from simexplorer.workspace.query import as_json, as_text, query_file, query_text

    if chosen.threshold is not None and not 0 <= chosen.threshold <= 1:
        raise UsageError(f"--threshold is a similarity between 0 and 1; got {chosen.threshold:g}.")
    if chosen.file != "-":
        _require_existing(chosen.file)
    workspace = open_workspace(chosen.workspace)
    try:
        if chosen.file == "-":
            answers = query_text(workspace, sys.stdin.buffer.read(), chosen.threshold, chosen.limit)
        else:
            answers = query_file(workspace, os.fsencode(chosen.file), chosen.threshold, chosen.limit)
    finally:
        workspace.close()
    for line in [as_json(answers)] if chosen.json else as_text(answers):
        print(line)
    return 0


if __name__ == "__main__":
    run()
