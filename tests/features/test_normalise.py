"""The kernels' normalisation against Python's, on hand-made and on random text."""

from __future__ import annotations

import itertools
import unicodedata

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simexplorer.features.code_points import composites, second_parts, unicode_form
from simexplorer.features.normalise import (
    NEEDS_COMPOSITION,
    SEGMENT,
    NormaliseRules,
    normalise_rules,
    normalise_text,
)
from simexplorer.features.texts import composed_texts, join_texts, new_scratch, normalise_one
from simexplorer.pipeline.recipe import NORMALISATIONS

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


STEPS = [step for step in NORMALISATIONS if "space" not in step]
FORM = {"NFC": ("nfc",), "NFKC": ("nfkc",)}
FIRST = sorted({chr(point) for pair in composites().values() for point in pair[:1]})
SECOND = sorted({chr(point) for pair in composites().values() for point in pair[1:]})
MARKS = [chr(point) for point in range(0x300, 0x1000) if unicodedata.combining(chr(point))]


def is_left_alone(text: str, switches: tuple[str, ...]) -> bool:
    """Whether the kernel takes the text as one in its Unicode form."""
    data, offsets = join_texts([text.encode()])
    scratch = new_scratch(4096 + 12 * len(text), 9)
    return normalise_one(data, 0, int(offsets[1]), normalise_rules(switches), True, scratch)[0] != NEEDS_COMPOSITION


def in_bytes(text: str, rules: NormaliseRules, check: bool) -> tuple[int, bytes]:
    """How many bytes the kernel makes of the text, and which."""
    data, offsets = join_texts([text.encode()])
    scratch = new_scratch(4 * data.size, 9)
    size, _ = normalise_one(data, 0, int(offsets[1]), rules, check, scratch)
    return int(size), scratch.normal[: max(size, 0)].tobytes()


def is_copied(character: str, rules: NormaliseRules) -> bool:
    """Whether the kernel copies a character of three bytes without looking it up."""
    return bool(rules.staying[ord(character) >> 6] >> np.uint64(ord(character) & 63) & np.uint64(1))


def by_kernel(text: str, switches: tuple[str, ...]) -> str:
    """The kernel's answer, composed first where the kernel asks for that."""
    raw, check = text.encode(), "nfc" in switches or "nfkc" in switches
    for _ in range(2):
        data, offsets = join_texts([raw])
        scratch = new_scratch(3 * len(raw), 9)
        size, _ascii = normalise_one(data, 0, int(offsets[1]), normalise_rules(switches), check, scratch)
        if size != NEEDS_COMPOSITION:
            break
        form = "NFKC" if "nfkc" in switches else "NFC"
        composed, ends = composed_texts(data, offsets, np.zeros(1, np.int64), form)
        raw, check = composed[: ends[1]].tobytes(), False
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


@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param(["ab ", "  C", "\r\n", "d", "\t"], id="Latin"),
        pytest.param(["Слово", " ", "и, ", "\u00a0", "  ", "Ж-", "1\n", "é ", "Ω ", "end"], id="words between blanks"),
    ],
)
def test_kernel_equals_python_across_segments(pieces):
    text = "".join(itertools.islice(itertools.cycle(pieces), 9000))
    for switches in SWITCHES:
        assert by_kernel(text, switches) == normalise_text(text, switches)


@pytest.mark.parametrize("switches", SWITCHES, ids="+".join)
def test_what_a_segment_ends_with_is_known_behind_it(switches):
    for last in (
        " ",
        "a",
        "é",
        "\u3000",
        "\u00a0",
        "\u0300",
        "a\u0301",
        "À",
        "中",
    ):  # some of them end with the byte 80
        for behind in (" ", "\u3000", "\r\n", "\u0316", "\u0301", "b"):
            text = "x" * (SEGMENT - len(last.encode())) + last + behind + "end"
            assert by_kernel(text, switches) == normalise_text(text, switches), (last, behind)


def test_every_code_point_is_normalised_as_python_does():
    for switches in (("nfc", "case", "space"), ("nfkc", "case", "accents", "punctuation")):
        for start in range(0, 0x30000, 0x1000):
            text = "x".join(chr(p) for p in range(start, start + 0x1000) if not 0xD800 <= p < 0xE000)
            assert by_kernel(text, switches) == normalise_text(text, switches), hex(start)


