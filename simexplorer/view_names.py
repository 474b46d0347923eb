"""The views by name, in the order of their tabs: what code, command line and tests call them, and what people read."""

from __future__ import annotations

# the lists and pages that are always there
VIEWS = {
    "overview": "Overview",
    "clusters": "Clusters",
    "pairs": "Pairs",
    "neighbours": "Neighbours",
    "contained": "Contained",
    "problems": "Problems",
    "map": "Map",
}
# pages that open when they are asked for
MORE_VIEWS = {
    "before": "Before the run",
    "calibration": "Is it right?",
    "settings": "Two settings",
    "boilerplate": "Boilerplate",
    "ask": "Ask",
    "across": "Two folders",
    "changes": "What is new",
    "apart": "Not duplicates",
}
# tabs of the evidence below
EVIDENCE = {
    "compare": "Compare",
    "why": "Why",
    "graph": "Graph",
    "matrix": "Matrix",
    "dendrogram": "Dendrogram",
}
