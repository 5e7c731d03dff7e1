"""Commands of CodeKeeper."""

COMMANDS = {"maze": "maze"}
