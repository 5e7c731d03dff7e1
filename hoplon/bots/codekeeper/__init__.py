"""Bots of CodeKeeper."""
