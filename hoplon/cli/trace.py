"""`hoplon trace`: recorded matches whose diff shows what a change of the rules does.

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
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.flags import TAKES_FLAGS, with_flags
from hoplon.cli.inputs import (
    GameName,
    OptionTexts,
    compiling_notice_for,
    find_game,
    interpret,
    make_ready,
    read_options,
    read_seed,
)
from hoplon.core.errors import BadOption, BadText, HoplonError

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.core.match import Choice, Match

CONTEXT = TAKES_FLAGS
MAGIC = "hoplon trace 1"
FOLDER = Path("tests/traces")
SEED = 1
TURNS = 60
TRACE_DICE = 0x545243


@dataclass(frozen=True)
class Recipe:
    """How a trace is made: the game, its options, the seed and the number of turns at most."""

    game: str
    seed: int
    turns: int
    options: dict[str, str] = field(default_factory=dict)


def trace(
    context: typer.Context,
    game: GameName,
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The folder of the traces.", show_default="tests/traces/GAME"),
    ] = None,
    add: Annotated[
        str | None, typer.Option(metavar="NAME", help="Add a trace of this name.", show_default=False)
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            metavar="N", parser=read_seed, help="The seed of the added trace.", show_default=str(SEED)
        ),
    ] = None,
    option: OptionTexts = None,
    turns: Annotated[
        int | None, typer.Option(min=1, help="The most turns of the added trace.", show_default=str(TURNS))
    ] = None,
) -> None:
    """Regenerate the traces of a game, each from its own head; or add one.

    \b
    Examples:
      hoplon trace hoplite
      hoplon trace hoplite --add wizards --seed 5 -o depth=6 --turns 60
    """
    interpret()
    found = find_game(game)
    folder = out or FOLDER / game
    texts = with_flags(found, option, context.args)
    if add is None:
        if texts or seed is not None or turns is not None:
            raise BadOption(
                "a trace is regenerated as its head says; seed, turns and options need --add NAME"
            )
        todo = {path: read_recipe(path) for path in sorted(folder.glob("*.trace"))}
        if not todo:
            raise HoplonError(f"there is no trace in {folder}; make the first one with --add NAME")
    else:
        options = read_options(found, texts).as_text()
        recipe = Recipe(game, SEED if seed is None else seed, turns or TURNS, options)
        todo = {folder / f"{add}.trace": recipe}
    with compiling_notice_for(found):
        make_ready(found)
    folder.mkdir(parents=True, exist_ok=True)
    for path, recipe in todo.items():
        new = make_trace(found, recipe)
        old = path.read_text(encoding="utf-8") if path.exists() else None
        path.write_text(new, encoding="utf-8", newline="\n")
        print(f"{path}: {'new' if old is None else 'unchanged' if new == old else 'changed'}")


def make_trace(game: Game, recipe: Recipe) -> str:
    """Play with the dice of the seed and write down everything that happens."""
    from hoplon.core.match import Match

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
    from hoplon.core.dice import below, stream

    key = stream(match.seed, TRACE_DICE, len(match.choices))
    ways: dict[str, list[Choice]] = {}
    for choice in match.legal():
        ways.setdefault(choice.split(" ")[0], []).append(choice)
    same = list(ways.values())[int(below(key, 0, len(ways)))]
    return same[int(below(key, 1, len(same)))]


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
