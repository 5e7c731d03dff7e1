"""Commands of hexabomb."""

COMMANDS = {"host": "host", "join": "join", "watch": "watch", "hexabomb": "program", "map": "map"}
COMPILED = ("search",)
