"""Titles of documents where there is little room."""

from __future__ import annotations

import unicodedata

from simexplorer.ui.lab.short_titles import short_title, short_titles, told_apart

LONG = "프로젝트 결과 보고서 최종 수정본 2024.txt"


def test_syllables_that_are_taken_apart_are_counted_and_cut_as_they_are_seen() -> None:
    apart = unicodedata.normalize("NFD", LONG)
    assert short_title(apart, 20) == short_title(LONG, 20)
    assert len(short_title(apart, 20)) == 20
    assert short_title(unicodedata.normalize("NFD", "최종 보고서.txt"), 12) == "최종 보고서.txt"


def test_titles_that_only_look_alike_keep_their_folders() -> None:
    titles = ["linux/Résumé.txt", unicodedata.normalize("NFD", "mac/Résumé.txt")]
    assert short_titles(titles) == titles


def test_titles_are_told_apart_by_what_they_do_not_share() -> None:
    assert told_apart(["a/report 1 final", "b/report 12 final"]) == ["1", "12"]
    assert told_apart(["x/same", "y/same"]) == ["x", "y"]
    assert told_apart(["ab", "abc"]) == ["b", "bc"]
    assert told_apart(["one", "two"]) == ["one", "two"]
    assert told_apart(["", "a"]) == ["", "a"]
    assert told_apart(["lone"]) == ["lone"]
    assert told_apart(["aa", "aaa", "a"]) == ["aa", "aaa", "a"]


def test_what_tells_titles_apart_stands_among_characters_that_they_share() -> None:
    titles = ["fdl-1.1-invariants-only", "fdl-1.1-no-invariants-only"]
    assert told_apart(titles) == ["-", "-no-"]
    assert told_apart(titles, 4) == ["…-1.1-inva…", "…-1.1-no-inva…"]
    assert told_apart(["one", "own"], 4) == ["one", "own"]
