"""Hoplites, the card battles, in the terminal."""
