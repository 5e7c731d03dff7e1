"""Formats: who meets whom, on which seed, at which seat, as functions of what the league has had so far."""
