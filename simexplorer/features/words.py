"""Words of a text in any script; stop words left out and words cut to their stems, per language.

A word is a run of letters, digits and underscores, which combining marks continue. Scripts written without blanks
(Chinese, Japanese kana, Thai, Lao, Khmer, Myanmar) and Korean have one word a character: the same words as the kernels
see.
Stop words: the Stopwords ISO collection. Stems: Snowball (Porter 1980, 2001).
"""

from __future__ import annotations

import functools
import re
import threading
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any

from simexplorer.errors import ParameterError
from simexplorer.features.code_points import is_mark, is_word, single_points
from simexplorer.features.normalise import normalise_text

# Snowball's name of each language it can stem, by ISO 639-1 code.
_STEMMERS = {
    "ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "cs": "czech", "da": "danish", "nl": "dutch",
    "en": "english", "eo": "esperanto", "et": "estonian", "fi": "finnish", "fr": "french", "de": "german",
    "el": "greek", "hi": "hindi", "hu": "hungarian", "id": "indonesian", "ga": "irish", "it": "italian",
    "lt": "lithuanian", "ne": "nepali", "no": "norwegian", "fa": "persian", "pl": "polish", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sr": "serbian", "st": "sesotho", "es": "spanish", "sv": "swedish",
    "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
_REMEMBERED_STEMS = 200_000
_MOST_WORDS = 63  # of a stop word
_BEYOND_MARKS = 0xE01F0  # the last combining mark is a variation selector below this


def stop_word_languages() -> tuple[str, ...]:
    """ISO 639-1 codes of the languages whose stop words are known."""
    import stopwordsiso

    return tuple(sorted(stopwordsiso.langs()))


def stemming_languages() -> tuple[str, ...]:
    """ISO 639-1 codes of the languages that can be stemmed."""
    import Stemmer

    known = set(Stemmer.algorithms())
    return tuple(sorted(code for code, name in _STEMMERS.items() if name in known))


def require_language(language: str | None, *, stop_words: bool, stemming: bool) -> None:
    """Raise ParameterError for a language without what is wanted of it; where nothing is, for one without both."""
    for what, wanted, known in (
        ("stop words", stop_words, stop_word_languages),
        ("stemming", stemming, stemming_languages),
    ):
        if wanted and language not in known():
            raise ParameterError("language", language, f"one of {', '.join(known())} for {what}")
    if language is not None and not (stop_words or stemming):
        either = {*stop_word_languages(), *stemming_languages()}
        if language not in either:
            raise ParameterError("language", language, f"one of {', '.join(sorted(either))} for stop words or stemming")


@functools.cache
def word_pattern() -> re.Pattern[str]:
    """A pattern whose matches are the words of a text; linear time on any text."""
    marks = _character_class(p for p in (*range(0x20000), *range(0xE0000, _BEYOND_MARKS)) if is_mark(chr(p)))
    single = _character_class(p for p in single_points() if is_word(chr(p)))
    letters = rf"[^\W{single}]"
    return re.compile(rf"(?:{letters}++[{marks}]*+)+|[{single}][{marks}]*+")


def _character_class(points: Iterable[int]) -> str:
    """The inside of a pattern's ``[...]`` for rising code points."""
    ranges: list[list[int]] = []
    for point in points:
        if ranges and ranges[-1][1] == point - 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)


@functools.cache
def _cutting_pattern() -> re.Pattern[str]:
    """A pattern that splits a text into what stands before, between and behind its words, and the words themselves."""
    return re.compile(f"({word_pattern().pattern})")


def words(text: str) -> list[str]:
    """The words of a text in their order."""
    return word_pattern().findall(text)


class _Replacements(dict[str, str]):
    """What each word becomes, found out when it is first asked for; a full memory begins anew."""

    def __init__(self, find: Callable[[str], str]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, word: str) -> str:
        found = self._find(word)
        if len(self) >= _REMEMBERED_STEMS:
            self.clear()
        self[word] = found
        return found


