"""Bots of Hoplite."""
