"""The computer at the other side of the table."""

from __future__ import annotations

from hoplon.bots import bot
from hoplon.bots.dice import SeatDice
from hoplon.core.bot import Bot
from hoplon.core.choices import Choice
from hoplon.core.errors import BadOption
from hoplon.core.match import Match

STRENGTHS = ("easy", "medium", "hard")  # bots of these names
THINKING = 1.0  # seconds a choice


class Opponent:
    """A bot in a seat, with dice of its own."""

    def __init__(self, strength: str, seed: int, seat: int) -> None:
        if strength not in STRENGTHS:
            raise BadOption(f"there is no opponent {strength!r}; expected one of {', '.join(STRENGTHS)}")
        self.bot: Bot = bot(strength, "cardbattle")
        self.seat = seat
        self.dice = SeatDice(seed, seat)

    def choose(self, match: Match) -> Choice:
        """One of the legal choices; the bot sees what its seat may see."""
        return self.bot.choose(match.view(self.seat), match.legal(), self.dice, THINKING)
