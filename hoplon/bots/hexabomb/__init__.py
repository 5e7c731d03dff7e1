"""Bots of hexabomb."""

BOTS = {
    "random": "random:Random",
    "painter": "painter:Painter",
    "hunter": "hunter:Hunter",
    "search": "search:Search",
}
