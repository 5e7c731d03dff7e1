"""The games, one line each."""
