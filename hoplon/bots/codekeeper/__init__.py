"""Bots of CodeKeeper."""

BOTS = {"wanderer": "explorer:Wanderer", "explorer": "explorer:Explorer", "seeker": "seeker:Seeker"}
GAINS = dict.fromkeys(("codekeeper-fog-v1", "codekeeper-open-v1"), "gains:findings")
FORESIGHT = "foresight:FORESIGHT"
