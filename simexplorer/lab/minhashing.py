"""MinHash on a characteristic matrix, step by step: permutations, functions, first rows only, one pass, sketching.

Every value is that of the library's own functions on the same rows; a step only says how far one has looked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from simexplorer.errors import ParameterError
from simexplorer.kernel_words import seed_words
from simexplorer.lab.cutting import Cutting
from simexplorer.lab.examples import SmallSets
from simexplorer.lab.material import LabText
from simexplorer.lab.sketching import sketch_walk
from simexplorer.lab.small_sets import SetMatrix
from simexplorer.pipeline.estimating import of_rows
from simexplorer.pipeline.progress import Progress
from simexplorer.search.measures import jaccard_similarity
from simexplorer.signatures.family import Signatures, collisions
from simexplorer.signatures.first_rows import STEPS, FirstRows
from simexplorer.signatures.fss import FastSimilaritySketch
from simexplorer.signatures.minhash import MinHash
from simexplorer.signatures.one_pass import INFINITE, OnePass, fill_ranked
from simexplorer.signatures.permutations import ExplicitPermutations, draw_ranks, first_ones, ranks_of_orders
from simexplorer.signatures.row_by_row import INFINITE as UNTOUCHED
from simexplorer.signatures.row_by_row import LinearFunctions, signature_steps

T = TypeVar("T")
Numbers: TypeAlias = NDArray[np.int64]

PERMUTATIONS, FUNCTIONS, FIRST_ROWS, ONE_PASS = "permutations", "functions", "first rows", "one pass"
SKETCHING = "sketching"
WAYS = (PERMUTATIONS, FUNCTIONS, FIRST_ROWS, ONE_PASS, SKETCHING)
NOTHING = -1  # infinity, as steps and values show it
LONGEST = 400  # functions up to which the estimate is followed
MANY_ROWS = 2000  # from here on fewer lengths of the one pass are tried
MOST_CELLS = 4_000_000  # permutations are written down: fewer of them for documents with many shingles


class MinhashSettings(Struct, frozen=True, kw_only=True):
    """What is to be watched.

    length : functions K (groups of one pass, bins of sketching); first : rows m that ``first rows`` looks at
    pair : two columns; drawn : permutations or functions at random instead of the example's
    by_hand : orders (rows first to last) that take the place of the first ones; typed : likewise (a, b) of functions
    modulus : that all functions take the remainder by; 0: the first prime that is not below the number of rows
    """

    way: str = PERMUTATIONS
    length: int = 3
    first: int = 3
    seed: int = 1
    pair: tuple[int, int] = (0, 1)
    drawn: bool = False
    by_hand: dict[int, tuple[int, ...]] = field(default_factory=dict)
    typed: tuple[tuple[int, int], ...] = ()
    modulus: int = 0


class PairCounts(Struct, frozen=True):
    """All pairs of columns: rows of each type, and what the signature says of them.

    i, j : (p,) columns; types : (p, 4) rows with ones in both (A), in the first (B), in the second (C), in none (D)
    exact : (p,) A / (A + B + C); equal, counted : (p,) positions; estimate : (p,) nan where nothing is counted
    """

    i: Numbers
    j: Numbers
    types: Numbers
    exact: NDArray[np.float64]
    equal: Numbers
    counted: Numbers
    estimate: NDArray[np.float64]


class Growth(Struct, frozen=True):
    """The estimate of one pair while functions are added.

    lengths : (m,) K; estimate : (m,) nan where all positions are infinite; error : (m,) standard error at ``exact``
    drawn_error : the same for the K that is drawn
    """

    lengths: Numbers
    estimate: NDArray[np.float64]
    error: NDArray[np.float64]
    exact: float
    drawn_error: float


class MinhashSteps(Struct, frozen=True, kw_only=True):
    """Everything to be drawn.

    orders : (k, N) rows first to last under each permutation (one of them for ``functions``: the rows as they stand)
    at : (s, 2) permutation and place looked at in each step; step 0 of the player is before the first
    values : (k, n) the signature, NOTHING for infinity; found : (k, n) the step that settles each value, 0 for never
    running : (s + 1, k, n) the signature after every step, ``functions`` and ``sketching`` only, where a value is
    ``round * N + row``; hashes : (N, k) the functions' values
    group : rows in a group of ``one pass``, 0 otherwise
    bins, drawn : (rounds, N) what each row draws in each round of ``sketching``
    """

    settings: MinhashSettings
    sets: SetMatrix
    orders: Numbers
    at: Numbers
    values: Numbers
    found: Numbers
    running: Numbers = field(default_factory=lambda: np.empty((0, 0, 0), np.int64))
    functions: tuple[str, ...] = ()
    hashes: Numbers = field(default_factory=lambda: np.empty((0, 0), np.int64))
    group: int = 0
    pairs: PairCounts
    growth: Growth
    bins: Numbers = field(default_factory=lambda: np.empty((0, 0), np.int64))
    drawn: NDArray[np.float64] = field(default_factory=lambda: np.empty((0, 0)))


def minhash_steps(
    example: SmallSets,
    texts: tuple[LabText, ...],
    settings: MinhashSettings,
    cutting: Cutting | None = None,
    progress: Progress | None = None,
) -> MinhashSteps:
    """All steps of one way over an example, or over the shingles of a person's documents if there are any.

    Raises Cancelled where ``progress`` was asked to stop.
    """
    progress = progress or Progress()
    sets = SetMatrix.of_texts(texts, cutting or Cutting()) if texts else SetMatrix.of_example(example)
    progress.check()
    last = sets.matrix.shape[1] - 1
    i, j = min(settings.pair[0], last), min(settings.pair[1], last)
    if settings.way == FUNCTIONS:
        return _by_functions(sets, () if texts else example.functions, settings, (i, j), progress)
    if settings.way == SKETCHING:
        return _by_sketching(sets, settings, (i, j), progress)
    return _by_permutations(sets, _orders(sets, example, texts, settings), settings, (i, j), progress)


def _by_permutations(
    sets: SetMatrix, orders: Numbers, settings: MinhashSettings, pair: tuple[int, int], progress: Progress
) -> MinhashSteps:
    ranks, rows, group = ranks_of_orders(orders), sets.matrix.shape[0], 0
    if settings.way == ONE_PASS:
        group = -(-rows // settings.length)
        raw = np.empty((len(sets.documents), settings.length), np.uint32)
        fill_ranked(sets.documents.offsets, sets.documents.ids, ranks[0], raw)
        values = np.where(raw == INFINITE, NOTHING, raw.astype(np.int64)).T
    else:
        looked_at = min(settings.first, rows) if settings.way == FIRST_ROWS else rows
        places = first_ones(sets.matrix, ranks)
        values = np.where(places >= looked_at, NOTHING, places)
    at, found = _walk(values, rows, settings, group)
    signatures = Signatures("lab", settings.seed, values.T.copy(), infinite=NOTHING)
    return MinhashSteps(
        settings=settings,
        sets=sets,
        orders=orders,
        at=at,
        values=values,
        found=found,
        group=group,
        pairs=_pairs(sets, signatures),
        growth=_growth(sets, settings, pair, progress),
    )


def _orders(sets: SetMatrix, example: SmallSets, texts: tuple[LabText, ...], settings: MinhashSettings) -> Numbers:
    """(k, N) orders: the example's as long as there are any, then drawn ones; those made by hand in their places."""
    rows = sets.matrix.shape[0]
    length = 1 if settings.way == ONE_PASS else settings.length
    orders = np.argsort(draw_ranks(length, settings.seed, rows), axis=1).astype(np.int64)
    given = () if settings.drawn or texts else example.orders
    for place, order in enumerate(given[:length]):
        orders[place] = order
    for place, order in settings.by_hand.items():
        if place < length and len(order) == rows:
            orders[place] = order
    return orders


