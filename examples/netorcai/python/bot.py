#!/usr/bin/env python3
"""A bot for hexabomb that moves, bombs and revives: python bot.py [--seed N] [HOST [PORT [ROLE]]]"""

import argparse
import sys

from hexabomb import WAYS, Client, GameError, GameStarts, Order, Turn, bomb, move, revive

ONE_BOMB_IN = 4


class Dice:
    """The same numbers for the same seed, in every language that this bot is written in."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.state = (self.state * 1664525 + 1013904223) % 2**32
        return (self.state >> 16) % n


def decide(start: GameStarts, turn: Turn, dice: Dice) -> list[Order]:
    """Revive the dead, drop a bomb now and then, else step to a free cell, best one to paint."""
    state = turn.state
    color = start.player_id + 1
    taken = state.taken()
    bombs = {lying.cell for lying in state.bombs}
    orders = []
    for c in state.characters_of(start.player_id):
        if not c.alive:
            if c.revive_delay == 0 and not start.is_sudden_death:
                orders.append(revive(c.id))
            continue
        if c.bomb_count > 0 and c.cell not in bombs and dice.below(ONE_BOMB_IN) == 0:
            bomb_range = 2 + dice.below(3)
            bomb_delay = 2 + dice.below(3)
            orders.append(bomb(c.id, bomb_range, bomb_delay))
            continue
        ways = {way: c.cell.step(way) for way in WAYS}
        free = [way for way, cell in ways.items() if cell in state.cells and cell not in taken]
        fresh = [way for way in free if state.cells[ways[way]] != color]
        wanted = fresh or free
        if wanted:
            way = wanted[dice.below(len(wanted))]
            taken.add(ways[way])
            orders.append(move(c.id, way))
    return orders


def whole_number(what: str, least: int, most: int):
    """Reads a number from the command line."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal() and len(text) <= 20 and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(
                f"the {what} is '{text}'; expected a whole number from {least} to {most}"
            )
        return int(text)

    return read


def main() -> int:
    parser = argparse.ArgumentParser(description="A bot for hexabomb that moves, bombs and revives.")
    parser.add_argument("host", nargs="?", default="127.0.0.1")
    parser.add_argument("port", nargs="?", default=4242, type=whole_number("port", 1, 65535))
    parser.add_argument("role", nargs="?", default="player")
    parser.add_argument("--seed", default=1, type=whole_number("seed", 0, 2**32 - 1))
    given = parser.parse_args()
    dice = Dice(given.seed)
    try:
        with Client(given.host, given.port) as client:
            client.login("python", given.role)
            end = client.play(lambda start, turn: decide(start, turn, dice))
    except GameError as problem:
        print(problem, file=sys.stderr)
        return 1
    print("winner:", end.winner_player_id)
    return 0


if __name__ == "__main__":
    sys.exit(main())
