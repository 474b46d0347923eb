"""The only code that opens the person's files: finding them, reading them, turning them into text."""
