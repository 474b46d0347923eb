"""How far an estimate is from the exact value as a rule, for lists that show both."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.result import Result


def standard_errors(result: Result, jaccard: NDArray[np.float64]) -> NDArray[np.float64]:
    """(m,) standard errors of the run's scheme at these exact values; nan where it does not estimate Jaccard.

    For a job's thread: what knows the schemes brings the compiler with it.
    """
    from simexplorer.pipeline.signing import family_of

    scheme = family_of(result.recipe)
    if scheme.measure != "jaccard":
        return np.full(jaccard.size, np.nan)
    return np.asarray(scheme.standard_error(np.clip(jaccard, 0.0, 1.0)), np.float64)
