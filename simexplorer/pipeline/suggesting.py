"""Settings for a kind of collection: presets with a name and a reason, and the one that a sample speaks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from simexplorer.counted_nouns import counted
from simexplorer.pipeline.recipe import Recipe

if TYPE_CHECKING:
    from simexplorer.pipeline.sampling import Profile

SHORT, LONG = 3_000, 150_000  # characters: letters and notes below, books above


class Preset(Struct, frozen=True):
    """A named choice of settings. changes : fields of the recipe and their values; reason : why, in words."""

    name: str
    title: str
    changes: tuple[tuple[str, Any], ...]
    reason: str

    def apply(self, recipe: Recipe) -> Recipe:
        """The recipe with this choice; what it does not speak of stays. Its thresholds are meant for Jaccard."""
        fields = dict(self.changes)
        if recipe.measure != "jaccard":
            fields |= {"measure": "jaccard", "scheme": "fss", "bands": None, "rows": None, "max_distance": None}
        return recipe.replace(**fields)

    def is_set_in(self, recipe: Recipe) -> bool:
        """Whether the recipe has this choice already."""
        return self.apply(recipe) == recipe


def _preset(name: str, title: str, reason: str, **changes: Any) -> Preset:
    return Preset(name, title, tuple(changes.items()), reason)


_USUAL: dict[str, Any] = {"shingle_kind": "char", "bag": False, "normalise": ("nfc", "case", "space")}
_WORDS: dict[str, Any] = {"shingle_kind": "word", "bag": False, "normalise": ("nfc", "case", "punctuation", "space")}
PRESETS = (
    _preset(
        "mail",
        "Mail, notes, short texts",
        "Short texts have few shingles, so short ones do: of about 20⁵ = 3.2 million likely runs of 5 characters a "
        "letter holds a thousandth, and unlike letters share few.",
        **_USUAL,
        shingle_size=5,
        threshold=0.8,
    ),
    _preset(
        "articles",
        "Articles, reports, mixed documents",
        "Long texts hold most runs of 5 characters that a language has; runs of 9 are rare enough to mean something.",
        **_USUAL,
        shingle_size=9,
        threshold=0.8,
    ),
    _preset(
        "passages",
        "Passages copied into otherwise different texts",
        "Unlike texts share hardly a run of 5 words. Of two texts of 1,500 words that have 40 in common the similarity "
        "is 0.01: Pairs lists them, those that share most first, and Compare shows what they share.",
        **_WORDS,
        shingle_size=5,
        threshold=0.01,
    ),
    _preset(
        "books",
        "Books and other very long texts",
        "The longer the texts, the more runs of 9 characters they share by chance: 10 keep unlike books apart.",
        **_USUAL,
        shingle_size=10,
        threshold=0.8,
    ),
    _preset(
        "web",
        "Web pages",
        "Pages of one site share their frame: navigation is taken out, and so is what most of them contain.",
        **_USUAL,
        shingle_size=9,
        threshold=0.8,
        strip_navigation=True,
        boilerplate=0.5,
    ),
    _preset(
        "code",
        "Source code",
        "Programs repeat short phrases, so shingles are longer; indentation does not count, upper and lower case do.",
        shingle_kind="char",
        bag=False,
        shingle_size=12,
        normalise=("nfc", "nospace"),
        threshold=0.7,
    ),
    _preset(
        "cjk",
        "Chinese, Japanese, Korean, Thai and the like",
        "A character says about as much as a short word, and some thousands are in use: runs of 4 are rare enough. "
        "Lines break anywhere, so white space does not count; full-width and half-width forms are the same.",
        shingle_kind="char",
        bag=False,
        shingle_size=4,
        normalise=("nfkc", "case", "nospace"),
        threshold=0.7,
    ),
    _preset(
        "words",
        "Prose that was edited word by word",
        "Runs of 3 words survive corrected letters elsewhere and changed punctuation; they are what readers compare.",
        **_WORDS,
        shingle_size=3,
        threshold=0.7,
    ),
    _preset(
        "exact",
        "Copies only",
        "Nearly equal texts: at a high threshold bands are long, so few unlike texts have to be compared.",
        **_USUAL,
        shingle_size=9,
        threshold=0.95,
    ),
)


class Suggestion(Struct, frozen=True):
    """A preset, and what in the sample speaks for it, in words."""

    preset: Preset
    because: str


def preset(name: str) -> Preset:
    """The preset of this name."""
    return next(one for one in PRESETS if one.name == name)


def suggest(found: Profile) -> Suggestion:
    """The preset for what most of the sample is; mixed collections get the one for articles."""
    if not found.documents:
        return Suggestion(preset("articles"), "No text was found in the files looked at; these are the usual settings.")
    lone, count = found.documents == 1, f"{found.characters:,} characters"
    size = f"its text has {count}" if lone else f"half of the texts have at most {count}"
    for share, name, words in (
        (found.single, "cjk", "{share} of the letters belong to scripts in which each character counts as a word"),
        (found.code, "code", "{share} of the sample are programs"),
        (found.mail, "mail", f"{{share}} of the sample are letters, and {size}"),
        (found.html, "web", "{share} of the sample are web pages"),
    ):
        if share > 0.5:
            return Suggestion(preset(name), _sentence(words.format(share=_percent(share)), found))
    if found.characters < SHORT:
        return Suggestion(preset("mail"), _sentence(size, found))
    if found.characters > LONG:
        return Suggestion(
            preset("books"), _sentence(size if lone else f"half of the texts have more than {count}", found)
        )
    longest = "" if lone else f", one in twenty more than {found.longest:,}"
    return Suggestion(preset("articles"), _sentence(f"{size}{longest}", found))


def _sentence(words: str, found: Profile) -> str:
    tables = ""
    if found.tables > 0.5:
        which = "It is a table" if found.documents == 1 else f"{_percent(found.tables)} of the sample are tables"
        tables = f" {which}: each row can be a document of its own."
    return f"Of {counted(found.documents, 'document')} with text: {words}.{tables}"


def _percent(share: float) -> str:
    return f"{share:.0%}".replace("%", " %")
