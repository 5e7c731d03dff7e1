"""`hoplon league`: tournaments, one file a command."""

COMMANDS = {"league": "group"}