@pytest.mark.parametrize("switches", [(), *(some for n in range(1, 6) for some in itertools.combinations(STEPS, n))])
def test_characters_that_stay_are_copied_as_looking_them_up_would(switches):
    form = unicode_form(switches)
    alone = [chr(point) for point in range(0x80, 0x11000) if not 0xD800 <= point < 0xE000]
    formed = [c for c in alone if not (unicodedata.combining(c) or ord(c) in second_parts())]
    formed = [c for c in formed if form is None or unicodedata.is_normalized(form, c)]
    for space in ((), ("space",), ("nospace",)):
        rules = normalise_rules((*switches, *space))
        looked_up = rules._replace(staying=np.zeros_like(rules.staying))
        for characters, check in ((alone, False), (formed, form is not None)):
            for text in ("".join(f"{c}x{c}{c} {c}  " for c in characters), "".join(characters)):
                size, normal = in_bytes(text, rules, check)
                assert size >= 0
                assert (size, normal) == in_bytes(text, looked_up, check), space


def test_ideographs_kana_and_hangul_stay_unless_a_step_changes_them():
    usual, bare, compatible = (
        normalise_rules(switches) for switches in (("nfc", "case", "space"), ("accents",), ("nfkc", "punctuation"))
    )
    assert all(is_copied(c, usual) for c in "漢字かなカナがガ한글、。，ーｱ々ạ")
    assert [c for c in "漢かカが한、ạ" if not is_copied(c, bare)] == ["が", "ạ"]
    assert [c for c in "漢かが한、，ｱ" if not is_copied(c, compatible)] == ["、", "，", "ｱ"]
    assert not any(is_copied(c, usual) for c in "\u3000\u2028\u3099\u0e38Ạ")


@pytest.mark.parametrize("form", FORM)
def test_pairs_are_left_alone_only_if_they_stay(form):
    random = np.random.default_rng(1)
    letters = np.array([*FIRST, *map(chr, composites()), *"az09 \n中ก", "\uac00"])
    pairs = {(first, second) for first, second in random.choice(letters, (6000, 2)) if second not in SECOND}
    pairs |= set(zip(random.choice(letters, 20_000), random.choice(SECOND, 20_000), strict=True))
    pairs |= {(chr(first), chr(second)) for first, second in composites().values()}
    for first, second in pairs:
        text = first + second
        assert unicodedata.is_normalized(form, text) or not is_left_alone(text, FORM[form]), ascii(text)


@pytest.mark.parametrize("form", FORM)
@given(pieces=st.lists(st.sampled_from(FIRST) | st.sampled_from(SECOND) | st.sampled_from(MARKS), max_size=12))
def test_marks_behind_marks_are_left_alone_only_if_they_stay(form, pieces):
    for text in ("".join(pieces), unicodedata.normalize(form, "".join(pieces))):
        assert unicodedata.is_normalized(form, text) or not is_left_alone(text, FORM[form])
        assert by_kernel(text, FORM[form]) == unicodedata.normalize(form, text)


@pytest.mark.parametrize(
    "text", ["সকল মানুষ স্বাধীনভাবে", "எல்லா மனிதர்களும்", "എല്ലാ മനുഷ്യരും", "ಎಲ್ಲಾ ಮಾನವರು", "සියලු මනුෂ්‍යයෝ", "लड़का ज़रूर", "มนุษย์"]
)
def test_scripts_whose_vowel_signs_may_compose_are_read_as_they_stand(text):
    assert unicodedata.is_normalized("NFC", text)
    assert is_left_alone(text * 300, ("nfc", "case", "space"))
    assert by_kernel(text * 300, ("nfc", "case", "space")) == normalise_text(text * 300, ("nfc", "case", "space"))


def test_a_long_row_of_marks_is_composed_by_python():
    assert is_left_alone("a" + "\u0334" * 20 + "\u093c", ("nfc",))
    assert not is_left_alone("a" + "\u0334" * 40 + "\u093c", ("nfc",))


def test_a_scratch_that_is_too_small_says_so():
    data, offsets = join_texts([b"abc" * 1000])
    size, _ = normalise_one(data, 0, int(offsets[1]), normalise_rules(()), False, new_scratch(16, 9))
    assert size == -2
    assert np.all(data[-64:] == 0)
