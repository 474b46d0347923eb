"""The kernels' normalisation against Python's, on hand-made and on random text."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.normalise import NEEDS_COMPOSITION, compose, normalise_rules, normalise_text
from simexplorer.features.texts import join_texts, new_scratch, normalise_one

SWITCHES = [
    (),
    ("case",),
    ("nfc", "case", "space"),
    ("punctuation", "space"),
    ("nospace",),
    ("accents",),
    ("nfc", "case", "accents", "punctuation", "space"),
    ("nfkc", "case", "nospace"),
]
HARD = [*" \n\r\t_.-'aBZ9\x1c\x0b", "\r\n", "é", "e\u0301", "ß", "İ", "ﬃ", "中", "ก", "ี", "\u00a0", "\u3000", "Σ", "ς"]
HARD += [
    "가",
    "\u1100\u1161",
    "𝒜",
    "\u2028",
    "ΐ",
    "\u0327",
    "a\u0327\u0301",
    "a\u0301\u0327",
    "\U0001d160",
    "\U000e0041",
]


def by_kernel(text: str, switches: tuple[str, ...]) -> str:
    """The kernel's answer, composed first where the kernel asks for that."""
    raw, check = text.encode(), "nfc" in switches or "nfkc" in switches
    for _ in range(2):
        data, offsets = join_texts([raw])
        scratch = new_scratch(3 * len(raw), 9)
        size, _ascii = normalise_one(data, 0, int(offsets[1]), normalise_rules(switches), check, scratch)
        if size != NEEDS_COMPOSITION:
            break
        raw, check = compose(raw, switches), False
    return scratch.normal[:size].tobytes().decode()


@pytest.mark.parametrize(
    ("text", "switches", "expected"),
    [
        pytest.param("  Ab\t\n c ", ("case", "space"), "ab c", id="case and blanks"),
        pytest.param("a\r\nb\rc\n", (), "a\nb\nc\n", id="line ends only"),
        pytest.param("Don't.", ("punctuation", "space"), "Don t", id="each sign is a blank"),
        pytest.param("Straße", ("case",), "strasse", id="one letter becomes two"),
        pytest.param("e\u0301", ("nfc",), "\u00e9", id="NFD twin is the NFC text"),
        pytest.param("Crème Brûlée", ("accents", "case"), "creme brulee", id="accents"),
        pytest.param("a b\u3000c", ("nospace",), "abc", id="no white space"),
        pytest.param("ﬁ ２", ("nfkc",), "fi 2", id="compatibility forms"),
    ],
)
def test_switches_do_what_their_names_say(text, switches, expected):
    assert normalise_text(text, switches) == expected
    assert by_kernel(text, switches) == expected


@pytest.mark.parametrize("switches", SWITCHES, ids="+".join)
@given(pieces=st.lists(st.sampled_from(HARD) | st.characters(exclude_categories=["Cs"]), max_size=60))
def test_kernel_equals_python(switches, pieces):
    text = "".join(pieces)
    assert by_kernel(text, switches) == normalise_text(text, switches)


def test_kernel_equals_python_across_segments():
    text = "".join(itertools.islice(itertools.cycle(["ab ", "  C", "\r\n", "d", "\t"]), 9000))
    for switches in SWITCHES:
        assert by_kernel(text, switches) == normalise_text(text, switches)


def test_every_code_point_is_normalised_as_python_does():
    for switches in (("nfc", "case", "space"), ("nfkc", "case", "accents", "punctuation")):
        for start in range(0, 0x30000, 0x1000):
            text = "x".join(chr(p) for p in range(start, start + 0x1000) if not 0xD800 <= p < 0xE000)
            assert by_kernel(text, switches) == normalise_text(text, switches), hex(start)


def test_a_scratch_that_is_too_small_says_so():
    data, offsets = join_texts([b"abc" * 1000])
    size, _ = normalise_one(data, 0, int(offsets[1]), normalise_rules(()), False, new_scratch(16, 9))
    assert size == -2
    assert np.all(data[-64:] == 0)
