"""Documents packed as bitsets with counts, against Python's counters."""

from __future__ import annotations

import collections

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.search.packed_counts import CountPacker

ids64 = st.integers(0, 150).map(lambda x: x * 0x9E3779B97F4A7C15 % 2**64) | st.integers(2**64 - 40, 2**64 - 1)


def add(packer, documents, begins):
    bounds = np.concatenate([[0], np.cumsum([len(one) for one in documents])])
    packer.add(np.array([x for one in documents for x in one], np.uint64), bounds, np.array(begins, np.bool_))


def counters(packer):
    """What is packed, read bit by bit."""
    packed, found = packer.packed, []
    for d in range(packer.sizes.size):
        counter = collections.Counter()
        for e in range(packed.starts[d], packed.starts[d + 1]):
            word, again = int(packed.words[e]), int(packed.again[e])
            assert word
            assert again & ~word == 0
            times = iter(packed.times[packed.firsts[e] :])
            for bit in range(64):
                if word >> bit & 1:
                    number = int(packer.numbers[64 * packed.blocks[e] + bit])
                    counter[number] = int(next(times)) if again >> bit & 1 else 1
        found.append(counter)
    return found


@given(
    documents=st.lists(st.lists(ids64, max_size=200), min_size=1, max_size=6),
    begins=st.lists(st.booleans(), min_size=6, max_size=6),
    cut=st.integers(0, 6),
)
def test_every_shingle_is_counted(documents, begins, cut):
    begins = [True, *begins[1 : len(documents)]]
    for counting in (True, False):
        packer = CountPacker(counting=counting)
        for _ in range(2):  # memory used again holds nothing of the last unit
            packer.begin(len(documents))
            add(packer, documents[:cut], begins[:cut])
            add(packer, documents[cut:], begins[cut:])
        expected = [collections.Counter(one if counting else set(one)) for one in documents]
        assert counters(packer) == expected
        assert packer.sizes.tolist() == [len(one) for one in expected]


def test_a_shingle_that_fills_a_long_text_is_one_entry():
    packer = CountPacker(counting=True)
    packer.begin(2)
    add(packer, [[7] * 70_000, [7, 8, 7]], [True, False])
    assert counters(packer) == [{7: 70_000}, {7: 2, 8: 1}]
    assert packer.numbers.tolist() == [7, 8]


def test_documents_that_are_compared_have_numbers_in_common_and_others_have_not():
    packer = CountPacker(counting=True)
    packer.begin(4)
    add(packer, [[5, 6], [6, 7], [6, 5], [5]], [True, False, True, False])
    # 5 6 | 7, then anew 6 5: what stands before is not looked up again
    assert packer.numbers.tolist() == [5, 6, 7, 6, 5]
    assert [int(one) for one in packer.packed.words[1:5]] == [0b11, 0b110, 0b11000, 0b10000]
