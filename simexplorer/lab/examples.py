"""The worked examples of the textbooks and slides that the program follows, as data.

Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", chapter 3 (editorial and factorial, the dog and the cat,
three permutations of seven rows, the S-curve of 20 bands of 5); Gakhov 2016, "Probabilistic data structures, part 4:
similarity" (four documents on snakes and languages, two features of 16 bits); a Spanish lesson on min-hashing (six
letters, three permutations; the dog that chases the rabbit, the dog that eats meat).
"""

from __future__ import annotations

from typing import NamedTuple


class TwoTexts(NamedTuple):
    """Two texts to be compared, how they are cut, and what the choice is called.

    erratum : where the source prints another figure than comes out here, in a sentence
    """

    title: str
    a: str
    b: str
    size: int
    bag: bool = False
    erratum: str = ""


class SmallSets(NamedTuple):
    """A characteristic matrix small enough to be worked by hand.

    rows : names of the universe's elements; columns : names of the sets; ones : for each row a text of 0 and 1
    orders : permutations, each listing the rows first to last; functions : (a, b) of ``(a x + b) mod p``, p the rows
    erratum : where the source prints another figure than comes out here, in a sentence
    """

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    ones: tuple[str, ...]
    orders: tuple[tuple[int, ...], ...] = ()
    functions: tuple[tuple[int, int], ...] = ()
    erratum: str = ""


TEXT_PAIRS = (
    TwoTexts(
        "editorial, factorial",
        "editorial",
        "factorial",
        2,
        erratum="The slides print 0.46 for k = 2; 5 / 11 is 0.4545, which is 0.45.",
    ),
    TwoTexts("one word changed: which, that", "The dog which chased the cat", "The dog that chased the cat", 3),
    TwoTexts("set and bag: abcab", "abcab", "abcdabd", 2),
    TwoTexts("Sabado y Domingo", "Sabado y Domingo", "sábado  y   domingo", 3),
    TwoTexts("el perro persigue", "el perro persigue al conejo", "el perro persigue al gato", 5),
    TwoTexts("two sets of six letters", "abdfxy", "xzwdap", 1),
    TwoTexts("el perro come carne", "el perro come carne", "el perro come carne fresca", 5),
)

LANGUAGES = ("da", "de", "en", "es", "fi", "fr", "it", "nl", "no", "pt", "ro", "ru", "sv", "tr")  # stop words and stems
SPANISH_QUERY = "el perro persigue al conejo"
SPANISH_TEXTS = (
    "el perro persigue al gato",
    "el gato persigue al perro",
    "la vaca come pasto",
    "el perro persigue al conejos",
)
SPANISH_SIZE = 5
SPANISH_ERRATUM = (
    "The lesson prints 0.47059, 0.29870, 0 and 0.85185 as estimates for the query and the texts 1 to 4. Those are "
    "Jaccard similarities of the sets of signature values; what estimates J is the share of equal positions."
)


def _order_of(ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The rows first to last, from each row's place counted from 1."""
    return tuple(sorted(range(len(ranks)), key=lambda row: ranks[row]))


def _rows_of(*columns: str) -> tuple[str, ...]:
    """The rows of a matrix that is given by its columns."""
    return tuple(map("".join, zip(*columns, strict=True)))


SMALL_SETS = (
    SmallSets(
        "four documents of words",
        ("a", "is", "java", "language", "programming", "python", "snake"),
        ("S1", "S2", "S3", "S4"),
        ("1111", "1101", "0100", "1110", "1110", "1001", "0001"),
        functions=((1, 1), (3, 1)),
        erratum="The slides print about 0.75 for S1 and S3; they share 3 of 5 words, which is 0.6.",
    ),
    SmallSets(
        "three permutations of seven rows",
        ("1", "2", "3", "4", "5", "6", "7"),
        ("C1", "C2", "C3", "C4"),
        ("1010", "1001", "0101", "0101", "0101", "1010", "1010"),
        orders=(
            _order_of((2, 3, 7, 6, 1, 5, 4)),
            _order_of((4, 2, 1, 3, 6, 7, 5)),
            _order_of((3, 4, 7, 2, 6, 1, 5)),
        ),
    ),
    SmallSets(
        "six letters in Spanish",
        ("a", "b", "c", "d", "e", "f"),
        ("d1", "d2", "d3"),
        ("011", "100", "110", "001", "111", "011"),
        orders=tuple(tuple("abcdef".index(letter) for letter in order) for order in ("beacfd", "cdafbe", "efcbda")),
    ),
    SmallSets(
        "two vectors of six bits", ("s1", "s2", "s3", "s4", "s5", "s6"), ("C1", "C2"), _rows_of("011010", "101011")
    ),
)

SIMHASH_FEATURES = (("0101010101010111", 1.0), ("0111011100100111", 0.9))
SIMHASH_ERRATUM = "The slides have lost a digit of these 16 bits; here they are as the V that they print asks for."
PLANES_ERRATUM = (
    "Lecture notes take the share of bits that agree times 180° for the angle; it is the share that differ."
)
S_CURVE = (20, 5)  # bands and rows of the table of the textbook
S_CURVE_POINTS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8)
S_CURVE_BANDINGS = ((20, 5), (10, 5), (16, 4), (10, 10), (50, 2))
S_CURVE_ERRATUM = (
    "With 20 × 5 the textbook says that at J = 0.8 one pair in 3,000 is missed, a lesson one in 2,500: it is "
    "one in 2,808. The lesson's (1/\u2060b)^(1/\u2060r) of 54, 79 and 14 % for 20 × 5, 10 × 10, 50 × 2 are cut, not "
    "rounded."
)
