"""What the window says of runs: what the buttons would do now, and what a run has found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from simexplorer.documents.folder import VANISHED
from simexplorer.pipeline.measure_words import limit_words
from simexplorer.pipeline.recipe import LIGHT_FIELDS
from simexplorer.pipeline.result import Result
from simexplorer.ui.controllers.overview_figures import copies_of, opened_words
from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS
from simexplorer.ui.theme import numbers

OF_BEFORE = "of the run before"  # what stands on screen while another run has found nothing yet


class Offer(Struct, frozen=True):
    """What the analyse button would do.

    text, hint : its words and its tooltip; enabled : whether it can be pressed
    apply, apply_hint : the same of the button below the parameters, None where nothing waits to be applied
    """

    text: str
    hint: str
    enabled: bool
    apply: str | None = None
    apply_hint: str = ""


def offer_of(
    sources: Sequence[bytes],
    analysing: bool,
    changes: Sequence[str],
    result: Result | None,
    seconds: float | None = None,
) -> Offer:
    """What can be asked for.

    changes : the fields that differ from those of the result, or of the run that goes on, and that nothing follows
    seconds : what it takes to read everything again, where that is known
    """
    if not sources:
        return Offer("Analyse", "Open a folder first.", False)
    apply, apply_hint = _apply(changes, result, seconds) if changes else (None, "")
    if analysing:
        anew = f"Stops the run that goes on and begins anew. {apply_hint}" if apply else ""
        return Offer("Analysing …", "A run is going on; Cancel keeps what it has found.", False, apply, anew)
    if apply:
        return Offer(_words(changes, result), f"{apply_hint} (F5)", True, apply, apply_hint)
    if result is None:
        return Offer("Analyse", "Read the documents and find what is similar (F5)", True)
    if result.partial:
        return Offer("Continue", "Go on where the run was stopped (F5)", True)
    return Offer("Analyse again", "Read everything again and analyse it (F5)", True)


def waiting_words(result: Result) -> str:
    """Why a knob that was turned changes nothing that is shown."""
    if result.partial:
        return "The run was stopped: what was changed since waits for Continue (F5)."
    return "The documents were not read to the end since: what was changed waits for Apply (F5)."


def _apply(changes: Sequence[str], result: Result | None, seconds: float | None) -> tuple[str, str]:
    """The button that applies changes, and what they are; how long it takes where all is read again."""
    labels = ", ".join(PARAMETER_TEXTS[name].label for name in changes)
    about = f", about {numbers.seconds(max(0.1, seconds))}" if seconds is not None and not _all_light(changes) else ""
    return _words(changes, result) + about, f"Changed since the last run: {labels}"


def _words(changes: Sequence[str], result: Result | None) -> str:
    counted = numbers.counted(len(changes), "change")
    goes_on = result is not None and result.partial and _all_light(changes)
    return f"Continue with {counted}" if goes_on else f"Apply {counted}"


def _all_light(changes: Sequence[str]) -> bool:
    return LIGHT_FIELDS.issuperset(changes)


def outcome(result: Result, stale: bool = False) -> tuple[str, str]:
    """The status line after a run: what was found, and how long it took; ``stale`` : of one before it."""
    copies = copies_of(result)
    pairs = numbers.counted(result.at_threshold, "pair") + f" {limit_words(result.recipe, spell=numbers.decimal)}"
    clusters = numbers.counted(len(result.clusters), "cluster")
    if result.compared_nothing:
        found = ["stopped before pairs were compared"]
    else:
        copied = [numbers.counted(copies, "identical copy", "identical copies")] if copies else []
        found = [pairs, *copied, clusters]
    text = " · ".join([_documents(result), *found])
    parts = [numbers.size(result.tally.compared_bytes)]
    if "total" in result.timings:
        parts.append(numbers.seconds(result.timings["total"]))
    vanished = vanished_of(result)
    if result.partial:
        parts.append("partial: stopped before the end")
    elif stale:
        parts.append("found before")
    else:
        parts.append(f"{numbers.counted(vanished, 'file')} vanished meanwhile" if vanished else "complete")
    return text, " · ".join(parts)


def vanished_of(result: Result) -> int:
    """How many files were gone before they were read: the folder changed, or went away, under the run."""
    documents = result.documents
    gone = [number for number, reason in enumerate(documents.reasons) if VANISHED in reason]
    return int(np.isin(documents.reason, gone).sum()) if gone else 0


def _documents(result: Result) -> str:
    """How many documents there are, and how many of them were compared where those are fewer."""
    compared, whole = result.tally.compared, len(result.documents)
    documents = numbers.counted(whole, "document")
    if compared == whole:
        return documents
    if result.partial:
        return f"{numbers.count(compared)} of {documents} so far"
    opened = opened_words(result.tally.opened)
    return f"{numbers.count(compared)} of {documents} compared" + (f", {opened}" if opened else "")
