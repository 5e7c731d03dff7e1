"""What the author of a game needs: `rules` to write it with, `game` to describe it, `pictures` to draw it."""
