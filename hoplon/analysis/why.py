"""Why something happened: for each line of a turn log its rule, its cause, and the dice with their odds."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from hoplon.core import actions, replay
from hoplon.core.actions import DRAWS_KEPT, NO_CAUSE
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.kernel import copied, is_compiled
from hoplon.core.likely import WHAT
from hoplon.core.match import Match
from hoplon.core.outcomes import outcomes
from hoplon.core.text import Action

HEADING = re.compile(r"^#+\s+(\d+(?:\.\d+)*)\.?\s+(.*)$")
PARAGRAPH = re.compile(r"^(\d+\.\d+)\s+(.*)$")
CITED = re.compile(r"\((\d+(?:\.\d+)?)(?:[^()]*)\)")
NUMBER = re.compile(r"\d+(?:\.\d+)?")
SAMPLES = 200


@dataclass(frozen=True)
class Section:
    """A section of the rulebook: its number and its title, or its first words where it has none."""

    number: str
    title: str

    def __str__(self) -> str:
        return f"{self.number} {self.title}"


@dataclass(frozen=True)
class Draw:
    """One die: its sides, the face that fell, and what each face would have brought, with its chance."""

    sides: int
    face: int
    candidates: tuple[tuple[str, float], ...]

    def __str__(self) -> str:
        said = ", ".join(f"{text} ({100 * chance:.0f} %)" for text, chance in self.candidates)
        return f"one of {self.sides}: {said}"


@dataclass(frozen=True)
class Why:
    """Why a line stands in a log: the rule that queued it, what it followed from, and the dice."""

    line: str
    depth: int
    rule: str  # the function of the rules; empty if it is not known
    says: str  # its first sentence
    sections: tuple[Section, ...]
    cause: str | None
    draws: tuple[Draw, ...]

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "line": self.line,
            "depth": self.depth,
            "rule": self.rule,
            "says": self.says,
            "sections": [{"number": s.number, "title": s.title} for s in self.sections],
            "cause": self.cause,
            "draws": [
                {
                    "sides": draw.sides,
                    "face": draw.face,
                    "candidates": [{"text": text, "chance": chance} for text, chance in draw.candidates],
                }
                for draw in self.draws
            ],
        }

    def text(self) -> str:
        """A few lines for people."""
        indent = "  " * self.depth
        lines = [indent + self.line]
        if self.says:
            lines.append(f"{indent}    rule: {self.says}")
        if self.sections:
            lines.append(f"{indent}    rulebook: {'; '.join(map(str, self.sections))}")
        if self.cause:
            lines.append(f"{indent}    because of: {self.cause}")
        lines += [f"{indent}    dice: {draw}" for draw in self.draws]
        return "\n".join(lines)


def why(match: Match, number: int) -> tuple[Why, ...]:
    """Why each line of a turn stands in its log; turns are counted from 1."""
    if not 1 <= number <= len(match.choices):
        raise BadOption(f"there is no turn {number}; the match has {len(match.choices)}")
    return tuple(_whys(match, number, rules_used(match, number)))


def rules_used(match: Match, number: int) -> list[tuple[str, str]]:
    """For each line of a turn the rule that queued it and its docstring.

    Rules are followed while they run as plain Python. Where they run compiled, another process does that; of
    a game that it does not find, nothing is known.
    """
    if not is_compiled():
        return _followed(match, number)
    past = match.copy()
    while len(past.choices) > number:
        past.undo()
    done = subprocess.run(
        [sys.executable, "-m", __name__],
        input=replay.write(past),
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=False,
    )
    if done.returncode != 0:
        return [("", "")] * len(match.turns[number - 1])
    return [(name, doc) for name, doc in json.loads(done.stdout)]


class _Follower:
    """Notes who queues actions: who called `then`, or the nearest caller that cites a section."""

    def __init__(self) -> None:
        self.queued: list[tuple[Any, str, str]] = []
        self.code: CodeType = actions.then.__code__

    def __call__(self, frame: FrameType, event: str, _arg: Any) -> None:
        if event != "call" or frame.f_code is not self.code:
            return
        given = frame.f_locals
        kept = (int(given["kind"]), int(given["turn"].cause), int(given["who"]), int(given["what"]))
        name, doc = "", ""
        caller = frame.f_back
        while caller is not None and not caller.f_globals.get("__name__", "").startswith("hoplon.core."):
            found = _docstring(caller.f_code)
            if found and not name:
                name, doc = caller.f_code.co_name, found
            if found and CITED.search(found):
                name, doc = caller.f_code.co_name, found
                break
            caller = caller.f_back
        self.queued.append((kept, name, doc))


def _docstring(code: CodeType) -> str:
    first = code.co_consts[0] if code.co_consts else None
    return first if isinstance(first, str) else ""


def _followed(match: Match, number: int) -> list[tuple[str, str]]:
    follower = _Follower()
    past = _before(match, number)
    before = sys.getprofile()
    sys.setprofile(follower)
    try:
        turn = past.play(match.choices[number - 1])
    finally:
        sys.setprofile(before)
    queued = list(follower.queued)
    found = []
    for action in turn.actions:
        key = (action.kind, action.cause, action.who, action.what)
        place = next((k for k, (kept, _, _) in enumerate(queued) if kept == key), None)
        if place is None:  # an action that changed while it was carried out, or that waited for an answer
            place = next((k for k, (kept, _, _) in enumerate(queued) if kept[:1] == key[:1]), None)
        found.append(queued.pop(place)[1:] if place is not None else ("", ""))
    return found


def _before(match: Match, number: int) -> Match:
    """A match that stands where this one stood before a turn."""
    past = Match(match.game, match.seed, match.options)
    past._place(copied(match.states_at(number - 1)))
    return past


def _whys(match: Match, number: int, used: list[tuple[str, str]]) -> Iterator[Why]:
    turn = match.turns[number - 1]
    sections = sections_of(match.game.rulebook)
    draws = _draws(match, number)
    phrases = match.game.phrases
    for k, action in enumerate(turn.actions):
        name, doc = used[k] if k < len(used) else ("", "")
        cited = dict.fromkeys(n for part in CITED.finditer(doc) for n in NUMBER.findall(part[0]))
        yield Why(
            phrases.write(action),
            action.depth,
            name,
            " ".join(doc.split("\n\n")[0].split()),
            tuple(sections[n] for n in cited if n in sections),
            phrases.write(turn.actions[action.cause]) if action.cause != NO_CAUSE else None,
            tuple(draws.get(k, ())),
        )


def _draws(match: Match, number: int) -> dict[int, list[Draw]]:
    """The dice of a turn, by the first line that another face would have changed."""
    past = _before(match, number)
    code = match.choices[number - 1].code
    actual = past._run(copied(past._states), code).actions
    record = past._turn[0]
    drawn = int(record["drawn"])
    if drawn > DRAWS_KEPT or record["new_deal"]:
        return _sampled(match, number)
    faces, sides = record["face"][:drawn].tolist(), record["sides"][:drawn].tolist()
    found: dict[int, list[Draw]] = {}
    for n in range(drawn):
        others = []
        for face in range(sides[n]):
            fixed = [*faces[:n], face]
            others.append(past._run(copied(past._states), code, fixed).actions)
        place = min((_departs(actual, other) for other in others), default=len(actual))
        if place >= len(actual) and all(other == actual for other in others):
            continue
        place = min(place, len(actual) - 1)
        texts = [_line(match, other, place) for other in others]
        shares = {text: texts.count(text) / sides[n] for text in dict.fromkeys(texts)}
        ranked = sorted(shares.items(), key=lambda each: -each[1])
        found.setdefault(place, []).append(Draw(sides[n], faces[n], tuple(ranked)))
    return found


def _sampled(match: Match, number: int) -> dict[int, list[Draw]]:
    """Where the dice cannot be listed: how often each line stood in a sample of logs."""
    tree = outcomes(_before(match, number), match.choices[number - 1], samples=SAMPLES).tree
    likely: dict[Any, float] = {}
    for each in tree:
        likely[each.action[:WHAT]] = likely.get(each.action[:WHAT], 0.0) + float(each.probability)
    found = {}
    for k, action in enumerate(match.turns[number - 1].actions):
        chance = min(likely.get(action[:WHAT], 0.0), 1.0)
        if 0.0 < chance < 1.0:
            found[k] = [Draw(SAMPLES, -1, ((match.game.phrases.write(action), chance),))]
    return found


def _departs(one: tuple[Action, ...], other: tuple[Action, ...]) -> int:
    """The first place where two logs differ."""
    for k, (a, b) in enumerate(zip(one, other, strict=False)):
        if a != b:
            return k
    return len(one) if len(one) == len(other) else min(len(one), len(other))


def _line(match: Match, log: tuple[Action, ...], place: int) -> str:
    return match.game.phrases.write(log[place]) if place < len(log) else "nothing"


@cache
def sections_of(rulebook: Path | None) -> dict[str, Section]:
    """The numbered sections of a rulebook."""
    if rulebook is None:
        return {}
    found: dict[str, Section] = {}
    for line in rulebook.read_text(encoding="utf-8").splitlines():
        if heading := HEADING.match(line) or PARAGRAPH.match(line):
            words = heading[2].replace("*", "")
            title = words if HEADING.match(line) else " ".join(words.split()[:8]) + " …"
            found.setdefault(heading[1], Section(heading[1], title))
    return found


def main() -> None:
    """For another process: a match file comes in, the rules of its last turn go out."""
    import hoplon

    match = replay.load(sys.stdin.read(), hoplon.game)
    try:
        print(json.dumps(_followed(match, len(match.choices))))
    except HoplonError as error:
        raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main()
