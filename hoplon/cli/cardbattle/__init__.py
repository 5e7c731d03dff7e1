"""Hoplites on the command line: its armies, and the battle in a terminal."""

COMMANDS = {"army": "army"}
