"""Where bots meet games: single runs and what they add up to."""
