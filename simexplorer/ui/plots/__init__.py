"""Plots: made once, fed with new data, coloured by the palette."""

import os

# pyqtgraph takes this binding even where another one is installed and was imported first
os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"
