"""Two texts cut into shingles, with all that k, bags, normalisation and buckets do to their similarity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from simexplorer.features.bags import bags_of, sets_of
from simexplorer.features.buckets import FOUR_BYTES, into_buckets, jaccard_in_buckets, likely_shingles
from simexplorer.features.sets import ShingleSets
from simexplorer.features.words import stemming_languages, stop_word_languages
from simexplorer.kernel_words import seed_words
from simexplorer.lab.cutting import Cutting, joined
from simexplorer.offsets import within_runs
from simexplorer.pipeline.cut_text import CutText
from simexplorer.pipeline.recipe import NORMALISATIONS
from simexplorer.search.measures import jaccard_similarity

Numbers: TypeAlias = NDArray[np.int64]

SIZES = tuple(range(1, 13))
BUCKETS = (2**4, 2**6, 2**8, 2**10, 2**16, FOUR_BYTES)
LIKELY = tuple(likely_shingles(size) for size in SIZES)  # of that many characters, in an English text
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


class CutSettings(Struct, frozen=True, kw_only=True):
    """How both texts are cut; ``seed`` draws the buckets' hash function; ``base`` has what is not said here.

    language : of the stop words and stems, None: neither can be left out or taken
    buckets : one more number of buckets beside BUCKETS, None: none
    """

    kind: str = "char"
    size: int = 3
    bag: bool = False
    normalise: tuple[str, ...] = ()
    language: str | None = None
    stop_words: bool = False
    stemming: bool = False
    seed: int = 1
    buckets: int | None = None
    base: Cutting = field(default_factory=Cutting)

    def cutting(self, **changes: Any) -> Cutting:
        """How a run with these settings cuts, but for some changes of its recipe."""
        settings: dict[str, Any] = {
            "shingle_kind": self.kind,
            "shingle_size": self.size,
            "bag": self.bag,
            "normalise": self.normalise,
            "language": self.language,
            "stop_words": self.stop_words,
            "stemming": self.stemming,
            "seed": self.seed,
        }
        return self.base.replace(**settings | changes)

    def alone(self) -> dict[str, dict[str, Any]]:
        """By its name every normalisation without the others, as changes of the recipe; none of them, all chosen."""
        none = {"normalise": (), "stop_words": False, "stemming": False}
        one: dict[str, dict[str, Any]] = {switch: {**none, "normalise": (switch,)} for switch in NORMALISATIONS}
        if self.language is not None:
            served = {"stop_words": stop_word_languages(), "stemming": stemming_languages()}
            one |= {switch: {**none, switch: True} for switch, by in served.items() if self.language in by}
        return {"none": none, **one, "as chosen": {}}


class CutSide(Struct, frozen=True):
    """One text and its shingles in the order of the text.

    normal : what is left of the text after normalisation; first, last : (m,) shingle ``s`` is ``normal[first:last]``
    distinct : (d,) number of the first shingle of each different one; which : (m,) which of the d each shingle is
    counts : (d,) how often each occurs; shared : (d,) whether the other text has it too
    """

    normal: str
    first: Numbers
    last: Numbers
    distinct: Numbers
    which: Numbers
    counts: Numbers
    shared: NDArray[np.bool_]

    def shingle(self, number: int) -> str:
        """The text of one shingle."""
        return self.normal[int(self.first[number]) : int(self.last[number])]

    def touched(self) -> NDArray[np.bool_]:
        """(characters,) whether a character lies in a shingle that the other text has not."""
        lone = ~self.shared[self.which] if self.which.size else np.empty(0, np.bool_)
        return within_runs(self.first[lone], self.last[lone], len(self.normal))


class Likeness(Struct, frozen=True):
    """Elements of both texts, of either, and the Jaccard similarity that follows; rows of a table as arrays.

    size_a, size_b, shared, either : (m,) int64; jaccard : (m,) float64
    """

    size_a: Numbers
    size_b: Numbers
    shared: Numbers
    either: Numbers
    jaccard: NDArray[np.float64]


class Shingling(Struct, frozen=True, kw_only=True):
    """All that the page on shingles shows; each ``Likeness`` has one row for every case it is about.

    likeness : as asked for; sets_by_size, bags_by_size : for each k of SIZES; switches, by_switch : no normalisation,
    each switch alone, those that were asked for; in_buckets : numbers of buckets in place of shingles (in a bag, of
    their occurrences), for each of ``buckets``, and ``expected`` what was to be expected there
    """

    settings: CutSettings
    a: CutSide
    b: CutSide
    likeness: Likeness
    sets_by_size: Likeness
    bags_by_size: Likeness
    switches: tuple[str, ...]
    by_switch: Likeness
    buckets: tuple[int, ...]
    in_buckets: Likeness
    expected: NDArray[np.float64]


def shingling(text_a: str, text_b: str, settings: CutSettings) -> Shingling:
    """Cut both texts as asked for, and in all the other ways that are shown beside."""
    both = tuple(settings.cutting().cut(text) for text in (text_a, text_b))
    sets, bags = (_documents(both, bag) for bag in (False, True))
    by_size = [tuple(settings.cutting(shingle_size=size).cut(text) for text in (text_a, text_b)) for size in SIZES]
    cases = settings.alone()
    by_switch = [tuple(settings.cutting(**case).cut(text) for text in (text_a, text_b)) for case in cases.values()]
    asked = bags if settings.bag else sets
    whole = _likeness([asked])
    common = whole.shared[0]
    buckets = tuple(sorted({*BUCKETS, settings.buckets or BUCKETS[0]}))
    return Shingling(
        settings=settings,
        a=_side(both[0], both[1]),
        b=_side(both[1], both[0]),
        likeness=whole,
        sets_by_size=_likeness([_documents(pair, False) for pair in by_size]),
        bags_by_size=_likeness([_documents(pair, True) for pair in by_size]),
        switches=tuple(cases),
        by_switch=_likeness([_documents(pair, settings.bag) for pair in by_switch]),
        buckets=buckets,
        in_buckets=_likeness([into_buckets(asked, count, settings.seed) for count in buckets]),
        expected=np.array(
            [jaccard_in_buckets(common, whole.size_a[0] - common, whole.size_b[0] - common, n) for n in buckets]
        ),
    )


def random_edit(text: str, seed: int) -> str:
    """The text with one character replaced, inserted or taken out, at a place drawn with this seed."""
    what, where, which = (int(word) for word in seed_words(seed, 3))
    letter = _LETTERS[which % len(_LETTERS)]
    if not text:
        return letter
    place = where % len(text)
    if letter == text[place]:
        letter = _LETTERS[(which + 1) % len(_LETTERS)]
    kept_from = place + (what % 3 != 1)  # an insertion keeps the character, the two others do not
    return text[:place] + (letter if what % 3 != 2 else "") + text[kept_from:]


def _documents(cuts: Sequence[CutText], bag: bool) -> ShingleSets:
    return bags_of(*joined(cuts)) if bag else sets_of(*joined(cuts))


def _likeness(cases: Sequence[ShingleSets]) -> Likeness:
    """One row for each pair of documents."""
    zero, one = np.array([0]), np.array([1])
    shared = np.array([np.intersect1d(pair[0], pair[1], assume_unique=True).size for pair in cases], np.int64)
    sizes = np.array([pair.sizes for pair in cases], np.int64)
    jaccard = np.array([jaccard_similarity(pair, zero, one)[0] for pair in cases])
    return Likeness(sizes[:, 0], sizes[:, 1], shared, sizes.sum(axis=1) - shared, jaccard)


def _side(cut: CutText, other: CutText) -> CutSide:
    ids, first_seen, which, counts = np.unique(cut.ids, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(first_seen)  # different shingles as they come in the text
    place = np.empty(order.size, np.int64)
    place[order] = np.arange(order.size)
    shared = np.isin(ids, other.ids)
    return CutSide(
        cut.normal.text,
        cut.first,
        cut.last,
        first_seen[order].astype(np.int64),
        place[which] if which.size else np.empty(0, np.int64),
        counts[order].astype(np.int64),
        shared[order],
    )
