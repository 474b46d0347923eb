"""An exact join of a small collection, filter by filter: what each leaves, and why it lets one pair go.

A set is a string of its symbols in a fixed order of all symbols. For a wanted similarity J and lengths L:
length    two strings match only if shorter / longer >= J: sorted by length, each meets a window of others
prefix    they share a symbol among the first L - ceil(J L) + 1 of each: an index by symbol
position  that symbol at places i and j (from 1), none shared before: (L - i + 1) / (L + j - 1) >= J for the L of the
          probing string: an index by symbol and place
suffix    with p and q symbols behind it: (1 + min(p, q)) / (i + j - 1 + max(p, q)) >= J: an index by symbol, place and
          length of the suffix
Only the first shared symbol of a pair is looked at: later ones give tighter bounds, so that a pair that fails there has
no other key that would find it.
Source: Leskovec, Rajaraman, Ullman, "Mining of Massive Datasets", section 3.9. The fast one is ``search.exact_join``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from simexplorer.errors import ParameterError
from simexplorer.lab.cutting import Cutting
from simexplorer.pipeline.progress import Progress
from simexplorer.search.join_room import checked_threshold
from simexplorer.search.prefix_index import fill_least_sizes

MOST_TEXTS = 24
# where a pair ends: dropped by one of the four filters, compared and found too unlike, or part of the answer
LENGTH, PREFIX, POSITION, SUFFIX, COMPARED, ANSWER = range(6)
NO_PAIR = -1


class JoinWalk(Struct, frozen=True, kw_only=True):
    """A collection as strings of symbols, shortest first, and what becomes of each pair of them.

    rows : (n,) which text each string is; strings : their symbols as they are read, in the order of the index
    sizes, least, prefix : (n,) symbols, the shortest partner a string can have, and the symbols that are indexed
    fate : (n, n) int8, of string s (row) with an earlier one t; NO_PAIR elsewhere
    common : (n, n) int64 shared symbols, and similarity : (n, n) their Jaccard similarity, likewise
    """

    threshold: float
    rows: NDArray[np.int64]
    strings: tuple[tuple[str, ...], ...]
    sizes: NDArray[np.int64]
    least: NDArray[np.int64]
    prefix: NDArray[np.int64]
    fate: NDArray[np.int8]
    common: NDArray[np.int64]
    similarity: NDArray[np.float64]

    @property
    def candidates(self) -> tuple[int, ...]:
        """Pairs left: all of them, then after each of the four filters."""
        return tuple(int((self.fate >= passed).sum()) for passed in range(COMPARED + 1))

    @property
    def compared(self) -> int:
        """Pairs that are compared in full."""
        return self.candidates[-1]

    @property
    def answers(self) -> int:
        """Pairs at or above the threshold."""
        return int((self.fate == ANSWER).sum())


class PairLook(Struct, frozen=True):
    """One pair under the filters; bounds are the most similarity that each filter leaves possible.

    i, j : places (from 1) of the first symbol that both prefixes share in the probing and in the indexed string
    p, q : symbols behind it; all None where the prefixes share none
    """

    length_bound: float
    symbol: str | None
    i: int | None
    j: int | None
    p: int | None
    q: int | None
    position: float | None
    suffix: float | None


def join_walk(
    texts: Sequence[str], cutting: Cutting, threshold: float, order: str = "rarity", progress: Progress | None = None
) -> JoinWalk:
    """Cut up to 24 texts, join them exactly, and follow every pair; empty texts take no part.

    Raises Cancelled where ``progress`` was asked to stop.
    """
    threshold = checked_threshold(threshold)
    if len(texts) > MOST_TEXTS:
        raise ParameterError("texts", len(texts), f"at most {MOST_TEXTS}: every pair is followed one by one")
    strings = _strings(texts, cutting, order)
    rows = [row for row in sorted(range(len(strings)), key=lambda row: len(strings[row])) if strings[row]]
    n = len(rows)
    sizes = np.array([len(strings[row]) for row in rows], np.int64)
    least = np.empty(n, np.int64)
    fill_least_sizes(threshold, sizes, least)
    walk = JoinWalk(
        threshold=threshold,
        rows=np.array(rows, np.int64),
        strings=tuple(strings[row] for row in rows),
        sizes=sizes,
        least=least,
        prefix=sizes - least + 1,
        fate=np.full((n, n), NO_PAIR, np.int8),
        common=np.zeros((n, n), np.int64),
        similarity=np.zeros((n, n)),
    )
    _follow_pairs(walk, progress or Progress())
    return walk


def look_at(walk: JoinWalk, s: int, t: int) -> PairLook:
    """String ``s`` probing for the earlier, no longer string ``t``: the symbol they meet by, and the bounds there."""
    mine, other = int(walk.sizes[s]), int(walk.sizes[t])
    theirs = {symbol: place for place, symbol in enumerate(walk.strings[t][: walk.prefix[t]], 1)}
    for i, symbol in enumerate(walk.strings[s][: walk.prefix[s]], 1):
        j = theirs.get(symbol)
        if j is not None:
            p, q = mine - i, other - j
            position, suffix = (mine - i + 1) / (mine + j - 1), (1 + min(p, q)) / (i + j - 1 + max(p, q))
            return PairLook(other / mine, symbol, i, j, p, q, position, suffix)
    return PairLook(other / mine, None, None, None, None, None, None, None)


def index_keys(walk: JoinWalk, detail: int) -> list[tuple[tuple[str | int, ...], list[int]]]:
    """Keys of the prefix index and the strings under each, the fullest first: by symbol (detail 0), by symbol and
    place (1), or by these and the number of symbols behind (2).
    """
    found: dict[tuple[str | int, ...], list[int]] = {}
    for s, string in enumerate(walk.strings):
        for place, symbol in enumerate(string[: walk.prefix[s]], 1):
            key = (symbol, place, len(string) - place)[: detail + 1]
            found.setdefault(key, []).append(s)
    return sorted(found.items(), key=lambda entry: -len(entry[1]))


def _strings(texts: Sequence[str], cutting: Cutting, order: str) -> list[tuple[str, ...]]:
    """Every text's shingles as they are spelt where they come first: in order of their spelling, or rare ones first."""
    spelt: dict[int, str] = {}
    cut = [cutting.cut(text) for text in texts]
    for one in cut:
        for shingle, spelling in zip(one.ids.tolist(), one.normalised(np.arange(one.ids.size)), strict=True):
            spelt.setdefault(shingle, spelling)
    sets = [{spelt[shingle] for shingle in one.ids.tolist()} for one in cut]
    in_texts = Counter(chain.from_iterable(sets)) if order == "rarity" else {}
    return [tuple(sorted(symbols, key=lambda symbol: (in_texts.get(symbol, 0), symbol))) for symbols in sets]


def _follow_pairs(walk: JoinWalk, progress: Progress) -> None:
    """Write down the fate and the similarity of every pair."""
    symbols = [set(string) for string in walk.strings]
    for s in range(walk.rows.size):
        for t in range(s):
            progress.check()
            walk.common[s, t] = common = len(symbols[s] & symbols[t])
            walk.similarity[s, t] = similarity = common / (len(symbols[s]) + len(symbols[t]) - common)
            walk.fate[s, t] = _fate(look_at(walk, s, t), similarity, walk.threshold)


def _fate(look: PairLook, similarity: float, threshold: float) -> int:
    """The first of the five tests that a pair does not pass, or ANSWER."""
    bounds = (look.length_bound, look.symbol is not None, look.position or 0.0, look.suffix or 0.0, similarity)
    return next((test for test, bound in enumerate(bounds) if bound < threshold), ANSWER)
