"""What is kept: results and decisions in one file, and the cache of what is costly."""
