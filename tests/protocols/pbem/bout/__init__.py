"""The duel of the engine's tests, as a folder such as an installed game has."""

from tests.core.duel import GAME

__all__ = ["GAME"]
