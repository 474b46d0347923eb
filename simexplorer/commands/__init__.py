"""What the program does without a window: ``scan``, ``query`` and ``cache``, and what they say and keep."""
