"""The page on MinHash gives the figures of the sources, whichever way the rows are walked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simexplorer.lab.cutting import Cutting
from simexplorer.lab.examples import SMALL_SETS
from simexplorer.lab.material import LabText
from simexplorer.lab.minhashing import (
    FIRST_ROWS,
    FUNCTIONS,
    NOTHING,
    ONE_PASS,
    PERMUTATIONS,
    SKETCHING,
    WAYS,
    MinhashSettings,
    minhash_steps,
)
from simexplorer.pipeline.recipe import Recipe
from simexplorer.signatures.fss import FastSimilaritySketch

Golden = dict[str, Any]
SLIDES, BOOK, SPANISH, BITS = SMALL_SETS


def test_three_permutations_of_the_textbook(golden: Golden) -> None:
    wanted = golden["minhash_mmds_permutations"]
    found = minhash_steps(BOOK, (), MinhashSettings(length=3))
    assert (found.values + 1).tolist() == wanted["signature"]
    pairs = {(i + 1, j + 1): p for p, (i, j) in enumerate(zip(found.pairs.i, found.pairs.j, strict=True))}
    for name, figures in wanted["pairs"].items():
        p = pairs[tuple(map(int, name.split(",")))]
        assert found.pairs.exact[p] == pytest.approx(figures["jaccard"]["value"])
        assert found.pairs.estimate[p] == pytest.approx(figures["estimate"]["value"])
        a, b, c, _ = found.pairs.types[p]
        assert a / (a + b + c) == pytest.approx(figures["jaccard"]["value"])


def test_permutations_of_the_spanish_lesson_name_the_elements(golden: Golden) -> None:
    wanted = golden["minhash_spanish"]
    found = minhash_steps(SPANISH, (), MinhashSettings(length=3))
    for function, order in enumerate(wanted["permutations"]):
        named = {
            column: found.sets.rows[found.orders[function][place]]
            for column, place in zip(found.sets.columns, found.values[function], strict=True)
        }
        assert named == wanted["minhash"][order]
    for p, (i, j) in enumerate(zip(found.pairs.i, found.pairs.j, strict=True)):
        assert found.pairs.estimate[p] == pytest.approx(wanted["estimate"][f"d{i + 1},d{j + 1}"]["value"])


def test_four_documents_of_the_slides_row_by_row(golden: Golden) -> None:
    wanted = golden["minhash_hash_functions"]
    found = minhash_steps(SLIDES, (), MinhashSettings(way=FUNCTIONS, length=2))
    assert found.functions == ("(x + 1) mod 7", "(3x + 1) mod 7")
    assert dict(zip(found.sets.columns, found.values.T.tolist(), strict=True)) == wanted["signature"]
    assert np.all(found.running[0] == NOTHING)
    assert found.running[1].tolist() == [[1, 1, 1, 1], [1, 1, 1, 1]]
    by_name = {
        f"{found.sets.columns[i]},{found.sets.columns[j]}": p
        for p, (i, j) in enumerate(zip(found.pairs.i, found.pairs.j, strict=True))
    }
    for pair, value in wanted["estimate"].items():
        assert found.pairs.estimate[by_name[pair]] == value
        assert found.pairs.exact[by_name[pair]] == pytest.approx(wanted["jaccard"][pair]["value"])


def test_more_functions_than_the_slides_have_are_drawn() -> None:
    found = minhash_steps(SLIDES, (), MinhashSettings(way=FUNCTIONS, length=5, seed=3))
    assert found.functions[:2] == ("(x + 1) mod 7", "(3x + 1) mod 7")
    assert (len(set(found.functions)), found.values.shape, found.pairs.counted.tolist()) == (5, (5, 4), [5] * 6)


def test_two_vectors_of_bits(golden: Golden) -> None:
    wanted = golden["bit_vectors"]
    found = minhash_steps(BITS, (), MinhashSettings(length=3))
    columns = ["".join("1" if bit else "0" for bit in column) for column in found.sets.matrix.T]
    assert columns == [wanted["c1"], wanted["c2"]]
    a, b, c, _ = found.pairs.types[0].tolist()
    assert (a, a + b + c) == (wanted["jaccard"]["num"], wanted["jaccard"]["den"])
    assert found.pairs.exact[0] == pytest.approx(wanted["jaccard"]["value"])


def test_every_value_is_settled_by_the_step_that_finds_it() -> None:
    found = minhash_steps(BOOK, (), MinhashSettings(length=5, seed=3, drawn=True))
    for function in range(5):
        for column in range(4):
            step = found.found[function, column]
            permutation, place = found.at[step - 1]
            assert (permutation, place) == (function, found.values[function, column])
            assert found.sets.matrix[found.orders[function, place], column]


def test_rows_beyond_the_first_ones_are_infinite() -> None:
    found = minhash_steps(BOOK, (), MinhashSettings(way=FIRST_ROWS, length=3, first=1))
    # places from 1: [[2 1 2 1] [2 1 4 1] [1 2 1 2]]; of one row only the ones are seen
    assert found.values.tolist() == [[NOTHING, 0, NOTHING, 0], [NOTHING, 0, NOTHING, 0], [0, NOTHING, 0, NOTHING]]
    pair = {(int(i), int(j)): p for p, (i, j) in enumerate(zip(found.pairs.i, found.pairs.j, strict=True))}
    both_seen_once = pair[0, 2]
    assert (found.pairs.equal[both_seen_once], found.pairs.counted[both_seen_once]) == (1, 1)
    one_infinite = pair[0, 1]
    assert (found.pairs.equal[one_infinite], found.pairs.counted[one_infinite]) == (0, 3)


def test_one_pass_takes_the_least_place_of_each_group() -> None:
    order = tuple(range(7))
    found = minhash_steps(BOOK, (), MinhashSettings(way=ONE_PASS, length=3, by_hand={0: order}))
    assert found.group == 3
    # rows 1-3: 1010 1001 0101; 4-6: 0101 0101 1010; 7: 1010
    assert found.values.tolist() == [[0, 2, 0, 1], [2, 0, 2, 0], [0, NOTHING, 0, NOTHING]]
    assert len(found.at) == 7


def test_rows_moved_by_hand_take_the_place_of_a_permutation() -> None:
    order = (6, 5, 4, 3, 2, 1, 0)
    found = minhash_steps(BOOK, (), MinhashSettings(length=2, by_hand={1: order}))
    assert found.orders[1].tolist() == list(order)
    assert found.values[1].tolist() == [0, 2, 0, 2]


@pytest.mark.parametrize("way", WAYS)
def test_the_estimate_comes_near_the_exact_value_as_functions_are_added(way: str) -> None:
    found = minhash_steps(BOOK, (), MinhashSettings(way=way, length=2, first=4, pair=(0, 2), seed=5))
    growth = found.growth
    assert growth.exact == pytest.approx(0.75)
    off = np.abs(growth.estimate - growth.exact)[-1]
    assert off <= 4.5 * growth.error[-1] + 1e-9


def test_documents_of_the_person_are_numbered_by_their_shingles() -> None:
    texts = (LabText("a", "one two three four"), LabText("b", "two three four five"))
    found = minhash_steps(BOOK, texts, MinhashSettings(length=4), Cutting(Recipe(shingle_kind="word", shingle_size=2)))
    assert found.sets.rows == ("one two", "two three", "three four", "four five")
    assert found.pairs.exact[0] == pytest.approx(0.5)
    assert found.settings.way == PERMUTATIONS


def test_the_first_row_alone_of_four_long_documents_is_looked_at() -> None:
    letters = [chr(0x4E00 + place % 20_000) + chr(0x5000 + place // 20_000) for place in range(80_000)]
    texts = tuple(LabText(str(part), "".join(letters[part * 20_000 : (part + 1) * 20_000])) for part in range(4))
    steps = minhash_steps(
        SMALL_SETS[0], texts, MinhashSettings(way=FIRST_ROWS, length=1, first=1), Cutting(Recipe(shingle_size=2))
    )
    assert steps.sets.matrix.shape[0] > 2**16
    assert np.isfinite(steps.growth.error).all()


def test_functions_modulo_seven_make_orders_of_which_a_middle_row_leads_less_often() -> None:
    functions = [(a, b) for a in range(1, 7) for b in range(7)]
    assert all(len({(a * x + b) % 7 for x in range(7)}) == 7 for a, b in functions)  # no two rows get one place
    first = [min((0, 1, 2), key=lambda x: (a * x + b) % 7) for a, b in functions]
    assert [first.count(row) for row in (0, 1, 2)] == [15, 12, 15]  # 14 each, if they were min-wise independent


def test_sketching_says_of_pairs_what_the_scheme_of_the_program_says() -> None:
    settings = MinhashSettings(way=SKETCHING, length=12, seed=5)
    found = minhash_steps(SLIDES, (), settings)
    family = FastSimilaritySketch(12, 5)
    signed = family.sign(found.sets.documents)
    equal = (signed.values[found.pairs.i] == signed.values[found.pairs.j]).sum(axis=1)
    assert found.pairs.equal.tolist() == equal.tolist()
    assert found.pairs.counted.tolist() == [12] * 6
    assert np.array_equal(found.running[-1], found.values)
    rows = found.sets.matrix.shape[0]
    assert found.orders.tolist() == [list(range(rows))] * (found.at[-1, 0] + 1)
    assert found.growth.drawn_error == pytest.approx(float(family.standard_error(found.growth.exact)))
    last = family.__class__(int(found.growth.lengths[-1]), 5).sign(found.sets.documents).values
    assert found.growth.estimate[-1] == pytest.approx((last[0] == last[1]).mean())
