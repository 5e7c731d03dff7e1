"""Bots of hexabomb."""
