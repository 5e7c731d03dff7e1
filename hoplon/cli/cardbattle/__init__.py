"""Hoplites on the command line: its armies, and the battle in a terminal."""

COMMANDS = {"army": "army", "odds": "odds"}
COMPILED = ("hard",)  # the strongest opponent thinks as far as it gets in its time
