"""What every parameter is called and what it means: one table for labels, tooltips and the list of changes."""

from __future__ import annotations

from msgspec import Struct


class ParameterText(Struct, frozen=True):
    """The name a person sees, and the definition shown on hovering."""

    label: str
    meaning: str


PARAMETER_TEXTS: dict[str, ParameterText] = {
    "include": ParameterText(
        "Only files like",
        "Patterns of the files to read, separated by commas; empty means all. * stands for any letters, ? for one, "
        "** for any folders, {a,b} for a or b.\nExample: *.{txt,md}, docs/**",
    ),
    "exclude": ParameterText(
        "Leave out",
        "Patterns of files and folders to leave out, separated by commas; one that ends in / fits folders alone.\n"
        "Example: *.min.js, build/, docs/old/**",
    ),
    "hidden_files": ParameterText(
        "Read hidden files and folders",
        "Files and folders whose names begin with a dot are read as well. Off: they are not even listed.",
    ),
    "follow_links": ParameterText(
        "Follow symbolic links",
        "Links to files and folders outside are read as if they were here, each place once and never in a circle. "
        "Off: Problems lists each link as skipped.",
    ),
    "max_bytes": ParameterText(
        "Largest file",
        "Of a larger text only this much is read; Problems lists it as cut short. Each row of a table and each file "
        "in an archive is measured by itself.",
    ),
    "strip_navigation": ParameterText(
        "Leave out navigation of web pages",
        "Of HTML only the readable text takes part: menus, headers, footers and scripts are left out, since they "
        "are on every page of a site and make unlike pages alike.",
    ),
    "strip_page_furniture": ParameterText(
        "Leave out page headers and footers",
        "Lines that repeat at the top or bottom of the pages of a PDF, and page numbers, are left out; of Word files "
        "their headers and footers.",
    ),
    "archives": ParameterText(
        "Look into archives", "Files inside zip and tar archives are documents of their own, shown as archive!member."
    ),
    "encoding": ParameterText(
        "Encoding",
        "How the bytes of text files are read. Automatic takes UTF-8 where it is valid, a byte order mark at its "
        "word, and otherwise the most likely encoding.",
    ),
    "encodings": ParameterText(
        "Encodings of single files",
        "Files whose encoding was chosen by hand, each as CODEC PATH. It holds for all that is inside an archive.",
    ),
    "text_column": ParameterText(
        "Text column",
        "In a table (CSV, JSON, Parquet, a spreadsheet) each row is a document; this column holds its text. "
        "Several are separated by commas; * is all but the one of the name.",
    ),
    "id_column": ParameterText(
        "Name column",
        "In a table, the column that names each row. # and the number of the row stand in place of an empty name, "
        "and behind one that a row before has.",
    ),
    "table_header": ParameterText(
        "First row names the columns",
        "In CSV and TSV tables. If not said, it does if a wanted column is among them; columns without a name are "
        "counted from 1.",
    ),
    "reference": ParameterText(
        "Reference folder",
        "Only pairs of one document inside and one outside this folder, table or archive are looked for: what of the "
        "rest is already there?",
    ),
    "shingle_kind": ParameterText(
        "Shingles of",
        "A document is compared as the set of its shingles: all runs of k characters, or of k words, in it.\n"
        "Characters suit any language and small changes; words suit long texts and ignore what happens inside a word.",
    ),
    "shingle_size": ParameterText(
        "Length k",
        "Characters or words in a shingle. Small k finds loose likeness, large k only long equal passages.\n"
        "Usual: 5 characters for mail, 9 or 10 for long texts, 3 words. A shorter document is one shingle.",
    ),
    "bag": ParameterText(
        "Count repeats",
        "Compare multisets: a shingle that occurs twice counts twice.\n"
        "Jaccard is then the sum of the minima over the sum of the maxima of the counts.",
    ),
    "normalise": ParameterText(
        "Before comparing",
        "What is made equal before the text is cut into shingles. Each switch makes more texts identical.",
    ),
    "language": ParameterText(
        "Language", "Language of the stop words and the word stems. Without either it changes nothing."
    ),
    "stop_words": ParameterText("Leave out stop words", "The most frequent words of the language take no part."),
    "stemming": ParameterText("Word stems", "Words are compared by stem: walked and walking count as equal."),
    "boilerplate": ParameterText(
        "Boilerplate over",
        "Shingles found in more than this share of all documents take no part: navigation, licence headers.",
    ),
    "id_bits": ParameterText(
        "Shingle id",
        "Bits of the number that stands for a shingle. With 64 two different shingles of a collection practically "
        "never share one. With 32 some do: two texts of u different shingles in all come out too alike, by u / 2^34 "
        "at most (0.000001 for 20,000), and their Hamming distance counts 32 bits.",
    ),
    "scheme": ParameterText(
        "Signature",
        "How a document becomes a short list of numbers: the more of them agree, the more alike are two documents by "
        "the measure chosen. Only schemes that serve the measure are offered.",
    ),
    "hashes": ParameterText(
        "Hashes K",
        "Numbers in a signature. The standard error of an estimated Jaccard similarity is sqrt(J (1 − J) / K): at most "
        "0.044 for 128, half of that for 512 (larger for b-bit MinHash; of one pass and first rows it depends on the "
        "number of shingles too); of an angle 180° sqrt(p (1 − p) / K), at most 8° for 128. Time and memory grow with "
        "K.",
    ),
    "seed": ParameterText("Seed", "Chooses the hash functions. The same seed gives the same answer on every machine."),
    "bits": ParameterText("Bits kept", "Bits kept of each number in b-bit MinHash: less memory, wider error."),
    "first_rows": ParameterText(
        "Share of rows",
        "Share of each permutation's rows that first-rows MinHash looks at: fewer are faster and leave more positions "
        "of small documents without a value. Above 5 / (shingles of a document) such positions are rare.",
    ),
    "components": ParameterText(
        "Planes of",
        "What random hyperplanes are drawn with: normal numbers (exact for every document) or +1 and -1 (signs: "
        "faster, right within 0.02 from 100 shingles of equal weight on, of nearly equal weight (tf-idf) within 0.05).",
    ),
    "interval": ParameterText(
        "Interval width w",
        "Width of the intervals that random lines are cut into. Take about 1.7 times the largest distance: there "
        "estimates are finest, and one line agrees with chance 0.55. Narrower ones find nothing, wider ones all.",
    ),
    "simhash_bits": ParameterText(
        "Fingerprint", "Bits of the fingerprint (SimHash): more are finer and take more memory."
    ),
    "weights": ParameterText(
        "Weights",
        "What a shingle weighs where weighted texts are compared: cosine, Hamming and Euclidean distance. The 64-bit "
        "fingerprints behind the column Hamming always count how often it occurs.",
    ),
    "measure": ParameterText(
        "Measure",
        "What alike means. It decides which signatures serve, what the threshold is, and what tables and plots show.",
    ),
    "threshold": ParameterText(
        "Threshold",
        "Pairs of exact Jaccard similarity at or above this are shown and clustered. Acts at once.\n"
        "Keys: drag the line in the plot, or select the plot and press the arrow keys.",
    ),
    "max_distance": ParameterText(
        "Largest distance", "For measures that are distances: pairs at most this far apart are shown and clustered."
    ),
    "bands": ParameterText(
        "Bands b",
        "The signature is cut into b bands of r rows; two documents are compared when all rows of at least one band "
        "agree.\nWhere one row agrees with chance p (MinHash: p is the Jaccard similarity J), that chance is "
        "1 − (1 − p^r)^b. More bands find more and compare more.",
    ),
    "rows": ParameterText(
        "Rows r",
        "Numbers in one band. More rows make the curve steeper and move it to the right: fewer needless comparisons "
        "(false positives), more misses (false negatives).",
    ),
    "recall": ParameterText(
        "Recall wanted",
        "Share of the pairs at the threshold that the index must find; bands and rows are chosen to reach it at the "
        "least cost. Pairs above the threshold are found more surely still.",
    ),
    "sketch_sigmas": ParameterText(
        "Sketch filter",
        "Candidates whose estimate lies more than this many standard errors below the threshold are not compared "
        "exactly. With 64 hashes or more, 4 loses at most 23 of 100,000 pairs at a threshold up to 0.95, 150 nearer 1. "
        "What it may lose is counted in the recall predicted.",
    ),
    "hamming_radius": ParameterText(
        "Hamming radius",
        "Neighbours are documents whose 64-bit SimHash fingerprints differ in at most this many bits. They are the "
        "same for every scheme and seed. Acts at once.",
    ),
    "linkage": ParameterText(
        "Linkage",
        "When documents form a cluster:\n"
        "Any link – a chain of pairs at or above the threshold (connected components).\n"
        "Average – the mean similarity between two clusters must reach the threshold to join them; identical "
        "texts count once.\n"
        "Complete – every two members must reach it.\n"
        "Star – every member must reach it with the representative.",
    ),
}

