"""How far an estimate is from the exact value as a rule, for lists that show both."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from simexplorer.pipeline.result import Result


def standard_errors(
    result: Result, jaccard: NDArray[np.float64], measured: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """(m,) standard errors of the run's estimates at these exact values, in units of the measure; nan: not known.

    measured : (m,) of the run's own measure, where its scheme does not estimate Jaccard
    For a job's thread: what knows the schemes brings the compiler with it.
    """
    from simexplorer.pipeline.signing import family_of
    from simexplorer.pipeline.yardstick import Yardstick

    scheme = family_of(result.recipe)
    if scheme.measure != "jaccard":
        if measured is None:
            return np.full(jaccard.size, np.nan)
        truth = Yardstick(result.recipe).to_family(measured)
        errors = np.asarray(scheme.standard_error(truth), np.float64)
        return np.radians(errors) * np.sin(np.radians(truth)) if scheme.measure == "angle" else errors
    return np.asarray(scheme.standard_error(np.clip(jaccard, 0.0, 1.0)), np.float64)
