"""The figures of a run in words: cards, notes, lines of facts."""

from __future__ import annotations

import numpy as np

from simexplorer.documents.problems import CUT, EMPTY, GUESSED, NOTED, SKIPPED
from simexplorer.pipeline.format_names import format_name
from simexplorer.pipeline.measure_scale import OF_VECTORS, MeasureScale
from simexplorer.pipeline.measure_words import NAMES, limit_words, name_of, value_words
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Audit, Result
from simexplorer.pipeline.whole_tables import only_tables
from simexplorer.ui.panels.choice_texts import SCHEME_CHOICES
from simexplorer.ui.panels.overview_panel import MEASURE, Card
from simexplorer.ui.panels.tuning_panel import RECALL_COUNTED
from simexplorer.ui.theme import numbers

_LEAST = 1e-300  # of what is not 0
_MANY = 2.0  # pairs that a random one stands for, from which that is said
_MOST_FORMATS = 5  # told of a collection, the last of them as all others where there are more


def counted(result: Result) -> Result:
    """The same, of whose documents everything is counted that is told of them, which takes longer the more there are.

    For the thread that found it: nobody waits there.
    """
    for name in ("tally", "members", "different_texts"):
        getattr(result, name)
    return result


def cards_of(result: Result) -> list[Card]:
    """Eight cards: documents, identical, groups, repeats, pairs, recall predicted and measured, problems."""
    return [
        _documents(result),
        _identical(result),
        _groups(result),
        _repeats(result),
        _pairs(result),
        _recall(result),
        _measured(result),
        _problems(result),
    ]


def _documents(result: Result) -> Card:
    documents = result.documents
    tally = result.tally
    compared, size = tally.compared, numbers.size(tally.compared_bytes)
    return Card(
        name="documents",
        caption="Documents",
        figure=numbers.count(len(documents)),
        detail=f"{numbers.count(compared)} so far, {size}"
        if result.partial
        else f"{numbers.counted(compared, 'text')}, {size}",
        meaning="Files, members of archives and rows of tables found under the sources.\n"
        "Below: those that hold text and were compared, and their size; Problems says why others were not."
        + (f"\n{words[:1].upper()}{words[1:]}." if (words := opened_words(tally.opened)) else ""),
    )


def opened_words(opened: int) -> str:
    """How many archives and tables are no text themselves: what they hold was compared; nothing where none is."""
    if not opened:
        return ""
    return f"{numbers.count(opened)} opened for what {'it holds' if opened == 1 else 'they hold'}"


def _none(result: Result, words: str) -> str:
    """That there is nothing, in these words where all was looked at."""
    return "none so far" if result.partial else words


def _identical(result: Result) -> Card:
    detail = _none(result, "no text stands twice")
    if len(result.groups):
        detail = f"in {numbers.counted(len(result.groups), 'group')}, {numbers.size(result.tally.copied_bytes)}"
    return Card(
        name="identical",
        caption="Identical texts",
        figure=numbers.count(copies_of(result)),
        detail=detail,
        meaning="Documents whose text equals another one's after normalisation; the first of each is not counted.\n"
        "The size is that of the copies.",
        view="clusters",
    )


def _groups(result: Result) -> Card:
    clusters = result.clusters
    sizes = np.diff(clusters.offsets)
    detail = _none(result, "none at this threshold")
    if sizes.size:
        documents = numbers.counted(int(clusters.rows.size), "document")
        detail = f"{documents}, up\u00a0to\u00a0{numbers.count(int(sizes.max()))}"  # stays together where it wraps
    return Card(
        name="clusters",
        caption="Near-duplicate clusters",
        figure=numbers.count(len(clusters)),
        detail=detail,
        meaning="Clusters: documents linked by verified pairs, identical ones included.\n"
        "Below: documents in all clusters, and in the largest.",
        view="clusters",
    )


def _pairs(result: Result) -> Card:
    limit = limit_words(result.recipe, spell=numbers.decimal)
    return Card(
        name="pairs",
        caption="Pairs of different texts" if copies_of(result) else "Pairs",
        figure=numbers.UNKNOWN if result.compared_nothing else numbers.count(result.at_threshold),
        detail="none compared so far" if result.compared_nothing else limit,
        meaning=f"Pairs {limit} by their exact {name_of(result.recipe.measure)}, of identical texts only the first.",
        view="pairs",
    )


def copies_of(result: Result) -> int:
    """Documents whose text equals that of another one, the first of each not counted: no pair tells of them."""
    return int(result.groups.rows.size) - len(result.groups)


