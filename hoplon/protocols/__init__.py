"""How programs talk to a game: adapters that carry messages and hold no rule."""
