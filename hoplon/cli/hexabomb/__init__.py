"""Commands of hexabomb."""

COMMANDS = {"host": "host", "join": "join", "hexabomb": "program", "map": "map"}
COMPILED = ("search",)
