"""What stands above each view, and in its place while it is empty: why, and the one press that helps."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from msgspec import Struct

from simexplorer.pipeline.measure_scale import MeasureScale, limit_similarity
from simexplorer.pipeline.measure_words import decimals_of, limit_words, value_words
from simexplorer.pipeline.not_compared import why_not_compared
from simexplorer.pipeline.result import Result
from simexplorer.search.finding import reaching
from simexplorer.ui.controllers.empty_views import say_filtered_out, say_not_yet
from simexplorer.ui.controllers.lacking import lacking
from simexplorer.ui.controllers.overview_figures import copies_of
from simexplorer.ui.controllers.run_words import OF_BEFORE, vanished_of
from simexplorer.ui.controllers.session import Session
from simexplorer.ui.controllers.table_controller import TableController
from simexplorer.ui.models.neighbours_table import NeighbourRows
from simexplorer.ui.models.pairs_table import PairRows
from simexplorer.ui.panels.empty_state import Act, EmptyState
from simexplorer.ui.panels.list_page import ListPage
from simexplorer.ui.theme import numbers

_NEIGHBOURS = "Its nearest neighbours by fingerprint and by signature appear here. Map holds all documents"


class Wishes(Struct, frozen=True):
    """What the buttons of empty views do."""

    open_folder: Act
    analyse: Act
    clear_filter: Callable[[str], object]  # of the view of this name
    set_threshold: Callable[[float], object]
    ask_for_rows: Act
    show_view: Callable[[str], object]  # of this name


class ViewWords:
    """Says everything that views say in words; knows the session, changes nothing in it."""

    def __init__(
        self, session: Session, pages: dict[str, ListPage], tables: dict[str, TableController], wishes: Wishes
    ) -> None:
        self._session, self._pages, self._tables, self._wishes = session, pages, tables, wishes

    def sum_up(self, neighbours: NeighbourRows | None) -> None:
        """All lists, from what their tables hold now."""
        result = self._session.result
        self._clusters(result)
        self._pairs(result)
        self._neighbours(result, neighbours)
        self._problems(result)

    def begin(self, empty: EmptyState) -> None:
        """The first page."""
        if self._session.sources and self._session.running:
            empty.say("The run is going on", "Its figures appear here as soon as there are any.")
        elif self._session.sources:
            empty.say(
                "Ready to analyse",
                "Look at what is to be read, in Collection, and at the parameters, in Tuning; then press Analyse (F5).",
                "Analyse",
                self._wishes.analyse,
            )
        else:
            empty.say(
                "Drop a folder here",
                "Similarity Explorer reads every text in it, finds what is identical, nearly identical or partly the "
                "same, and shows you how sure that is.",
                "Open a folder…",
                self._wishes.open_folder,
            )

    def _clusters(self, result: Result | None) -> None:
        page, table = self._pages["clusters"], self._tables["clusters"]
        if result is None:
            self._waiting("clusters", "Clusters of near-duplicates appear here")
            return
        members = int(result.clusters.rows.size)
        text = f"{numbers.counted(len(result.clusters), 'cluster')} with {numbers.counted(members, 'document')}"
        page.sum_up(of_filter(text, table), self._notice(result))
        self._nothing_found("clusters", result, "clusters", limit_similarity(result.recipe))

    def _pairs(self, result: Result | None) -> None:
        page, table = self._pages["pairs"], self._tables["pairs"]
        rows = table.model.source
        if result is None or not isinstance(rows, PairRows):
            self._waiting("pairs", "Pairs of similar documents appear here")
            return
        pairs = numbers.counted(rows.count, "pair")
        limit = limit_words(result.recipe, float(rows.scale.value(rows.threshold)), numbers.decimal)
        text = f"{pairs} {limit}, compared exactly"
        page.sum_up(of_filter(text, table) + _copies_words(result), self._notice(result, groups=False))
        self._nothing_found("pairs", result, "pairs", rows.threshold)

    def _neighbours(self, result: Result | None, found: NeighbourRows | None) -> None:
        page = self._pages["neighbours"]
        if result is None:
            self._waiting("neighbours", "Neighbours of a document appear here")
        elif found is None and self._lacks("neighbours"):
            return
        elif found is None:
            alike = ", Clusters and Pairs those that are alike" if len(result.clusters) else ""
            page.empty.say("Select a document", f"{_NEIGHBOURS}{alike}.")
        elif not found.rows.size:
            page.empty.say("No neighbours", _no_neighbours(result, found))
        else:
            lone = int(((found.found_by == 1) | (found.found_by == 2)).sum())
            notice = f"{numbers.count(lone)} found by one method only" if lone else ""
            if self._session.reads:  # they are looked for again when the run is over
                notice = OF_BEFORE
            name = found.paths.display(found.document)
            counted = numbers.counted(found.rows.size, "neighbour")
            if found.total > found.rows.size:
                counted = f"the nearest {numbers.count(found.rows.size)} of {numbers.counted(found.total, 'neighbour')}"
            page.sum_up(f"{counted} of {name}", notice)

    def _problems(self, result: Result | None) -> None:
        page, table = self._pages["problems"], self._tables["problems"]
        if result is None:
            self._waiting("problems", "Files that could not be read appear here")
            return
        files = numbers.counted(table.model.all_rows, "file")
        page.sum_up(of_filter(f"{files} to look at", table), OF_BEFORE if self._session.shows_before else "")
        if table.filtered and table.model.all_rows:
            self._filtered_out("problems", "problems")
        elif self._session.growing or result.partial:
            page.empty.say("No problem so far")
        elif not len(result.documents):
            page.empty.say("There is no file here")
        else:
            page.empty.say("Every file was read", "Nothing was skipped, empty or cut short.")

    def _notice(self, result: Result, groups: bool = True) -> str:
        if self._session.growing:
            return "still growing"
        if self._session.shows_before:
            return OF_BEFORE
        if result.partial:
            return "partial: the run was stopped"
        limits = result.limits if groups else result.capped
        more = f" And {numbers.count(len(limits) - 1)} more: see Overview." if len(limits) > 1 else ""
        return limits[0] + more if limits else ""

    def _waiting(self, name: str, title: str) -> None:
        say_not_yet(self._pages[name].empty, self._session, self._wishes.analyse, title)

    def _filtered_out(self, name: str, what: str) -> None:
        clear = partial(self._wishes.clear_filter, name)
        say_filtered_out(self._pages[name].empty, clear, f"No {what} match the filter")

    def _lacks(self, name: str) -> bool:
        """Say what is lacking for there to be anything in this view, if anything is."""
        lack = lacking(self._session)
        if lack is not None:
            show_problems = partial(self._wishes.show_view, "problems")
            acts: dict[str, Act] = {"rows": self._wishes.ask_for_rows, "problems": show_problems}
            self._pages[name].empty.say(lack.title, lack.body, lack.button, acts.get(lack.wish))
        return lack is not None

    def _vanished(self, name: str, title: str, result: Result) -> bool:
        """Say that files vanished under the run, if any did: no threshold brings them back."""
        vanished = vanished_of(result)
        if vanished:
            gone = f"{numbers.counted(vanished, 'file')} vanished before they could be read"
            words = f"{gone}: look whether the folder is there, then analyse again."
            act = partial(self._wishes.show_view, "problems")
            self._pages[name].empty.say(title, words, "Show the problems", act)
        return vanished > 0

    def _nothing_found(self, name: str, result: Result, what: str, threshold: float) -> None:
        page, table = self._pages[name], self._tables[name]
        if table.model.rowCount():
            return  # nobody sees it
        scale = MeasureScale.of(result.recipe)
        nothing = "Nothing" if result.apart is None or not reaching(result.apart, threshold) else "Nothing else"
        title = f"{nothing} {limit_words(result.recipe, float(scale.value(threshold)), numbers.decimal)}"
        if table.filtered and table.model.all_rows:
            self._filtered_out(name, what)
        elif self._session.growing:
            page.empty.say(f"No {what} yet", "The run is still going on.")
        elif result.partial:
            words = "What was done is kept: the run goes on from there (F5)."
            page.empty.say(f"The run was stopped before any {what} were found", words, "Continue", self._wishes.analyse)
        elif self._lacks(name) or self._vanished(name, title, result):
            return
        elif result.members.size < 2:
            page.empty.say(
                "All documents hold the same text", "Identical texts are listed here once; Clusters lists all of them."
            )
        else:
            self._no_pair(name, result, title, threshold)

    def _no_pair(self, name: str, result: Result, title: str, threshold: float) -> None:
        """Say how far the next pair is, if there is one, and how many are left out."""
        page, scale = self._pages[name], MeasureScale.of(result.recipe)
        copies = f" {words}: see Clusters." if (words := _copies_counted(result)) else ""
        left, pair = "", " pair" if result.recipe.reference is None else " pair across"
        if result.apart is not None:
            are, pair = "is" if result.apart.size == 1 else "are", f" other{pair}"
            left = f"{numbers.counted(result.apart.size, 'pair')} {are} left out as decided (not duplicates). "
        if len(result.pairs) and result.pairs.ranking[0] < threshold:
            best = float(scale.value(result.pairs.ranking[0]))
            shown = value_words(scale, best, numbers.decimal)
            if scale.is_distance:
                words, button = f"The nearest{pair} is {shown} apart.", "Raise the limit to it"
            else:
                words, button = f"The most similar{pair} has {shown}.", "Lower the threshold to it"
            reach = partial(self._wishes.set_threshold, _reaching(scale, best))
            page.empty.say(title, f"{left}{words}{copies}", button, reach)
        elif scale.is_distance:
            floor = value_words(scale, result.floor, numbers.decimal, fine=False)
            words = f"No{pair} as near as {floor} was found. Raise the limit, or take weights that differ less."
            page.empty.say(title, f"{left}{words}{copies}")
        else:
            floor = value_words(scale, result.floor, numbers.decimal, fine=False)
            words = f"No{pair} as similar as {floor} was found."
            words += " Lower the threshold, or take settings for copied passages if only parts may be the same."
            act = partial(self._wishes.show_view, "before")
            page.empty.say(title, f"{left}{words}{copies}", "Choose other settings", act)


def _reaching(scale: MeasureScale, best: float) -> float:
    """The limit that just lets a pair of this value in, of few digits."""
    if scale.measure == "hamming":
        return best
    if scale.measure == "euclidean":
        digits = decimals_of(best)
        return float(math.ceil(best * 10**digits) / 10**digits)
    return math.floor(best * 100) / 100


def _no_neighbours(result: Result, found: NeighbourRows) -> str:
    """Why a document has no neighbours; one of the rows of an earlier result has no reason in this one."""
    name, here = found.paths.display(found.document), found.paths is result.documents.paths
    if here and (why := why_not_compared(result, found.document, name)):
        return f"It is compared with none: {why}."
    return f"Within this Hamming radius and threshold nothing is near {name}."


def _copies_words(result: Result) -> str:
    """Where the identical texts are that no pair tells of: else there would be more groups than pairs make."""
    words = _copies_counted(result)
    return f" · {words}: see Clusters" if words else ""


def _copies_counted(result: Result) -> str:
    copies = copies_of(result)
    return numbers.counted(copies, "identical copy", "identical copies") if copies else ""


def of_filter(text: str, table: TableController) -> str:
    """What a list holds, and how many rows of it the filter leaves."""
    return f"{text} · filter shows {numbers.count(table.model.filtered_rows)}" if table.filtered else text
