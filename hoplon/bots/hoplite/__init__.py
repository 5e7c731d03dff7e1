"""Bots of Hoplite."""

BOTS = {"greedy": "greedy:Greedy", "search": "search:Search"}
