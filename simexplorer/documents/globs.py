"""Which paths of a folder are wanted: globs over their characters, whether their accents are apart or not."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise

from simexplorer.errors import UsageError

_MOST_SPELLINGS = 1000
_FEW, _LENGTH = 100, 4  # globs that are tried together; characters by which those of more are looked up
_CLASS = r"\[!?\]?[^\]]*\]"
_LISTED = re.compile(rf"{_CLASS}|[{{}},]")
_TOKENS = re.compile(rf"(?<![^/])(?:\*\*+/)+|\*\*+|\*|\?|{_CLASS}")
_SIGN = re.compile(r"[*?\[]")  # braces are spelled out
_SPAN = re.compile("(.)-(.)|(.)", re.DOTALL)
_FOLDERS, _ACROSS = "(?:.*?/)??", ".*?"  # any folders before a name; any characters


def separate_globs(text: str) -> list[str]:
    """Globs that stand in one text with commas between them: a comma in braces or in a class belongs to its glob."""
    *_, ends = _braces(text)
    parts = (text[before + 1 : behind].strip() for before, behind in pairwise(ends))
    return [part for part in parts if part]


def _braces(text: str) -> Iterator[list[int]]:
    """Places of two braces and the commas between them, inner ones first; at last those of commas in no braces.

    The latter with the ends of the text around them: the places before the first and behind the last character.
    """
    commas, opened = list[int](), list[tuple[int, int]]()
    for found in _LISTED.finditer(text):
        sign, at = found.group(), found.start()
        if sign == ",":
            commas.append(at)
        elif sign == "{":
            opened.append((at, len(commas)))
        elif sign == "}" and opened:
            begin, before = opened.pop()
            yield [begin, *commas[before:], at]
            del commas[before:]
    yield [-1, *commas, len(text)]


def _spelled_out(glob: str) -> list[str]:
    """The globs that one with braces stands for: ``*.{md,txt}`` for ``*.md`` and ``*.txt``.

    Blanks beside the commas count for nothing. A brace without another one, or without a comma between them, stands
    for itself.
    """
    waiting, plain = [unicodedata.normalize("NFC", glob)], list[str]()
    while waiting:
        if len(waiting) + len(plain) > _MOST_SPELLINGS:
            raise UsageError(
                f"The pattern {glob[:60]!r} stands for more than {_MOST_SPELLINGS:,} others. Give it fewer braces."
            )
        one = waiting.pop()
        places = next((places for places in _braces(one) if places[0] >= 0 and len(places) > 2), None)
        if places is None:
            plain.append(one)
        else:
            begin, end = one[: places[0]], one[places[-1] + 1 :]
            waiting += [begin + one[before + 1 : behind].strip() + end for before, behind in pairwise(places)]
    return plain


def _expression(glob: str) -> str:
    """One glob as a regular expression over a relative path; that of a folder ends in a slash.

    A star and what stands between it and the next one match at the first place where they can, and at no other: what
    follows would match from no later one either. In all combinations of places the search would not end.
    """
    below = "/.*" if glob.endswith("/") else "(?:/.*)?"
    if "/" not in glob.rstrip("/"):
        glob = f"**/{glob.strip('/')}"
    glob = glob.strip("/")
    done, behind, run, position = "", "", [""], 0  # run : what stands between stars within a part of the path
    for found in _TOKENS.finditer(glob):
        sign = found.group()
        run[-1] += re.escape(glob[position : found.start()])
        position = found.end()
        if sign.startswith("**"):
            done += f"(?>{behind}{_firmly(run)})"
            behind, run = _FOLDERS if sign.endswith("/") else _ACROSS, [""]
        elif sign == "*":
            run.append("")
        else:
            run[-1] += "[^/]" if sign == "?" else _class(sign)
    run[-1] += re.escape(glob[position:])
    *first, last = run
    end = f"[^/]*{last}" if first else last
    return f"{done}{behind}{_firmly(first)}{end}{below}"


def _firmly(run: list[str]) -> str:
    """Expressions with a star between every two."""
    return "".join(run[:1] + [f"(?>[^/]*?{part})" for part in run[1:]])


def _class(sign: str) -> str:
    """One character of a class, which is never the end of a part."""
    negated = sign.startswith("[!")
    spans = _SPAN.findall(sign[2 if negated else 1 : -1])
    inside = "".join(re.escape(alone) or f"{re.escape(low)}-{re.escape(high)}" for low, high, alone in spans)
    return f"(?!/)[{'^' if negated else ''}{inside}]"


class _Patterns:
    """Globs with signs; of many each is tried where a path has those characters of it that fewest others have."""

    def __init__(self, globs: list[str]) -> None:
        parts = [_cut(glob) if len(globs) > _FEW else [] for glob in globs]
        counts = Counter(chain.from_iterable(parts))
        self._globs = dict[str, list[str]]()
        for glob, part in zip(globs, parts, strict=True):
            self._globs.setdefault(min(part, key=counts.__getitem__, default=""), []).append(glob)
        self._unions = dict[str, re.Pattern[str]]()  # made when they are first tried

    def fit(self, path: str) -> bool:
        """Whether one of them names this path, of which a folder's ends in a slash, or a folder above it."""
        some = self._globs.keys() & {"", *_runs(path)} if len(self._globs) > 1 else self._globs
        return any(self._union(part).fullmatch(path) for part in some)

    def _union(self, part: str) -> re.Pattern[str]:
        if part not in self._unions:
            self._unions[part] = _union([_expression(glob) for glob in self._globs[part]])
        return self._unions[part]