class WordFilter:
    """Takes the stop words of a language out of texts and puts stems in place of words; shared by threads.

    language : ISO 639-1 code. normalise : the recipe's switches, which the stop words go through as the text did, so
    that "él" is found as "el". A stop word of several words ("don't"; in Chinese most) goes as a whole, the longest
    first. Raises ParameterError for a language without stop words or stemmer.
    """

    def __init__(
        self, language: str | None, *, stop_words: bool, stemming: bool, normalise: Iterable[str] = ()
    ) -> None:
        require_language(language, stop_words=stop_words, stemming=stemming)
        self._normalise = tuple(normalise)
        self.stop_words: set[str] = set()
        self._counts: dict[str, int] = {}  # by the first word: a bit for each number of words that stop words have
        self.stop_words_of_several: list[str] = []
        if stop_words:
            self._learn_stop_words(str(language))
        self._stemmer = _stemmer(_STEMMERS[str(language)]) if stemming else None
        self._replacements = _Replacements(self._becomes)
        self._lock = threading.Lock()  # a Snowball stemmer holds the word it works on

    def _learn_stop_words(self, language: str) -> None:
        import stopwordsiso

        for raw in stopwordsiso.stopwords(language):
            for written in {raw, raw.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")}:
                stop_word = _bare(_plain(normalise_text(unicodedata.normalize("NFC", written), self._normalise)))
                parts = words(stop_word)
                if not 1 <= len(parts) <= _MOST_WORDS or stop_word in self.stop_words:
                    continue
                self.stop_words.add(stop_word)
                if len(parts) > 1:
                    self.stop_words_of_several.append(stop_word)
                    self._counts[parts[0]] = self._counts.get(parts[0], 0) | 1 << len(parts)

    @property
    def stems(self) -> bool:
        """Whether words become their stems."""
        return self._stemmer is not None

    @property
    def longest(self) -> int:
        """How many words a stop word has at most."""
        return max((counts.bit_length() - 1 for counts in self._counts.values()), default=1)

    def counts(self, word: str) -> int:
        """A bit for each number of words, above one, that the stop words beginning with this word have."""
        return self._counts.get(_plain(word), 0)

    def becomes(self, word: str) -> str:
        """What a word becomes where it begins no stop word of several words: a blank if it is a stop word, its stem."""
        return self._replacements[word]

    def apply(self, text: str) -> str:
        """The text with a blank for every stop word and the stem for every other word; all else stays in its place.

        text : normalised already, with the switches given. Stems are lower-case.
        """
        parts = _cutting_pattern().split(text)  # a word at every odd place
        becomes = list(map(self.becomes, parts[1::2]))
        free = 0  # the first word that belongs to no stop word yet
        for i in [i for i, word in enumerate(parts[1::2]) if self.counts(word)]:
            count = self._stop_word_at(parts, i) if i >= free else 0
            if count:
                becomes[i] = " "
                free = i + count
                for inside in range(i + 1, free):
                    becomes[inside] = parts[2 * inside] = ""
        parts[1::2] = becomes
        return "".join(parts)

    def _becomes(self, word: str) -> str:
        return " " if _plain(word) in self.stop_words else self.stem(word)

    def _stop_word_at(self, parts: list[str], i: int) -> int:
        """How many words from the i-th on make up the longest stop word of several that begins there; 0 if none."""
        first = 2 * i + 1
        for count in range(min(self.longest, (len(parts) - first + 1) // 2), 1, -1):
            if _plain("".join(parts[first : first + 2 * count - 1])) in self.stop_words:
                return count
        return 0

    def stem(self, word: str) -> str:
        """The stem of one word, lower-case; the word itself when no stemming was asked for."""
        if self._stemmer is None:
            return word
        with self._lock:
            return str(self._stemmer.stemWord(word.lower()))


def _stemmer(name: str) -> Any:
    import Stemmer

    return Stemmer.Stemmer(name, 0)  # what each word became is remembered here


def _plain(word: str) -> str:
    """Without case, as stop words are compared; a capital i with a dot is a small one."""
    return word.casefold().replace("i\u0307", "i")


def _bare(stop_word: str) -> str:
    """Without the signs around it, which words of a text have not either: "etc." is "etc", "'n" is "n"."""
    found = list(word_pattern().finditer(stop_word))
    if not found:
        return ""
    first, last = found[0].start(), found[-1].end()
    around = (stop_word[:first] + stop_word[last:]).split()
    signs = all(unicodedata.category(character)[0] == "P" for part in around for character in part)
    return stop_word[first:last] if signs else stop_word
