"""The collections that are measured: licence texts, manual pages, generated texts with planted near-duplicates, and
contracts, of which all have most of their text in common.

Each is fetched or made once, below ``build/bench`` (or ``$SIMEXPLORER_BENCH``), and is the same on every machine.
"""

from __future__ import annotations

import functools
import gzip
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[2]
STORE = Path(os.environ.get("SIMEXPLORER_BENCH") or ROOT / "build" / "bench")
LICENCES = "licensedcode-data==32.1.0"
MANUALS = [  # none in scripts without blanks: peers' words are not ours there
    *("manpages", "manpages-dev", "perl-doc", "python3.11-doc"),
    *(f"manpages-{code}" for code in ("cs", "de", "es", "fr", "pl", "ro", "ru")),
    *(f"manpages-{code}-dev" for code in ("de", "es", "fr", "pl", "ru")),
]
SEED = 20_261
WORDS, MEAN_WORDS, FILES_A_FOLDER = 20_000, 615, 1_000
VERSIONS, PARAGRAPHS = 60, 2_000
CONTRACTS, CLAUSES, CLAUSE_WORDS = 5_000, 40, 12
_PLAIN_MANUALS = ("*.pod", "*.rst.txt")  # of Perl and of Python
_MARKUP = re.compile(r"^\.[A-Za-z\\\"].*$|\\f[A-Z]|\\[-&]", re.MULTILINE)


