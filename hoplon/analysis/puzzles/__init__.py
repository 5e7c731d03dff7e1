"""Puzzles are looked for in matches, checked, and rated by how much search they take."""
