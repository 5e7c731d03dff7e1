"""Bots that play every game."""

BOTS = {"random": "random:Random"}
