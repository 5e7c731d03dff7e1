"""hexabomb over netorcai: a built-in bot as a player."""

from __future__ import annotations

import json

from hoplon.bots.dice import SeatDice
from hoplon.core.bot import Bot
from hoplon.core.choices import Choice, Choices
from hoplon.games.hexabomb import maps
from hoplon.games.hexabomb.client import orders_of, position_of
from hoplon.games.hexabomb.view import Position
from hoplon.games.hexabomb.wire import Play
from hoplon.protocols.netorcai import Client, GameEnds, GameStarts, Turn
from hoplon.protocols.netorcai.gojson import Json

PLAYER = "player"
SPECIAL = "special player"
MOST_NICKNAME = 10
REHEARSAL = "duel"


def nickname_of(text: str) -> str:
    """A nickname that the protocol allows."""
    return "".join(text.split())[:MOST_NICKNAME] or "bot"


def join(client: Client, bot: Bot, nickname: str, role: str = PLAYER, seed: int = 0) -> GameEnds:
    """Log in and play a whole game with a bot; each seat has dice of its own."""
    client.login(nickname_of(nickname), role)
    return client.play(Decider(bot, seed))


def rehearse(bot: Bot) -> None:
    """One turn on a board of the usual size, so that nothing is left to compile or load when turns count."""
    play = Play(maps.named(REHEARSAL), 2)
    play.turn([])
    start = GameStarts(0, 2, 0, 2, 0.0, 0.0, {}, ())
    Decider(bot, 0)(start, Turn(0, json.loads(play.state()), ()))


class Decider:
    """Asks a bot for the order of each of its characters."""

    def __init__(self, bot: Bot, seed: int) -> None:
        self._bot = bot
        self._seed = seed
        self._dice: SeatDice | None = None

    def __call__(self, start: GameStarts, turn: Turn) -> list[Json]:
        """The actions of a turn. TURN number k shows the board after k + 1 turns."""
        if self._dice is None:
            self._dice = SeatDice(self._seed, start.player_id)
        dice, clock = self._dice, start.milliseconds_between_turns / 1000

        def choose(view: Position, legal: Choices) -> Choice:
            return self._bot.choose(view, legal, dice, clock)

        position = position_of(
            turn.game_state, start.nb_special_players, turn.turn_number + 1, start.nb_turns_max
        )
        return list(orders_of(position, start.player_id, choose))
