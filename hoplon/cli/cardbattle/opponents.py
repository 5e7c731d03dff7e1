"""The computer at the other side of the table: three strengths, and who answers for whom."""

from __future__ import annotations

from hoplon.arena.run import SeatDice
from hoplon.bots import bot, bots_for
from hoplon.core.bot import Bot
from hoplon.core.errors import BadOption
from hoplon.core.match import Choice, Match

# The first bot of a line that is installed plays.
STRENGTHS: dict[str, tuple[str, ...]] = {
    "easy": ("random",),
    "medium": ("judge", "random"),
    "hard": ("search", "judge", "random"),
}
THINKING = 1.0  # seconds a choice


class Opponent:
    """A bot in a seat, with dice of its own."""

    def __init__(self, strength: str, seed: int, seat: int, game: str = "cardbattle") -> None:
        if strength not in STRENGTHS:
            raise BadOption(f"there is no opponent {strength!r}; expected one of {', '.join(STRENGTHS)}")
        installed = bots_for(game)
        name = next(name for name in STRENGTHS[strength] if name in installed)
        self.bot: Bot = bot(name, game)
        self.seat = seat
        self.dice = SeatDice(seed, seat)

    def choose(self, match: Match) -> Choice:
        """One of the legal choices; the bot sees what its seat may see."""
        return self.bot.choose(match.view(self.seat), match.legal(), self.dice, THINKING)
