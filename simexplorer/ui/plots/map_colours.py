"""What the colours of a map say, by choice: similarity, kind, folder, size or date; and the legend that says so."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from simexplorer.ui.plots.map_picture import CellTints
from simexplorer.ui.theme import amount_scale, numbers, passage_colours, similarity_scale
from simexplorer.ui.theme.colours import Colours

if TYPE_CHECKING:
    from simexplorer.pipeline.collection_map import CollectionMap
    from simexplorer.pipeline.map_groups import MapGroups
    from simexplorer.pipeline.result import Result

COLOURINGS = {
    "similarity": "Similarity",
    "stretched": "Similarity, stretched",
    "tightness": "Cluster's mean",
    "kind": "Kind",
    "folder": "Folder",
    "size": "Size",
    "date": "Date",
}
MOST_FOLDERS = passage_colours.COLOURS - 1  # with a colour of their own
_FADED = 0.84  # of the ground in what the filter leaves out
_PALE = 0.52  # of the ground in the colour of what stands in no group
Bytes3 = NDArray[np.uint8]
Index = NDArray[np.int64]


class Swatch(Struct, frozen=True):
    """One colour and what it says."""

    colour: str
    words: str


class MapLegend(Struct, frozen=True):
    """What colours say: ``ramp`` from ``low`` to ``high`` where amounts have one, then single colours.

    meaning : in a sentence
    """

    meaning: str
    swatches: tuple[Swatch, ...] = ()
    ramp: Bytes3 | None = None
    low: str = ""
    high: str = ""


class Coloured(Struct, frozen=True):
    """A number of ``palette`` (k, 3) for each of m cells, and the legend."""

    index: Index
    palette: Bytes3
    legend: MapLegend

    def faded(self, cells: NDArray[np.bool_], colours: Colours) -> Coloured:
        """The same with some cells (m,) all but gone."""
        palette = self.palette.astype(np.float64)
        both = np.concatenate([palette, palette + _FADED * (_rgb(colours.surface) - palette)])
        return Coloured(self.index + np.where(cells, len(palette), 0), both.astype(np.uint8), self.legend)

    def tints(self, colours: Colours) -> CellTints:
        """The colours of cells and of the lines between them."""
        ground = _rgb(colours.surface)
        cell = self.palette.astype(np.float64)
        of = [_packed(cell + share * (ground - cell))[self.index] for share in (0.0, 0.62, 0.28)]
        return CellTints(of[0], of[1], of[2], int(_packed(ground[None])[0]))


def coloured(drawn: CollectionMap, groups: MapGroups, result: Result, by: str, colours: Colours) -> Coloured:
    """Colours for all cells. 50 ms for a million; for a thread."""
    painters = {
        "similarity": _by_similarity,
        "stretched": _by_similarity_stretched,
        "tightness": _by_tightness,
        "kind": _by_kind,
        "folder": _by_folder,
        "size": _by_size,
        "date": _by_date,
    }
    return painters[by](drawn, groups, result, colours)


# greys: what has no value of its own, the same on every map
def _greys(colours: Colours) -> tuple[tuple[str, str], ...]:
    return (
        (colours.field_border, "in no cluster, yet near others"),
        (_between(colours.surface, colours.field_border), "alone"),
        (colours.faint, "empty or not read"),
    )


def _between(ground: str, colour: str) -> str:
    """Half of both: still to be seen on its ground."""
    red, green, blue = ((_rgb(ground) + _rgb(colour)) / 2).astype(int).tolist()
    return QColor(red, green, blue).name()


def _grey_index(drawn: CollectionMap, first: int) -> Index:
    """(m,) numbers of the greys, of which the palette's begin at ``first``."""
    return drawn.zone.astype(np.int64) + first


def _by_similarity(drawn: CollectionMap, groups: MapGroups, result: Result, colours: Colours) -> Coloured:
    values, unknown = _similar(drawn, groups, result)
    extra = "; grey inside a cluster: not computed" if unknown else ""
    return _on_scale(values, drawn, colours, f"exact similarity with the representative of the cluster{extra}", 0.0)


def _by_similarity_stretched(drawn: CollectionMap, groups: MapGroups, result: Result, colours: Colours) -> Coloured:
    values, unknown = _similar(drawn, groups, result)
    least = float(np.nanmin(values)) if not np.isnan(values).all() else 0.0
    extra = "; grey inside a cluster: not computed" if unknown else ""
    meaning = f"exact similarity with the representative of the cluster, all colours given to what occurs here{extra}"
    return _on_scale(values, drawn, colours, meaning, min(0.95, float(np.floor(least * 20) / 20)))


def _by_tightness(drawn: CollectionMap, groups: MapGroups, result: Result, colours: Colours) -> Coloured:
    inside = groups.cluster >= 0
    values = np.full(len(drawn), np.nan)
    values[inside] = result.clusters.mean_jaccard[groups.cluster[inside]]
    extra = "; grey inside a cluster: too large for that" if bool(np.isnan(values[inside]).any()) else ""
    meaning = f"mean exact similarity over all pairs of different texts of a cluster{extra}"
    return _on_scale(values, drawn, colours, meaning, 0.0)


def _similar(drawn: CollectionMap, groups: MapGroups, result: Result) -> tuple[NDArray[np.float64], bool]:
    """(m,) similarity to the representative, nan in no group; whether it is unknown inside one."""
    similar = np.full(len(result.documents), np.nan)
    similar[result.clusters.rows] = result.clusters.to_representative
    values = similar[drawn.rows]
    return values, bool((np.isnan(values) & (groups.cluster >= 0)).any())


