"""How programs and distant players take part in a game: adapters that contain no rules."""
