"""What a search takes for the same, and where each letter of it stands in the text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.search_spelling import as_sought, sought_points

TEXTS = st.text(
    st.sampled_from("aAiI\u0130\u0131\u0307\u0308\u0301ßẞΣσς각ㄱ\u1100\u1161\u11a8é שּׁ\ud800😀\r\n"), max_size=20
)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("É", "e\u0301"),
        ("최종", unicodedata.normalize("NFD", "최종")),
        ("ΟΔΟΣ", "οδος"),
        ("STRASSE", "straße"),
        ("Iğdır", "IĞDIR"),
        ("İzmir", "izmir"),
        ("Ёлка", "\u0435\u0308лка"),
    ],
)
def test_what_reads_the_same_is_spelled_alike(one: str, other: str) -> None:
    assert as_sought(one) == as_sought(other)


@pytest.mark.parametrize(("one", "other"), [("é", "e"), ("か", "が"), ("कुल", "कल"), ("o", "0")])
def test_other_letters_stay_others(one: str, other: str) -> None:
    assert as_sought(one) != as_sought(other)


@given(TEXTS)
def test_every_letter_is_told_where_it_came_from(text: str) -> None:
    points, starts, ends = sought_points(text)
    unified = text.replace("\r\n", "\n").replace("\r", "\n")
    assert "".join(map(chr, points.tolist())) == as_sought(unified)
    for point, start, end in zip(points.tolist(), starts.tolist(), ends.tolist(), strict=True):
        assert chr(point) in as_sought(text[start:end].replace("\r\n", "\n").replace("\r", "\n"))