def _walk(values: Numbers, rows: int, settings: MinhashSettings, group: int) -> tuple[Numbers, Numbers]:
    """Steps down each permutation until every column is settled, and the step (from 1) that settles each value."""
    at: list[tuple[int, int]] = []
    found = np.zeros(values.shape, np.int64)
    if settings.way == ONE_PASS:
        at = [(0, place) for place in range(rows)]
        starts = np.arange(values.shape[0])[:, None] * group
        found[values != NOTHING] = (values + starts + 1)[values != NOTHING]
        return np.array(at, np.int64).reshape(-1, 2), found
    limit = min(settings.first, rows) if settings.way == FIRST_ROWS else rows
    for function, row in enumerate(values):
        deepest = limit if np.any(row == NOTHING) else int(row.max(initial=-1)) + 1
        found[function] = np.where(row == NOTHING, 0, len(at) + row + 1)
        at += [(function, place) for place in range(deepest)]
    return np.array(at, np.int64).reshape(-1, 2), found


def _by_functions(
    sets: SetMatrix,
    functions_given: tuple[tuple[int, int], ...],
    settings: MinhashSettings,
    pair: tuple[int, int],
    progress: Progress,
) -> MinhashSteps:
    rows = sets.matrix.shape[0]
    modulus = settings.modulus or _prime_from(max(2, rows))
    words = seed_words(settings.seed, 2 * settings.length).astype(object)
    multipliers = [int(1 + word % max(1, modulus - 1)) for word in words[: settings.length]]
    increments = [int(word % modulus) for word in words[settings.length :]]
    _check_multipliers(settings.typed, modulus)
    given = settings.typed or (() if settings.drawn else functions_given)
    for place, function in enumerate(given[: settings.length]):
        multipliers[place], increments[place] = function
    functions = LinearFunctions(multipliers=tuple(multipliers), increments=tuple(increments), modulus=modulus)
    running = np.stack(list(signature_steps(sets.matrix, functions)))
    running = np.where(running == UNTOUCHED, NOTHING, running)
    settled = (running == running[-1]).argmax(axis=0)
    names = tuple(f"({'' if a == 1 else a}x + {b}) mod {modulus}" for a, b in zip(multipliers, increments, strict=True))
    signatures = Signatures("lab", settings.seed, running[-1].T.copy(), infinite=NOTHING)
    return MinhashSteps(
        settings=settings,
        sets=sets,
        orders=np.arange(rows, dtype=np.int64)[None],
        at=np.array([(0, row) for row in range(rows)], np.int64).reshape(-1, 2),
        values=running[-1],
        found=settled,
        running=running,
        functions=names,
        hashes=np.stack([functions.at(row) for row in range(rows)])
        if rows
        else np.empty((0, len(multipliers)), np.int64),
        pairs=_pairs(sets, signatures),
        growth=_growth(sets, settings, pair, progress),
    )


