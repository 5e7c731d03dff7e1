"""Runs single matches and series of matches, and evaluates the results."""
