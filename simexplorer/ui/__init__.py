"""Everything that imports Qt."""

from simexplorer.ui.memory import spare_sources

spare_sources()
