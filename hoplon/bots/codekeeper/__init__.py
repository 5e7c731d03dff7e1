"""Bots of CodeKeeper."""

BOTS = {"wanderer": "explorer:Wanderer", "explorer": "explorer:Explorer", "seeker": "seeker:Seeker"}