def _on_scale(
    values: NDArray[np.float64], drawn: CollectionMap, colours: Colours, meaning: str, low: float
) -> Coloured:
    table = similarity_scale.scale_rgb(colours.dark)
    greys = np.array([_rgb(colour) for colour, _ in _greys(colours)]).astype(np.uint8)
    share = np.clip((np.nan_to_num(values) - low) / (1.0 - low), 0.0, 1.0)
    step = (share * (len(table) - 1) + 0.5).astype(np.int64)
    index = np.where(np.isnan(values), _grey_index(drawn, len(table)), step)
    swatches = tuple(Swatch(*grey) for grey in _greys(colours))
    ends = (numbers.decimal(low, 2 if low else 0), "1")
    return Coloured(index, np.concatenate([table, greys]), MapLegend(meaning, swatches, table, *ends))


def _by_kind(drawn: CollectionMap, groups: MapGroups, result: Result, colours: Colours) -> Coloured:
    twins = np.zeros(len(result.documents), np.bool_)
    twins[result.groups.rows] = True
    dark = colours.dark
    kinds = (
        (similarity_scale.colour(1.0, dark).name(), "identical text in another document"),
        (similarity_scale.colour(0.45, dark).name(), "near-duplicate, in a cluster"),
        (passage_colours.strong(1, dark).name(), "in no cluster, yet near others"),
        *_greys(colours)[1:],
    )
    index = np.where(groups.cluster >= 0, 1, _grey_index(drawn, 2))
    index[twins[drawn.rows]] = 0
    palette = np.array([_rgb(colour) for colour, _ in kinds]).astype(np.uint8)
    return Coloured(index, palette, MapLegend("what a document is", tuple(Swatch(*kind) for kind in kinds)))


def _by_folder(drawn: CollectionMap, groups: MapGroups, _result: Result, colours: Colours) -> Coloured:
    counts = np.bincount(drawn.folder[drawn.rows], minlength=len(drawn.folders))
    largest = np.lexsort((np.arange(counts.size), -counts))[:MOST_FOLDERS]
    largest = largest[counts[largest] > 0]
    number = np.full(counts.size, largest.size, np.int64)
    number[largest] = np.arange(largest.size)
    others = int((counts > 0).sum()) - largest.size
    shown = [passage_colours.strong(place, colours.dark).name() for place in range(largest.size)]
    words = [f"{drawn.folders[folder]} {numbers.count(int(counts[folder]))}" for folder in largest.tolist()]
    if others:
        shown.append(colours.faint)
        words.append(
            f"{numbers.counted(others, 'other folder')} {numbers.count(int(counts.sum() - counts[largest].sum()))}"
        )
    full = np.array([_rgb(colour) for colour in (*shown, colours.faint)])
    palette = np.concatenate([full, full + _PALE * (_rgb(colours.surface) - full)])
    index = number[drawn.folder[drawn.rows]] + np.where(groups.cluster >= 0, 0, len(full))
    swatches = tuple(Swatch(*one) for one in zip(shown, words, strict=True))
    meaning = "the folder a document lies in; pale: in no cluster"
    return Coloured(index, palette.astype(np.uint8), MapLegend(meaning, swatches))


def _by_size(drawn: CollectionMap, groups: MapGroups, result: Result, colours: Colours) -> Coloured:
    size = result.documents.size[drawn.rows].astype(np.float64)
    index, low, high = _amounts(np.log(np.maximum(size, 1.0)))
    ends = (numbers.size(round(float(np.exp(low)))), numbers.size(round(float(np.exp(high)))))
    return _by_amount(index, groups, colours, "size of the file, each step the same factor; pale: in no cluster", ends)


def _by_date(drawn: CollectionMap, groups: MapGroups, result: Result, colours: Colours) -> Coloured:
    index, low, high = _amounts(result.documents.modified_ns[drawn.rows].astype(np.float64))
    return _by_amount(
        index, groups, colours, "day on which the file was last changed; pale: in no cluster", (_day(low), _day(high))
    )


def _amounts(values: NDArray[np.float64]) -> tuple[Index, float, float]:
    """Steps from the least to the largest value, and these two."""
    if not values.size:
        return np.empty(0, np.int64), 0.0, 0.0
    low, high = float(values.min()), float(values.max())
    share = (values - low) / (high - low) if high > low else np.zeros(values.size)
    return (share * (amount_scale.STEPS - 1) + 0.5).astype(np.int64), low, high


def _by_amount(index: Index, groups: MapGroups, colours: Colours, meaning: str, ends: tuple[str, str]) -> Coloured:
    full = amount_scale.amount_rgb(colours.dark).astype(np.float64)
    palette = np.concatenate([full, full + _PALE * (_rgb(colours.surface) - full)])
    legend = MapLegend(meaning, (), amount_scale.amount_rgb(colours.dark), *ends)
    return Coloured(index + np.where(groups.cluster >= 0, 0, len(full)), palette.astype(np.uint8), legend)


def _day(nanoseconds: float) -> str:
    try:
        return f"{dt.datetime.fromtimestamp(nanoseconds / 1e9, dt.UTC).astimezone():%Y-%m-%d}"
    except (OverflowError, ValueError, OSError):
        return numbers.UNKNOWN


def _rgb(colour: str) -> NDArray[np.float64]:
    tint = QColor(colour)
    return np.array([tint.red(), tint.green(), tint.blue()], np.float64)


def _packed(rgb: NDArray[np.float64]) -> NDArray[np.uint32]:
    """(k, 3) colours as 0xFFRRGGBB."""
    part = np.clip(rgb + 0.5, 0, 255).astype(np.uint32)
    packed = part[:, 0] << np.uint32(16) | part[:, 1] << np.uint32(8) | part[:, 2] | np.uint32(0xFF000000)
    return packed.astype(np.uint32)
