"""What a scan says on its streams: progress while it runs, a summary where no report is written."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from simexplorer.counted_nouns import counted
from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.measure_words import value_words

if TYPE_CHECKING:
    from simexplorer.documents.listing import Documents
    from simexplorer.pipeline.progress import ProgressState
    from simexplorer.pipeline.recipe import Recipe
    from simexplorer.pipeline.result import Result

_LISTED = 10  # pairs


def print_progress(state: ProgressState, final: bool) -> None:
    """One line that is written over on a terminal; elsewhere a line a stage (``done`` is 0 when one begins)."""
    live = sys.stderr.isatty()
    if not live and (state.done or final):
        return
    count = f" {state.done:,} of {state.total:,} {state.unit_of(state.total)}" if state.total else ""
    left = f", {state.remaining_seconds:.0f} s left" if state.remaining_seconds else ""
    end = "\n" if final or not live else ""
    start = "\r\x1b[K" if live else ""
    print(f"{start}{state.stage}{count}{left}", end=end, file=sys.stderr, flush=True)


def print_summary(result: Result) -> None:
    """What a scan found, for people: counts, recall, the ten most similar pairs, every limit."""
    from simexplorer.reports.limits import boilerplate_words, guessed_words
    from simexplorer.reports.summary import (
        counts,
        document_words,
        index_words,
        measured_words,
        pair_words,
        recall_words,
    )

    documents = result.documents
    print(f"{counted(len(documents), 'document')}: {document_words(counts(result))}")
    for words in reason_lines(documents):
        print(words)
    if words := table_words(result):
        print(f"  {words}")
    print(f"{counted(len(result.groups), 'group')} of identical texts")
    print(f"{counted(result.at_threshold, 'pair')} {pair_words(result)}, all verified exactly")
    print(f"{counted(len(result.clusters), 'cluster')} of near-duplicates ({result.recipe.linkage} linkage)")
    if (predicted := recall_words(result)) is not None:
        print(f"predicted recall {predicted[0]}: {predicted[1]}")
    if (measured := measured_words(result)) is not None:
        print(f"measured recall {measured[0]}: {measured[1]}")
    if len(documents) and (index := index_words(result)):
        print(f"index: {index}")
    scale = MeasureScale.of(result.recipe)
    pairs = result.pairs
    values = scale.values_of(pairs)
    for p in range(min(_LISTED, result.at_threshold)):
        a, b = (documents.paths.display(int(row[p])) for row in (pairs.i, pairs.j))
        print(f"{value_words(scale, float(values[p]))}  {a}  {b}")
    for words in (beyond_words(result), boilerplate_words(result.recipe), *result.limits, guessed_words(documents)):
        if words:
            print(words)


def beyond_words(result: Result) -> str:
    """How to see the pairs that are not listed here, or find what unlike texts share where there is no pair."""
    if (rest := result.at_threshold - _LISTED) > 0:
        return f"and {rest:,} more: --report FILE lists all"
    from simexplorer.pipeline.suggesting import preset

    recipe, searched = result.recipe, result.members.size > 1 and not result.partial
    copied = preset("passages").apply(recipe)
    if result.at_threshold or not searched or recipe.shingle_kind == "item" or recipe.threshold <= copied.threshold:
        return ""
    settings = f"--shingle {copied.shingle_kind}:{copied.shingle_size} --threshold {copied.threshold}"
    return f"{settings} finds passages that were copied into otherwise different texts"


def reason_lines(documents: Documents) -> list[str]:
    """Why documents were skipped, are empty or were read in part, the most frequent reasons first."""
    from simexplorer.pipeline.frequency import by_frequency
    from simexplorer.reports.limits import MOST_REASONS

    frequent = by_frequency(documents.reason[documents.reason > 0], documents.reasons)
    lines = [f"  {count:,} {documents.reasons[number]}" for number, count in frequent[:MOST_REASONS]]
    rest = sum(count for _, count in frequent[MOST_REASONS:])
    return [*lines, f"  {rest:,} for other reasons, which a report lists"] if rest else lines


def table_words(result: Result) -> str:
    """What to do where tables were read whole or left out: their rows may be what is to be compared; else nothing."""
    from simexplorer.pipeline.whole_tables import tables_left_out, whole_tables

    read, left_out = whole_tables(result), tables_left_out(result)
    said = []
    if read:
        said.append(counted(read, "table was read as one text", "tables were read as one text each"))
    if left_out:
        said.append(counted(left_out, "table was left out", "tables were left out"))
    return f"{', '.join(said)}: {_how_rows_are_read(result.recipe)}" if said else ""


def _how_rows_are_read(recipe: Recipe) -> str:
    """What the options that name columns want; where rows are documents those that were given."""
    text, name = recipe.text_column, recipe.id_column
    if text is None and (recipe.shingle_kind != "item" or name is None):
        return "--text-column NAME makes every row a document, --text-column '*' of all its columns"
    how = []
    if text is not None:
        how.append("--text-column takes the name of a column that a table has, or '*' for all of its columns")
    if name is not None:
        how.append("--id-column takes the name of a column that a table has")
    return "; ".join(how)
