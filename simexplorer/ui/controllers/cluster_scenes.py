"""From a cluster made ready to be drawn to what its three plots and their tables show; in the thread of the job."""

from __future__ import annotations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.documents.listing import Paths
from simexplorer.errors import SimExplorerError
from simexplorer.pipeline.cluster_drawing import ClusterDrawing
from simexplorer.pipeline.first_words import HasBeginnings, first_words_of, is_nameless
from simexplorer.pipeline.measure_scale import MeasureScale, limit_similarity
from simexplorer.pipeline.measure_words import similarity_words, value_words
from simexplorer.search.finding import place_of_either
from simexplorer.ui.models.links_table import links_listed
from simexplorer.ui.models.listing_table import Listing
from simexplorer.ui.models.merges_table import merges_listed
from simexplorer.ui.plots.dendrogram_plot import TreeScene, leaves_below
from simexplorer.ui.plots.graph_scene import GraphScene, spacing_of
from simexplorer.ui.plots.short_names import names_with_words, short_names
from simexplorer.ui.plots.similarity_matrix import MatrixScene
from simexplorer.ui.theme import numbers
from simexplorer.ui.theme.measured import told

LINK, BELOW, WEAKEST, OUTSIDE, APART = range(5)


class ClusterScenes(Struct, frozen=True):
    """A cluster's drawing with the names of its texts and of the near misses, which are places m and above.

    links : every verified pair of the cluster and those that lead out of it; pairs : every two of its texts
    spacing : of the dots of its graph
    """

    drawing: ClusterDrawing
    names: list[str]
    paths: list[str]
    links: Listing
    pairs: Listing
    spacing: float

    @classmethod
    def of(cls, drawing: ClusterDrawing, analysis: HasBeginnings) -> ClusterScenes:
        """Look the names up, and the first words of messages and rows, whose names tell nothing."""
        listed = drawing.result.documents.paths
        rows = np.concatenate([drawing.picture.rows, drawing.near.rows]).tolist()
        paths = [listed.display(row) for row in rows]
        names = names_with_words(short_names(paths), _words_of_nameless(listed, rows, analysis))
        spacing = spacing_of(drawing.layout.places[: len(drawing.picture)])
        return cls(drawing, names, paths, links_of(drawing), pairs_of(drawing), spacing)

    @property
    def scale(self) -> MeasureScale:
        """Of the measure of the run."""
        return MeasureScale.of(self.drawing.result.recipe)

    def graph(self, by: str) -> GraphScene:
        """The graph; keys walk through it in the order of the tree of this linkage."""
        drawing = self.drawing
        picture, near = drawing.picture, drawing.near
        m = len(picture)
        ends = np.column_stack([picture.edge_i, picture.edge_j]).astype(np.int64)
        drawn = ends[drawing.edges]
        near_ends = np.column_stack([near.inside, m + np.arange(near.rows.size)]).astype(np.int64)
        return GraphScene(
            members=m,
            places=np.concatenate([drawing.layout.places, near.places]),
            names=self.names,
            paths=self.paths,
            copies=picture.copies,
            shade=np.concatenate([picture.similarity[0], near.similarity]),
            ends=drawn,
            values=picture.edge_similarity[drawing.edges],
            weakest=weakest_line(drawing, drawn),
            near_ends=near_ends,
            near_values=near.similarity,
            walk=drawing.trees[by].order,
            all_ends=ends,
            all_values=picture.edge_similarity,
            spacing=self.spacing,
            scale=self.scale,
        )

    def matrix(self, by: str) -> MatrixScene:
        """The matrix in the order of the tree of this linkage."""
        m = len(self.drawing.picture)
        return MatrixScene(
            self.drawing.picture.similarity, self.names[:m], self.paths[:m], self.drawing.trees[by].order, self.scale
        )

    def tree(self, by: str) -> TreeScene:
        """The tree of this linkage."""
        m = len(self.drawing.picture)
        return TreeScene(
            self.drawing.trees[by],
            self.names[:m],
            self.paths[:m],
            limit_similarity(self.drawing.result.recipe),
            self.scale,
        )

    def merges(self, by: str) -> Listing:
        """The merges of the tree of this linkage."""
        tree, rows = self.drawing.trees[by], self.drawing.picture.rows
        firsts = leaves_below(tree)
        return merges_listed(
            self.drawing.result.documents.paths,
            tree.similarity,
            tree.sizes,
            rows[firsts[tree.left]],
            rows[firsts[tree.right]],
            self.scale,
        )

    # words -----------------------------------------------------------------------------------------------------------
    def summary(self) -> str:
        """What the cluster is, in a line."""
        picture = self.drawing.picture
        texts, documents = len(picture) + picture.left_out, int(picture.copies.sum())
        parts = [numbers.counted(texts, "text")]
        if not picture.left_out and documents != texts:
            all_the_same = f"The same text in all {numbers.counted(documents, 'document')}"
            parts[0] = all_the_same if texts == 1 else f"{parts[0]} in {numbers.counted(documents, 'document')}"
        figures = [self._lowest()] if len(picture) > 1 and not picture.chain else []
        if picture.weakest is not None:
            figures.append(f"weakest link {self._told(picture.weakest.similarity)}")
        if picture.left_out and figures:  # the list tells those of the whole cluster
            figures[0] = f"of the {numbers.count(len(picture))} drawn: {figures[0]}"
        return " · ".join([*parts, *figures])

    def _lowest(self) -> str:
        """The least similar two texts, in the units of the run; whether all of them are known is said."""
        similarity = self.drawing.picture.similarity
        known = " known" if np.isnan(similarity).any() else ""
        word = "farthest" if self.scale.is_distance else "lowest"
        return f"{word}{known} {self._told(self.drawing.picture.lowest)}"

    def _told(self, similarity: float) -> str:
        """A value of the cluster, on its own side of the threshold."""
        return told(similarity, self.scale, limit_similarity(self.drawing.result.recipe))

    def notice(self) -> str:
        """What must not be overlooked: chains, and what is left out."""
        picture = self.drawing.picture
        found = []
        if picture.chain:
            known = "known " if np.isnan(picture.similarity).any() else ""
            reach = "up to" if self.scale.is_distance else "down to"
            found.append(f"▲ chain {known}{reach} {self._told(picture.lowest)}")
        if picture.left_out:
            shown, every = numbers.count(len(picture)), numbers.count(len(picture) + picture.left_out)
            found.append(f"{shown} of {every}: those nearest to the representative")
        return " · ".join(found)

    def graph_notice(self) -> str:
        """The same, and what only the graph leaves out."""
        drawing = self.drawing
        found = [self.notice()]
        if drawing.edges.size < drawing.picture.edge_i.size:
            every = numbers.count(drawing.picture.edge_i.size)
            found.append(f"{numbers.count(drawing.edges.size)} of {every} links are drawn")
        return " · ".join(part for part in found if part)

    def honesty(self) -> str:
        """What the places in the graph can be relied on for."""
        error = numbers.percent(self.drawing.layout.error)
        outside = self.drawing.near.all.pairs.size
        scale = self.scale
        floor = value_words(scale, self.drawing.result.floor, numbers.decimal, fine=False)
        near = f"{numbers.counted(outside, 'verified pair leads', 'verified pairs lead')} out of it"
        return (
            "The less alike two texts are, the farther apart they stand; a plane cannot show all of it: distances are "
            f"off by {error} (stress).\nFilled dots: texts, coloured by similarity with the representative (ringed "
            "inside).\nLines: verified pairs at or above the threshold. Dashed outlines: the nearest documents just "
            f"outside; {near}, known {'up' if scale.is_distance else 'down'} to {floor}."
            f"{similarity_words(scale)}"
        )


