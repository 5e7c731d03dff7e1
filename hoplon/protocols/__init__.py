"""How programs speak with Hoplon: lines, messages and what they mean."""
