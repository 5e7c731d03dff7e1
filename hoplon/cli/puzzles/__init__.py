"""`hoplon puzzles`: positions with one best choice, one file a command."""

COMMANDS = {"puzzles": "group"}
