"""What the window says of runs: what the buttons would do now, and what a run has found."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from simexplorer.pipeline.measure_words import limit_words
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.overview_figures import compared_of, copies_of, opened_of, opened_words
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS
from simexplorer.ui.theme import numbers


class Offer(Struct, frozen=True):
    """What the analyse button would do.

    text, hint : its words and its tooltip; enabled : whether it can be pressed
    apply : words of the button below the parameters, None where nothing waits to be applied
    """

    text: str
    hint: str
    enabled: bool
    apply: str | None = None


def offer_of(sources: Sequence[bytes], analysing: bool, changes: Sequence[str], result: Result | None) -> Offer:
    """What can be asked for; ``changes`` are the heavy fields that differ from those of the result."""
    if not sources:
        return Offer("Analyse", "Open a folder first.", False)
    if analysing:
        return Offer("Analysing …", "A run is going on; Cancel keeps what it has found.", False)
    if changes:
        text = f"Apply {numbers.counted(len(changes), 'change')}"
        labels = ", ".join(PARAMETER_TEXTS[name].label for name in changes)
        return Offer(text, f"Changed since the last run: {labels} (F5)", True, text + _last_run(result))
    if result is None:
        return Offer("Analyse", "Read the documents and find what is similar (F5)", True)
    if result.partial:
        return Offer("Continue", "Go on where the run was stopped (F5)", True)
    return Offer("Analyse again", "Read everything again and analyse it (F5)", True)


def _last_run(result: Result | None) -> str:
    if result is None or "total" not in result.timings:
        return ""
    return f" (last run: {numbers.seconds(result.timings['total'])})"


def outcome(result: Result) -> tuple[str, str]:
    """The status line after a run: what was found, and how long it took."""
    copies = copies_of(result)
    pairs = numbers.counted(result.at_threshold, "pair") + f" {limit_words(result.recipe, spell=numbers.decimal)}"
    clusters = numbers.counted(len(result.clusters), "cluster")
    if result.partial and not result.audit.verified and not result.at_threshold:
        found = ["stopped before pairs were compared"]
    else:
        copied = [numbers.counted(copies, "identical copy", "identical copies")] if copies else []
        found = [pairs, *copied, clusters]
    text = " · ".join([_documents(result), *found])
    parts = [numbers.size(compared_of(result)[1])]
    if "total" in result.timings:
        parts.append(numbers.seconds(result.timings["total"]))
    parts.append("partial: stopped before the end" if result.partial else "complete")
    return text, " · ".join(parts)


def _documents(result: Result) -> str:
    """How many documents there are, and how many of them were compared where those are fewer."""
    compared, whole = compared_of(result)[0], len(result.documents)
    documents = numbers.counted(whole, "document")
    if compared == whole:
        return documents
    if result.partial:
        return f"{numbers.count(compared)} of {documents} so far"
    opened = opened_of(result)
    return f"{numbers.count(compared)} of {documents} compared" + (f", {opened_words(opened)}" if opened else "")