def _cut(glob: str) -> list[str]:
    """All runs of ``_LENGTH`` characters that a path has if this glob fits it."""
    names = chain.from_iterable(literal.split("/") for literal in _TOKENS.split(glob))
    return [run for name in names for run in _runs(name)]


def _runs(text: str) -> list[str]:
    return [text[at : at + _LENGTH] for at in range(len(text) - _LENGTH + 1)]


class _Globs:
    """Some globs together. Those without a sign are looked up: lists of names are long, and a pattern tries them all.

    plain, folders : names that count at any depth and, behind a slash, paths; of folders alone where globs say so
    """

    def __init__(self, globs: Iterable[str]) -> None:
        spelled = [glob for glob in chain.from_iterable(map(_spelled_out, globs)) if glob.strip("/")]
        plain = [glob for glob in spelled if not _SIGN.search(glob)]
        self._plain = {_place(glob) for glob in plain if not glob.endswith("/")}
        self._folders = {_place(glob) for glob in plain if glob.endswith("/")}
        self._others = _Patterns([glob for glob in spelled if _SIGN.search(glob)])
        self.any = bool(spelled)

    def fit(self, path: str) -> bool:
        """Whether one of them names this path, of which a folder's ends in a slash, or a folder above it."""
        if self._others.fit(path):
            return True
        begin = 0
        while (self._plain or self._folders) and begin <= len(path):
            end = path.find("/", begin)
            names = {path[begin:end], f"/{path[:end]}"} if end >= 0 else {path[begin:], f"/{path}"}
            if not names.isdisjoint(self._plain) or (end >= 0 and not names.isdisjoint(self._folders)):
                return True
            begin = end + 1 if end >= 0 else len(path) + 1
        return False


def _place(glob: str) -> str:
    """A glob without signs as it is looked up."""
    return f"{'/' * ('/' in glob.rstrip('/'))}{glob.strip('/')}"


def _union(alternatives: list[str]) -> re.Pattern[str]:
    try:
        return re.compile("|".join(alternatives), re.DOTALL)
    except re.error:
        return _union_of_valid(alternatives)


def _union_of_valid(alternatives: list[str]) -> re.Pattern[str]:
    """Globs that are no patterns (``[z-a]``) match nothing; the others still count."""
    valid = []
    for alternative in alternatives:
        try:
            re.compile(alternative, re.DOTALL)
        except re.error:
            continue
        valid.append(alternative)
    return re.compile("|".join(valid) if valid else "(?!)", re.DOTALL)


class PathFilter:
    """Decides over relative paths with ``/`` between their parts.

    A glob names a file or any folder above it, one that ends in ``/`` a folder alone. ``*`` and ``?`` stay within one
    part, ``**`` crosses them, ``[a-z]`` and ``[!a-z]`` are classes, ``{a,b}`` is either. A glob without another ``/``
    may match at any depth, one with it begins at the top.
    hidden : whether names that begin with a dot are wanted at all
    """

    def __init__(self, include: Iterable[str] = (), exclude: Iterable[str] = (), *, hidden: bool = True) -> None:
        self._include = _Globs(include)
        self._exclude = _Globs(exclude)
        self._hidden = hidden

    @property
    def trivial(self) -> bool:
        """Whether every path is wanted."""
        return self._hidden and not self.goes_by_paths

    @property
    def goes_by_paths(self) -> bool:
        """Whether a path may be unwanted for more than a dot at the beginning of its name."""
        return self._include.any or self._exclude.any

    def wants_file(self, path: bytes) -> bool:
        """Whether a file of this relative path is to be listed."""
        if not self._allows(path):
            return False
        return not self._include.any or self._include.fit(_spelled(path))

    def wants_folder(self, path: bytes) -> bool:
        """Whether anything below this folder can be wanted."""
        return self._allows(path, "/")

    def _allows(self, path: bytes, end: str = "") -> bool:
        if not self._hidden and path.startswith(b".", path.rfind(b"/") + 1):
            return False
        return not self._exclude.any or not self._exclude.fit(_spelled(path) + end)


def _spelled(path: bytes) -> str:
    """The characters of a path, bytes that are none as the command line gives them; accents not apart, as typed."""
    text = path.decode("utf-8", "surrogateescape")
    return text if text.isascii() else unicodedata.normalize("NFC", text)
