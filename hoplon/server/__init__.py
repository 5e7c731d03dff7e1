"""The arena: matches in a browser. It holds no rule."""
