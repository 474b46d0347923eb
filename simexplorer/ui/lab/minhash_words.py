"""What page 3 says of every way to make a signature, and of what can be typed there."""

from __future__ import annotations

WAYS = {
    "functions": "hash functions, row by row",
    "permutations": "permutations of the rows",
    "first rows": "only the first m rows",
    "one pass": "one pass, K groups of rows",
    "sketching": "fast sketching, K bins (FSS)",
}
WAY_WORDS = {
    "functions": "Each function puts the rows in another order; row by row, a column with a one keeps the least value "
    "so far. (a x + b) mod p makes only p (p − 1) orders, under which some rows of a set come first more often than "
    "others: good for watching only. The curve below follows the program's MinHash, which mixes the rows first and "
    "takes p = 2⁶¹ − 1.",
    "permutations": "The value of a column is the place of the first row, in permuted order, in which it has a one. "
    "Drag a row, or press Ctrl+↑ and Ctrl+↓, to permute by hand.",
    "first rows": "Looking at the first m rows only saves time. A column without a one there gets ∞: one ∞ counts as "
    "unequal, two ∞ count neither way. In a band ∞ never meets ∞: a row agrees with chance J (1 − q), where q is the "
    "chance that neither column has a one in the first m rows.",
    "one pass": "One permutation serves all positions: it is cut into K groups, and each gives the first one in it. A "
    "group without a one is ∞: one ∞ counts as unequal, two ∞ count neither way. No row stands in two groups, and "
    "groups of two ∞ are left out: the standard error below is computed for both, and so is not just that of the "
    "formula. Small sets leave many ∞: densified one permutation hashing borrows values for them (Shrivastava, Li "
    "2014), fast sketching draws new ones.",
    "sketching": "What the program does unless told otherwise: no ∞, and in long texts one hash value an element in "
    "place of K. In a round every element draws a bin and a value, and each bin keeps the least. Bins still empty take "
    "another round; after three, the least under a function of their own. Positions agree where round and element do; "
    "those of very small sets depend on each other.",
}
FUNCTIONS = (
    "Functions of your own, a x + b, of which the remainder by p is taken: the first prime not below the number of "
    "rows, or the number after mod, as in 3x + 1 mod 10. Empty: those of the example, or drawn."
)
SETS = (
    "Sets of your own in place of the example, with commas between them: columns of zeros and ones, top down; or their "
    "elements, which are letters, or words where a blank stands between them or braces around them."
)
PERMUTATIONS = (
    "Permutations of your own, with commas between them: the place, from 1, that each row gets, as numbers beside the "
    "rows of a matrix; or the names of the rows in their new order."
)
