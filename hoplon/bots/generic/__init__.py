"""Bots that play every game."""

BOTS = {"mcts": "mcts:Mcts", "random": "random:Random"}
