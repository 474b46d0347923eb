"""``simexplorer scan``: the run of the window without one."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from typing import Any

from simexplorer.commands.kept_run import KeptRun
from simexplorer.commands.paths import require_existing
from simexplorer.commands.scan_arguments import recipe_of, scan_parser
from simexplorer.commands.scan_remarks import remarks
from simexplorer.commands.scan_words import print_progress, print_summary
from simexplorer.errors import UsageError


def run_scan(arguments: list[str]) -> int:
    """Analyse, keep, report; 0, or 130 where it was interrupted before all was done."""
    chosen = scan_parser().parse_args(arguments)
    for path in chosen.paths:
        require_existing(path)
    recipe = recipe_of(chosen)
    from simexplorer.documents.array_cache import ArrayCache
    from simexplorer.pipeline.allocating import return_large_arrays
    from simexplorer.pipeline.analysis import Analysis
    from simexplorer.pipeline.engine import Watch
    from simexplorer.pipeline.progress import Progress

    return_large_arrays()
    columns = columns_of(chosen.columns)
    _require_outputs(chosen)
    progress = Progress()
    signal.signal(signal.SIGINT, lambda _number, _frame: progress.cancel())
    keeping = KeptRun(chosen.workspace)
    if chosen.changes and not keeping.has_earlier:
        print(
            f"simexplorer: {chosen.workspace} holds no whole run yet to compare with: {chosen.changes} is not written "
            "this time; from the next scan on it tells what is new.",
            file=sys.stderr,
        )
        chosen.changes = None
    analysis = Analysis(
        [os.fsencode(path) for path in chosen.paths],
        workers=chosen.jobs,
        compile_apart=True,
        cache=None if chosen.no_cache else ArrayCache(),
    )
    try:
        with Watch(progress, print_progress if not chosen.quiet else None):
            result = analysis.run(recipe, progress, on_stage=lambda stage: keeping.keep(stage, analysis))
            if chosen.measure_recall and not result.partial:
                result = analysis.measure_recall(progress)
        interrupted = result.partial or (chosen.measure_recall and progress.cancelled)
        _tell(result, analysis, keeping, chosen, columns)
    finally:
        analysis.close()
        keeping.close()
    return 130 if interrupted else 0


def _tell(
    result: Any, analysis: Any, keeping: KeptRun, chosen: argparse.Namespace, columns: tuple[str, ...] | None
) -> None:
    """Keep the run, write its reports, and say what there is to say."""
    keeping.keep(result, analysis)
    if chosen.report or chosen.changes:
        _write_reports(result, analysis, keeping, chosen, columns)
    for words in remarks(result, chosen):
        print(f"simexplorer: {words}", file=sys.stderr)
    if not chosen.report:
        print_summary(result)
    keeping.require_kept()


def _require_outputs(chosen: argparse.Namespace) -> None:
    """Raise now what would keep a report from being written after the run."""
    if chosen.changes and not chosen.workspace:
        raise UsageError("--changes needs --workspace: the runs to compare with are kept there.")
    if not chosen.report and not chosen.changes:
        return
    from simexplorer.reports.changes_report import require_changes_writable
    from simexplorer.reports.writing import require_writable

    for report in chosen.report:
        require_writable(report)
    if chosen.changes:
        require_changes_writable(chosen.changes)
    places = [os.path.realpath(path) for path in (*chosen.report, *filter(None, [chosen.changes, chosen.workspace]))]
    for path in places:
        if places.count(path) > 1:
            raise UsageError(f"{path} is named for two outputs, of which one would replace the other.")


def columns_of(words: str | None) -> tuple[str, ...] | None:
    """The columns that ``--columns`` names; None for all. Raises UsageError before anything is read."""
    if words is None:
        return None
    from simexplorer.reports.columns import require_columns

    names = tuple(name.strip() for name in words.split(",") if name.strip())
    require_columns(names)
    return names or None


def _write_reports(
    result: Any, analysis: Any, keeping: KeptRun, chosen: argparse.Namespace, columns: tuple[str, ...] | None
) -> None:
    from simexplorer.reports.evidence import evidence_of
    from simexplorer.reports.numbered import words_by
    from simexplorer.reports.options import ReportOptions
    from simexplorer.reports.writing import write_report

    options = ReportOptions(
        columns=columns,
        evidence=evidence_of(analysis.text, result.recipe) if chosen.passages > 0 else None,
        evidence_pairs=chosen.passages,
        decisions=keeping.standing(result),
        first_words=words_by(analysis, result),
    )
    for report in chosen.report:
        write_report(result, report, options)
    if chosen.changes:
        keeping.report_changes(result, chosen.changes)
