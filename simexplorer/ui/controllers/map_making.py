"""What a map is made for, what it is made of, and the making: all that the thread does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from simexplorer.pipeline.result import Result
from simexplorer.search.finding import place_of
from simexplorer.ui.jobs import Job
from simexplorer.ui.theme.colours import Colours

if TYPE_CHECKING:
    from simexplorer.pipeline.collection_map import CollectionMap
    from simexplorer.pipeline.map_groups import Bridges, Nearness
    from simexplorer.ui.models.map_table import MapListing
    from simexplorer.ui.plots.map_colours import MapLegend
    from simexplorer.ui.plots.map_picture import CellTints, MapPicture
    from simexplorer.ui.plots.map_scene import MapScene
    from simexplorer.ui.plots.map_sight import MapSight


class Wanted(Struct, frozen=True):
    """What a map is made for; two of these that are alike need no new one."""

    result: Result
    area: str
    by: str
    aspect: float
    dark: bool
    mask: Any

    def same_layout(self, drawn: CollectionMap | None, of: Result | None) -> bool:
        """Whether documents would stand where they stand on a map of another result."""
        if drawn is None or of is None or drawn.area.value != self.area or drawn.aspect != self.aspect:
            return False
        if of.documents.paths is not self.result.documents.paths or of.shingles is not self.result.shingles:
            return False
        if drawn.of_repeats and of.clusters is not self.result.clusters:
            return False
        if of.pairs is self.result.pairs:
            return True
        if of.apart is not None or self.result.apart is not None:
            return False
        # fewer pairs than the map was laid out by, as another floor has it, are no reason to move anything
        return self.result.floor >= drawn.floor - 1e-9 and not of.partial


class Made(Struct, frozen=True):
    """A map as it comes from the thread."""

    wanted: Wanted
    scene: MapScene
    tints: CellTints
    legend: MapLegend
    nearness: Nearness
    picture: MapPicture | None


class Details(Struct, frozen=True):
    """What takes longer: the table twin and all near misses."""

    scene: MapScene
    listing: MapListing
    bridges: Bridges


def alike(one: Wanted, other: Wanted | None, shape: bool = True) -> bool:
    """Whether one map would do for both; without ``shape`` whatever their rooms."""
    return (
        other is not None
        and one.result is other.result
        and one.mask is other.mask
        and (one.area, one.by, one.dark) == (other.area, other.by, other.dark)
        and (one.aspect == other.aspect or not shape)
    )


def same_documents(one: Wanted, other: Wanted) -> bool:
    """Whether a map of the one shows the other sooner than one made anew."""
    same = one.result.documents.paths is other.result.documents.paths
    return same and (one.area, one.aspect) == (other.area, other.aspect)


def make_map(
    wanted: Wanted,
    kept: Made | None,
    sight: MapSight | None,
    room: tuple[float, float, float],
    colours: Colours,
    job: Job,
) -> Made:
    """Everything of a map but its table, in the thread: what is at hand stays."""
    from simexplorer.pipeline.collection_map import Area, Folders, map_of
    from simexplorer.pipeline.map_groups import groups_on, nearness_of
    from simexplorer.ui.models.folder_index import FolderIndex
    from simexplorer.ui.models.map_folders import bulk_folders
    from simexplorer.ui.plots.map_picture import picture_of
    from simexplorer.ui.plots.map_scene import MapScene, blocks_of
    from simexplorer.ui.plots.map_sight import MapSight

    result = wanted.result
    if kept is None:
        job.progress.begin("laying out the map", 0, "steps")
        folders = Folders(*bulk_folders(FolderIndex(result.documents.paths)))
        drawn = map_of(result, folders, Area(wanted.area), wanted.aspect, job.progress.advance)
        blocks = blocks_of(drawn)
        nearness = nearness_of(drawn, result)
    else:
        drawn, nearness = kept.scene.drawn, kept.nearness
        blocks = (kept.scene.blocks, kept.scene.block_names)
    job.progress.check()
    scene = MapScene(
        drawn, groups_on(drawn, result), result, wanted.by, mask=wanted.mask, blocks=blocks[0], block_names=blocks[1]
    )
    tints, legend = scene.tinted(colours)
    seen = sight or MapSight.whole(drawn.aspect, room[0], room[1])
    return Made(wanted, scene, tints, legend, nearness, picture_of(scene.cells, tints, seen, room[2]))


def partner_of(result: Result, row: int) -> int:
    """What a document is shown beside: its representative, or the next of its group, or its most similar partner."""
    cluster = int(result.clusters.of[row])
    if cluster >= 0:
        members = result.clusters.members(cluster)
        return int(members[0]) if row != members[0] else int(members[1])
    text = int(result.groups.representative[row])
    if text != row:
        return text
    pairs = result.pairs
    found = [
        (place, int(others[place]))
        for ours, others in ((pairs.i, pairs.j), (pairs.j, pairs.i))
        if (place := place_of(ours, text)) is not None
    ]
    return min(found, default=(0, -1))[1]
