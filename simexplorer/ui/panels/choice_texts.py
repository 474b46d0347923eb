"""What every choice of a measure, a scheme and its values is called, what it means and when it is right."""

from __future__ import annotations

from simexplorer.ui.panels.parameter_texts import PARAMETER_TEXTS, ParameterText

MEASURE_TEXTS: dict[str, ParameterText] = {
    "jaccard": ParameterText(
        "Jaccard",
        "Shared shingles over all shingles of both: 1 for equal sets, 0 for nothing in common.\n"
        "Right for near-duplicates of about the same length. A short text inside a long one scores low.",
    ),
    "containment": ParameterText(
        "Containment",
        "Shared shingles over those of the smaller set: 1 where one text is wholly contained in the other.\n"
        "Right for quotations, excerpts, letters in archives. Found by an exact join, which holds the shingles of all "
        "documents in memory; nothing is missed, bands play no part.",
    ),
    "cosine": ParameterText(
        "Cosine",
        "Cosine of the angle between both texts as vectors of weighted shingles: 1 in the same direction (0°), 0 with "
        "nothing in common (90°).\n"
        "Right where how often things are said matters and length does not: subjects, translations of a form, "
        "collected notices. Unlike texts have more of it the longer they are, notes near 0, books 0.5 and above; rare "
        "shingles that weigh more (tf-idf) lower it.",
    ),
    "hamming": ParameterText(
        "Hamming",
        "Bits in which the SimHash fingerprints of both texts differ: 0 for the same, about half of all bits for "
        "unrelated texts.\n"
        "Right for very many documents and nearly equal copies, as in web crawling (3 of 64 bits). It is as coarse as "
        "its bits: equal fingerprints do not prove equal texts.",
    ),
    "euclidean": ParameterText(
        "Euclidean",
        "Root of the sum of squared differences of the shingles' weights: 0 for the same counts. With weights of 1 it "
        "is the root of the number of shingles that only one of both has.\n"
        "Right where an absolute amount of difference counts. It grows with the length of the texts, so long copies "
        "lie farther apart than short strangers.",
    ),
}

# the same in a line, below the choice
MEASURE_NOTES = {
    "jaccard": "Shared shingles over all of both: for near-duplicates of like length.",
    "containment": "One text inside another: for quotations and excerpts.",
    "cosine": "The same proportions at any length: for texts on the same subject.",
    "hamming": "Differing bits of fingerprints: for nearly equal copies among very many texts.",
    "euclidean": "How much differs in all: grows with the length of the texts.",
}

SCHEME_CHOICES: dict[str, ParameterText] = {
    "fss": ParameterText(
        "Fast sketching (FSS)",
        "Fills all K positions from few hash functions (Dahlgaard, Knudsen, Thorup 2017): the fastest, unbiased; the "
        "usual choice. Positions of very small documents (fewer than about 20 shingles) depend on each other, so that "
        "bands find these a little more or less often than the curve says.",
    ),
    "minhash": ParameterText(
        "MinHash", "The minimum of K hash functions (Broder 1997): the reference, every position independent, slower."
    ),
    "one-pass": ParameterText(
        "One-pass MinHash",
        "One hash function, its range cut in K groups. Small documents leave groups without a value and are found less "
        "often: for long texts.",
    ),
    "first-rows": ParameterText(
        "First-rows MinHash",
        "Looks at a share of each permutation only. Small documents leave positions without a value: for long texts.",
    ),
    "bbit": ParameterText(
        "b-bit MinHash",
        "Keeps b bits of every minimum: less memory, wider error. For the same error at similarities of 0.5 and more, "
        "1 bit needs 2 to 3 times the hashes.",
    ),
    "hyperplane": ParameterText(
        "Hyperplanes",
        "One bit for each of K random planes: on which side the text lies. Two texts agree with chance 1 − angle / "
        "180°, exactly. Signing takes time in proportion to K times the shingles.",
    ),
    "simhash": ParameterText(
        "SimHash",
        "32, 64 or 128 bits by weighted votes of all shingles: fast, small, and only as fine as its bits. Two texts "
        "agree in a bit with chance 1 − angle / 180°, nearly: within 0.02 from 100 shingles of equal weight on, "
        "of nearly equal weight (tf-idf) within 0.05; shorter texts are farther off.",
    ),
    "random-lines": ParameterText(
        "Random lines",
        "The interval on each of K random lines into which the text falls (Datar et al. 2004). Finest for distances "
        "near its width / 1.7.",
    ),
    "bit-sampling": ParameterText(
        "Sampled bits", "K bits read from SimHash fingerprints: two texts agree in one with chance 1 − d / f, exactly."
    ),
}
SCHEME_TEXTS = {name: text.label for name, text in SCHEME_CHOICES.items()}

WEIGHT_TEXTS: dict[str, ParameterText] = {
    "tf": ParameterText("occurrences (tf)", "A shingle weighs as often as it occurs: repetition counts."),
    "binary": ParameterText("1 each (binary)", "Every shingle weighs 1, however often it occurs: sets as vectors."),
    "tfidf": ParameterText(
        "rarity (tf-idf)",
        "How often it occurs, times ln(1 + n / df), where df of the n documents hold it: what all texts share weighs "
        "little. All documents are read twice.",
    ),
}
ID_TEXTS: dict[str, ParameterText] = {
    "64": ParameterText("8 bytes", "The usual: what is computed exactly is exact."),
    "32": ParameterText(
        "4 bytes", "As textbooks have it: a few different shingles count as equal. It saves no memory here."
    ),
}
COMPONENT_TEXTS: dict[str, ParameterText] = {
    "normal": ParameterText("normal numbers", "Exact for every document."),
    "signs": ParameterText(
        "+1 and −1",
        "Faster; right within 0.02 from 100 shingles of equal weight on, of nearly equal weight (tf-idf) within 0.05; "
        "off for shorter texts.",
    ),
}
FINGERPRINT_TEXTS: dict[str, ParameterText] = {
    "32": ParameterText("32 bits", "Coarse: unrelated texts differ in about 16, and by chance in few."),
    "64": ParameterText("64 bits", "The usual: unrelated texts differ in about 32."),
    "128": ParameterText("128 bits", "Finer: unrelated texts differ in about 64."),
}

# what the limit of each measure is called, and what it means
LIMIT_TEXTS: dict[str, ParameterText] = {
    "jaccard": PARAMETER_TEXTS["threshold"],
    "containment": ParameterText(
        "Minimum share held",
        "Pairs of which one holds at least this share of the other's shingles are shown and clustered, counted "
        "exactly. Acts at once; below what was found, the join runs again.",
    ),
    "cosine": ParameterText(
        "Least cosine",
        "Pairs whose exact cosine is at least this are shown and clustered. 0.8 is an angle of 37°, 0.95 one of 18°. "
        "Acts at once; below what was found, the index is asked again.",
    ),
    "hamming": ParameterText(
        "Most bits apart",
        "Pairs whose fingerprints differ in at most this many bits are shown and clustered, counted exactly. 3 of 64 "
        "are usual for copies, 6 to 10 for edited texts. Acts at once; beyond what was found, the index is asked "
        "again.",
    ),
    "euclidean": ParameterText(
        "Largest distance",
        "Pairs at most this far apart are shown and clustered, computed exactly. Acts at once; beyond what was found, "
        "the index is asked again. The interval width should be about 1.7 times this.",
    ),
}