NORMALISE_TEXTS: dict[str, ParameterText] = {
    "nfc": ParameterText("Unicode form (NFC)", "é as one character or as e with an accent count as equal."),
    "nfkc": ParameterText(
        "Compatible forms (NFKC)", "Also ﬁ and fi, full-width and plain letters, ² and 2 count as equal."
    ),
    "case": ParameterText("Upper and lower case", "A and a count as equal."),
    "accents": ParameterText(
        "Accents",
        "é and e count as equal. All marks above and below letters go: points of Arabic and Hebrew, but also vowels of "
        "Hindi and Thai, and が becomes か.",
    ),
    "punctuation": ParameterText("Punctuation", "Punctuation and symbols (€, +, emoji) are left out."),
    "space": ParameterText("White space", "Any run of blanks, tabs and line ends counts as one blank."),
    "nospace": ParameterText("Leave white space out", "Blanks and line ends are left out altogether."),
}

BITS_TEXTS: dict[str, str] = {"1": "1 bit", "2": "2 bits", "4": "4 bits", "8": "8 bits", "16": "16 bits"}
SHINGLE_TEXTS: dict[str, str] = {"char": "characters", "word": "words"}
LINKAGE_TEXTS: dict[str, str] = {"component": "Any link", "average": "Average", "complete": "Complete", "star": "Star"}
