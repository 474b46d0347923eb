"""The options of ``simexplorer scan``, and the recipe that they ask for."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from simexplorer.commands.reading_arguments import add_reading_arguments, at_least, fields_given, filled, whole_number
from simexplorer.errors import ParameterError, UsageError
from simexplorer.pipeline.command_line import OPTIONS, option_of
from simexplorer.pipeline.known_values import require_known
from simexplorer.pipeline.measure_scale import SCHEMES_OF, require_fitting
from simexplorer.pipeline.recipe import LINKAGES, MEASURES, NORMALISATIONS, Recipe, setting_of
from simexplorer.pipeline.recipe_file import recipe_fields_of
from simexplorer.signatures.names import SCHEMES

PASSAGES = 20  # pairs of a page whose passages are shown
_USUAL = Recipe()


def scan_parser() -> argparse.ArgumentParser:
    """All options of a scan."""
    parser = argparse.ArgumentParser(
        prog="simexplorer scan",
        description="Find near-duplicates without a window. Progress goes to standard error, results to the reports "
        "or, without one, to standard output. All that decides what is read and compared can also be "
        "set in a recipe; the command line wins.",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="folders or files to compare")
    _add_recipe_arguments(parser)
    _add_run_arguments(parser)
    add_reading_arguments(parser)
    return parser


def _add_recipe_arguments(parser: argparse.ArgumentParser) -> None:
    """What is compared, and how: fields of the recipe."""
    add = parser.add_argument
    add(
        "--recipe", type=filled, metavar="FILE.json",
        help="start from this recipe (or from a JSON report that holds one)",
    )  # fmt: skip
    add(
        "--shingle", type=filled, metavar="KIND:SIZE",
        help=f"what is compared: {_USUAL.shingle_kind}:{_USUAL.shingle_size} (the default), word:3, or item for rows "
        "that are baskets",
    )  # fmt: skip
    add("--bag", action="store_true", default=None, help="count repeated shingles (multisets)")
    add(
        "--normalise", metavar="LIST",
        help=f"what is made equal first, comma-separated: {' '.join(NORMALISATIONS)}, or none "
        f"({','.join(_USUAL.normalise)})",
    )  # fmt: skip
    add("--scheme", metavar="SCHEME", help=f"how signatures are made: {_one_of(SCHEMES, _USUAL.scheme)}")
    add("--hashes", type=int, metavar="K", help=f"values in a signature ({_USUAL.hashes})")
    add("--bands", type=int, metavar="B", help="bands of the index; with --rows, in place of --recall")
    add("--rows", type=int, metavar="R", help="signature values in a band; with --bands")
    add("--recall", type=float, help=f"wanted chance of finding a pair at the threshold ({_USUAL.recall})")
    add("--threshold", type=float, help=f"minimum similarity of a pair ({_USUAL.threshold})")
    add("--measure", help=f"what alike means: {_one_of(MEASURES, _USUAL.measure)}")
    add(
        "--max-distance", type=float, metavar="D",
        help="largest distance of a pair, in place of --threshold, for hamming and euclidean",
    )  # fmt: skip
    add("--linkage", help=f"how pairs become clusters: {_one_of(LINKAGES, _USUAL.linkage)}")
    add(
        "--seed", type=int,
        help=f"seed of all hash functions ({_USUAL.seed}); another one shows that an answer is no accident",
    )  # fmt: skip
    add("--reference", metavar="FOLDER", help="look only for pairs between this folder, or table, and the rest")
    add(
        "--set", action="append", metavar="FIELD=VALUE", default=[],
        help="set any field of the recipe, for example boilerplate=0.3: leave out what is found in more than "
        "30 %% of the documents (repeatable)",
    )  # fmt: skip


def _one_of(choices: Sequence[str], usual: str) -> str:
    """The choices in words, and which of them is the default."""
    *others, last = (f"{choice} (default)" if choice == usual else choice for choice in choices)
    return f"{', '.join(others)} or {last}"


def _add_run_arguments(parser: argparse.ArgumentParser) -> None:
    """How the run goes on, and what comes out of it."""
    add = parser.add_argument
    add("--measure-recall", action="store_true", help="measure the recall of the index on these documents")
    add("--jobs", type=at_least(1), metavar="N", help="number of threads (as many as cores)")
    add(
        "--no-cache", action="store_true",
        help="neither use nor fill the cache, which takes a file of the same path, size and times for unchanged",
    )  # fmt: skip
    add("--workspace", type=filled, metavar="W.simx", help="keep the run in this workspace")
    add(
        "--report",
        type=filled,
        action="append",
        default=[],
        metavar="FILE",
        help="write a report (repeatable); its ending chooses the format: .html .json .csv .md .xlsx .parquet "
        "(shingles are counted with their repeats); x.csv and x.parquet hold the pairs, x.clusters.csv and "
        "x.documents.csv beside them the rest; it replaces an earlier report, but no document that was read",
    )
    add(
        "--kept", type=filled, action=_Once, metavar="FILE",
        help="write what remains where one document stays of each cluster: of one table read by its rows (CSV, TSV, "
        "JSONL, Parquet) these rows as they stand, into a FILE of its ending; a list of paths into one of .txt",
    )  # fmt: skip
    add(
        "--columns", type=filled, metavar="LIST",
        help="write only these columns of tables: names, or table.name, comma-separated",
    )  # fmt: skip
    add(
        "--passages",
        type=at_least(0),
        metavar="N",
        help=f"show shared passages of the top N pairs in .html reports ({PASSAGES})",
    )
    add(
        "--changes", type=filled, action=_Once, metavar="FILE",
        help="with --workspace: write to FILE what is new since the last run kept there, as .html .csv .json .md",
    )  # fmt: skip
    add("--quiet", action="store_true", help="show no progress")


class _Once(argparse.Action):
    """An option whose second value would silently take the place of the first, as that of ``--report`` does not."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option: str | None = None
    ) -> None:
        if getattr(namespace, self.dest) is not None:
            parser.error(f"argument {option}: it can be given only once")
        setattr(namespace, self.dest, values)


