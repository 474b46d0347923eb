"""``simexplorer scan``: the run of the window without one."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from simexplorer.commands.compiling import require_compiling
from simexplorer.commands.kept_run import KeptRun
from simexplorer.commands.memory_limits import require_room
from simexplorer.commands.paths import require_existing
from simexplorer.commands.scan_arguments import PASSAGES, named_as_options, recipe_of, scan_parser
from simexplorer.commands.scan_remarks import columns_nowhere, remarks
from simexplorer.commands.scan_words import print_progress, print_summary
from simexplorer.errors import Cancelled, ExportError, UsageError

if TYPE_CHECKING:
    from simexplorer.pipeline.analysis import Analysis
    from simexplorer.pipeline.progress import Progress
    from simexplorer.pipeline.recipe import Recipe
    from simexplorer.pipeline.result import Result
    from simexplorer.reports.options import ReportOptions


def run_scan(arguments: list[str]) -> int:
    """Analyse, keep, report; 130 where it was interrupted before the end.

    1 where a report could not be written, or columns were asked for that no table has; else 0.
    """
    chosen = _chosen(arguments)
    for path in chosen.paths:
        require_existing(path)
    require_room()
    require_compiling()
    with named_as_options(chosen):
        return _scan(chosen, recipe_of(chosen))


def _chosen(arguments: list[str]) -> argparse.Namespace:
    """The options; folders may stand between and behind them, where no ``--`` says that only folders follow."""
    parser = scan_parser()
    return parser.parse_args(arguments) if "--" in arguments else parser.parse_intermixed_args(arguments)


def _scan(chosen: argparse.Namespace, recipe: Recipe) -> int:
    from simexplorer.commands.stopping import Stopping
    from simexplorer.documents.array_cache import ArrayCache
    from simexplorer.pipeline.allocating import keep_freed_memory
    from simexplorer.pipeline.analysis import Analysis
    from simexplorer.pipeline.engine import Watch

    keep_freed_memory()
    columns_of(chosen, recipe)  # refuses wrong ones before the run
    _require_outputs(chosen, recipe)
    stopping = Stopping()
    with contextlib.ExitStack() as last:
        keeping = last.enter_context(contextlib.closing(KeptRun(chosen.workspace)))
        _expect_changes(chosen, keeping)
        analysis = Analysis(
            [os.fsencode(path) for path in chosen.paths],
            workers=chosen.jobs,
            compile_apart=True,
            cache=None if chosen.no_cache else ArrayCache(),
        )
        last.callback(analysis.close)
        with Watch(stopping.run, print_progress if not chosen.quiet else None):
            result = analysis.run(recipe, stopping.run, on_stage=lambda stage: keeping.keep(stage, analysis))
            if chosen.measure_recall and not result.partial:
                with contextlib.suppress(Cancelled):  # the result is whole without
                    result = analysis.measure_recall(stopping.run)
        stopping.end_run()
        told = _tell(result, analysis, keeping, chosen, stopping.telling)
    return 130 if stopping.run.cancelled and _say_what_lacks(result, chosen) else int(not told)


def _expect_changes(chosen: argparse.Namespace, keeping: KeptRun) -> None:
    """Do without the report of what is new, and say so, where there is nothing to compare with."""
    if chosen.changes and not keeping.has_earlier:
        from simexplorer.documents.listing import shown_path

        kept, changes = (shown_path(os.fsencode(path)) for path in (chosen.workspace, chosen.changes))
        print(
            f"simexplorer: {kept} holds no complete run yet to compare with: {changes} is not "
            "written this time; from the next scan on it tells what is new.",
            file=sys.stderr,
        )
        chosen.changes = None


def _say_what_lacks(result: Result, chosen: argparse.Namespace) -> bool:
    """Say what an interrupted run was kept from, and whether there is anything."""
    if result.partial:
        lacking = "what was done until then is a partial result"
    elif chosen.measure_recall and result.audit.measured_interval is None:
        lacking = "no recall was measured"
    else:
        return False
    print(f"simexplorer: interrupted: {lacking}.", file=sys.stderr)
    return True


def _tell(result: Result, analysis: Analysis, keeping: KeptRun, chosen: argparse.Namespace, progress: Progress) -> bool:
    """Keep the run, write its reports, and say what there is to say; whether all is as it was asked for."""
    keeping.keep(result, analysis)
    failed: list[ExportError] = []
    if chosen.report or chosen.changes or chosen.kept:
        failed = _write_reports(result, analysis, keeping, chosen, progress)
    amiss = columns_nowhere(result)
    for words in (*remarks(result, chosen), *amiss, *failed):
        print(f"simexplorer: {words}", file=sys.stderr)
    if not chosen.report:
        print_summary(result)
    keeping.require_kept()
    return not (failed or amiss)


def _require_outputs(chosen: argparse.Namespace, recipe: Recipe) -> None:
    """Raise now what would keep a report from being written after the run."""
    if chosen.changes is not None and not chosen.workspace:
        raise UsageError("--changes needs --workspace: the runs to compare with are kept there.")
    if not chosen.report and chosen.changes is None and chosen.kept is None:
        return
    from simexplorer.documents.listing import shown_path
    from simexplorer.reports.changes_report import require_changes_writable
    from simexplorer.reports.replacing import is_report, is_report_of_run
    from simexplorer.reports.writing import require_writable

    if chosen.changes is not None:
        require_changes_writable(chosen.changes)
        if is_report_of_run(os.fsencode(chosen.changes)):
            raise UsageError(
                f"{shown_path(os.fsencode(chosen.changes))} is the report of a run and would be replaced: --changes "
                "names the file to write to, and compares with the last run in the workspace. Choose another name."
            )
    files = _report_files(chosen)
    for file in files:
        require_writable(file)
    if chosen.kept is not None:
        from simexplorer.pipeline.reading_options import read_options
        from simexplorer.reports.kept_documents import require_kept_writable

        require_kept_writable(chosen.kept, chosen.paths, rows_are_documents=read_options(recipe).rows_are_documents)
        files.append(os.fsencode(chosen.kept))
    places = [os.path.realpath(path) for path in (*files, *map(os.fsencode, filter(None, [chosen.workspace])))]
    for path in places:
        if places.count(path) > 1:
            raise UsageError(f"{shown_path(path)} is named for two outputs, of which one would replace the other.")
    named = [os.stat(path) for path in (*chosen.paths, *filter(None, [chosen.recipe])) if os.path.exists(path)]
    kept = None if chosen.kept is None else os.fsencode(chosen.kept)
    for file in filter(os.path.exists, files):
        read = any(os.path.samestat(os.stat(file), one) for one in named)
        if read and (file == kept or not is_report(file)):
            raise UsageError(
                f"{shown_path(file)} is to be read and would be replaced. Choose another name to write to."
            )


def _report_files(chosen: argparse.Namespace) -> list[bytes]:
    """Every file that a report is to be written into."""
    from simexplorer.reports.writing import report_files

    files = [file for report in chosen.report for file in report_files(report)]
    return [*files, os.fsencode(chosen.changes)] if chosen.changes is not None else files


def columns_of(chosen: argparse.Namespace, recipe: Recipe) -> tuple[str, ...] | None:
    """The columns that ``--columns`` names; None for all. Raises UsageError before anything is read."""
    if chosen.columns is None:
        return None
    from simexplorer.reports.columns import require_columns

    names = tuple(name.strip() for name in chosen.columns.split(",") if name.strip())
    require_columns(names, recipe.measure, decided=chosen.workspace is not None)
    return names or None


def _write_reports(
    result: Result, analysis: Analysis, keeping: KeptRun, chosen: argparse.Namespace, progress: Progress
) -> list[ExportError]:
    """Write all reports that can be written; what kept the others from it. Raises Cancelled, having said which lack."""
    from simexplorer.documents.listing import shown_path
    from simexplorer.reports.replacing import require_no_document
    from simexplorer.reports.writing import report_files, write_report

    writes: dict[str, Callable[[], object]] = {}
    if chosen.report:
        options = _report_options(result, analysis, keeping, chosen, progress)
        writes |= {report: partial(write_report, result, report, options) for report in chosen.report}
    if chosen.changes:
        writes[chosen.changes] = partial(keeping.report_changes, result, chosen.changes)
    if chosen.kept:
        writes[chosen.kept] = partial(_write_kept, result, keeping, chosen.kept, progress)
    failed = []
    for at, (report, write) in enumerate(writes.items()):
        try:
            if report != chosen.kept:
                files = [os.fsencode(report)] if report == chosen.changes else report_files(report)
                require_no_document(files, result.documents)
            write()
        except ExportError as error:
            failed.append(error)
        except Cancelled:
            lacking = ", ".join(shown_path(os.fsencode(name)) for name in list(writes)[at:])
            found = "the run was interrupted, and what it found is" if result.partial else "the run is whole, but"
            print(f"simexplorer: {found} not written: {lacking}.", file=sys.stderr)
            raise
    return failed


def _report_options(
    result: Result, analysis: Analysis, keeping: KeptRun, chosen: argparse.Namespace, progress: Progress
) -> ReportOptions:
    """What the reports hold beyond the result."""
    from simexplorer.reports.columns import names_decisions
    from simexplorer.reports.evidence import with_passages
    from simexplorer.reports.numbered import words_by
    from simexplorer.reports.options import ReportOptions

    passages, columns = PASSAGES if chosen.passages is None else chosen.passages, columns_of(chosen, result.recipe)
    options = ReportOptions(
        columns=columns,
        decisions=keeping.standing(result, asked=names_decisions(columns)),
        first_words=words_by(analysis, result),
        progress=progress,
    )
    return with_passages(options, result, analysis, passages) if passages else options


def _write_kept(result: Result, keeping: KeptRun, path: str, progress: Progress) -> None:
    """Write what remains without the near-duplicates, and say how much that is."""
    from simexplorer.reports.kept_documents import write_kept

    words = write_kept(result, keeping.left_out(result), path, progress.check)
    print(f"simexplorer: {words}", file=sys.stderr)
