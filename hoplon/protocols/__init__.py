"""How programs speak with Hoplon: lines, messages and what they mean. No process, socket or file is touched here."""
