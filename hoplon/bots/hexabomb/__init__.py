"""Bots of hexabomb."""

BOTS = {
    "random": "random:Random",
    "painter": "painter:Painter",
    "hunter": "hunter:Hunter",
    "search": "search:Search",
}
POLICIES = {"painter": "policies:painter"}
GAINS = dict.fromkeys(("hexabomb-crossroads4-v1", "hexabomb-duel-v1"), "gains:superiority")
FORESIGHT = "foresight:FORESIGHT"
