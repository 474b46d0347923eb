"""The cluster of the selected document as graph, matrix and dendrogram: drawn in a thread, cut, selected from."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QObject, QSignalBlocker

from simexplorer.documents.listing import Paths
from simexplorer.pipeline.cluster_cutting import Cut, as_grouped, cut_tree, just_above
from simexplorer.pipeline.cluster_drawing import drawing_of
from simexplorer.pipeline.measure_scale import MeasureScale, limit_similarity
from simexplorer.pipeline.measure_words import limit_words
from simexplorer.pipeline.result import Result
from simexplorer.search.dendrogram import TREE_LINKAGES
from simexplorer.ui.controllers.cluster_scenes import ClusterScenes
from simexplorer.ui.controllers.cluster_words import limit_of_words, offer_words, short, words_of
from simexplorer.ui.controllers.lacking import lacking
from simexplorer.ui.controllers.run_words import OF_BEFORE
from simexplorer.ui.controllers.words_in_plots import tell_words
from simexplorer.ui.controllers.workbench import Workbench
from simexplorer.ui.jobs import Job, sentence_of
from simexplorer.ui.models.links_table import LinksTable
from simexplorer.ui.models.merges_table import MergesTable
from simexplorer.ui.panels.cluster_page import ClusterPage
from simexplorer.ui.panels.naming import tool_button
from simexplorer.ui.panels.number_fields import choice_field
from simexplorer.ui.plots.cluster_graph import ClusterGraph
from simexplorer.ui.plots.dendrogram_plot import DendrogramPlot
from simexplorer.ui.plots.similarity_matrix import SimilarityMatrix
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.measured import told_alone

TABS = ("graph", "matrix", "dendrogram")
_DRAWN_AT_ONCE = 100  # documents of a group that is drawn anew while the line is dragged
STRETCH_MEANING = (
    "Colours from the lowest similarity of this cluster to 1, so that small differences show.\n"
    "Off, a colour means the same as everywhere else: similarity from 0 to 1."
)


class ClusterController(QObject):
    """Three pages over one cluster. The tree and the cut are one and the same in all of them."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench.window)
        self._bench = bench
        self.jobs = bench.jobs("cluster", after_painting=True).hand_to(self._on_drawn, self._on_failed)
        self.graph, self.matrix, self.tree = ClusterGraph(), SimilarityMatrix(), DendrogramPlot()
        self.pages = {
            "graph": ClusterPage("graph", self.graph, LinksTable(), scrolled=False),
            "matrix": ClusterPage("matrix", self.matrix, LinksTable(), scrolled=True),
            "dendrogram": ClusterPage("dendrogram", self.tree, MergesTable(), scrolled=True),
        }
        self._tables = {name: bench.table(page.view.table) for name, page in self.pages.items()}
        self.by = choice_field("linkage", "treeLinkageCombo", {name: short(name) for name in TREE_LINKAGES})
        self.by.setAccessibleName("Linkage of the tree")
        self.pages["dendrogram"].heading_row.insertWidget(2, self.by)
        self.stretch = tool_button(
            "Stretch", "matrixStretch", "Give all colours to the similarities that occur here", "", STRETCH_MEANING
        )
        self.stretch.setCheckable(True)
        self.pages["matrix"].heading_row.insertWidget(2, self.stretch)
        self.scenes: ClusterScenes | None = None
        self.cut: Cut | None = None
        self._asked: tuple[object, ...] = ()
        self._failure = ""  # why the cluster that was asked for is not drawn
        self._stale: set[str] = set()  # pages that nobody has looked at since they went out of date
        self._dragging = False
        for name, page in self.pages.items():
            bench.add_evidence(name, page)
            bench.selection.add(page.view, self._tables[name])
            bench.files.add(page.view)
            tell_words(page.plot, bench, self._document_at)
        self._connect()
        self._show()

    def _connect(self) -> None:
        bench = self._bench
        bench.selection.changed.connect(self._look)
        bench.session.show_with(self._look)
        bench.session.running_changed.connect(self._look)
        bench.session.running_changed.connect(self._sum_up)
        bench.evidence_tabs.currentChanged.connect(self._on_tab)
        bench.tuning.plot.drag_changed.connect(self._on_drag_changed)
        self.by.currentIndexChanged.connect(self._on_tree)
        self.stretch.toggled.connect(self.matrix.set_stretched)
        self.graph.text_chosen.connect(self._on_text)
        self.graph.pair_chosen.connect(self._on_pair)
        self.matrix.pair_chosen.connect(self._on_pair)
        self.tree.leaf_chosen.connect(lambda place: self._on_text(place, second=False))
        self.tree.merge_chosen.connect(self._on_merge)
        self.tree.cut_moved.connect(self.cut_at)
        for page in self.pages.values():
            page.cut_requested.connect(self.cut_at)
            page.weakest_requested.connect(self.cut_weakest)
            page.uncut_requested.connect(self.uncut)
            page.offer_taken.connect(self._on_offer)

    # cutting ---------------------------------------------------------------------------------------------------------
    def cut_at(self, similarity: float) -> None:
        """Show the cluster cut here; nothing of the run changes."""
        scenes = self.scenes
        if scenes is not None:
            drawing, recipe = scenes.drawing, scenes.drawing.result.recipe
            linking = None if recipe.measure == "jaccard" else drawing.picture.linking
            limit = limit_similarity(recipe)
            self.cut = cut_tree(drawing.trees, self.by.value(), similarity, recipe.linkage, limit, linking)
            self._show_cut()

    def cut_weakest(self) -> None:
        """Cut where the cluster comes apart most easily."""
        tree = None if self.scenes is None else self.scenes.drawing.trees[self.by.value()]
        if tree is not None and tree.similarity.size:
            self._on_merge(tree.similarity.size - 1)

    def uncut(self) -> None:
        """Show the cluster whole."""
        self.cut = None
        self._show_cut()

    def _on_merge(self, merge: int) -> None:
        if self.scenes is not None:
            self.cut_at(just_above(self.scenes.drawing.trees[self.by.value()], merge))

    def _on_offer(self, number: int) -> None:
        if self.cut is None or number >= len(self.cut.offers):
            return
        offer, light = self.cut.offers[number], self._bench.tuning.light
        if offer.field == "threshold":
            light.limit.set_similarity(float(offer.value))
        else:
            light.linkage.set_value(str(offer.value))

    def _show_cut(self, about: str = "", drafted: bool = False) -> None:
        cut, scenes = self.cut, self.scenes
        if scenes is None:
            return
        at = limit_similarity(scenes.drawing.result.recipe) if cut is None else cut.at
        words = "" if cut is None else words_of(cut) + about
        scale = MeasureScale.of(scenes.drawing.result.recipe)
        offers = [] if cut is None else [offer_words(offer, scale) for offer in cut.offers]
        for page in self.pages.values():
            page.show_cut(at, words, offers, f"= {told_alone(at, scale)}" if scale.is_distance else "")
        for name in set(TABS) - self._stale:
            self._cut_plot(name, drafted)

    def _cut_plot(self, name: str, drafted: bool = False) -> None:
        labels = None if self.cut is None else self.cut.labels
        if name == "graph" and drafted and labels is not None:
            self.graph.draft_cut(labels)
        elif name == "graph":
            self.graph.set_cut(labels)
        elif name == "matrix":
            self.matrix.set_cut(labels)
        else:
            self.tree.set_cut(None if self.cut is None else self.cut.at)

    # looking ---------------------------------------------------------------------------------------------------------
    def _on_tab(self) -> None:
        self._look()
        self._show_front()

    def _on_drag_changed(self, dragging: bool) -> None:
        self._dragging = dragging
        if not dragging:
            self._look()

    def _look(self) -> None:
        """Draw the cluster of the selected document, if anybody looks."""
        bench = self._bench
        if bench.evidence_tabs.shown() not in TABS:
            return
        result, analysis, documents = bench.session.result, bench.session.answering, bench.selection.documents
        if result is None or analysis is None or bench.session.growing or not documents:
            self._forget()
            return
        cluster = next((int(c) for c in (result.clusters.of[row] for row in documents) if c >= 0), -1)
        asked = (bench.session.edition, cluster)
        if cluster >= 0 and asked == self._asked:
            self._show_selected()
            return
        takes_time = cluster < 0 or len(result.clusters.members(cluster)) > _DRAWN_AT_ONCE
        if self._regroup(result) and self._dragging and takes_time:
            self._asked = ()
            self.jobs.cancel()
            return
        if cluster < 0:
            self._forget()
            return
        self._asked = asked
        before = None if self.scenes is None else self.scenes.drawing

        def draw(job: Job) -> ClusterScenes:
            drawing = drawing_of(result, cluster, analysis.exact_jaccard, job.progress.check, before)
            return ClusterScenes.of(drawing, analysis)

        self.jobs.start(draw)  # one that is of an older result stops

    def _regroup(self, result: Result) -> bool:
        """Show how another result groups the texts that are drawn, until its own drawing is there; False: it cannot."""
        scenes, documents = self.scenes, self._bench.selection.documents
        if scenes is None or scenes.drawing.result.documents.paths is not result.documents.paths:
            return False
        rows, twin = scenes.drawing.picture.rows, result.groups.representative
        if scenes.drawing.result is result or not np.isin(twin[list(documents)], rows).any():
            return False
        self.cut = as_grouped(result.clusters.of[rows], limit_similarity(result.recipe))
        about = f" at {limit_of_words(result.recipe)}; drawn as at {limit_of_words(scenes.drawing.result.recipe)}"
        self._show_cut(about, drafted=True)
        return True

    def _forget(self, failure: str = "") -> None:
        self.jobs.cancel()
        self._asked, self._failure = (), failure
        self.scenes, self.cut = None, None
        self._show()

    def _on_drawn(self, scenes: object) -> None:
        assert isinstance(scenes, ClusterScenes)
        self.scenes, self.cut = scenes, None
        linkage = scenes.drawing.result.recipe.linkage
        with QSignalBlocker(self.by):
            self.by.set_value(linkage if linkage in TREE_LINKAGES else "average")
        self._show()

    def _on_failed(self, error: Exception) -> None:
        """A run reads the documents anew: what it finds is asked again."""
        self._forget(sentence_of(error))

    def _on_tree(self) -> None:
        """Another tree of the same cluster: the cut stays where it is."""
        at = None if self.cut is None else self.cut.at
        self._show()
        if at is not None:
            self.cut_at(at)

    def _show(self) -> None:
        """Another drawing, or none: the page in front shows it now, the others when they come to the front."""
        scenes = self.scenes
        self._stale = set(TABS)
        for name, page in self.pages.items():
            page.show_filled(scenes is not None)
            if scenes is None:
                page.empty.say(*self._why_empty())
                self._fill(name)
        self._sum_up()
        if scenes is not None:
            self.pages["graph"].explain(scenes.honesty())
        self._show_cut()
        self._show_front()
        self._show_selected()

    def _sum_up(self) -> None:
        """What is known of the cluster, and whether a run is about to change it."""
        scenes = self.scenes
        if scenes is None:
            return
        before = OF_BEFORE if self._bench.session.shows_before else ""
        for name, page in self.pages.items():
            notice = scenes.graph_notice() if name == "graph" else scenes.notice()
            page.sum_up(scenes.summary(), " · ".join(filter(None, (notice, before))))
            page.plot.setAccessibleDescription(page.summary())

    def _show_front(self) -> None:
        name = self._bench.evidence_tabs.shown()
        if name in self._stale:
            self._fill(name)
            self._cut_plot(name)
            self._show_selected()

    def _fill(self, name: str) -> None:
        """Put the drawing on one page."""
        scenes, by = self.scenes, self.by.value()
        self._stale.discard(name)
        if name == "graph":
            self.graph.set_scene(None if scenes is None else scenes.graph(by))
            self._tables[name].show(None if scenes is None else scenes.links, None)
        elif name == "matrix":
            self.matrix.set_scene(None if scenes is None else scenes.matrix(by))
            self._tables[name].show(None if scenes is None else scenes.pairs, None)
        else:
            self.tree.set_scene(None if scenes is None else scenes.tree(by))
            self._tables[name].show(None if scenes is None else scenes.merges(by), None)

    def _why_empty(self) -> tuple[str, str]:
        session = self._bench.session
        result = session.result
        if self._failure:
            return "This cluster could not be drawn", self._failure
        if result is None or not self._bench.selection.documents:
            if lack := lacking(session):
                return lack.title, lack.body
            if result is not None and not session.growing and not len(result.clusters):
                return "No cluster was found", "Clusters says why, and what helps."
            return (
                "Nothing to draw yet",
                "Select one cluster, or a document that is in one, to see how it holds together.",
            )
        if session.reads:
            return "The documents are being read anew", "What is drawn is compared when the run has come to them."
        if session.stale:
            return "The documents are not at hand", "Analyse again: what is drawn is compared anew."
        if not result.shingles[self._bench.selection.documents[0]]:
            return ("This document is in no cluster", "It holds no text that could be compared: Problems says why.")
        limit = limit_words(result.recipe, spell=numbers.decimal)
        return (
            "This document is in no cluster",
            f"Nothing was found to be like it {limit}. Neighbours lists what comes nearest.",
        )

    # selecting -------------------------------------------------------------------------------------------------------
    def _document_at(self, place: int) -> tuple[Paths, int] | None:
        scenes = self.scenes
        return None if scenes is None else (scenes.drawing.result.documents.paths, self._row(place))

    def _row(self, place: int) -> int:
        assert self.scenes is not None
        rows = np.concatenate([self.scenes.drawing.picture.rows, self.scenes.drawing.near.rows])
        return int(rows[place])

    def _on_text(self, place: int, second: bool) -> None:
        """A member beside its representative, a near miss beside its nearest member, as the lists do."""
        if self.scenes is None:
            return
        present, m = self._bench.selection.documents, len(self.scenes.drawing.picture)
        there = self._now(place)
        if second and present and there and present[0] != there[0]:
            self._bench.selection.select((present[0], *there))
        elif place >= m:
            self._on_pair(int(self.scenes.drawing.near.inside[place - m]), place)
        else:
            self._on_pair(place, 0)

    def _on_pair(self, one: int, other: int) -> None:
        if self.scenes is not None:
            self._bench.selection.select(self._now(one) if one == other else self._now(one, other))

    def _now(self, *places: int) -> tuple[int, ...]:
        """Rows, as they count now, of documents drawn: the drawing may still be that of an earlier run."""
        assert self.scenes is not None
        paths = self.scenes.drawing.result.documents.paths
        return self._bench.selection.now(paths, tuple(self._row(place) for place in places))

    def _show_selected(self) -> None:
        scenes = self.scenes
        if scenes is None:
            return
        twin = scenes.drawing.result.groups.representative
        places = {row: place for place, row in enumerate(scenes.drawing.picture.rows.tolist())}
        places |= {row: len(places) + k for k, row in enumerate(scenes.drawing.near.rows.tolist())}
        selected = self._bench.selection.among(scenes.drawing.result.documents.paths)
        found = [places.get(int(twin[row])) for row in selected]
        chosen = tuple(place for place in found if place is not None)
        self.graph.set_selected(chosen)
        self.matrix.set_selected(chosen)
        self.tree.set_selected(chosen)
