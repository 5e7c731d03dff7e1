"""Playouts: a position is played on again and again, with other dice each time, by one compiled loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from hoplon.bots import network_of
from hoplon.bots.foresight import LEARNED, MCTS
from hoplon.bots.generic.desk import EXPLORE, KNOWN, SEATS, new_desk
from hoplon.bots.generic.looking import NO_CHOICE, looking_at, new_eye
from hoplon.bots.generic.mcts import EAGER, HORIZON, search_of
from hoplon.bots.generic.network import Network, read_network
from hoplon.bots.policies import policy
from hoplon.core.actions import FINE
from hoplon.core.dice import named
from hoplon.core.encoding import Encoding
from hoplon.core.foresight import Foresight
from hoplon.core.game import Game, Rules
from hoplon.core.kernel import rule
from hoplon.core.quick_dice import quick_below, quick_number, quick_stream

PLAY_ON = -1  # instead of a choice: whoever is asked chooses
WORLD_DICE = 0x574F52
PLAYER_DICE = 0x504C41
SLIP_DICE, SLIPPED_DICE = 1 << 20, 1 << 21  # draws that no player makes: playouts are shorter
HUNDRED = 100
MCTS_NODES, MCTS_ROOM = 32, 4096


@dataclass(frozen=True)
class Player:
    """Who plays on, compiled: `choose(rooms, memories, tools, key, n)` for the position in `rooms[1]`.

    `notice(rooms, memories)` remembers what whoever is asked sees; `value(rooms, memories, tools)` is what
    the player expects. `tools(game)` are made once for each thread; `count(states)` says how many remember.
    `options(rooms, memories, tools, codes)` lists the choices that the player tells apart, if it is given.
    """

    choose: Callable[..., int]
    notice: Callable[..., None]
    value: Callable[..., float]
    tools: Callable[[Game], Any]
    memory: int
    count: Callable[[Any], int]
    options: Callable[..., int] | None = None


@rule
def nothing_noticed(rooms, memories):
    """For players who remember nothing."""


@rule
def no_value(rooms, memories, tools):
    """For players who expect nothing."""
    return 0.0


def one(_states: Any) -> int:
    """One row of memory, which nobody uses."""
    return 1


def player_of(game: Game, foresight: Foresight) -> Player:
    """The player that plays on."""
    if foresight.player == LEARNED:
        return _learned(game.rules, _network(game.name).encoding)
    if foresight.player == MCTS:
        return _mcts(game.rules)
    return _by_policy(policy(foresight.player, game))


@cache
def _network(name: str) -> Network:
    from hoplon.games import game

    return read_network(network_of(name), game(name))


@cache
def _learned(rules: Rules, encoding: Encoding) -> Player:
    looking = looking_at(rules, encoding)
    first_choice, judge, agent_of = looking.choose, looking.judge, looking.agent_of
    remember, choice_of, is_legal, fill_mask = (
        encoding.remember, encoding.choice_of, rules.is_legal, looking.fill_mask,
    )  # fmt: skip

    @rule
    def options(rooms, memories, tools, codes):
        s = rooms[1]
        agent = agent_of(s)
        fill_mask(s, agent, tools, memories[agent])
        n = 0
        for action in range(len(tools.mask)):
            if tools.mask[action] != 0:
                code = choice_of(s, action)
                if is_legal(s, code):
                    codes[n] = code
                    n += 1
        return n

    @rule
    def choose(rooms, memories, tools, key, n):
        """What the network likes best."""
        return first_choice(rooms[1:2], memories, tools)

    @rule
    def notice(rooms, memories):
        agent = agent_of(rooms[1])
        remember(rooms[1], agent, memories[agent])

    @rule
    def value(rooms, memories, tools):
        agent = agent_of(rooms[1])
        judge(rooms[1], agent, tools, memories[agent])
        return float(tools.sheet.outputs[len(tools.sheet.outputs) - 1])

    def tools(game: Game) -> Any:
        network = _network(game.name)
        return new_eye(network.weights, network.encoding)

    def count(states: Any) -> int:
        return looking.count(states) or 1

    return Player(choose, notice, value, tools, encoding.memory, count, options)


@cache
def _mcts(rules: Rules) -> Player:
    search = search_of(rules)
    prepare, grow, nth_legal, count_legal = search.prepare, search.grow, rules.nth_legal, rules.count_legal

    @rule
    def choose(rooms, memories, tools, key, n):
        """A brief search."""
        if count_legal(rooms[1]) == 1:
            return nth_legal(rooms[1], 0)
        tools.states[KNOWN] = rooms[1]
        seed = quick_number(key, n) >> 1
        prepare(tools, seed, HORIZON)
        return int(grow(tools, seed, MCTS_NODES))

    def tools(game: Game) -> Any:
        desk = new_desk(game, search.node, MCTS_ROOM)
        desk.counts[SEATS] = game.seats[0]
        desk.sums[EXPLORE] = EAGER
        return desk

    return Player(choose, nothing_noticed, no_value, tools, 0, one)


@cache
def _by_policy(chosen: Callable[..., int]) -> Player:
    @rule
    def choose(rooms, memories, tools, key, n):
        """The choice of the policy."""
        return chosen(rooms[1], tools[0], key, n)

    def tools(_game: Game) -> Any:
        return np.zeros(1, np.int64)

    return Player(choose, nothing_noticed, no_value, tools, 0, one)


@cache
def slipping(rules: Rules, player: Player, slips: int) -> Player:
    """The same player, who makes so many of a hundred choices at random."""
    usual, count_legal, nth_legal = player.choose, rules.count_legal, rules.nth_legal

    @rule
    def choose(rooms, memories, tools, key, n):
        """Mostly what the player chooses."""
        if quick_below(key, SLIP_DICE + n, HUNDRED) < slips:
            return nth_legal(rooms[1], quick_below(key, SLIPPED_DICE + n, count_legal(rooms[1])))
        return usual(rooms, memories, tools, key, n)

    return replace(player, choose=choose)


@rule
def never_stops(s, turn):
    """A playout that goes on to its horizon."""
    return False


@cache
def playouts_of(
    rules: Rules, player: Player, foresight: Foresight, measure: Callable[..., None], is_policy: bool
) -> Callable[..., None]:
    """`run(root, memory, rooms, turns, memories, tools, seat, deals, codes, seed, first, horizon, results)`.

    Plays every choice of `codes` in the worlds from `first` on, as many as `results` has room for: one row
    of quantities for each choice and world. `deals` says whether what the seat cannot know is dealt anew in
    each world, or only the dice. A horizon of 0 expects at once what follows the choice.
    """
    take_turn, to_move, forget = rules.take_turn, rules.to_move, rules.forget_dice
    redeal, conceal = rules.redeal, rules.conceal
    choose, notice, value = player.choose, player.notice, player.value
    recall = foresight.recall
    stops = foresight.stops or never_stops
    hides = conceal is not None
    expects = foresight.expect is not None
    expect = foresight.expect or measure

    @rule
    def look(rooms, tools, seat):
        """Put what the seat that is asked knows into `rooms[1]`."""
        rooms[1] = rooms[0]
        if hides:
            conceal(rooms[1], seat)
        if is_policy:
            tools[0] = seat

    @rule
    def run(root, memory, rooms, turns, memories, tools, seat, deals, codes, seed, first, horizon, results):
        turn = turns[0]
        s = rooms[0]
        for w in range(results.shape[1]):
            key = quick_stream(seed, WORLD_DICE, first + w)
            choices_key = quick_stream(seed, PLAYER_DICE, first + w)
            for k in range(len(codes)):
                rooms[0] = root[0]
                for i in range(memories.shape[0]):
                    for j in range(memories.shape[1]):
                        memories[i, j] = memory[i, j]
                if deals and hides:
                    redeal(s, seat, named(key >> 1))
                    recall(s, seat, memories[0])
                else:
                    forget(s, named(key >> 1))
                code = codes[k]
                mover = to_move(s)
                played = 0
                stopped = False
                if code != PLAY_ON and mover >= 0:
                    look(rooms, tools, mover)
                    notice(rooms, memories)
                    take_turn(s, turn, code)
                    mover = to_move(s) if turn.fault == FINE else -1
                    stopped = stops(s, turn)
                while mover >= 0 and played < horizon and not stopped:
                    look(rooms, tools, mover)
                    code = choose(rooms, memories, tools, choices_key, played)
                    if code == NO_CHOICE:
                        break
                    take_turn(s, turn, code)
                    played += 1
                    mover = to_move(s) if turn.fault == FINE else -1
                    stopped = stops(s, turn)
                if mover < 0 or not expects:
                    measure(s, seat, results[k, w])
                else:
                    look(rooms, tools, mover)
                    notice(rooms, memories)
                    expect(s, seat, value(rooms, memories, tools), results[k, w])

    return run
