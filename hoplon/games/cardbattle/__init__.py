"""Hoplites: card battles of antiquity, of the samurai, of legend and at the Hot Gates."""
