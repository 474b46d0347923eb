"""Speed beside others. The program comes before NumPy, as when it is started: it tells NumPy how to sort."""

import simexplorer  # noqa: F401
