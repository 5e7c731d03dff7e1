"""Hoplite: a hex dungeon in which every attack is a reaction to movement."""
