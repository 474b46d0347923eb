"""What cells look up while they are painted: bounded, never of another result, asked for once."""

from __future__ import annotations

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from simexplorer.documents.listing import Paths
from simexplorer.ui.models.first_words import MOST_KEPT, FirstWords
from tests.ui.fakes import make_paths


@pytest.fixture
def paths() -> Paths:
    """A mailbox with two messages, and a file."""
    names = [b"list.mbox", b"list.mbox!1", b"list.mbox!2", b"other.txt"]
    made = make_paths(names)
    return Paths(
        made.names, made.offsets, made.roots, made.root_of, made.prefix_length, np.array([-1, 0, 0, -1], np.int64)
    )


@pytest.fixture
def words(qtbot: QtBot, paths: Paths) -> FirstWords:
    words = FirstWords()
    words.begin(paths)
    return words


def answer(words: FirstWords, **told: str) -> list[int]:
    """Put ``row_n`` as told, nothing for the others; the rows that were wanted."""
    wanted = words.take_wanted(100)
    assert wanted is not None
    words.put(wanted, [told.get(f"row_{row}", "") for row in wanted.rows])
    return wanted.rows


def test_numbers_have_their_words_beside_them_and_others_where_that_is_wanted(words: FirstWords, paths: Paths) -> None:
    assert [words.beside(paths, row) for row in (1, 3)] == ["", ""]
    assert answer(words, row_1="Message 1", row_3="A text") == [1, 3]
    assert [words.beside(paths, row) for row in (1, 3)] == ["Message 1", ""]
    assert words.of_document(paths, 3) == "A text"
    words.set_beside_all(True)
    assert words.beside(paths, 3) == "A text"
    assert words.take_wanted(100) is None


def test_words_come_too_late_for_another_listing(words: FirstWords, paths: Paths) -> None:
    words.of_document(paths, 1)
    wanted = words.take_wanted(100)
    assert wanted is not None
    newer = make_paths([b"a", b"b", b"c", b"d"])
    words.begin(newer)
    words.put(wanted, ["Message 1"])
    assert words.of_document(newer, 1) == ""
    assert words.of_document(paths, 1) == ""
    assert answer(words, row_1="b's text") == [1]
    assert words.of_document(newer, 1) == "b's text"
    assert words.of_document(paths, 1) == ""


def test_what_was_not_to_be_had_is_asked_for_again(words: FirstWords, paths: Paths) -> None:
    words.of_document(paths, 1)
    words.of_document(paths, 2)
    late = words.take_wanted(100)
    assert late is not None
    words.begin(paths)  # the same paths: more of them was read
    words.put(late, ["Message 1", ""])
    assert words.of_document(paths, 1) == "Message 1"
    words.of_document(paths, 2)
    assert answer(words) == [2]
    words.of_document(paths, 2)
    assert words.take_wanted(100) is None  # known to have none
    words.begin(paths)
    words.of_document(paths, 2)
    assert answer(words, row_2="Message 2") == [2]


def test_neither_what_is_known_nor_what_is_wanted_grows_without_end(qtbot: QtBot) -> None:
    many = make_paths([b"%06d" % number for number in range(3 * MOST_KEPT)])
    words = FirstWords()
    words.begin(many)
    for start in range(0, len(many), 512):
        for row in range(start, start + 512):
            words.of_document(many, row)
        wanted = words.take_wanted(512)
        assert wanted is not None
        words.put(wanted, ["words"] * len(wanted.rows))
    assert len(words._known) <= MOST_KEPT
    assert words.of_document(many, len(many) - 1) == "words"
    for row in range(len(many) // 2):
        words.of_document(many, row)
    assert len(words._wanted) <= MOST_KEPT
    newest = words.take_wanted(10)
    assert newest is not None
    assert len(newest.rows) == 10
    assert newest.rows[-1] == len(many) // 2 - 1
