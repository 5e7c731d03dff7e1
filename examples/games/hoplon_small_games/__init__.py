"""Four small games, each in one file beside its rulebook."""
