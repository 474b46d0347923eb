"""What every field of the lab means, said where the pointer rests on it or on the letter beside it."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QAbstractSpinBox, QCheckBox, QComboBox, QWidget

from simexplorer.ui.theme.tooltips import hint

_EXAMPLE = "A worked example of the sources, or your own documents once some are taken from the main window."
_BANDS = "Into how many bands a signature is cut. More bands: more pairs meet, the alike and the unlike."
_ROWS = "Positions of a signature in one band, all of which must be equal. More rows: fewer pairs meet."
_KIND = "What a shingle is a run of."
_SIZE = "How many characters, words or items make a shingle."
_APART = "Bits in which two fingerprints may differ and still count as alike."

# without the page's name at the end and without numbers where a page has several of a kind
MEANINGS = {
    "labExample": _EXAMPLE,
    "labBands": _BANDS,
    "labRows": _ROWS,
    "labKind": _KIND,
    "labSize": _SIZE,
    "labBag": "A bag: a shingle counts as often as it occurs. Else a set: once.",
    "labBucketCount": "Into how many buckets the shingles fall in the framed row of the table.",
    "labEdit": "Text B is text A with one character changed, taken out or put in; the seed says which.",
    "labWay": "How the signature is made: the teaching way by permutations, or one of those that programs use.",
    "labOrders": "Which permutations or functions: those of the example, drawn with the seed, or made by moving rows.",
    "labPair": "The two columns whose rows are told apart into types A, B, C and D.",
    "labJaccard": "How alike the two made sets are, exactly: the shingles in both over those in either.",
    "labWords": "How many words in a row are one feature.",
    "labBits": "Bits f of a fingerprint. More bits tell the angle more exactly and take more memory.",
    "labNear": "Documents no farther apart than this should collide.",
    "labFar": "Documents at least this far apart should not.",
    "labBlockCount": "How many functions, or blocks before this one, it asks.",
    "labBlockKind": "AND wants all of them to agree, OR is content with one.",
    "labPreset": "Ways to combine functions that are in use.",
    "labLine": "Which of the random lines is drawn below.",
    "labInterval": "How wide an interval of a line is: wider ones let points farther apart collide.",
    "labRadius": _APART,
    "labBlocks": "Into how many blocks the bits are cut; every choice of blocks to be in front makes a table.",
    "labTable": "Which table is drawn: each has other blocks in front.",
    "labQuery": "The fingerprint whose neighbours are looked for.",
    "labSearch": "How the first row with the same leading bits is found: by halving, or by guessing where it stands "
    "and halving in turn.",
    "labDesignBits": "Bits f of a fingerprint.",
    "labDesignRadius": _APART,
    "labExponent": "There are 2 to the power of d fingerprints; d = 34 is seventeen billion.",
    "labWanted": "How many tables one is ready to keep; the nearest design is chosen.",
    "labMemory": "How much memory there is; the tables with the least work that fit are marked.",
    "labThreshold": "Pairs at least this similar are looked for.",
    "labOrder": "In which order the symbols of all strings stand. Rare ones first leave the fewest pairs.",
    "labDocuments": "How large a collection the figures are told for.",
    "labStart": "Which collection's count is carried on to larger ones.",
    "labSpeed": "How many pairs a second are compared; times are told from it.",
}
_MADE = " This cuts the made collection; the open one is told of as its run cut it."
_OWN = {
    "labKind_families": "The measure, and the functions that collide the more often the nearer documents are.",
    "labBands_scale": _BANDS + _MADE,
    "labRows_scale": _ROWS + _MADE,
}


def explain_fields(page: QWidget) -> None:
    """Give every field without a tooltip its meaning."""
    fields: list[QWidget] = []
    for kind in (QAbstractSpinBox, QComboBox, QCheckBox):
        fields += page.findChildren(kind)
    for field in fields:
        meaning = _meaning(field.objectName())
        if meaning and not field.toolTip():
            hint(field, meaning)


def _meaning(name: str) -> str:
    return _OWN.get(name) or MEANINGS.get(re.sub(r"[0-9]*(?:_\w+)?$", "", name), "")
