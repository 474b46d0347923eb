"""Where an S-curve is drawn; apart from the plot, which takes long to load."""

from __future__ import annotations

import numpy as np

POINTS = np.linspace(0.0, 1.0, 201)
