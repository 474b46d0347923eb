"""Differences of two texts are where they differ, told from the passages that they hold in one order."""

from __future__ import annotations

import itertools
import random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.pipeline import text_differences
from simexplorer.pipeline.text_differences import NO_DIFFERENCES, differences_of
from simexplorer.search.passages import Passages, shared_passages

CLAUSES = [
    "The tenant takes over the rooms on the first of May.",
    "The rent is due on the third working day of each month.",
    "Repairs below eighty euros are paid by whoever lives there.",
    "Animals are kept with the leave of the owner alone.",
    "Either side ends the contract with notice of three months.",
]


def found(left, right, least=12):
    told = differences_of(shared_passages(left, right, ("case", "space"), least), left, right)
    return [
        (left[a:b].strip(" ."), right[c:d].strip(" ."))
        for a, b, c, d in zip(told.left_start, told.left_end, told.right_start, told.right_end, strict=True)
    ]


def test_a_changed_a_new_and_a_missing_clause_are_three_differences():
    new = [CLAUSES[0], "Bicycles stand in the yard.", CLAUSES[1], "Painters come every five years.", CLAUSES[4]]
    assert found(" ".join(CLAUSES), " ".join(new)) == [
        ("", "Bicycles stand in the yard"),
        (f"{CLAUSES[2]} {CLAUSES[3]}".rstrip("."), "Painters come every five years"),
    ]
    assert found(" ".join(new), " ".join(CLAUSES))[0] == ("Bicycles stand in the yard", "")


def test_a_phrase_that_comes_again_elsewhere_leads_nowhere_else():
    """The new amount of the second clause begins as the one of the first does: the difference stays in the second."""
    amounts = "The amount is EUR {} within {} days. "
    left = CLAUSES[0] + amounts.format("22,883", 24) + CLAUSES[1] + "Nothing is due. " + CLAUSES[2]
    right = CLAUSES[0] + amounts.format("22,883", 24) + CLAUSES[1] + amounts.format("54,465", 35) + CLAUSES[2]
    ((one, other),) = found(left, right)
    assert "Nothing is due" in one
    assert other.startswith("The amount is EUR 54,465")


def test_a_sentence_taken_out_that_begins_as_the_next_one_is_one_difference():
    begun = "As we read in class, the keeper "
    left = f"{CLAUSES[0]} {begun}left the tower by night. {begun}came back in the morning. {CLAUSES[1]}"
    right = f"{CLAUSES[0]} {begun}came back in the morning. {CLAUSES[1]}"
    ((one, other),) = found(left, right)
    assert "left the tower by night" in one
    assert other == ""


def test_blanks_and_capitals_are_no_difference_and_nothing_in_common_tells_of_none():
    text = "  ".join(CLAUSES)
    assert found(text, text.replace("  ", "\n").upper()) == []
    assert found("alpha beta gamma delta", "nothing of all that here") == []
    assert len(NO_DIFFERENCES) == 0


def test_of_too_many_passages_none_is_told(monkeypatch):
    left, right = " ".join(CLAUSES), " ".join([*CLAUSES[:2], "Changed.", *CLAUSES[3:]])
    assert len(found(left, right)) == 1
    monkeypatch.setattr(text_differences, "MOST_PASSAGES", 1)
    assert found(left, right) == []


@given(
    st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30), st.integers(4, 12)), min_size=1, max_size=9, unique=True)
)
def test_the_chain_is_the_heaviest_of_all_that_follow_each_other(drawn):
    left, right, length = (np.array(each, np.int64) for each in zip(*drawn, strict=True))
    passages = Passages(left, left + length, right, right + length, length, 1.0, 1.0)

    def follows(one, other):
        edges = (left, left + length, right, right + length)
        return all(edge[one] < edge[other] for edge in edges)

    def is_chain(some):
        return all(follows(one, other) for one, other in itertools.pairwise(some))

    kept = text_differences._in_order(passages).tolist()
    assert is_chain(kept)
    rising = sorted(range(len(drawn)), key=lambda at: (left[at], right[at]))
    chains = (some for size in range(1, len(drawn) + 1) for some in itertools.combinations(rising, size))
    assert length[kept].sum() == max(length[list(some)].sum() for some in chains if is_chain(some))


def test_what_was_written_anew_is_what_is_told():
    """Of 40 sentences some are replaced: each run of them is one difference, and nothing else is."""
    rng = random.Random(7)
    words = [" ".join("".join(rng.choices("abcdefgh", k=6)) for _ in range(6)) + "." for _ in range(80)]
    for _ in range(20):
        replaced = sorted(rng.sample(range(40), rng.randint(1, 8)))
        new = [words[40 + at] if at in replaced else words[at] for at in range(40)]
        runs = sum(at - 1 not in replaced for at in replaced)
        told = found("\n".join(words[:40]), "\n".join(new))
        assert len(told) == runs
        for at in replaced:
            assert any(words[at][4:-5] in one and words[40 + at][4:-5] in other for one, other in told)
