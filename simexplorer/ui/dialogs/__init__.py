"""Windows beside the main one, and the parts that only they have: each asks one thing and emits what was chosen."""
