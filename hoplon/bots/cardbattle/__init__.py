"""Bots of Hoplites, the card battle."""

BOTS = {
    "judge": "judge:Judge",
    "easy": "strengths:Easy",
    "medium": "strengths:Medium",
    "hard": "strengths:Hard",
    "search": "search:Search",
}
POLICIES = {
    "judge": "policies:judge_policy",
    "easy": "policies:easy_policy",
    "medium": "policies:judge_policy",
}
GAINS = dict.fromkeys(("cardbattle-armies-v1", "cardbattle-small-v1"), "gains:advantage")
FORESIGHT = "foresight:FORESIGHT"
