"""Commands of CodeKeeper."""

COMMANDS = {"maze": "maze"}
COMPILED: tuple[str, ...] = ()
