"""What is to be said of a document, by what became of it."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.documents.formats import CSV, JSON, PLAIN, XLSX, ZIP
from simexplorer.documents.listing import Status
from simexplorer.documents.problems import CUT, EMPTY, FINE, GUESSED, NOTED, SKIPPED, problem_kinds
from tests.workspace.made import documents_of

READ = Status.READ


@pytest.mark.parametrize(
    ("known", "kind"),
    [
        ({"status": READ}, FINE),
        ({"status": Status.PENDING}, FINE),
        ({"status": READ, "guessed": True}, GUESSED),
        ({"status": Status.SKIPPED, "reason": 1}, SKIPPED),
        ({"status": Status.EMPTY, "reason": 1, "guessed": True}, EMPTY),
        ({"status": READ, "truncated": True, "guessed": True}, CUT),
        # read, but these settings leave nothing of it
        ({"status": READ, "reason": 1}, EMPTY),
        # opened for what it holds
        ({"status": READ, "characters": 0, "format": ZIP}, FINE),
        ({"status": READ, "characters": 0, "format": ZIP, "reason": 1}, CUT),
        ({"status": READ, "characters": 0, "format": CSV, "reason": 1}, NOTED),
        ({"status": READ, "characters": 0, "format": JSON, "reason": 1}, NOTED),
        ({"status": READ, "characters": 0, "format": XLSX, "reason": 1, "truncated": True}, CUT),
    ],
)
def test_a_document_is_told_as_what_became_of_it(known: dict[str, int | bool | str], kind: int) -> None:
    one = documents_of({b"a": "text"})
    media_type = known.get("format", PLAIN)
    fields = {
        name: np.array([known[name]], getattr(one, name).dtype)
        for name in ("status", "reason", "characters", "truncated", "guessed")
        if name in known
    }
    made = replace(one, formats=(PLAIN, media_type), format=np.array([1], np.uint8), **fields)
    assert problem_kinds(made).tolist() == [kind]
