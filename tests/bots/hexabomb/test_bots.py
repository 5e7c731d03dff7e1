"""Bots of hexabomb play whole matches, legally, the same from the same dice, and better than chance."""

from __future__ import annotations

import json

import pytest

import hoplon
from hoplon.bots.hexabomb.hunter import Hunter, is_narrow
from hoplon.bots.hexabomb.painter import Painter
from hoplon.bots.hexabomb.random import Random
from hoplon.bots.hexabomb.search import Search
from hoplon.bots.hexabomb.sense import Threat, blast, burning
from hoplon.core.choices import Choice, Choices
from hoplon.core.quick_dice import quick_below, quick_stream
from hoplon.games.hexabomb.client import orders_of, position_of
from hoplon.games.hexabomb.maps import named
from hoplon.games.hexabomb.state import Do
from hoplon.games.hexabomb.view import whole
from hoplon.games.hexabomb.wire import Play
from tests.games.hexabomb.boards import Table


class Dice:
    """Dice of a referee."""

    def __init__(self, seed):
        self.key, self.n = int(quick_stream(seed, 1, 1)), 0

    def below(self, sides):
        self.n += 1
        return int(quick_below(self.key, self.n, sides))


def match_of(bots, seed=1, **options):
    match = hoplon.new("hexabomb", seed=seed, **options)
    dice = Dice(seed)
    while not match.is_over:
        seat = match.to_move
        legal = match.legal()
        choice = bots[seat].choose(match.view(seat), legal, dice, 1.0)
        assert choice in legal
        match.play(choice)
    return match


@pytest.mark.parametrize("make", [Random, Painter, lambda: Search(samples=2, turns=3), Hunter])
def test_a_bot_plays_a_whole_match_the_same_from_the_same_dice(make):
    for options in ({"map": "duel"}, {"map": "delta", "players": 1, "special": True}):
        first, second = (match_of([make(), make()], turns=6, **options) for _ in range(2))
        assert first.choices == second.choices


def test_the_painter_beats_chance():
    match = match_of([Random(), Painter()], map="duel", turns=40)
    assert match.outcome.winners == (1,)
    assert match.outcome.scores[1] > 2 * match.outcome.scores[0]


@pytest.mark.slow
def test_the_search_beats_the_painter_from_both_seats():
    lead = 0
    for bots, own in (([Search(), Painter()], 0), ([Painter(), Search()], 1)):
        scores = match_of(bots, map="duel", turns=40).outcome.scores
        lead += scores[own] - scores[1 - own]
    assert lead > 0


def test_the_hunter_kills():
    match = match_of([Hunter(), Random(), Random()], map="delta", special=True, players=2, turns=60)
    killed = [a.who for turn in match.turns for a in turn.actions if a.kind == Do.KILL]
    assert killed
    assert not any(match.view().characters[who].seat == 0 for who in killed)


def choice_of(bot, table, **values):
    """What a bot orders on a picture."""
    from dataclasses import replace

    p = whole(table.states, 0)
    legal = Choices([Choice(text, 0) for text in values.pop("legal").split(", ")])
    return bot.choose(replace(p, **values), legal, Dice(0), 1.0)


MOVES = "move x+, move x-, bomb 2 2, bomb 4 2, bomb 4 3, bomb 4 4, bomb 2 100, stay"


def test_the_painter_leaves_the_fire_and_does_not_walk_into_it():
    table = Table("1   1A  1   2o1     2B", turn=2)
    assert choice_of(Painter(), table, legal=MOVES) == "move x-"
    table = Table(".   1A          2o1     2B", turn=2)
    assert choice_of(Painter(), table, legal=MOVES) == "move x-"


def test_the_painter_does_not_drop_a_bomb_it_cannot_run_from():
    table = Table("2   1A  2   2       2B", turn=2)
    assert choice_of(Painter(), table, legal=MOVES).startswith("move")


def test_the_hunter_attacks_who_is_close_and_in_line():
    table = Table("1A  .   2B", special=True, turn=2)
    assert choice_of(Hunter(), table, legal=MOVES) == "bomb 4 2"


def test_the_hunter_comes_closer_and_shuts_narrow_ways():
    row = Table("1A  .   .   .   .   .   .   .   .   .   .   .   2B", special=True, turn=2)
    assert choice_of(Hunter(), row, legal="move x+, bomb 4 2, stay") == "move x+"
    row = Table(".   1A  .   .   .   .   2B", special=True, turn=2)
    assert is_narrow(whole(row.states, 0).board, 1)
    assert choice_of(Hunter(), row, legal=MOVES) == "bomb 2 100"


def test_bots_know_when_cells_burn():
    p = whole(Table("1o3 .   .   1o1 .   .   1A").states, 0)
    assert sorted(blast(p.board, 3, 2)) == [1, 2, 3, 4, 5]
    alone = burning(p.board, [Threat(0, 2, 3), Threat(3, 2, 1)])
    assert (alone[1], alone[2], alone[0]) == ({1, 3}, {1, 3}, {3})
    chained = burning(p.board, [Threat(0, 2, 3), Threat(3, 3, 1)])
    assert chained[0] == chained[1] == {1}


@pytest.mark.representative
def test_a_bot_plays_over_the_wire_as_at_the_table():
    board = named("delta")
    play = Play(board, 2, 1)
    bots, dice = [Hunter(), Painter(), Random()], Dice(3)
    said: list[str] = []
    play.report = said.append
    for n in range(12):
        position = position_of(json.loads(play.state()), 1, n, 100)
        assert position == whole(play.states, 0).__class__(**{**vars_of(whole(play.states, 0)), "turns": 100})
        entries = []
        for seat, bot in enumerate(bots):
            actions = orders_of(position, seat, lambda v, legal, bot=bot: bot.choose(v, legal, dice, 1.0))
            entries.append({"player_id": seat, "turn_number": n, "actions": actions})
        play.turn(entries)
    assert said == []
    assert play.turn_number == 12


def vars_of(position):
    return {name: getattr(position, name) for name in position.__dataclass_fields__}
