"""Bots of Hoplites, the card battle."""

BOTS = {
    "judge": "judge:Judge",
    "easy": "strengths:Easy",
    "medium": "strengths:Medium",
    "hard": "strengths:Hard",
    "search": "search:Search",
}
