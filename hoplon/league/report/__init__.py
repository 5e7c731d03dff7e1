"""What a league has to show: standings, head-to-head results, matches, errors, curves. It only reads."""
