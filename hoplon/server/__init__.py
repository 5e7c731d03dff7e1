"""The arena: matches in a browser. It contains no rules."""
