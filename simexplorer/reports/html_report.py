"""The HTML report: one file that needs no network, runs no foreign script, prints, and sorts 100,000 rows."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup

from simexplorer import __version__
from simexplorer.counted_nouns import counted
from simexplorer.pipeline.measure_scale import MeasureScale, limit_similarity
from simexplorer.pipeline.measure_words import NAMES, limit_words, name_of, similarity_words
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.recipe_file import json_text
from simexplorer.pipeline.result import Result
from simexplorer.pipeline.signing import family_of
from simexplorer.pipeline.yardstick import Yardstick
from simexplorer.reports.columns import Tables
from simexplorer.reports.figures import curve_words, histogram, s_curve
from simexplorer.reports.json_report import audit_fields, recipe_fields, timing_fields
from simexplorer.reports.options import ReportOptions
from simexplorer.reports.page_data import PageData
from simexplorer.reports.shown_passages import shown_passages
from simexplorer.reports.summary import (
    checksum,
    counts,
    document_words,
    folders,
    index_words,
    measured_words,
    notices,
    recall_words,
    recipe_words,
)

FOLDER = Path(__file__).parent


def html_chunks(tables: Tables, options: ReportOptions) -> Iterator[bytes]:
    """The page in UTF-8: figures and summary as they stand, tables as data that the page's own script shows."""
    result = tables.result
    data = PageData(tables, options)
    style, script = own_file("report.css"), own_file("report.js")
    pieces = template("report.jinja").generate(
        title=options.title,
        version=__version__,
        policy=policy_of(style, script),
        style=Markup(style),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        data=map(Markup, data.pieces()),  # no markup: every < > & is escaped
        counts=(found := counts(result)),
        document_words=document_words(found),
        folders=folders(result),
        notices=[*notices(result), *data.left_out],
        written_at=options.written_at.isoformat(" ", "seconds") if options.written_at else None,
        timings={name: seconds for name, seconds in timing_fields(result).items() if seconds is not None},
        limit=limit_words(result.recipe),
        recipe=result.recipe,
        index_words=index_words(result),
        recipe_words=recipe_words(result),
        recipe_json=json_text(recipe_fields(result), indent=1),
        audit=audit_fields(result),
        recall=recall_words(result),
        measured=measured_words(result),
        checksum=checksum(result),
        pair_words=_pair_words(result, options),
        evidence=shown_passages(tables, options),
        evidence_words=options.evidence_words,
        **_figures(result),
    )
    for piece in pieces:  # the page is never whole in memory: its data alone are 10 MB
        yield piece.encode()


@cache
def own_file(name: str) -> str:
    """A file that lies beside this one."""
    return (FOLDER / name).read_text(encoding="utf-8")


@cache
def template(name: str) -> jinja2.Template:
    """A page that lies beside this file: what is put into it is escaped, and what is missing is an error."""
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True)
    environment.filters.update(count="{:,}".format, counted=counted, headed=_headed)
    return environment.from_string(own_file(name))


def _headed(count: int, noun: str) -> Markup:
    """A number in bold, and what it counts."""
    return Markup("<b>{}</b> {}").format(*counted(count, noun).split(" ", 1))


def policy_of(style: str, script: str) -> str:
    """The content security policy of a page that holds this style and this script, and runs nothing else."""
    return (
        f"default-src 'none'; style-src {_source_hash(style)}; script-src {_source_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )


def _source_hash(content: str) -> str:
    """The hash by which a content security policy knows an inline script or style."""
    return "'sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode() + "'"


def _pair_words(result: Result, options: ReportOptions) -> str:
    """Which texts stand in the table of pairs, and what its headings mean; empty where it has no row."""
    if not result.at_threshold:
        return ""
    measure = result.recipe.measure
    said = ["Of identical texts the first by path stands for all."] if len(result.groups) else []
    if options.columns is None:
        if measure == "jaccard":
            said.append("Exact similarity is the Jaccard similarity of the shingles, |A ∩ B| / |A ∪ B|.")
        estimated = {"cosine": "angle", "containment": NAMES["jaccard"][0]}.get(measure, name_of(measure))
        said.append(
            f"The error is the estimated less the exact {estimated}, in standard deviations (sd) of such estimates; "
            "First in second is the share of the first one's shingles that the second one holds, too."
        )
    return " ".join(said)


def _histogram_words(result: Result) -> str:
    """What in the histogram is counted, what is estimated, and from which pairs: a sample, or all of a few."""
    audit, pairs, added = result.audit, result.audit.sampled_pairs, result.added
    if not audit.histogram.any():
        return "there are none."
    sample = told = counted(pairs, "random pair")
    if result.sampled_all:
        sample = f"the signatures of {'all ' if pairs > 1 else ''}{counted(pairs, 'pair')}"
        told = f"estimated from {sample}"
    unfound = ", but for pairs that were not found" if result.partial or audit.gaps or audit.left_out else ""
    if added < 0.5:
        missed = ""
    elif audit.exact_from <= 0.0:
        missed = f" where pairs were found; {counted(max(1, round(added)), 'other')} estimated from {sample}"
    else:
        missed = f", with about {counted(max(1, round(added)), 'pair')} added that were probably missed"
    if audit.exact_from <= 0.0:
        return f"exact{missed}{unfound}."
    if audit.compared_from is not None:
        told += f" below {audit.compared_from:g}, others that were compared up to {audit.exact_from:g}"
    else:
        told += f" below {audit.exact_from:g}"
    return f"{told}, exact from there on{missed}{unfound}."


def _figures(result: Result) -> dict[str, Any]:
    """Both figures and the words below them; the curve only where the run used bands."""
    recipe, audit = result.recipe, result.audit
    figures: dict[str, Any] = {
        "curve": None,
        "curve_words": "",
        "histogram": Markup(  # noqa: S704 - numbers
            histogram(audit.histogram, limit_similarity(recipe), audit.exact_from, axis_title(recipe))
        ),
        "histogram_words": _histogram_words(result),
    }
    if result.bands > 0 and result.rows > 0 and recipe.measure != "containment":
        collision = Yardstick(recipe).collision_over(family_of(recipe))
        usual = recipe.measure == "jaccard" and recipe.scheme != "bbit"
        drawn = s_curve(result.bands, result.rows, limit_similarity(recipe), collision, axis_title(recipe))
        figures["curve"] = Markup(drawn)  # noqa: S704 - numbers only
        words = curve_words(result.bands, result.rows) if usual else chance_words(result)
        figures["curve_words"] = words + _exceptions(result)
    return figures


def _exceptions(result: Result) -> str:
    """Where the curve does not hold; empty where it does."""
    if words := result.audit.whatever_meets:
        return f" Here {words}, so that pairs are found whatever the curve says."
    if result.audit.gaps:
        return " It holds for signatures without gaps: of documents with few shingles fewer pairs are found."
    return ""


def axis_title(recipe: Recipe) -> str:
    """What the horizontal axis of both figures shows."""
    words = similarity_words(MeasureScale.of(recipe)).strip()
    if words:
        return words.removesuffix(".")
    return "similarity" if recipe.measure == "jaccard" else name_of(recipe.measure)


def chance_words(result: Result) -> str:
    """How many bands and rows there are, where no half point of the Jaccard similarity is meant."""
    index = f"{counted(result.bands, 'band')} of {counted(result.rows, 'row')}"
    return f"{index}, over the {name_of(result.recipe.measure)} of two documents."