def _recall(result: Result) -> Card:
    recall, missed = result.audit.predicted_recall, result.audit.predicted_missed
    if result.partial:  # pairs that were not compared are missed by more than the index
        recall, missed = None, None
    return Card(
        name="recall",
        caption="Recall predicted",
        figure=numbers.UNKNOWN if recall is None else numbers.likely(recall, result.misses_none),
        detail="of complete runs only"
        if result.partial
        else "not where pairs are left out"
        if result.audit.left_out
        else "not where signatures have gaps"
        if result.audit.gaps
        else "not where few pairs at the limit are found"
        if missed is None and not result.audit.foretells
        else f"{numbers.counted(result.bands, 'band')} × {numbers.counted(result.rows, 'row')}"
        if missed is None
        else f"{missed_words(result, missed)} pairs missed",
        meaning=f"Recall: share of all pairs {limit_words(result.recipe, spell=numbers.decimal)} that the index finds, "
        "as predicted from the S-curve and the collection's own similarities. A low one is predicted roughly: measure "
        "it to be sure.",
    )


def missed_words(result: Result, missed: float) -> str:
    """How many pairs are expected to be missed: 0 where that is certain, not where floating point rounds it to that."""
    return numbers.about(missed if result.misses_none else max(missed, _LEAST))


def _repeats(result: Result) -> Card:
    tally = result.tally
    size, whole = tally.spare_bytes, tally.present_bytes
    detail = _none(result, "nothing repeats")
    if tally.spare:
        share = numbers.percent(size / whole) if whole else numbers.UNKNOWN
        detail = f"{share} of all, {numbers.counted(tally.spare, 'text')}"
    return Card(
        name="repeats",
        caption="Bytes that repeat",
        figure=numbers.size(size),
        detail=detail,
        meaning="Size of all documents in clusters but for one of each: what near-copies add to the collection. "
        "They are not equal to the one that stays; look at them before anything is removed.",
        view="clusters",
    )


def _measured(result: Result) -> Card:
    recall, interval = result.audit.measured_recall, result.audit.measured_interval
    none = result.members.size < 2 or result.audit.has_no_true_pair
    able = not result.partial and not none
    if recall is None or interval is None:
        figure = "not yet" if interval is None and able else numbers.UNKNOWN
        detail = "there is no pair to find" if none else "a sample met no pair" if interval else "press to measure it"
        if result.partial:
            detail = "of complete runs only"
    else:
        figure = numbers.percent(recall)
        detail = (
            "counted exactly"
            if result.audit.recall_is_counted
            else f"95 %: {numbers.percent(interval[0])} – {numbers.percent(interval[1])}"
        )
    return Card(
        name="measured",
        caption="Recall measured",
        figure=figure,
        detail=detail,
        meaning=f"Recall counted on this collection: {RECALL_COUNTED}",
        view=MEASURE if able else "",
    )


def _problems(result: Result) -> Card:
    counts = result.tally.problems
    parts = [(int(counts[[SKIPPED, EMPTY]].sum()), "left out"), (int(counts[CUT]), "cut short")]
    parts += [(int(counts[GUESSED]), "guessed"), (int(counts[NOTED]), "noted")]
    detail = ", ".join(f"{numbers.count(number)} {words}" for number, words in parts if number)
    return Card(
        name="problems",
        caption="Problems",
        figure=numbers.count(int(counts.sum())),
        detail=detail or _none(result, "every file was read"),
        meaning="Files that were skipped, are empty, of which only a part was read, or whose encoding was guessed, and "
        "tables in which not everything is as expected.",
        view="problems",
    )


def notes_of(result: Result, growing: bool) -> str:
    """What is left out or unfinished, one line each."""
    lines = list(result.limits)
    if lost := result.tally.lost:
        files = numbers.counted(lost, "file")
        told = f"{files} changed or vanished during the run: pairs with them could not be checked and are left out."
        lines.insert(0, f"{told} Problems lists them; analyse again once the folder no longer changes.")
    if result.partial and not growing:
        lines.insert(0, "Partial: the run was stopped before its end; what follows is what had been found by then.")
    elif not growing and (alone := _too_few(result)):
        lines.insert(0, alone)
    return "\n".join(lines)


def _too_few(result: Result) -> str:
    """Why there is no pair at all, where there can be none."""
    files, texts = len(result.documents), result.texts
    if not files:
        return "There is no file here: open another folder, or check in Collection which files are left out."
    if texts < 2 and only_tables(result):
        them = "It is a table: each of its rows" if files == 1 else "They are tables: each of their rows"
        return f"There is nothing to compare. {them} can be a document (File, Rows of tables as documents…)."
    if not texts:
        return "No text was found: Problems says why of every file."
    if texts == 1:
        return "One document holds text: there is nothing to compare it with."
    if result.different_texts == 1:
        all_of_them = "Both" if texts == 2 else f"All {numbers.count(texts)}"
        return f"{all_of_them} documents hold the same text: Clusters lists them."
    return ""


