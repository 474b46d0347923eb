"""Signatures to answers: banding, tuning, exact joins, fingerprint tables, measures, clusters."""
