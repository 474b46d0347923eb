"""What the exact value, the estimate and its error of a pair mean, measure by measure: the tooltips of headings."""

from __future__ import annotations

# beside the bits of a run by Hamming distance: another fingerprint, not to be taken for it
PLAIN_TITLE = "Plain bits"
PLAIN_MEANING = (
    "Bits in which the plain 64-bit SimHash fingerprints of the two differ: every occurrence counts alike, "
    "the same for every scheme, weight and seed.\nBits apart is under the weights, bits and seed of this run."
)
EXACT_MEANINGS = {
    "jaccard": "Exact Jaccard similarity of the two sets of shingles: shared shingles over all shingles of both,\n"
    "|A ∩ B| / |A ∪ B|. 1 means equal sets, 0 nothing in common. Counted, not estimated.",
    "containment": "Exact containment of the smaller set of shingles in the larger one, |A ∩ B| / min(|A|, |B|).\n"
    "1 means that one text is wholly contained in the other. Counted, not estimated.",
    "cosine": "Exact cosine of the angle between the two as vectors of weighted shingles, A · B / (|A| |B|).\n"
    "1 means the same direction (0°), 0 nothing in common (90°). Computed, not estimated; hover a value for its angle.",
    "hamming": "Bits in which the SimHash fingerprints of the two differ, under the weights, bits and seed of the run."
    "\nCounted, not estimated. The bar is 1 − bits / all bits.",
    "euclidean": "Exact Euclidean distance of the two as vectors of weighted shingles: root of the sum of squared "
    "differences.\n0 means equal counts. Computed, not estimated. The bar is w / (w + distance), w the interval width.",
}
ESTIMATE_MEANINGS = {
    "jaccard": "Similarity as the MinHash signatures estimate it: P, the equal positions over all K positions.\n"
    "± is one standard error, sqrt(J (1 − J) / K).\n"
    "b-bit MinHash: (P − c) / (1 − c) with c = 2^−b, as bits agree by chance too; ± sqrt(P (1 − P) / K) / (1 − c).\n"
    "One pass and first rows: positions without a value on both sides do not count; ± depends on how many shingles "
    "both have together.",
    "containment": "Jaccard similarity as the MinHash signatures estimate it: they cannot estimate containment, which "
    "is counted.\n± is one standard error, sqrt(J (1 − J) / K), at the exact Jaccard similarity.",
    "cosine": "Cosine of the angle that the signatures estimate: 180° times the share of differing bits.\n"
    "± is one standard error of that angle, 180° sqrt(p (1 − p) / K), as it shows in the cosine.",
    "hamming": "Distance as the sampled bits estimate it: f times the share of them that differ.\n"
    "± is one standard error, f sqrt(p (1 − p) / K), p = 1 − d / f.",
    "euclidean": "Distance at which as many random lines would agree as do.\n"
    "± is one standard error, sqrt(p (1 − p) / K) over the steepness of the chance p at the exact distance.",
}
ERROR_MEANINGS = {
    "jaccard": "Estimate minus exact value, in standard errors of the scheme at the exact value.\n"
    "About 95 of 100 pairs lie between −2 σ and +2 σ.",
    "containment": "Estimated minus exact Jaccard similarity, in standard errors.\n"
    "About 95 of 100 pairs lie between −2 σ and +2 σ.",
    "cosine": "Estimated minus exact angle, in standard errors of the angle: above 0 the pair is more alike than the "
    "signatures say.\nAbout 95 of 100 pairs lie between −2 σ and +2 σ.",
    "hamming": "Estimated minus exact distance, in standard errors: above 0 the pair is nearer than the signatures say."
    "\nAbout 95 of 100 pairs lie between −2 σ and +2 σ.",
    "euclidean": "Estimated minus exact distance, in standard errors: above 0 the pair is nearer than the signatures "
    "say.\nAbout 95 of 100 pairs lie between −2 σ and +2 σ.",
}
