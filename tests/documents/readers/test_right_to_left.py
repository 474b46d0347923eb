"""Letters as a PDF library gives them, with where they stand, and what a person reads."""

from __future__ import annotations

import unicodedata

from simexplorer.documents.readers.pdf import pdf_text
from simexplorer.documents.readers.right_to_left import in_reading_order, written_from_the_right
from tests.documents import made_files as made


def painted(line: str, *, backwards: tuple[str, ...] = ()) -> list[tuple[str, float]]:
    """A line whose first letter stands at the right edge; some words are given from left to right, as libraries do."""
    place, letters = 500.0, []
    for word in line.split(" "):
        rtl = any(unicodedata.bidirectional(c) in ("R", "AL") for c in word)
        spots = [(c, place - 10 * (at if rtl else len(word) - at)) for at, c in enumerate(word)]
        letters += reversed(spots) if word in backwards else spots
        place -= 10 * len(word) + 5
        letters.append((" ", place))
    return [*letters[:-1], ("\r", 0.0), ("\n", 0.0)]


def test_words_given_from_left_to_right_are_turned_round() -> None:
    line = "יש כאן שלום רב"
    assert in_reading_order(painted(line, backwards=("שלום", "כאן"))).strip() == line
    assert in_reading_order(painted(line)).strip() == line


def test_foreign_words_among_them_keep_their_own_direction() -> None:
    line = "الكلمة user space هنا 2023"
    letters = painted(line.replace("user space", "space user"))
    assert in_reading_order(letters).strip() == line


def test_brackets_look_the_other_way_and_stand_before_their_word() -> None:
    assert in_reading_order([*painted("עולם) זה(")]).strip() == "עולם (זה)"


def test_lines_without_such_letters_stay_as_they_are() -> None:
    letters = [(c, 10.0 * at) for at, c in enumerate("plain (text) 1.2\r\nnext line")]
    assert in_reading_order(letters).split("\n") == ["plain (text) 1.2", "", "next line"]


def test_other_pages_are_read_as_before() -> None:
    assert not written_from_the_right("Latin text with one שלום in it")
    assert written_from_the_right("שלום לכולם כאן")
    assert pdf_text(made.pdf(["plain words"]), strip_page_furniture=True).text.strip() == "plain words"