def folder_of(name: str) -> Path:
    """The folder of a collection: one of ``_MADE_BY`` or ``generated-N``; fetched or made where it is not yet."""
    count = name.removeprefix("generated-")
    if name not in _MADE_BY and not (count != name and count.isdecimal()):
        raise SystemExit(f"there is no collection {name!r}: {', '.join(_MADE_BY)}, or generated-N with N documents")
    folder = STORE / name
    if not (STORE / f"{name}.ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        print(f"making {folder} ...", file=sys.stderr, flush=True)
        if name in _MADE_BY:
            _MADE_BY[name](folder)
        else:
            _generate(folder, int(count))
        (STORE / f"{name}.ready").touch()
    return folder


def files_of(folder: str | Path) -> list[str]:
    """All files below a folder, sorted by path."""
    return sorted(os.path.join(d, f) for d, _, names in os.walk(folder) for f in names)


def _fetch_licences(folder: Path) -> None:
    """Licence texts and the rules by which they are recognised: short, many nearly alike, large clusters."""
    load = STORE / "download"
    subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(load), LICENCES], check=True)
    (wheel,) = load.glob("licensedcode_data-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith((".LICENSE", ".RULE")):
                (folder / Path(name).name).write_bytes(archive.read(name))


def _fetch_manuals(folder: Path) -> None:
    """Debian's manual pages in eight languages without their markup, Perl's and Python's manuals; needs apt-get."""
    load = STORE / "download" / "manuals"
    load.mkdir(parents=True, exist_ok=True)
    for package in MANUALS:
        subprocess.run(["apt-get", "download", "-q", package], cwd=load, check=False, stdout=subprocess.DEVNULL)
    for package in sorted(load.glob("*.deb")):
        unpacked = load / package.stem
        subprocess.run(["dpkg-deb", "-x", str(package), str(unpacked)], check=True)
        for page in sorted(unpacked.rglob("man/**/*.gz")):
            if page.is_file() and not page.is_symlink():
                text = _MARKUP.sub("", gzip.decompress(page.read_bytes()).decode("utf-8", "replace"))
                language = page.parts[page.parts.index("man") + 1]
                (folder / f"{language}-{page.stem}.txt").write_text(text, "utf-8")
        for page in sorted(page for kind in _PLAIN_MANUALS for page in unpacked.rglob(kind)):
            if page.is_file() and not page.is_symlink():
                name = "-".join(page.relative_to(unpacked).parts)
                (folder / f"{name}.txt").write_bytes(page.read_bytes())
    if not any(folder.iterdir()):
        raise SystemExit("apt-get gave no manual pages; leave them out with --collections.")


def _generate(folder: Path, count: int) -> None:
    """Texts of made-up words under Zipf's law, 2.8 KB each; one in eight is an edited copy, one in a hundred a copy.

    A family has up to 12 members; 0 to 12 % of a member's words are replaced, so that similarities go from 0.3 to 1.
    """
    random = np.random.default_rng([SEED, count])
    vocabulary = _vocabulary(random)
    ranks = 1.0 / np.arange(2, WORDS + 2)
    shares = np.cumsum(ranks / ranks.sum())

    def draw(size: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        return np.minimum(np.searchsorted(shares, random.random(size)), WORDS - 1)

    original, family_left = draw(MEAN_WORDS), 0
    for number in range(count):
        if number % FILES_A_FOLDER == 0:
            below = folder / f"{number // FILES_A_FOLDER:03}"
            below.mkdir()
        if family_left > 0:
            words = original.copy()
            if random.random() > 0.08:  # the others are copies to the letter
                edited = random.random(words.size) < random.random() * 0.12
                words[edited] = draw(int(edited.sum()))
            family_left -= 1
        else:
            words = original = draw(int(random.integers(MEAN_WORDS // 3, MEAN_WORDS * 5 // 3)))
            if random.random() < 0.025:
                family_left = int(random.integers(1, 12))
        (below / f"{number:06}.txt").write_text(_sentences(vocabulary[words].tolist()), "ascii")


def _write_versions(folder: Path) -> None:
    """Versions of one long text, 1 MB each: from one to the next 20 paragraphs of 2,000 are written anew, in part."""
    random = np.random.default_rng([SEED, VERSIONS])
    vocabulary = _vocabulary(random)
    shares = 1.0 / np.arange(2, WORDS + 2)
    draw = functools.partial(random.choice, WORDS, p=shares / shares.sum())
    paragraphs = draw(size=(PARAGRAPHS, 100))
    for version in range(VERSIONS):
        texts = [_sentences(vocabulary[words].tolist()) for words in paragraphs]
        (folder / f"version-{version:02}.txt").write_text("\n".join(texts), "ascii")
        for paragraph in random.integers(0, PARAGRAPHS, 20).tolist():
            kept = int(random.integers(0, 100))
            paragraphs[paragraph, kept:] = draw(size=100 - kept)


def _write_contracts(folder: Path) -> None:
    """Contracts from one form of 40 clauses, with clauses of their own between them; one in 20 is the last, edited.

    Two that have nothing but the form in common have similarities from 0.55 to 0.8.
    """
    random = np.random.default_rng([SEED, CONTRACTS])
    vocabulary = _vocabulary(random)
    shares = 1.0 / np.arange(2, WORDS + 2)
    draw = functools.partial(random.choice, WORDS, p=shares / shares.sum())
    form, clauses = draw(size=(CLAUSES, CLAUSE_WORDS)), np.empty((0, CLAUSE_WORDS), np.int64)
    for number in range(CONTRACTS):
        if clauses.size and random.random() < 0.05:
            clauses = clauses.copy()
            edited = random.random(clauses.shape) < random.random() * 0.03
            clauses[edited] = draw(size=int(edited.sum()))
        else:
            own = draw(size=(int(random.integers(CLAUSES // 6, CLAUSES // 3)), CLAUSE_WORDS))
            clauses = np.insert(form, np.sort(random.integers(0, CLAUSES, len(own))), own, axis=0)
        (folder / f"{number:05}.txt").write_text(_sentences(vocabulary[clauses.reshape(-1)].tolist()), "ascii")


_MADE_BY = {
    "licences": _fetch_licences,
    "manuals": _fetch_manuals,
    "versions": _write_versions,
    "contracts": _write_contracts,
}


def _vocabulary(random: np.random.Generator) -> np.ndarray[tuple[int], np.dtype[np.object_]]:
    syllables = [a + b for a in ("", *"bcdfghklmnprstvw") for b in ("a", "e", "i", "o", "u", "an", "er", "is", "on")]
    words: dict[str, None] = {}
    while len(words) < WORDS:
        words["".join(random.choice(syllables, random.integers(1, 5)))] = None
    return np.array(sorted(words, key=len), object)  # frequent words are short


def _sentences(words: list[str]) -> str:
    lines = [" ".join(words[i : i + 12]).capitalize() + "." for i in range(0, len(words), 12)]
    return "\n".join(lines) + "\n"
