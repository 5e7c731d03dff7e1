"""`hoplon race`: two to four on the same seed, each in a match of their own, compared turn by turn."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated

import typer

from hoplon.cli.flags import TAKES_FLAGS, flags_of, options_of, read_flags
from hoplon.cli.inputs import (
    GameName,
    OptionTexts,
    Sandbox,
    Seed,
    StrictClock,
    TimeScale,
    compiling_notice_for,
    complete_bot,
    find_game,
    make_ready,
    read_options,
)
from hoplon.core.errors import BadOption

if TYPE_CHECKING:
    from hoplon.referee.race import Standing
    from hoplon.referee.run import Run

CONTEXT = TAKES_FLAGS
LINES = 16  # of the table, roughly, unless --every says otherwise
BETWEEN = "   "
CLEAR_SCREEN = "\033[2J\033[H"


def race(
    context: typer.Context,
    game: GameName,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...",
            help="Two to four of a bot, such as seeker, a program, such as ./mybot.py, and person.",
            autocompletion=complete_bot,
        ),
    ],
    seed: Seed = None,
    option: OptionTexts = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="DIR",
            help="Keep the match files in this folder; a new one among the user's if not given.",
            show_default=False,
        ),
    ] = None,
    every: Annotated[
        int | None,
        typer.Option(
            "--every",
            min=1,
            metavar="N",
            help="Compare after every N turns, and wherever the lead changes.",
            show_default=False,
        ),
    ] = None,
    watch: Annotated[
        float | None,
        typer.Option(
            "--watch",
            min=0.0,
            metavar="SECONDS",
            help="Afterwards show all boards side by side, turn by turn, with this pause.",
            show_default=False,
        ),
    ] = None,
    time_scale: TimeScale = 1.0,
    strict_clock: StrictClock = False,
    sandbox: Sandbox = "auto",
    as_json: Annotated[bool, typer.Option("--json", help="Everything as one JSON object.")] = False,
) -> None:
    """Let two to four play the same seed, each in a match of their own, and compare them turn by turn.

    For games in which one plays alone. People play one after another at this terminal and see their own board
    only; without --seed, nobody knows the seed before the end. In the arena, all see the boards side by side:
    'hoplon serve', then New match, then Race.

    \b
    Examples:
      hoplon race codekeeper seeker explorer --seed 7
      hoplon race codekeeper ./mybot.py seeker person --maze everything
      hoplon race hoplite greedy search random --seed 3 --every 10 --out duel
      hoplon race codekeeper seeker explorer --seed 7 --watch 0.2
    """
    from hoplon.core.dice import secret_seed
    from hoplon.core.match import Match
    from hoplon.protocols.lines.process_bot import ProcessSettings
    from hoplon.protocols.players import PERSON, kind_of, make_player
    from hoplon.protocols.shown import not_shut
    from hoplon.referee.race import FEWEST, MOST, standings
    from hoplon.referee.run import run
    from hoplon.referee.series import LONGEST_ALONE

    found = find_game(game)
    cut = next((n for n, word in enumerate(players) if word.startswith("-")), len(players))
    given = read_flags([*players[cut:], *context.args], found.flags, game, flags_of(context))
    players = players[:cut]
    options = read_options(found, [*(option or ()), *options_of(found.flags, given)])
    if found.seat_count(options) != 1:
        raise BadOption(
            f"{game} has {found.seat_count(options)} seats; a race is for games in which one plays alone"
        )
    if not FEWEST <= len(players) <= MOST:
        raise BadOption(f"a race has {FEWEST} to {MOST} who take part, not {len(players)}")
    if out is not None and out.exists() and not out.is_dir():
        raise BadOption(f"--out {out} is a file; expected a folder, or the name of a new one")
    settings = ProcessSettings(None, None, time_scale, strict_clock, sandbox)
    settings.check()
    seated = [make_player(player, found, settings) for player in players]
    if warning := not_shut(players, sandbox):
        print(f"hoplon: {warning}", file=sys.stderr)
    people = any(kind_of(player)[0] == PERSON for player in players)
    with compiling_notice_for(found):
        make_ready(found)
    drawn = seed if seed is not None else secret_seed() if people else Match(found, None, options).seed
    # People first: nobody has to wait for bots, and nothing of theirs is shown before the end.
    order = sorted(range(len(players)), key=lambda lane: kind_of(players[lane])[0] != PERSON)
    played = {lane: run(found, [seated[lane]], drawn, options, longest=LONGEST_ALONE) for lane in order}
    lanes = [played[lane] for lane in range(len(players))]
    names = names_of(players)
    files = keep_all(lanes, names, out, game)
    stood = standings(lanes)
    if as_json:
        print_json(lanes, names, files, stood)
        return
    if watch is not None:
        show_boards(lanes, names, stood, watch)
    print(f"{found.title}, seed {drawn}\n")
    print_table(names, stood, every or max(1, len(stood) // LINES))
    print()
    print_places(lanes, names, files)


def names_of(players: Sequence[str]) -> list[str]:
    """What they are called: programs by their file, those given twice by a number."""
    from hoplon.cli.match import names_of as numbered
    from hoplon.protocols.program_names import bot_name

    return numbered([bot_name(player) for player in players])


def keep_all(lanes: Sequence[Run], names: Sequence[str], out: Path | None, game: str) -> list[Path]:
    """A match file for each lane."""
    from hoplon.cli.match import new_folder
    from hoplon.referee.series import keep

    folder = out or new_folder(game)
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for number, (lane, name) in enumerate(zip(lanes, names, strict=True), 1):
        word = "".join(sign if sign.isalnum() or sign in "-_." else "-" for sign in name)
        files.append(folder / f"{number}-{word[:40]}.hoplon")
        keep(lane, files[-1])
    return files


def leads(names: Sequence[str], standing: Standing) -> str:
    """Who is ahead, and how far."""
    if not standing.lead:
        return "all level"
    return f"{' and '.join(names[lane] for lane in standing.leaders)} by {standing.lead}"


def print_table(names: Sequence[str], race: Sequence[Standing], every: int) -> None:
    """The scores turn by turn."""
    from hoplon.referee.race import telling

    widths = [max(len(name), 7) for name in names]
    heads = (f"{name:>{width}}" for name, width in zip(names, widths, strict=True))
    print(f"turn  {'  '.join(heads)}  leads")
    for standing in telling(race, every):
        scores = (f"{score:>{width}}" for score, width in zip(standing.scores, widths, strict=True))
        print(f"{standing.turn:>4}  {'  '.join(scores)}  {leads(names, standing)}")


def print_places(lanes: Sequence[Run], names: Sequence[str], files: Sequence[Path]) -> None:
    """How it ended for everybody, the best first."""
    scores = [lane.scores[0] for lane in lanes]
    for number in sorted(range(len(lanes)), key=lambda number: -scores[number]):
        place = 1 + sum(score > scores[number] for score in scores)
        lane = lanes[number]
        how = lane.fault.text if lane.fault else lane.verdict
        print(f"{place}. {names[number]}: {scores[number]} after {len(lane.match.choices)} turns ({how})")
        print(f"   {files[number]}")


def show_boards(lanes: Sequence[Run], names: Sequence[str], race: Sequence[Standing], pause: float) -> None:
    """All boards side by side, turn by turn."""
    for standing in race:
        print(CLEAR_SCREEN if sys.stdout.isatty() else "", end="")
        print(f"turn {standing.turn}: {leads(names, standing)}\n")
        boards = [board_at(lane, name, standing.turn) for lane, name in zip(lanes, names, strict=True)]
        for row in rows_of(boards, get_terminal_size().columns):
            print(f"{beside(row)}\n")
        sys.stdout.flush()
        time.sleep(pause)


def board_at(lane: Run, name: str, turn: int) -> list[str]:
    """The board of one lane, under its name."""
    number = min(turn, len(lane.match.choices))
    return [name, *lane.match.game.draw(lane.match.states_at(number), 0).splitlines()]


def rows_of(boards: Sequence[list[str]], columns: int) -> list[list[list[str]]]:
    """As many boards side by side as the terminal has room for."""
    rows: list[list[list[str]]] = [[]]
    for board in boards:
        wide = sum(len(BETWEEN) + max(map(len, text)) for text in (*rows[-1], board)) - len(BETWEEN)
        if rows[-1] and wide > columns:
            rows.append([])
        rows[-1].append(board)
    return rows


def beside(texts: Sequence[list[str]]) -> str:
    """Texts as columns."""
    height = max(map(len, texts))
    widths = [max(map(len, text)) for text in texts]
    rows = (
        BETWEEN.join(
            f"{text[n] if n < len(text) else '':{width}}" for text, width in zip(texts, widths, strict=True)
        )
        for n in range(height)
    )
    return "\n".join(row.rstrip() for row in rows)


def print_json(
    lanes: Sequence[Run], names: Sequence[str], files: Sequence[Path], race: Sequence[Standing]
) -> None:
    """For programs."""
    match = lanes[0].match
    found = {
        "game": match.game.name,
        "seed": match.seed,
        "lanes": [
            {
                "player": name,
                "scores": [standing.scores[n] for standing in race[: len(lane.match.choices) + 1]],
                "verdict": lane.verdict,
                "fault": lane.fault.text if lane.fault else "",
                "file": str(file),
            }
            for n, (lane, name, file) in enumerate(zip(lanes, names, files, strict=True))
        ],
    }
    print(json.dumps(found))
