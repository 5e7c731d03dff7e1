"""Hoplite in a terminal, drawn with Textual. It holds no rule: it asks the match for all it shows."""
