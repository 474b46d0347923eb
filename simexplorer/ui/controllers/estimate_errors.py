"""How far an estimate is from the exact value as a rule, for lists that show both.

For a job's thread: what knows the schemes brings the compiler with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.result import Result

if TYPE_CHECKING:
    from simexplorer.pipeline.asking import Answers
    from simexplorer.ui.controllers.session import AnalysisLike

Floats = NDArray[np.float64]
Sizes = NDArray[np.int64]


def standard_errors(
    result: Result, jaccard: Floats, measured: Floats | None = None, unions: Sizes | None = None
) -> Floats:
    """(m,) standard errors of the run's estimates at these exact values, in units of the measure; nan: not known.

    measured : (m,) of the run's own measure, where its scheme does not estimate Jaccard
    unions : (m,) shingles that both have together, where signatures may have gaps: there J alone does not tell
    """
    from simexplorer.pipeline.signing import family_of
    from simexplorer.pipeline.yardstick import Yardstick
    from simexplorer.signatures import known_union

    scheme = family_of(result.recipe)
    if scheme.measure != "jaccard":
        if measured is None:
            return np.full(jaccard.size, np.nan)
        truth = Yardstick(result.recipe).to_family(measured)
        errors = np.asarray(scheme.standard_error(truth), np.float64)
        return np.radians(errors) * np.sin(np.radians(truth)) if scheme.measure == "angle" else errors
    exact = np.clip(jaccard, 0.0, 1.0)
    if unions is None:
        return np.asarray(scheme.standard_error(exact), np.float64)
    return known_union.standard_errors(scheme, exact, unions)


def unions_of_rows(
    result: Result, analysis: AnalysisLike, row: int, rows: NDArray[np.int32], jaccard: Floats
) -> Sizes | None:
    """(m,) shingles that a document and each of ``rows`` have together; None for schemes that do not ask for it.

    jaccard : (m,) exact, which ``analysis`` has just told: by then it knows how many shingles each document has
    """
    from simexplorer.pipeline.signing import family_of
    from simexplorer.signatures.known_union import may_lack_values, union_sizes

    if not may_lack_values(family_of(result.recipe)):
        return None
    sizes = analysis.known_overlaps().sizes
    return union_sizes(jaccard, np.full(rows.size, sizes[row]), sizes[rows])


def unions_of_answers(found: Answers) -> Sizes:
    """(m,) shingles that a text and each document found have together: those shared are J of them."""
    shared = found.text_in_document * found.shingles
    unions = np.divide(shared, found.jaccard, out=np.ones(len(found)), where=found.jaccard > 0.0)
    return np.rint(unions).astype(np.int64)
