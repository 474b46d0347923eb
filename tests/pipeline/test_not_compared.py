"""Why a document is compared with none: a clause for everything that may have become of it."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from simexplorer.documents.listing import Status
from simexplorer.pipeline.not_compared import nothing_in, why_not_compared
from simexplorer.pipeline.recipe import Recipe
from tests.ui.fakes import FakeAnalysis

PICTURE, EMPTY, SCANNED = "not text: a JPEG picture", "the file is empty", "no text: its pages are pictures"


def result_of(status: Status, reason: str, characters: int):
    result = FakeAnalysis(documents=1).found(Recipe(), 1.0)
    documents = replace(
        result.documents,
        status=np.array([status], np.uint8),
        reason=np.array([1 if reason else 0], np.int32),
        reasons=("", reason),
        characters=np.array([characters]),
    )
    return replace(result, documents=documents, shingles=np.zeros(1, np.int64))


@pytest.mark.parametrize(
    ("status", "reason", "characters", "expected"),
    [
        pytest.param(Status.PENDING, "", 0, "a was not read yet", id="pending"),
        pytest.param(Status.SKIPPED, PICTURE, 0, f"a was not read ({PICTURE})", id="picture"),
        pytest.param(Status.SKIPPED, "", 0, "a was not read", id="skipped"),
        pytest.param(Status.EMPTY, EMPTY, 0, "there is no text in a", id="empty"),
        pytest.param(Status.EMPTY, SCANNED, 0, f"there is no text in a ({SCANNED})", id="scanned"),
        pytest.param(Status.READ, "", 0, "there is no text in a", id="container"),
        pytest.param(Status.READ, "", 9, "nothing of a is left to compare under these settings", id="bare"),
    ],
)
def test_every_reason_has_its_clause(status, reason, characters, expected):
    assert why_not_compared(result_of(status, reason, characters), 0, "a") == expected


def test_a_document_with_shingles_is_compared():
    result = FakeAnalysis(documents=2).found(Recipe(), 1.0)
    assert why_not_compared(result, 0) == "the file was not read (binary: no text in it)"
    assert why_not_compared(result, 1) == ""


def test_beside_a_path_no_reason_is_said_twice():
    damaged, large = "damaged: the archive is incomplete", "larger than the limit"
    said = [nothing_in(result_of(Status.SKIPPED, reason, 0), 0) for reason in (PICTURE, damaged, large, "")]
    assert said == [PICTURE, damaged, f"not read: {large}", "not read"]
    said = [nothing_in(result_of(Status.EMPTY, reason, 0), 0) for reason in (SCANNED, EMPTY, "")]
    assert said == [SCANNED, f"no text: {EMPTY}", "no text in it"]
