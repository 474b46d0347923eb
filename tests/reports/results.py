"""Small results made by hand, as a run would return them."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from simexplorer.documents.listing import Documents, Paths, Status
from simexplorer.pipeline.recipe import Recipe
from simexplorer.pipeline.result import Audit, Clusters, Groups, Pairs, Result
from simexplorer.signatures.family import Signatures

FORMATS = ("", "text/plain", "text/html")

HOSTILE = [
    b'=HYPERLINK("http://x.test")',
    b"+1+1.txt",
    b"-2.txt",
    b"@sum.txt",
    b"\tTab.txt",
    b"\r\nline.txt",
    "＝full.txt".encode(),
    b" =spaced.txt",
    b"'quoted.txt",
    b"''twice.txt",
    b"bytes_\xff\xfe\x80.txt",
    b"literal_\\xff.txt",
    b"<script>alert(1)</script>.txt",
    b"</script><img src=x onerror=alert(1)>.html",
    b"&amp;{{ 7*7 }}{% raw %}.txt",
    b"[click](javascript:alert(1)) `code` **bold** |pipe|.md",
    b"![](http://x.test/a.png)<b>.md",
    "a\u2028b\u2029c\u202egnp.txt".encode(),
    b'semi;comma,quote".csv',
    b"percent%s%d.txt",
    b"_x0041_.txt",
    "日本語/Ünïcode ∑.txt".encode(),
    b"nul_\x01\x7f.txt",
    b"x" * 250,
]


def paths_of(names: list[bytes], root: bytes = b"/data/files") -> Paths:
    offsets = np.cumsum([0] + [len(name) for name in names]).astype(np.int64)
    n = len(names)
    return Paths(
        b"".join(names),
        offsets,
        (root,),
        np.zeros(n, np.int32),
        np.zeros(n, np.int32),
        np.full(n, -1, np.int64),
    )


def documents_of(names: list[bytes], root: bytes = b"/data/files") -> Documents:
    n = len(names)
    return Documents(
        paths=paths_of(names, root),
        status=np.full(n, Status.READ, np.uint8),
        reason=np.zeros(n, np.int32),
        reasons=("", "The file is empty.", "It looks <binary> & holds no text.", "=Only the first part was read."),
        format=np.ones(n, np.uint8),
        formats=FORMATS,
        size=np.arange(n, dtype=np.int64) * 10,
        modified_ns=np.zeros(n, np.int64),
        characters=np.arange(n, dtype=np.int64) * 9,
        truncated=np.zeros(n, np.bool_),
        encoding=np.zeros(n, np.uint8),
        guessed=np.zeros(n, np.bool_),
    )


def result_of(
    documents: Documents,
    pairs: Pairs,
    clusters: Clusters,
    groups: Groups,
    at_threshold: int,
    recipe: Recipe | None = None,
    **others: object,
) -> Result:
    n = len(documents)
    histogram = np.zeros(100)
    histogram[[0, 5, 85, 95]] = (123_456.7, 80.5, 2.0, 1.0)
    fields: dict[str, object] = {
        "recipe": recipe or Recipe(),
        "documents": documents,
        "shingles": np.arange(n, dtype=np.int64) * 8,
        "signatures": Signatures("fss-5", 1, np.zeros((n, 4), np.uint32)),
        "fingerprints": np.zeros(n, np.uint64),
        "bands": 25,
        "rows": 5,
        "groups": groups,
        "pairs": pairs,
        "floor": 0.6,
        "at_threshold": at_threshold,
        "clusters": clusters,
        "audit": Audit(40, 30, 0.9991, 0.25, histogram=histogram, exact_from=0.8, sampled_pairs=2000),
        "capped": ("Buckets above 1,000 documents were not compared as all pairs.",),
        "timings": {"list": 0.1, "read_and_sign": 1.23456, "index": 0.2, "verify": 0.3, "cluster": 0.1, "total": 1.9},
        **others,
    }
    return Result(**fields)  # type: ignore[arg-type]


def no_pairs() -> Pairs:
    whole, real = np.empty(0, np.int32), np.empty(0, np.float64)
    return Pairs(whole, whole, real, real, real, real, real, np.empty(0, np.int16))


def no_clusters(n: int) -> Clusters:
    whole, real = np.empty(0, np.int32), np.empty(0, np.float64)
    return Clusters(np.zeros(1, np.int64), whole, np.full(n, -1, np.int32), whole, real, real, real, real)


def no_groups(n: int) -> Groups:
    return Groups(np.zeros(1, np.int64), np.empty(0, np.int32), np.arange(n, dtype=np.int32))


def nothing() -> Result:
    """A run over an empty folder."""
    return result_of(documents_of([]), no_pairs(), no_clusters(0), no_groups(0), 0)


def small() -> Result:
    """Eight documents: 0, 1 and 2 are alike and 3 has the text of 0; 4 is empty, 5 skipped, 6 cut short, 7 pending.

    Pair (1, 2) lies below the threshold of 0.8 and is no pair of the report.
    """
    names = [b"a.txt", b"b/one.txt", b"b/two.html", b"c (copy).txt", b"empty", b"logo.png", b"long.txt", b"z.txt"]
    documents = documents_of(names)
    documents.status[4:6] = (Status.EMPTY, Status.SKIPPED)
    documents.status[7] = Status.PENDING
    documents.reason[4:7] = (1, 2, 3)
    documents.format[[2, 5, 7]] = (2, 0, 0)
    documents.truncated[6] = True
    pairs = Pairs(
        i=np.array([0, 0, 1], np.int32),
        j=np.array([1, 2, 2], np.int32),
        jaccard=np.array([0.95, 5 / 6, 0.7]),
        estimate=np.array([0.953125, 0.8125, 0.6875]),
        error_sd=np.array([0.16, np.nan, -0.3]),
        i_in_j=np.array([0.96, 0.9, 0.8]),
        j_in_i=np.array([0.99, 0.92, 0.85]),
        hamming=np.array([3, -1, 12], np.int16),
    )
    clusters = Clusters(
        offsets=np.array([0, 4], np.int64),
        rows=np.array([0, 1, 2, 3], np.int32),
        of=np.array([0, 0, 0, 0, -1, -1, -1, -1], np.int32),
        representative=np.array([0], np.int32),
        min_jaccard=np.array([0.7]),
        mean_jaccard=np.array([np.nan]),
        weakest_link=np.array([5 / 6]),
        to_representative=np.array([1.0, 0.95, 5 / 6, 1.0]),
    )
    groups = Groups(
        np.array([0, 2], np.int64), np.array([0, 3], np.int32), np.array([0, 1, 2, 0, 4, 5, 6, 7], np.int32)
    )
    return result_of(documents, pairs, clusters, groups, at_threshold=2)


def close() -> Result:
    """The small one with values that three decimals would make 1, or the threshold of 0.8, which they are not."""
    whole = small()
    pairs = replace(whole.pairs, jaccard=np.array([0.9998, 0.99999996, 0.7]), j_in_i=np.array([1.0, 0.92, 0.85]))
    clusters = replace(whole.clusters, min_jaccard=np.array([0.7998]), mean_jaccard=np.array([0.79999996]))
    return replace(whole, pairs=pairs, clusters=clusters)


def hostile() -> Result:
    """Documents whose names try to do something, each in a pair and all in one cluster."""
    names = sorted(HOSTILE)
    n = len(names)
    documents = documents_of(names, b"/data/<b>&\xff")
    documents.status[0], documents.reason[0] = Status.SKIPPED, 3
    i = np.arange(n - 1, dtype=np.int32)
    share = np.linspace(1.0, 0.9, n - 1)
    pairs = Pairs(i, i + 1, share, share, share * 0, share, share, np.zeros(n - 1, np.int16))
    clusters = Clusters(
        np.array([0, n], np.int64),
        np.arange(n, dtype=np.int32),
        np.zeros(n, np.int32),
        np.zeros(1, np.int32),
        np.array([0.9]),
        np.array([0.95]),
        np.array([0.9]),
        np.linspace(1.0, 0.9, n),
    )
    capped = ("=2+2 <script>alert(2)</script>",)
    return result_of(documents, pairs, clusters, no_groups(n), n - 1, capped=capped)


def large(pairs: int, documents: int, seed: int = 5) -> Result:
    """Random pairs and clusters of four, for size and speed."""
    random = np.random.default_rng(seed)
    names = [b"folder %03d/document number %07d.txt" % (row // 1000, row) for row in range(documents)]
    i = random.integers(0, documents - 1, pairs).astype(np.int32)
    j = np.minimum(i + random.integers(1, 50, pairs), documents - 1).astype(np.int32)
    share = np.sort(random.uniform(0.8, 1.0, pairs))[::-1]
    estimate = np.round(share * 128) / 128
    found = Pairs(i, j, share, estimate, random.normal(size=pairs), share, share, np.full(pairs, 3, np.int16))
    count = documents // 4
    lowest = random.uniform(0.8, 1.0, count)
    clusters = Clusters(
        np.arange(count + 1, dtype=np.int64) * 4,
        np.arange(count * 4, dtype=np.int32),
        np.minimum(np.arange(documents, dtype=np.int32) // 4, count - 1),
        np.arange(count, dtype=np.int32) * 4,
        lowest,
        lowest,
        lowest,
        np.repeat(lowest, 4),
    )
    return result_of(documents_of(names), found, clusters, no_groups(documents), pairs)


def text_of_cell(cell: str) -> str:
    """What a cell of a spreadsheet was made of, as its readers are told to take it back."""
    return cell.removeprefix("'")
