"""What would happen to the files marked as duplicates: the whole list first, with what keeps each text alive."""

from __future__ import annotations

import enum
import os

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from simexplorer.documents.listing import shown_path
from simexplorer.documents.sources import RealPaths
from simexplorer.errors import DecisionError
from simexplorer.search.pair_lookup import Overlaps, look_up
from simexplorer.workspace import deeds
from simexplorer.workspace.collection_folders import CollectionFolders
from simexplorer.workspace.naming import Rows
from simexplorer.workspace.standing import Standing
from simexplorer.workspace.staying import hold_back, members_with_text, survivors_of


class Place(enum.StrEnum):
    """Where duplicates go."""

    TRASH = deeds.TRASH
    FOLDER = deeds.FOLDER


INSIDE = "it lies inside an archive or another file, which stays as it is"
MISSING = "it is not there any more"
BEHIND_LINK = "a link leads to it in a protected folder"
LINKED = "it is reached through a link"
SAID_APART = "all that stays of its cluster was said not to be a duplicate of it"
HOLDS = "it holds a document that would be lost with it: {}"


class ActionPlan(Struct, frozen=True):
    """Exactly what will be tried, in this order.

    rows : (m,) documents to move; survivors : (m,) the document that stays for each
    inside : (k,) documents with text inside of these files, which go along; inside_survivors : (k,) what stays for each
    left, reasons : marked documents that are not touched, and why
    folder : where to, absolute; empty for the trash. Below it files keep their paths.
    """

    standing: Standing
    place: Place
    folder: bytes
    rows: Rows
    survivors: Rows
    inside: Rows
    inside_survivors: Rows
    left: Rows
    reasons: tuple[str, ...]

    def __len__(self) -> int:
        return self.rows.size

    @property
    def size(self) -> int:
        """Bytes of the files to move."""
        return int(self.standing.result.documents.size[self.rows].sum())

    @property
    def same_text(self) -> NDArray[np.bool_]:
        """(m,) whether the text that stays is the very same, after normalisation."""
        text = self.standing.result.groups.representative
        same: NDArray[np.bool_] = text[self.rows] == text[self.survivors]
        return same

    def likeness(self) -> NDArray[np.float64]:
        """(m,) similarity of each text to the one that stays for it, exactly; nan where the two were not compared."""
        result = self.standing.result
        pairs, text = result.pairs, result.groups.representative
        own, others = text[self.rows].astype(np.int32), text[self.survivors].astype(np.int32)
        place = np.full(own.size, -1, np.int32)  # in the list of pairs
        known = Overlaps(pairs.i, pairs.j, np.arange(pairs.i.size, dtype=np.int32))
        look_up(Overlaps(np.minimum(own, others), np.maximum(own, others), place), [known])
        alike = np.where(self.same_text, 1.0, np.nan)
        alike[place >= 0] = pairs.ranking[place[place >= 0]]
        return alike

    def target(self, row: int) -> bytes:
        """Where a document's file goes if the name is free; empty for the trash."""
        if self.place == Place.TRASH:
            return b""
        return os.path.join(self.folder, self.standing.result.documents.paths.raw(row))


def plan_moves(standing: Standing, folder: bytes | None = None) -> ActionPlan:
    """The plan for all that are marked as duplicates: to the trash, or to ``folder`` (absolute).

    Raises DecisionError where the folder lies inside the collection: the next scan would find them there.
    """
    paths = standing.result.documents.paths
    rows = np.flatnonzero(standing.duplicates)
    inside = paths.container[rows] >= 0
    linked = _links_to(standing, rows)
    going = np.zeros(standing.marks.size, np.bool_)
    going[rows[~inside & (linked == "")]] = True
    lost = hold_back(standing, going)
    survivors = survivors_of(standing, rows, going)
    alone = ~inside & (survivors < 0)
    movable = going[rows] & ~alone
    reasons = np.where(inside, INSIDE, np.where(linked == "", SAID_APART, linked)).tolist()
    left = np.flatnonzero(~movable)
    held = {
        place: HOLDS.format(paths.display(lost[row])) for place in left.tolist() if (row := int(rows[place])) in lost
    }
    spared, aside = np.flatnonzero(standing.spared), np.flatnonzero(standing.set_aside)
    along = members_with_text(standing, rows[movable])
    plan = ActionPlan(
        standing=standing,
        place=Place.TRASH if folder is None else Place.FOLDER,
        folder=os.path.realpath(folder) if folder is not None else b"",
        rows=rows[movable],
        survivors=survivors[movable],
        inside=along,
        inside_survivors=survivors_of(standing, along, going),
        left=np.concatenate([rows[left], aside, spared]),
        reasons=(
            *[held.get(place, reasons[place]) for place in left.tolist()],
            *[SAID_APART] * aside.size,
            *["otherwise nothing of its cluster would stay"] * spared.size,
        ),
    )
    _refuse_collection(plan)
    return plan


def _refuse_collection(plan: ActionPlan) -> None:
    """Raise DecisionError where files would go to a folder of the collection itself, be it through links below."""
    if plan.place == Place.TRASH:
        return
    collection = CollectionFolders(plan.standing.result.documents.paths)
    if collection.hold(plan.folder):
        raise DecisionError("Choose a folder outside the collection: the next scan would find the files there.")
    for folder in dict.fromkeys(os.path.dirname(plan.target(row)) for row in plan.rows.tolist()):
        if collection.hold(folder):
            raise DecisionError(
                f"Choose another folder: {shown_path(folder)} leads back into the collection, "
                "where the next scan would find the files."
            )


def _links_to(standing: Standing, rows: Rows) -> NDArray[np.str_]:
    """(m,) why each file stays that a followed link leads to; empty of all others."""
    words = np.full(rows.size, "", f"<U{max(len(BEHIND_LINK), len(LINKED))}")
    if standing.result.recipe.follow_links:
        paths, real = standing.result.documents.paths, RealPaths()
        homes = tuple(os.path.join(os.path.realpath(folder), b"") for folder in standing.folders)
        for place, row in enumerate(rows.tolist()):
            file = paths.file(row)
            if (path := real.of(file)) != file:
                words[place] = BEHIND_LINK if path.startswith(homes) else LINKED
    return words


def without_missing(plan: ActionPlan) -> ActionPlan:
    """The plan without files that are not there any more, such as those that were moved before."""
    file = plan.standing.result.documents.paths.file
    there = np.fromiter((os.path.lexists(file(row)) for row in plan.rows.tolist()), np.bool_, plan.rows.size)
    if there.all():
        return plan
    gone = plan.rows[~there]
    along = ~np.isin(plan.standing.result.documents.paths.container[plan.inside], gone)
    return replace(
        plan,
        rows=plan.rows[there],
        survivors=plan.survivors[there],
        inside=plan.inside[along],
        inside_survivors=plan.inside_survivors[along],
        left=np.concatenate([plan.left, gone]),
        reasons=(*plan.reasons, *[MISSING] * gone.size),
    )