def _by_sketching(
    sets: SetMatrix, settings: MinhashSettings, pair: tuple[int, int], progress: Progress
) -> MinhashSteps:
    walk = sketch_walk(sets.matrix, settings.length, settings.seed)
    progress.check()
    values = walk.running[-1]
    signatures = Signatures("lab", settings.seed, values.T.copy(), infinite=NOTHING)
    return MinhashSteps(
        settings=settings,
        sets=sets,
        orders=np.tile(np.arange(sets.matrix.shape[0], dtype=np.int64), (len(walk.bins) + 1, 1)),
        at=walk.at,
        values=values,
        found=(walk.running == values).argmax(axis=0),
        running=walk.running,
        pairs=_pairs(sets, signatures),
        growth=_growth(sets, settings, pair, progress),
        bins=walk.bins,
        drawn=walk.values,
    )


def _check_multipliers(typed: tuple[tuple[int, int], ...], modulus: int) -> None:
    """Raises ParameterError for a function that gives all rows one and the same value."""
    if flat := [f"{a}x + {b}" for a, b in typed if a % modulus == 0]:
        rule = f"typed with an x by a number that {modulus} does not divide, else all rows have one value"
        raise ParameterError("Every function", flat[0], rule)


def _prime_from(least: int) -> int:
    """The smallest prime that is not below ``least``."""
    while any(least % divisor == 0 for divisor in range(2, int(least**0.5) + 1)):
        least += 1
    return least


