"""What a person keeps: results and decisions in one file; what decisions do to files, and how that is taken back."""