@contextlib.contextmanager
def named_as_options(chosen: argparse.Namespace) -> Iterator[None]:
    """A ParameterError inside speaks of the option that was given, where the value came from one."""
    try:
        yield
    except ParameterError as error:
        field = error.field
        if chosen.shingle and field in ("shingle_kind", "shingle_size"):
            raise error.called(f"the {field.removeprefix('shingle_')} in --shingle") from None
        if chosen.max_size and field == "max_bytes":
            raise error.called("--max-size") from None
        if field in OPTIONS and (getattr(chosen, field) is not None or not (chosen.recipe or chosen.set)):
            raise error.called(option_of(field)) from None
        raise


def given_fields(chosen: argparse.Namespace) -> dict[str, str]:
    """The fields of the recipe that are set by options of their names or by ``--set``, each with these words."""
    given = {name: option_of(name) for name in OPTIONS if getattr(chosen, name) is not None}
    return given | {name: f"--set {name}" for name, _ in map(setting_of, chosen.set)}


def recipe_of(chosen: argparse.Namespace) -> Recipe:
    """The recipe that a command line asks for: that of ``--recipe``, and over it what else was said."""
    fields: dict[str, Any] = {} if chosen.recipe is None else recipe_fields_of(chosen.recipe)
    options = fields_given(chosen)
    if chosen.shingle is not None:
        kind, _, size = chosen.shingle.partition(":")
        options["shingle_kind"] = kind
        if size or kind != "item":
            options["shingle_size"] = whole_number("--shingle", size)
    settings = dict(map(setting_of, chosen.set))
    for name in settings:
        if name in options:
            raise UsageError(f"--set {name}: an option sets {name} as well. Give one of the two.")
    fields.update(options)
    _fit_scheme_and_measure(fields, chosen)
    if chosen.recall is not None and chosen.bands is None:
        fields["bands"] = fields["rows"] = None
    fields.update(settings)
    recipe = require_known(Recipe.from_json(fields))
    require_fitting(recipe)
    return recipe


def _fit_scheme_and_measure(fields: dict[str, Any], chosen: argparse.Namespace) -> None:
    """A scheme brings its measure, a measure its usual scheme, where only one of the two is given."""
    if chosen.scheme and not chosen.measure:
        fitting = [measure for measure, schemes in SCHEMES_OF.items() if chosen.scheme in schemes]
        if fields.get("measure", _USUAL.measure) not in fitting and fitting:
            fields["measure"] = fitting[0]
    usual = SCHEMES_OF.get(chosen.measure, ())
    if usual and not chosen.scheme and fields.get("scheme", _USUAL.scheme) not in usual:
        fields["scheme"] = usual[0]
