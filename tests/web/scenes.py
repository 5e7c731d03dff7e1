"""Matches in the middle of play, for pictures of them."""

from __future__ import annotations

import json
from itertools import count
from random import Random

from served import Begun, Server

from hoplon.bots import bot
from hoplon.core.match import Match
from hoplon.core.replay import write
from hoplon.games import game
from hoplon.games.cardbattle import GAME as BATTLE
from hoplon.games.cardbattle.board import look
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.referee.record_file import as_json
from hoplon.referee.run import run
from hoplon.sandbox.clock import Spent
from hoplon.server.rooms import read_options
from tests.league.filled import class_cup, duels

BATTLE_SEED = 3
MOST_STEPS = 40  # to an altar
EAGER = {"attack": 8, "fire": 8, "close": 8, "loose": 8, "resolve": 8, "play": 8, "draw": 8, "take": 8,
         "rally": 8, "react": 8, "discard": 0.2, "rear": 0.2, "join": 4}  # fmt: skip


class Scenes(dict[str, Begun]):
    """The matches by name, the turn of the battle in which most was fought, and a race."""

    resolved = 0
    race = ""


def set_up(server: Server) -> Scenes:
    """A match of each kind, in the middle of play."""
    scenes = Scenes()
    bots = {
        "ghost": server.begin(
            "hexabomb",
            seed=2,
            options={"map": "delta", "special": "yes", "turns": "30"},
            seats=[{"player": "bot", "bot": "random"}] + [{"player": "bot", "bot": "hunter"}] * 3,
        ),
        "crowd": server.begin(
            "hexabomb",
            seed=5,
            options={"map": "regatta", "turns": "40"},
            seats=[{"player": "bot", "bot": "painter"}] * 16,
        ),
        "fallen": server.begin("hoplite", seed=7, seats=[{"player": "bot", "bot": "greedy"}]),
        "keeper": server.begin("codekeeper", seed=12, seats=[{"player": "bot", "bot": "seeker:nodes=300"}]),
    }
    scenes["hoplite"] = hoplite(server)
    scenes["duel"] = duel(server)
    scenes["altar"] = altar(server)
    scenes["pause"] = pause(server, scenes["hoplite"])
    scenes["fault"] = server.begin("hoplite", seed=21, seats=[{"player": "bot", "bot": "/bin/false"}])
    scenes["bots"] = open_recorded(server, *recorded("hoplite", "greedy"))
    scenes["bots-two"] = open_recorded(server, *recorded("hexabomb", "hunter", "painter"))
    stage_battles(server, scenes)
    for name, match in bots.items():
        match.wait()
        scenes[name] = match
    by_hand = server.begin("codekeeper", seed=12)
    turns = server.get(f"{scenes['keeper'].path}/turns?start=1&limit=20")["turns"]
    for number, turn in enumerate(turns):
        by_hand.choose(turn["choice"], number)
    scenes["by-hand"] = by_hand
    scenes["clans"] = server.begin(
        "cardbattle",
        seed=3,
        seats=[{"player": "me", "name": "Ada"}, {"player": "bot", "bot": "judge"}],
        options={"army_a": "takeda", "army_b": "oda"},
    )
    scenes["guest"] = server.begin(
        "hexabomb", seed=3, seats=[{"player": "me", "name": "Ada"}, {"player": "friend"}]
    )
    lanes = [{"player": "bot", "bot": one} for one in ("explorer", "seeker:nodes=300", "random")]
    scenes.race = server.post("/api/races", {"game": "codekeeper", "seed": 12, "lanes": lanes}, expect=201)[
        "id"
    ]
    for fill in (class_cup, duels):
        fill(server.database).close()
    return scenes


def recorded(name: str, *bots: str) -> tuple[str, str]:
    """A match file and its record, as of programs that write to stderr, one of which fails in the end."""
    done = run(game(name), [bot(one, name) for one in bots], 21, longest=24)
    for seat, record in enumerate(done.records):
        record.player = f"./{bots[seat]}.py"
        record.answers = [f'{{"choice":"{answer}"}}' for answer in record.answers]
        record.spent = [
            Spent(0.062 if n == 0 else 0.004 + n * 7 % 11 / 700, 0.003, 0.0) for n in range(len(record.spent))
        ]
        for n, number in enumerate(record.numbers[1::4], 2):
            record.errors.append((number, f"depth 3, {140 * n} positions\nbest: {record.answers[n]}\n"))
        record.messages.append((record.numbers[1], "Onwards!"))
    last, number = done.records[done.match.to_move or 0], len(done.match.choices) + 1
    trace = (
        "Traceback (most recent call last):\n  File \"mybot.py\", line 41, in choose\nKeyError: 'energy'\n"
    )
    last.numbers.append(number)
    last.answers.append("")
    last.spent.append(Spent(0.031, 0.002, 0.0))
    last.errors.append((number, trace))
    last.blame("exit", f"{last.player} failed in turn {number}: it ended by itself with exit code 1")
    return write(done.match), json.dumps(as_json(done.records))


