"""Bots of Hoplite."""

BOTS = {"greedy": "greedy:Greedy", "search": "search:Search"}
GAINS = dict.fromkeys(("hoplite-depth16-v1", "hoplite-gen200-v1", "hoplite-depth1-v1"), "gains:progress")
FORESIGHT = "foresight:FORESIGHT"
