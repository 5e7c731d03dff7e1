"""Bots of Hoplites, the card battle."""
