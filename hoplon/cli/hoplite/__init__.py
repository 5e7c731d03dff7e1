"""Hoplite drawn in a terminal. It holds no rule: it asks the match for all it shows."""

COMMANDS: dict[str, str] = {}
