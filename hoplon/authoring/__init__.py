"""What the author of a game needs: a module for each part of it."""
