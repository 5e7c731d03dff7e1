"""Encodings for two of the example games, which bring none."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path

from hoplon.core.encoding import NO_ACTION, Encoding, Part
from hoplon.core.game import Game
from hoplon.core.kernel import rule

EXAMPLES = Path(__file__).parents[3] / "examples" / "games"
COLUMNS, ROWS = 7, 6
CELLS = COLUMNS * ROWS
NO_CARD = 7


@rule
def stones_around(s, agent, memory, row):
    """Own stones, then the other's."""
    for cell in range(CELLS):
        bit = cell + cell // COLUMNS
        if (s.stones[agent] >> bit) & 1:
            row[cell] = 1
        if (s.stones[1 - agent] >> bit) & 1:
            row[CELLS + cell] = 1


@rule
def open_columns(s, agent, memory, mask):
    """Columns that are not full."""
    taken = s.stones[0] | s.stones[1]
    for column in range(COLUMNS):
        if (taken >> (column + (COLUMNS + 1) * (ROWS - 1))) & 1 == 0:
            mask[column] = 1


@rule
def as_it_is(s, number):
    """Actions are numbered like choices."""
    return number


@rule
def card_and_bets(s, agent, memory, row):
    """Own card, the card on the table, and what both have paid; then how often one was asked."""
    row[int(s.hand[agent]) // 2] = 1
    if s.table != NO_CARD:
        row[3 + int(s.table) // 2] = 1
    row[6] = s.paid[agent]
    row[7] = s.paid[1 - agent]
    row[8] = memory[0]


@rule
def bets(s, agent, memory, mask):
    """Fold, call, raise."""
    mask[0] = 1  # not always legal: the bot has to look
    mask[1] = 1
    mask[2] = 1 if s.raises < 2 else 0


@rule
def count_questions(s, agent, memory):
    """One more."""
    memory[0] += 1


@rule
def action_of_bet(s, choice):
    """The same number, if it is a bet."""
    return choice if choice < 3 else NO_ACTION


STONES = Encoding(
    "stones", 1, "", (Part("own", (ROWS, COLUMNS)), Part("other", (ROWS, COLUMNS))), COLUMNS,
    stones_around, open_columns, as_it_is, as_it_is,
)  # fmt: skip
BETS = Encoding(
    "bets", 1, "", (Part("cards", (6,)), Part("paid", (2,), 15), Part("asked", (1,), 8)), 3,
    card_and_bets, bets, as_it_is, action_of_bet, memory=1, remember=count_questions,
)  # fmt: skip


@cache
def small_game(name: str) -> Game:
    """Four in a row or Leduc poker, with an encoding."""
    if str(EXAMPLES) not in sys.path:
        sys.path.append(str(EXAMPLES))
    found: Game = import_module(f"hoplon_small_games.{name.replace('-', '_')}").GAME
    encoding = STONES if name == "four-in-a-row" else BETS
    return replace(found, encodings=lambda: (encoding,))
