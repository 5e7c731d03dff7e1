"""My Game, a game for Hoplon."""
