"""Golden traces: recorded matches whose diff shows what a change of the rules does.

The head of a trace says how it was made, so it can be regenerated:

    hoplon trace 1
    game hoplite 1
    option depth 6
    seed 5
    turns 60
    begin 5f3a22c1

    > walk n
    walk 4,2 4,3
      gain 6 energy
    = 8a4b11c0
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from hoplon.core.choices import Choice
from hoplon.core.errors import BadText
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.core.quick_dice import quick_below, quick_stream

MAGIC = "hoplon trace 1"
TRACE_DICE = 0x545243


@dataclass(frozen=True)
class Recipe:
    """How a trace is made: the game, its options, the seed and the number of turns at most."""

    game: str
    seed: int
    turns: int
    options: dict[str, str] = field(default_factory=dict)


def make_trace(game: Game, recipe: Recipe) -> str:
    """Play with the dice of the seed and write down everything that happens."""
    match = Match(game, recipe.seed, game.options.from_text(recipe.options))
    lines = [MAGIC, f"game {game.name} {game.version}"]
    lines += [f"option {name} {text}" for name, text in match.options.as_text().items()]
    lines += [f"seed {recipe.seed}", f"turns {recipe.turns}", f"begin {match.checks[0]:08x}"]
    while not match.is_over and len(match.choices) < recipe.turns:
        seat = f"@{match.to_move} " if game.seats[1] > 1 else ""
        choice = choose(match)
        log = str(match.play(choice))
        lines += ["", f"> {seat}{choice}", *log.splitlines(), f"= {match.checks[-1]:08x}"]
    lines += ["", f"end {match.outcome or 'open'}"]
    return "\n".join(lines) + "\n"


def choose(match: Match) -> Choice:
    """A random choice: first what to do, then how, so that rare kinds of choices also come up."""
    key = quick_stream(match.seed, TRACE_DICE, len(match.choices))
    ways: dict[str, list[Choice]] = {}
    for choice in match.legal():
        ways.setdefault(choice.split(" ")[0], []).append(choice)
    same = list(ways.values())[int(quick_below(key, 0, len(ways)))]
    return same[int(quick_below(key, 1, len(same)))]


def read_recipe(path: Path) -> Recipe:
    """How a trace was made, from its head."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or lines[0] != MAGIC:
        raise BadText(f"{path} is no trace: line 1 is not {MAGIC!r}")
    options: dict[str, str] = {}
    words: dict[str, str] = {}
    for line in lines[1:]:
        word, _, rest = line.partition(" ")
        if word == "begin":
            break
        if word == "option":
            name, _, value = rest.partition(" ")
            options[name] = value
        else:
            words[word] = rest
    try:
        return Recipe(words["game"].split(" ")[0], int(words["seed"]), int(words["turns"]), options)
    except (KeyError, ValueError):
        raise BadText(f"{path} is no trace: its head needs game, seed and turns") from None
