"""Similarity Explorer: open a folder of documents and see what they share."""

__version__ = "0.1.0"
