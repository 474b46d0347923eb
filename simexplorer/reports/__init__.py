"""A result handed over: JSON, HTML and other formats, written beside and renamed."""
