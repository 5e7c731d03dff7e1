"""What positions and choices are worth, what was luck and what was skill, and why things happened."""
