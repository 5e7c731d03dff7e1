"""Hoplite drawn in a terminal."""

COMMANDS: dict[str, str] = {}
