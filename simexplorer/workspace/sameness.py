"""Of files that are to be moved: which are byte for byte the file that stays for them, and which only say the same."""

from __future__ import annotations

import enum
import os
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simexplorer.documents.formats import MAIL, MSG
from simexplorer.documents.moving import same_bytes
from simexplorer.pipeline.progress import Progress

if TYPE_CHECKING:
    from simexplorer.workspace.actions import ActionPlan


class Same(enum.IntEnum):
    """What a file and the document that stays for it have in common; OPEN until their bytes were compared."""

    NEITHER = 0
    OPEN = 1
    TEXT = 2
    FILE = 3


def at_a_glance(plan: ActionPlan) -> NDArray[np.int8]:
    """(m,) of ``Same``, from what the run knows: no file is opened, so that equal sizes leave it open."""
    documents = plan.standing.result.documents
    equal = documents.size[plan.rows] == documents.size[plan.survivors]
    may_be = equal & (documents.paths.container[plan.survivors] < 0)
    return np.where(plan.same_text, np.where(may_be, Same.OPEN, Same.TEXT), Same.NEITHER).astype(np.int8)


def looked_into(plan: ActionPlan, same: NDArray[np.int8], progress: Progress) -> NDArray[np.int8]:
    """The same with the files compared whose sizes are equal; OPEN are those that cannot be read. Raises Cancelled."""
    told, file = same.copy(), plan.standing.result.documents.paths.file
    for place in np.flatnonzero(same == Same.OPEN).tolist():
        progress.check()
        try:
            equal = same_bytes(file(int(plan.rows[place])), os.path.realpath(file(int(plan.survivors[place]))))
        except OSError:
            continue
        told[place] = Same.FILE if equal else Same.TEXT
    return told


def holds_mail(plan: ActionPlan) -> bool:
    """Whether a file that is to be moved is a message."""
    documents = plan.standing.result.documents
    return any(documents.formats[kind] in (MAIL, MSG) for kind in np.unique(documents.format[plan.rows]).tolist())