def open_recorded(server: Server, file: str, record: str) -> Begun:
    """Such files in the arena."""
    made = server.post("/api/files/recorded", {"file": file, "record": record}, expect=201)
    return Begun(server, made["id"], [])


def hoplite(server: Server) -> Begun:
    """A few steps at depth 8."""
    options = {"depth": "8", "hearts": "5", "prayers": "deep-lunge,surge"}
    match = server.begin("hoplite", seed=21, options=options)
    with server.board(match.id, match.tokens[0]) as board:
        for number in range(4):
            moves = [offer["text"] for offer in board.state["choices"] if offer["tool"] == "move"]
            board.choose(moves[(2 * number) % len(moves)])
    return match


def altar(server: Server) -> Begun:
    """Beside an altar that was not prayed at: in the first dungeon where a walk at random leads there."""
    options = {"depth": "3", "hearts": "5", "prayers": "deep-lunge"}
    for seed in count():
        trial, dice = Match(game("hoplite"), seed, read_options("hoplite", options)), Random(seed)
        while not trial.is_over and len(trial.choices) < MOST_STEPS:
            legal = [str(choice) for choice in trial.legal()]
            if any(choice.startswith("pray") for choice in legal):
                match = server.begin("hoplite", seed=seed, options=options)
                for number, choice in enumerate(trial.choices):
                    match.choose(str(choice), number)
                return match
            trial.play(dice.choice([choice for choice in legal if choice.startswith("walk")] or legal))
    raise AssertionError  # there is no last seed


def pause(server: Server, match: Begun) -> Begun:
    """A file of a match that somebody may go on with."""
    text = server.get(f"{match.path}/file", match.tokens[0])
    answer = server.http.post("/api/files", content=text)
    return Begun(server, answer.json()["id"], [])


def duel(server: Server) -> Begun:
    """Two players of hexabomb, after some bombs."""
    seats = [{"player": "me"}, {"player": "bot", "bot": "hunter"}]
    match = server.begin("hexabomb", seed=4, options={"turns": "60"}, seats=seats)
    with server.board(match.id, match.tokens[0]) as board:
        for turn in range(26):
            while not board.state["choices"]:
                board.hear()
            choices = [offer["text"] for offer in board.state["choices"]]
            moves = [choice for choice in choices if choice.startswith("move")] or choices
            bombs = (
                turn % 8 == 1 and "bomb 3 3" in choices
            )  # character 1; the other keeps his for the picture
            board.choose("bomb 3 3" if bombs else moves[turn % 5 % len(moves)])
    return match


def stage_battles(server: Server, scenes: Scenes) -> None:
    """One battle, stopped at the moments worth a picture; seat A is looked at."""
    battle = Match(BATTLE, BATTLE_SEED, CardBattleOptions(setup_turns=2))
    found: dict[str, int] = {}
    dice = Random(BATTLE_SEED)
    longest = 0
    while battle.to_move is not None:
        number = len(battle.choices)
        if number > 100 and battle.to_move == 0:
            note(found, number, battle)
        legal = list(battle.legal())
        battle.play(dice.choices(legal, [EAGER.get(choice.split()[0], 1) for choice in legal])[0])
        if len(battle.turns[-1]) > longest:
            longest, scenes.resolved = len(battle.turns[-1]), len(battle.choices)
    found["over"] = len(battle.choices)
    for name, number in found.items():
        scenes[name] = server.begin(
            "cardbattle",
            seed=BATTLE_SEED,
            options={"setup_turns": "2"},
            seats=[{"player": "me", "name": "Ada"}, {"player": "friend", "name": "Ben"}],
        )
        replay(server, scenes[name], battle, number)
    pair = [{"player": "me", "name": "Ada"}, {"player": "me", "name": "Ben"}]
    scenes["hotseat"] = server.begin("cardbattle", seed=BATTLE_SEED, seats=pair)


def replay(server: Server, match: Begun, battle: Match, upto: int) -> None:
    """Play the first choices of a battle again."""
    for token in match.tokens:
        server.board(match.id, token).close()  # everybody has come in
    for number in range(upto):
        match.choose(str(battle.choices[number]), number, token=match.tokens[battle.seats[number]])


def note(found: dict[str, int], number: int, battle: Match) -> None:
    """Remember the first moment of each kind."""
    s, p = battle.states_at(number)[0], look(battle, number, 0)
    asked = p.question.asks if p.question else ""
    kinds = {choice.split()[0] for choice in battle.legal()}
    moments = {
        "battle": p.phase == "play" and "play" in kinds and p.round > 8,
        "ahead": "attack" in kinds and not s.attacks,
        "attack": bool(s.open) and "join" in kinds,
        "withdraw": asked == "withdraw",
        "fire": asked == "fire",
    }
    for name, holds in moments.items():
        if holds:
            found.setdefault(name, number)
