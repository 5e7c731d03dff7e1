"""Players of CodeKeeper see no more than a bot may read, and play whole games."""

from __future__ import annotations

import pytest

from hoplon.bots.codekeeper.explorer import Explorer, Wanderer
from hoplon.bots.codekeeper.memory import FLOOR, UNKNOWN, Memory
from hoplon.bots.codekeeper.seeker import Seeker
from hoplon.core.bot import Bot
from hoplon.core.choices import Choices
from hoplon.core.match import Match
from hoplon.games.codekeeper import GAME
from tests.games.codekeeper.boards import match_of


class FirstDice:
    """Dice that count up."""

    def __init__(self) -> None:
        self.n = 0

    def below(self, sides: int) -> int:
        self.n += 1
        return self.n % sides


def play(bot: Bot, match: Match) -> Match:
    """A whole game; a bot gets the view and nothing else."""
    dice = FirstDice()
    nothing = Choices([])
    while not match.is_over:
        match.play(bot.choose(match.view(), nothing, dice, 0.05))
    return match


@pytest.fixture(scope="module")
def seeker() -> Seeker:
    return Seeker(nodes=1500)


@pytest.mark.parametrize("maker", [Wanderer, Explorer])
def test_simple_players_play_whole_games(maker: type[Bot]) -> None:
    for seed in range(3):
        assert play(maker(), Match(GAME, seed)).is_over


def test_the_seeker_plays_the_same_game_twice(seeker: Seeker) -> None:
    games = [play(seeker, Match(GAME, 7)).choices for _ in range(2)]
    assert games[0] == games[1]


def test_the_seeker_leaves_by_an_exit_it_sees(seeker: Seeker) -> None:
    match = play(seeker, match_of("H..E", x=5, y=5))
    assert str(match.outcome) == "exit, score 10000"
    assert len(match.choices) == 3


def test_the_seeker_lets_a_vampire_come(seeker: Seeker) -> None:
    match = match_of("XXXXXXXX\nXH..4..E\nXXXXXXXX", x=1, y=4)
    play(seeker, match)
    assert match.outcome is not None
    assert match.outcome.reason == "exit"
    assert match.view().health == 20


def test_the_seeker_mostly_survives(seeker: Seeker) -> None:
    ends = [play(seeker, Match(GAME, seed)).outcome for seed in range(6)]
    assert sum(end is not None and end.reason == "dead" for end in ends) <= 3


def test_memory_keeps_what_was_seen_and_forgets_a_new_game() -> None:
    match = match_of("H", x=0, y=0)
    memory = Memory()
    memory.see(match.view())
    assert memory.ground[3 * 16 + 3] == FLOOR
    assert memory.ground[4 * 16] == UNKNOWN
    match.play("MOVE 1 0")
    memory.see(match.view())
    assert memory.ground[4 * 16] == FLOOR
    memory.see(match_of("H", x=15, y=11).view())
    assert memory.ground[0] == UNKNOWN
