"""Sets and vectors to signatures: one file per family of locality-sensitive functions."""
