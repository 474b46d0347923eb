"""What of a scan's command line had no effect, in words: said beside the result, not in place of it."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from simexplorer.commands.scan_arguments import given_fields
from simexplorer.commands.scan_words import table_words
from simexplorer.documents.listing import shown_path
from simexplorer.pipeline.idle_fields import why_idle
from simexplorer.pipeline.measure_scale import DISTANCES
from simexplorer.pipeline.measure_words import limit_words, name_of
from simexplorer.pipeline.whole_tables import table_without_columns
from simexplorer.search.distinct import distinct

if TYPE_CHECKING:
    from simexplorer.pipeline.recipe import Recipe
    from simexplorer.pipeline.result import Result


def remarks(result: Result, chosen: argparse.Namespace) -> list[str]:
    """A sentence for every such option, and for a run that found no document."""
    return [
        *_no_documents(result),
        *_unlisted(result),
        *_idle_limit(result, chosen),
        *_idle_options(result.recipe, chosen),
        *_idle_choices(chosen),
        *_idle_columns(result, chosen),
        *_idle_fields(result.recipe),
        *_whole_tables(result, chosen),
        *_one_sided(result),
    ]


def columns_nowhere(result: Result) -> list[str]:
    """A sentence where columns were named that no table has, with those that one has: the run cannot be what was meant.

    Nothing where the rows of one table at least were read.
    """
    table = None if result.partial else table_without_columns(result)
    if table is None:
        return []
    documents = result.documents
    why = documents.reasons[documents.reason[table]]
    return [
        f"No table could be read by its rows. {documents.paths.display(table)}: {why}. Check the name of the column."
    ]


def _no_documents(result: Result) -> list[str]:
    """Why there is no document at all."""
    if len(result.documents) or result.partial:
        return []
    recipe = result.recipe
    if recipe.include or recipe.exclude:
        return ["No file is let through by --include and --exclude, or there is none: nothing was read."]
    hidden = "" if recipe.hidden_files else " but hidden ones, which --no-hidden leaves out"
    return [f"There are no files in what was given{hidden}: nothing was read."]


def _unlisted(result: Result) -> list[str]:
    """Every file whose encoding was set but which is not among the documents."""
    from simexplorer.documents.options import encodings_of

    paths = result.documents.paths
    wanted = encodings_of(result.recipe.encodings)
    listed = {paths.raw(row) for row in range(len(paths))} if wanted else set()
    return [
        f"--encoding-of {shown_path(path)}: no document is listed by this path, so {codec} was "
        "used for none. Give the path as the report lists it: relative to the folder, with / between."
        for path, codec in wanted.items()
        if path not in listed
    ]


def _idle_limit(result: Result, chosen: argparse.Namespace) -> list[str]:
    """A limit of the kind that the measure has not."""
    recipe = result.recipe
    distance = recipe.measure in DISTANCES
    idle = "--threshold" if distance and chosen.threshold is not None else ""
    idle = "--max-distance" if not distance and chosen.max_distance is not None else idle
    if not idle:
        return []
    kind = "a distance" if distance else "no distance"
    return [f"{idle} was not used: {name_of(recipe.measure)} is {kind}; pairs are those {limit_words(recipe)}."]


def _idle_options(recipe: Recipe, chosen: argparse.Namespace) -> list[str]:
    """Options that play no part under the measure and the scheme, those of one reason together."""
    idle: dict[str, list[str]] = {}
    for field, option in given_fields(chosen).items():
        why = why_idle(field, recipe.measure, recipe.scheme)
        if field == "recall" and not why and recipe.bands is not None:
            why = "how many bands and rows there are was given"
        if why:
            idle.setdefault(why, []).append(option)
    return [
        f"{', '.join(options)} {'were' if len(options) > 1 else 'was'} not used: {why}."
        for why, options in idle.items()
    ]


def _idle_choices(chosen: argparse.Namespace) -> list[str]:
    """What was chosen for reports of a kind that is not written."""
    endings = {os.path.splitext(report)[1].lower() for report in chosen.report}
    said = []
    if chosen.columns is not None and not endings - {".json"}:
        why = "JSON holds all that was found" if endings else "no report is written (--report)"
        said.append(f"--columns was not used: it chooses columns of tables, and {why}.")
    if chosen.passages and ".html" not in endings:
        said.append("--passages was not used: .html reports alone show passages.")
    return said


def _idle_columns(result: Result, chosen: argparse.Namespace) -> list[str]:
    """Columns that no file has, as none is a table."""
    from simexplorer.documents.formats import HOLD_ROWS, TABLES

    given = {"--text-column": chosen.text_column, "--id-column": chosen.id_column}
    named = [option for option, value in given.items() if value is not None]
    items = result.recipe.shingle_kind == "item"
    if items and not named:
        named = ["--shingle item"]
    documents = result.documents
    if not named or not len(documents):
        return []
    opened = distinct(documents.paths.container)[1:]  # the first one is -1
    kinds = {documents.formats[number] for number in distinct(documents.format).tolist()}
    if kinds & TABLES or {documents.formats[number] for number in documents.format[opened].tolist()} & HOLD_ROWS:
        return []
    tables = "CSV, TSV, JSON, Parquet, a spreadsheet"
    return [
        f"{' and '.join(named)}: no file is a table ({tables}), so all were read as texts{', each one item' * items}."
    ]


def _idle_fields(recipe: Recipe) -> list[str]:
    """Fields that say how something is done which was not asked for."""
    said = []
    if recipe.language is not None and not (recipe.stop_words or recipe.stemming):
        said.append(
            f"The language {recipe.language} was not used: it is that of stop words and of stemming, and neither is "
            "on (--set stop_words=true, --set stemming=true)."
        )
    if recipe.id_column is not None and recipe.text_column is None and recipe.shingle_kind != "item":
        said.append(
            f"The column {shown_path(os.fsencode(recipe.id_column))} was not used: it names the rows of tables, which "
            "--text-column makes documents."
        )
    return said


def _whole_tables(result: Result, chosen: argparse.Namespace) -> list[str]:
    """That rows of tables can be documents, where no summary says so."""
    words = table_words(result) if chosen.report else ""
    return [f"{words}."] if words else []


def _one_sided(result: Result) -> list[str]:
    """That a reference leaves nothing to be compared with it."""
    from simexplorer.pipeline.sides import of_reference

    recipe, paths = result.recipe, result.documents.paths
    if not recipe.reference or not len(paths) or not of_reference(paths, recipe.reference).all():
        return []
    shown = shown_path(os.fsencode(recipe.reference))
    return [f"All documents lie in the reference {shown}: there is nothing to compare them with."]