def run_line(result: Result) -> str:
    """What ran: shingles, signatures, index, candidates, times."""
    recipe, audit = result.recipe, result.audit
    how = f"{numbers.counted(result.bands, 'band')} × {numbers.counted(result.rows, 'row')}"
    if audit.whatever_meets:
        how += f", but {audit.whatever_meets}"
    if recipe.measure == "containment":
        how = "exact join"
    first = (
        f"{measure_line(recipe)}{shingle_words(recipe.shingle_kind, recipe.shingle_size)} a shingle · "
        f"{left_out_line(recipe)}"
        f"{numbers.counted(recipe.signature_length, 'hash', 'hashes')} "
        f"({SCHEME_CHOICES[recipe.scheme].label}, seed {recipe.seed}) · "
        f"{how} · {_candidates(result)}"
    )
    if audit.ruled_out:
        first += f", {numbers.count(audit.ruled_out)} more ruled out by longer sketches"
    times = [f"{name.replace('_', ' ')} {numbers.seconds(value)}" for name, value in result.timings.items()]
    return first + ("\n" + " · ".join(times) if times else "")


def _candidates(result: Result) -> str:
    """How many pairs the index named, and what became of them."""
    if result.compared_nothing:
        return "no pair compared so far"
    candidates = numbers.counted(result.audit.candidates, "candidate")
    return f"{candidates}, {numbers.count(result.audit.verified)} compared exactly{_not_compared(result)}"


def _not_compared(result: Result) -> str:
    """What became of the candidates that were not compared: the sketch filter told them apart."""
    audit, positions = result.audit, result.recipe.signature_length
    rest = audit.candidates - audit.verified - audit.ruled_out
    if result.partial or audit.joined or not audit.needed or rest <= 0:
        return ""
    return f", {numbers.count(rest)} left out as fewer than {audit.needed} of {positions} positions agree"


def shingle_words(kind: str, size: int) -> str:
    """Of what a shingle is made: ``9 characters``; an item of a basket is one by itself, whatever the size."""
    if kind == "item":
        return "an item"
    return numbers.counted(size, {"char": "character"}.get(kind, kind))


def left_out_line(recipe: Recipe) -> str:
    """What takes no part in a run because it stands in many documents."""
    if recipe.boilerplate >= 1.0:
        return ""
    return f"without what is found in more than {numbers.percent(recipe.boilerplate)} of the documents · "


def measure_line(recipe: Recipe) -> str:
    """The measure of a run where it is not the usual one, with the weights that it compares by."""
    if recipe.measure == "jaccard":
        return ""
    weights = f", weights {recipe.weights}" if recipe.measure in OF_VECTORS else ""
    return f"{NAMES[recipe.measure][0]}{weights} · "


def histogram_source(result: Result) -> str:
    """What in the histogram is counted and what is estimated."""
    audit, scale = result.audit, MeasureScale.of(result.recipe)
    if not audit.histogram.any():
        return f"Nothing to show: {_why_no_pairs(result)}"
    every = result.sampled_all
    which = "all " if every and audit.sampled_pairs > 1 else ""
    sampled = f"{which}{numbers.counted(audit.sampled_pairs, 'pair' if every else 'random pair')}"
    missed = 0.0 if result.partial else result.added
    if audit.exact_from <= 0.0 and missed >= 1.0:
        others = f"the other {numbers.about(missed)} are" if missed >= 1.5 else "the other one is"
        return f"Counted where pairs were found; {others} estimated from the signatures of {sampled}."
    value = value_words(scale, float(scale.value(audit.exact_from)), numbers.decimal, fine=False)
    exact = f"Counted {'up to' if scale.is_distance else 'from'} {value}{'' if scale.is_distance else ' up'}"
    if result.partial:
        exact += " as far as the run got"
    elif missed >= 1.0:
        exact += f", with about {numbers.about(missed)} added that were probably missed"
    if not audit.sampled_pairs or audit.exact_from <= 0.0:
        return f"{exact}."
    random = f"from the signatures of {sampled}{_each_stands_for(audit)}"
    if audit.compared_from is not None:
        begin = numbers.decimal(audit.compared_from, 2)
        return f"{exact}; from {begin} up estimated from others that were compared, below that {random}."
    return f"{exact}; {'beyond' if scale.is_distance else 'below'} that estimated {random}."


def _each_stands_for(audit: Audit) -> str:
    """How many pairs a random one stands for: a bar of so many, or a few of them, may be an accident."""
    pairs = float(audit.histogram.sum()) / audit.sampled_pairs
    return f", each of which stands for {numbers.about(pairs)}" if pairs >= _MANY else ""


def _why_no_pairs(result: Result) -> str:
    if result.partial:
        return "the run has not come to comparing pairs."
    if copies_of(result) and result.different_texts == 1:
        return "all documents are identical copies of one text, and only different texts are compared."
    return "there is no pair of different texts."


def facts_of(result: Result) -> str:
    """The formats of the collection, most frequent first, in one line; a table is none of its rows."""
    documents, counts, without = result.documents, result.tally.formats, result.tally.without_text
    order = np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)]
    told, others = (order, order[:0]) if order.size <= _MOST_FORMATS else np.split(order, [_MOST_FORMATS - 1])
    parts = [f"{numbers.count(int(counts[f]))} {format_name(documents.formats[f], int(counts[f]))}" for f in told]
    if others.size:
        parts.append(f"{numbers.count(int(counts[others].sum()))} of other formats")
    if without:
        parts.append(f"{numbers.count(without)} left out")
    return " · ".join(parts)