def _pairs(sets: SetMatrix, signatures: Signatures) -> PairCounts:
    count = len(sets.documents)
    i, j = np.triu_indices(count, 1)
    both, first, second = (sets.matrix[:, i] & sets.matrix[:, j]), sets.matrix[:, i], sets.matrix[:, j]
    a = both.sum(axis=0)
    types = np.stack([a, first.sum(axis=0) - a, second.sum(axis=0) - a, (~(first | second)).sum(axis=0)], axis=1)
    equal, counted = collisions(of_rows(signatures, i), of_rows(signatures, j))
    estimate = np.where(counted > 0, equal / np.maximum(counted, 1), np.nan)
    exact = jaccard_similarity(sets.documents, i, j)
    return PairCounts(i, j, types.astype(np.int64), exact, equal, counted, estimate)


def _growth(sets: SetMatrix, settings: MinhashSettings, pair: tuple[int, int], progress: Progress) -> Growth:
    """The estimate for K = 1, 2, … by the scheme that the program uses for this way."""
    rows = max(1, sets.matrix.shape[0])
    i, j = (np.array([column]) for column in pair)
    documents = sets.documents.take(np.array(pair, np.int64))
    exact = float(jaccard_similarity(sets.documents, i, j)[0])
    union = int(sets.matrix[:, list(pair)].any(axis=1).sum())
    seed = settings.seed
    if settings.way in (ONE_PASS, SKETCHING):
        most = min(LONGEST, rows) if settings.way == ONE_PASS else LONGEST
        lengths = np.unique(np.linspace(1, most, 60 if rows < MANY_ROWS else 16).astype(np.int64))
        passes: list[OnePass | FastSimilaritySketch] = [
            OnePass(k, seed, rows) if settings.way == ONE_PASS else FastSimilaritySketch(k, seed)
            for k in (*lengths.tolist(), min(settings.length, most))
        ]
        last = [_estimates(scheme.sign(documents))[-1] for scheme in _asking(passes[:-1], progress)]
        errors = [
            float(scheme.standard_error(exact, union) if isinstance(scheme, OnePass) else scheme.standard_error(exact))
            for scheme in _asking(passes, progress)
        ]
        return Growth(lengths, np.array(last), np.array(errors[:-1]), exact, errors[-1])
    longest = max(32, min(LONGEST, MOST_CELLS // rows))
    made: dict[str, Callable[[int], MinHash | FirstRows | ExplicitPermutations]] = {
        PERMUTATIONS: lambda k: ExplicitPermutations(k, seed, rows),
        FUNCTIONS: lambda k: MinHash(k, seed),
        FIRST_ROWS: lambda k: FirstRows(k, seed, float(np.clip(settings.first / rows, 1 / STEPS, 1.0)), rows),
    }
    make = made[settings.way]
    errors = [
        float(family.standard_error(exact, union) if isinstance(family, FirstRows) else family.standard_error(exact))
        for family in map(make, _asking(range(1, longest + 1), progress))
    ]
    progress.check()
    estimates = _estimates(make(longest).sign(documents))
    lengths = np.arange(1, longest + 1)
    return Growth(lengths, estimates, np.array(errors), exact, errors[min(settings.length, longest) - 1])


def _asking(items: Iterable[T], progress: Progress) -> Iterator[T]:
    """The items, with a question before each whether to stop."""
    for item in items:
        progress.check()
        yield item


def _estimates(signatures: Signatures) -> NDArray[np.float64]:
    """(k,) the estimate of two documents from the first 1, 2, … positions of their signatures."""
    a, b = np.asarray(signatures.values, np.int64)
    silent = (a == signatures.infinite) & (b == signatures.infinite)
    equal, counted = np.cumsum((a == b) & ~silent), np.cumsum(~silent)
    return np.where(counted > 0, equal / np.maximum(counted, 1), np.nan)