def _words_of_nameless(paths: Paths, rows: list[int], analysis: HasBeginnings) -> list[str]:
    """The first words of these documents where lists show them, else nothing."""
    nameless = [row for row in rows if is_nameless(paths, row)]
    try:
        found = dict(zip(nameless, first_words_of(analysis, paths, nameless), strict=True))
    except (SimExplorerError, OSError):
        return [""] * len(rows)
    return [found.get(row, "") for row in rows]


def links_of(drawing: ClusterDrawing) -> Listing:
    """Every verified pair of the cluster and those that lead out of it."""
    picture, near, threshold = drawing.picture, drawing.near.all, limit_similarity(drawing.result.recipe)
    stands = np.full(picture.edge_i.size, LINK, np.uint8)
    line = weakest_line(drawing, np.column_stack([picture.edge_i, picture.edge_j]))
    if line >= 0:
        stands[line] = WEAKEST
    outside = np.where(near.similarity >= threshold, APART, OUTSIDE).astype(np.uint8)
    return links_listed(
        drawing.result.documents.paths,
        np.concatenate([picture.rows[picture.edge_i], near.inside]),
        np.concatenate([picture.rows[picture.edge_j], near.outside]),
        np.concatenate([picture.edge_similarity, near.similarity]),
        np.concatenate([stands, outside]),
        MeasureScale.of(drawing.result.recipe),
        threshold,
    )


def pairs_of(drawing: ClusterDrawing) -> Listing:
    """Every two texts of the cluster, most similar first."""
    picture, threshold = drawing.picture, limit_similarity(drawing.result.recipe)
    i, j = np.triu_indices(len(picture), 1)
    values = picture.similarity[i, j]
    order = np.argsort(-np.nan_to_num(values, nan=-1.0), kind="stable")
    i, j, values = i[order], j[order], values[order]
    stands = np.where(np.nan_to_num(values) >= threshold, LINK, BELOW).astype(np.uint8)
    line = weakest_line(drawing, np.column_stack([i, j]))
    if line >= 0:
        stands[line] = WEAKEST
    scale = MeasureScale.of(drawing.result.recipe)
    return links_listed(
        drawing.result.documents.paths, picture.rows[i], picture.rows[j], values, stands, scale, threshold
    )


def weakest_line(drawing: ClusterDrawing, ends: NDArray[np.int64] | NDArray[np.int32]) -> int:
    """Which of these lines is the weakest link; -1 for none."""
    weakest = drawing.picture.weakest
    if weakest is None:
        return -1
    place = place_of_either(ends[:, 0], ends[:, 1], weakest.i, weakest.j) if len(ends) else None
    return -1 if place is None else place
