"""Text to sets: normalisation, shingles, words, sparse vectors, and the container they live in."""
