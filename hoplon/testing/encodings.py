"""What holds for every encoding: it tells no secrets, keeps within its bounds, and names legal choices."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from hoplon.core.encoding import Encoding
from hoplon.core.game import Game, Rules
from hoplon.core.generic_encoding import encodings_of
from hoplon.core.kernel import copied, is_compiled, rule
from hoplon.testing.walks import ANOTHER_DEAL, Walk, must
from hoplon.testing.ways_to_run import as_tuples, elsewhere

REDEALS = 3
TURNS = 25
SCRIPT = """
import json, sys
import hoplon
from hoplon.testing.encodings import told_in_random_play
print(json.dumps(told_in_random_play(hoplon.game(sys.argv[1]), json.loads(sys.argv[2]))))
"""
TOLD = ("observation", "mask", "memory")


@dataclass(frozen=True)
class Looks:
    """The functions of an encoding that Python calls, compiled.

    `look(states, i, agent, memory, row, mask)` remembers, observes and masks; `asked(states, i)` is the agent
    that is asked now and its seat; `agents(states, i)` says how many there are, 0 if they are the seats.
    """

    look: Callable[..., None]
    asked: Callable[..., tuple[int, int]]
    seat: Callable[..., int]
    agents: Callable[..., int]
    choice: Callable[..., int]
    action: Callable[..., int]


@rule
def one_a_seat(_s: Any) -> int:
    """Where agents are the seats."""
    return 0


@cache
def looks_of(encoding: Encoding, rules: Rules) -> Looks:
    """Make these functions."""
    remember, observe, mask_of = encoding.remember, encoding.observe, encoding.mask
    choice_of, action_of, seat_of = encoding.choice_of, encoding.action_of, encoding.seat_of
    agent_of, count_agents = encoding.agent_of or rules.to_move, encoding.count_agents or one_a_seat

    @rule
    def look(states: Any, i: int, agent: int, memory: Any, row: Any, mask: Any) -> None:
        remember(states[i], agent, memory)
        observe(states[i], agent, memory, row)
        mask_of(states[i], agent, memory, mask)

    @rule
    def asked(states: Any, i: int) -> tuple[int, int]:
        agent = agent_of(states[i])
        return int(agent), int(seat_of(states[i], agent))

    @rule
    def seat(states: Any, i: int, agent: int) -> int:
        return int(seat_of(states[i], agent))

    @rule
    def agents(states: Any, i: int) -> int:
        return int(count_agents(states[i]))

    @rule
    def choice(states: Any, i: int, action: int) -> int:
        return int(choice_of(states[i], action))

    @rule
    def action(states: Any, i: int, choice: int) -> int:
        return int(action_of(states[i], choice))

    return Looks(look, asked, seat, agents, choice, action)


@dataclass
class Seen:
    """A position in a match, the agent that is asked, and what it is told."""

    states: Any
    agent: int
    seat: int
    memory: Any  # before it looked
    row: Any
    mask: Any
    after: Any  # its memory afterwards


def play(walk: Walk, encoding: Encoding) -> Iterator[Seen]:
    """A match in which every agent takes one of the actions that its mask allows."""
    match = walk.begin()
    game, states, turns = match.game, match.state.array, match.game.new_turns(1)
    looks = looks_of(encoding, game.rules)
    memories: dict[int, Any] = {}
    for pick in walk.picks:
        if game.entries.mover(states, 0) < 0:
            return
        agent, seat = looks.asked(states, 0)
        before = memories.get(agent, np.zeros(encoding.memory, np.uint8))
        seen = Seen(states, agent, seat, before, *told(game, encoding, states, agent, before))
        yield seen
        memories[agent] = seen.after
        allowed = np.flatnonzero(seen.mask)
        must(allowed.size, f"{encoding} allows nothing in {game.notation(states, 0)}")
        choice = looks.choice(states, 0, int(allowed[pick % allowed.size]))
        game.entries.play(states, 0, turns, 0, choice)


def told(game: Game, encoding: Encoding, states: Any, agent: int, before: Any) -> tuple[Any, Any, Any]:
    """The observation of an agent, its mask, and its memory afterwards."""
    row, mask = np.zeros(encoding.width, np.uint8), np.zeros(encoding.actions, np.uint8)
    after = before.copy()
    looks_of(encoding, game.rules).look(states, 0, agent, after, row, mask)
    return row, mask, after


def tells_no_secrets(walk: Walk, encoding: Encoding) -> None:
    """Observation, mask and memory are the same in whatever position the seat thinks possible."""
    game = walk.begin().game
    for number, seen in enumerate(play(walk, encoding)):
        seed = ANOTHER_DEAL ^ (walk.seed + REDEALS * number)
        for agent, seat in onlookers(walk, encoding, seen):
            before = seen.memory if agent == seen.agent else np.zeros_like(seen.memory)
            mine = told(game, encoding, seen.states, agent, before)
            for other in possible(game, seen.states, seat, seed):
                for what, here, there in zip(
                    TOLD, mine, told(game, encoding, other, agent, before), strict=True
                ):
                    apart = np.flatnonzero(here != there)
                    must(
                        not apart.size,
                        f"{encoding}: the {what} of agent {agent} depends on what it may not know, in byte "
                        f"{apart[:1]}{_part_at(encoding, what, apart)} of {game.notation(seen.states, 0)}",
                    )


def onlookers(walk: Walk, encoding: Encoding, seen: Seen) -> Iterator[tuple[int, int]]:
    """The agents that look at a position, with their seats: the one asked, or all where all act at once."""
    if not walk.game.simultaneous:
        yield seen.agent, seen.seat
        return
    match = walk.begin()
    looks = looks_of(encoding, match.game.rules)
    for agent in range(looks.agents(seen.states, 0) or match.game.seat_count(match.options)):
        yield agent, looks.seat(seen.states, 0, agent)


def possible(game: Game, states: Any, seat: int, seed: int) -> Iterator[Any]:
    """The position without what a seat cannot know, and some that it thinks possible."""
    yield game.concealed(states, 0, seat)
    for deal in range(REDEALS):
        dealt = copied(states)
        game.entries.redeal(dealt, 0, seat, seed + deal)
        yield dealt


def _part_at(encoding: Encoding, what: str, apart: Any) -> str:
    """Which part of an observation that is."""
    parts = [part.name for part, at in encoding.stretches() if apart.size and at.start <= apart[0] < at.stop]
    return f" ({parts[0]})" if parts and what == "observation" else ""


def keeps_its_word(walk: Walk, encoding: Encoding) -> None:
    """Bytes stay within `most`, what the mask allows is legal, and a choice stands for its action."""
    game = walk.begin().game
    looks = looks_of(encoding, game.rules)
    for seen in play(walk, encoding):
        before = seen.states.tobytes()
        again = told(game, encoding, seen.states, seen.agent, seen.memory)
        must(before == seen.states.tobytes(), f"{encoding} changes the position that it looks at")
        must((again[0] == seen.row).all(), f"{encoding} tells something else when it looks again")
        over = np.flatnonzero(seen.row > encoding.most)
        must(
            not over.size,
            f"{encoding}: byte {over[:1]}{_part_at(encoding, 'observation', over)} is {seen.row[over[:1]]}, "
            "more than the most of its part",
        )
        must(set(seen.mask.tolist()) <= {0, 1}, f"{encoding} has a mask with other bytes than 0 and 1")
        for action in np.flatnonzero(seen.mask).tolist():
            choice = looks.choice(seen.states, 0, action)
            must(
                game.entries.allows(seen.states, 0, choice),
                f"{encoding} allows action {action}, but its choice {choice} is not legal in "
                f"{game.notation(seen.states, 0)}",
            )
            back = looks.action(seen.states, 0, choice)
            must(back == action, f"{encoding}: the choice {choice} of action {action} is action {back}")


def encodings_tell_no_secrets(walk: Walk) -> None:
    """No encoding of the game tells an agent what its seat may not know."""
    for encoding in fitting(walk):
        tells_no_secrets(walk, encoding)


def encodings_keep_their_word(walk: Walk) -> None:
    """Every encoding of the game keeps within its bounds and offers legal choices."""
    for encoding in fitting(walk):
        keeps_its_word(walk, encoding)


def fitting(walk: Walk) -> list[Encoding]:
    """The encodings that fit a match."""
    game = walk.begin().game
    return [encoding for encoding in encodings_of(game) if encoding.fits(game)]


def told_in_random_play(game: Game, sets: Sequence[Mapping[str, Any]] = ({},)) -> list[str]:
    """Digests of all that every encoding tells in a match under each of several sets of options."""
    found = []
    for number, options in enumerate(sets):
        walk = Walk(game, number, tuple(37 * n + number for n in range(TURNS)), as_tuples(options))
        for encoding in fitting(walk):
            digest = hashlib.sha256()
            for seen in play(walk, encoding):
                digest.update(seen.row.tobytes() + seen.mask.tobytes() + seen.after.tobytes())
            found.append(f"{encoding} {digest.hexdigest()}")
    return found


def compiled_tells_as_interpreted(game: Game, sets: Sequence[Mapping[str, Any]] = ({},)) -> None:
    """Byte for byte; the game must be installed, since another process looks at it."""
    switch = {"NUMBA_DISABLE_JIT": "1" if is_compiled() else "0"}
    there = elsewhere(SCRIPT, switch, game.name, json.dumps(list(sets)))
    for one, other in zip(there, told_in_random_play(game, sets), strict=True):
        must(one == other, f"interpreted and compiled observations part: {one} and {other}")
