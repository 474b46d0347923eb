"""What the program does without a window: one module a command."""
