"""The engine: records, dice, actions and reactions, matches. It knows no game."""
