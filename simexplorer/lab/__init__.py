"""The lab: each method step by step, computed by the functions the program itself uses, as arrays to be drawn."""
