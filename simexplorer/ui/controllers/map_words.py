"""What a map says of itself: its numbers, and how it is to be read and how not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simexplorer.ui.plots.map_colours import MapLegend
from simexplorer.ui.plots.map_picture import MapPicture
from simexplorer.ui.plots.map_scene import MapScene
from simexplorer.ui.theme import numbers

if TYPE_CHECKING:
    from simexplorer.pipeline.map_groups import Nearness
    from simexplorer.ui.controllers.session import Session

_AREAS = {
    "documents": "the same for every document",
    "bytes": "the bytes of the document",
    "repeats": "the bytes of all documents in groups but for the representative of each",
}


def summary_of(scene: MapScene) -> str:
    """How many documents stand where."""
    groups, result = scene.groups, scene.result
    found = numbers.counted(len(result.clusters), "group")
    hold = "holds" if len(result.clusters) == 1 else "hold"
    whole = numbers.counted(len(scene.drawn), "document")
    at = numbers.decimal(result.recipe.threshold, 2)
    parts = [f"{found} at {at} {hold} {numbers.count(groups.together)} of {whole}"]
    if groups.near:
        parts.append(f"{numbers.count(groups.near)} near others")
    if groups.alone:
        parts.append(f"{numbers.count(groups.alone)} alone")
    if groups.unread:
        parts.append(f"{numbers.count(groups.unread)} empty or not read")
    return " · ".join(parts)


def notice_of(scene: MapScene, picture: MapPicture | None, bridges: int | None) -> str:
    """What the picture leaves out or breaks up."""
    parts = []
    if scene.result.partial:
        parts.append("partial: the run was stopped")
    if scene.drawn.left_out:
        parts.append(f"{numbers.counted(scene.drawn.left_out, 'document')} without area not drawn")
    if scene.groups.scattered:
        scattered = scene.groups.scattered
        parts.append(f"{numbers.counted(scattered, 'group')} in more than one patch")
    if picture is not None and picture.hidden:
        hidden, visible = numbers.count(picture.hidden), numbers.count(picture.visible)
        parts.append(f"{hidden} of {visible} in sight smaller than a pixel")
    if bridges is not None:
        parts.append(bridge_words(scene, bridges))
    return " · ".join(parts)


def bridge_words(scene: MapScene, found: int) -> str:
    """How many near misses there are, and how many of them may be drawn."""
    drawn = 0 if scene.bridges is None else len(scene.bridges)
    if not found:
        return "no near misses"
    return f"{numbers.counted(found, 'near miss', 'near misses')}" + (
        f", the {numbers.count(drawn)} most similar drawn" if drawn < found else ""
    )


def reading_of(scene: MapScene, legend: MapLegend, nearness: Nearness) -> str:
    """What place, area and colour mean, and what they do not."""
    floor = numbers.decimal(scene.drawn.floor, 2)
    told = (
        f"{numbers.percent(nearness.touching / nearness.texts)} of the "
        f"{numbers.counted(nearness.texts, 'text')} with a verified partner touch their most similar one."
        if nearness.texts
        else "No text has a verified partner."
    )
    return (
        f"Colour: {legend.meaning}. Area: {_AREAS[scene.drawn.area.value]}; exact. "
        f"Place: a frame holds what verified pairs down to {floor} join; in it stands together what joins higher up, "
        "so that a group is one patch and another threshold moves no document. Large frames first, then by path; "
        f"documents alone by folder. {told} "
        "Not meant: any distance, inside a frame or between two of them; up, down, left and right."
    )


def empty_words(session: Session, stopped: bool, nothing: bool) -> tuple[str, str, str]:
    """Title, sentence and button while there is no map."""
    title = "A map of all documents appears here"
    if session.running:
        return title, "It is drawn when the run has ended.", ""
    if session.result is None and not session.sources:
        return title, "Open a folder first, or drop one here.", ""
    if session.result is None:
        return title, "Press Analyse (F5) first.", "Analyse"
    if stopped:
        return "The map was stopped", "Nothing of the result is lost.", "Draw the map"
    if nothing:
        return (
            "Nothing has an area",
            "No document repeats another at this threshold. Choose another area.",
            "All documents",
        )
    return title, "It is being laid out.", ""
