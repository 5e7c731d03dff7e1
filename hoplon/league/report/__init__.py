"""What a league has to show: standings, head-to-head results, matches, errors, curves. Nothing is changed here."""
