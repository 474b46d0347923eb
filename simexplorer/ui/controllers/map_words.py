"""What a map says of itself: its numbers, and how it is to be read and how not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simexplorer.pipeline.measure_scale import MeasureScale
from simexplorer.pipeline.measure_words import limit_words, similarity_words, value_words
from simexplorer.pipeline.recipe import Recipe
from simexplorer.ui.controllers.overview_figures import opened_words
from simexplorer.ui.plots.map_colours import MapLegend
from simexplorer.ui.plots.map_painting import MOST_LINES
from simexplorer.ui.plots.map_picture import MapPicture
from simexplorer.ui.plots.map_scene import MapScene
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.pipeline.map_groups import Bridges, Nearness

_AREAS = {
    "documents": "the same for every document",
    "bytes": "the bytes of the document",
    "repeats": "the bytes of all documents in clusters but for the representative of each",
}


def summary_of(scene: MapScene) -> str:
    """How many documents stand where."""
    groups, result = scene.groups, scene.result
    at = at_limit(result.recipe)
    if scene.drawn.of_repeats:
        found, spare = numbers.counted(len(scene.drawn), "document"), numbers.size(int(scene.drawn.weight.sum()))
        return f"{numbers.counted(len(result.clusters), 'cluster')} {at}: {found} beside representatives, {spare}"
    found = numbers.counted(len(result.clusters), "cluster")
    hold = "holds" if len(result.clusters) == 1 else "hold"
    whole = numbers.counted(len(scene.drawn), "document")
    parts = [f"{found} {at} {hold} {numbers.count(groups.together)} of {whole}"]
    if groups.near:
        parts.append(f"{numbers.count(groups.near)} near others")
    if groups.alone:
        parts.append(f"{numbers.count(groups.alone)} alone{' so far' if result.partial else ''}")
    if groups.opened:
        parts.append(opened_words(groups.opened))
    if groups.unread:
        parts.append(f"{numbers.count(groups.unread)} empty or not read{' yet' if result.partial else ''}")
    return " · ".join(parts)


def at_limit(recipe: Recipe) -> str:
    """Where groups are cut: ``at 0.80``, ``(within 5 bits)``."""
    if recipe.measure == "jaccard":
        return f"at {numbers.decimal(recipe.threshold, 2)}"
    return f"({limit_words(recipe, spell=numbers.decimal)})"


def notice_of(scene: MapScene, picture: MapPicture | None, bridges: str) -> str:
    """What the picture leaves out or breaks up; ``bridges`` : the words for near misses, if they are wanted."""
    parts = [bridges] if bridges else []
    if scene.result.partial:
        parts.append("partial: the run was stopped")
    if scene.drawn.left_out:
        why = "nothing to spare" if scene.drawn.of_repeats else "no bytes"
        parts.append(f"{numbers.counted(scene.drawn.left_out, 'document')} not drawn: {why}")
    if scene.groups.scattered:
        parts.append(f"{numbers.counted(scene.groups.scattered, 'cluster')} in more than one patch")
    if picture is not None and picture.hidden:
        parts.append(f"{numbers.count(picture.hidden)} of {numbers.count(picture.visible)} smaller than a pixel")
    return " · ".join(parts)


def bridge_words(recipe: Recipe, found: Bridges | None, shown: Bridges | None, selected: bool) -> str:
    """How many near misses there are, how similar at most, and how many of them are drawn."""
    if found is None or shown is None:
        return ""
    of = shown if selected else found
    if not len(of):
        return "no near miss" + (" of what is selected" if selected else "")
    words = f"{numbers.counted(len(of), 'near miss', 'near misses')}{' of what is selected' if selected else ''}"
    scale = MeasureScale.of(recipe)
    nearest = value_words(scale, float(scale.value(of.similarity[0])), numbers.decimal)
    most = f", {'from' if scale.is_distance else 'up to'} {nearest}"
    return words + most + (f", at most {MOST_LINES} drawn" if len(of) > MOST_LINES else "")


def reading_of(scene: MapScene, legend: MapLegend, nearness: Nearness) -> str:
    """What place, area and colour mean, and what they do not."""
    recipe = scene.result.recipe
    down_to = limit_words(recipe, scene.drawn.floor, numbers.decimal)
    distances = similarity_words(MeasureScale.of(recipe)).strip()
    touching = numbers.percent(nearness.touching / max(nearness.texts, 1)).replace(" ", "\u00a0")
    told = (
        f"{touching} of the "
        f"{numbers.counted(nearness.texts, 'text')} with a verified partner touch their most similar one."
        if nearness.texts
        else "No text has a verified partner."
    )
    return (
        f"Colour: {legend.meaning}. {f'{distances} ' if distances else ''}"
        f"Area: {_AREAS[scene.drawn.area.value]}; exact. "
        f"Place: a frame holds what verified pairs {down_to} join, what is more alike closer together; large frames "
        f"first, documents alone by folder. {told} Not meant: distances and directions."
    )
