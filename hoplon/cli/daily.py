"""`hoplon daily`: the challenge of the day, counted in an arena, or as practice on this machine."""

from __future__ import annotations

import secrets
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplon.cli.inputs import complete_game, find_game, folder_in, game_names, interpret
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.printable import printable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hoplon.core.game import Game
    from hoplon.core.talents import Challenge

SHOWN = 10  # rows of a table
LEFT = 1


def daily(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]",
            help="The game to play; without one, the challenges are listed.",
            autocompletion=complete_game,
            show_default=False,
        ),
    ] = None,
    arena: Annotated[
        str,
        typer.Option(
            "--arena",
            metavar="URL",
            envvar="HOPLON_ARENA",
            help="The arena where it counts; without one, this is practice.",
            show_default=False,
        ),
    ] = "",
    day: Annotated[
        str | None,
        typer.Option(
            "--day",
            metavar="DAY",
            help="A day, such as 2026-11-18; today (UTC) if not given.",
            show_default=False,
        ),
    ] = None,
    name: Annotated[
        str,
        typer.Option("--name", metavar="NAME", help="What a new arena calls you.", show_default=False),
    ] = "",
    phrase: Annotated[
        str,
        typer.Option(
            "--phrase",
            metavar="WORDS",
            envvar="HOPLON_PHRASE",
            help="Your recovery phrase, to be who you are in the browser; kept for later.",
            show_default=False,
        ),
    ] = "",
    plain: Annotated[bool, typer.Option("--plain", help="Practice by lines of text.")] = False,
    light: Annotated[bool, typer.Option("--light", help="Colours for a light terminal.")] = False,
) -> None:
    """Play the challenge of the day, or show the challenges, the table and your streak.

    Every day, from midnight to midnight UTC, each game has one start for everybody. In an arena, one attempt
    a person counts; leaving it and coming back goes on with it. Without --arena you play a start of the day
    that anybody can compute: practice. For a day gone by, an arena's table is shown, and its seed is checked
    against the hash that was published when the day began.

    \b
    Examples:
      hoplon daily
      hoplon daily hoplite
      hoplon daily --arena https://arena.example
      hoplon daily hoplite --arena https://arena.example --name Ada
      hoplon daily --arena https://arena.example --day 2026-11-17
    """
    from hoplon.core.daily import day_at, read_day

    if game is None or arena or not getattr(folder_in("hoplon.cli", game), "COMPILED", ()):
        interpret()  # elsewhere the day's opponent may be one that plays turns by the thousand
    if game is not None:
        find_game(game)
    day = None if day is None else read_day(day)
    if not arena:
        today = day_at(time.time())
        if day is not None and day > today:
            raise BadOption(f"{day} has not begun; today is {today} (UTC)")
        practise(game, day or today, plain, light)
        return
    from hoplon.protocols.ladder_seat import read_site

    site = read_site(arena)
    secret = kept_secret(phrase)
    if game is None:
        show(site, day, secret)
    elif day is not None:
        raise BadOption("only today's challenge counts; leave out --day, or leave out --arena to practise")
    else:
        compete(site, game, secret, name)


def practise(game: str | None, day: str, plain: bool, light: bool) -> None:
    """The challenges of a day on this machine."""
    from hoplon.core.daily import challenge_of, practice_seed

    if game is None:
        for one in game_names():
            found = find_game(one)
            if found.daily is not None:
                print(f"{one}: {challenge_of(found, day, practice_seed(day, one)).says}")
        print(f"\nThis is practice for {day}; with --arena URL your attempt counts.")
        return
    found = find_game(game)
    seed = practice_seed(day, found.name)
    raise typer.Exit(at_terminal(found, challenge_of(found, day, seed), seed, plain, light))


def at_terminal(game: Game, challenge: Challenge, seed: int, plain: bool, light: bool) -> int:
    """Play a challenge at this terminal; the exit code."""
    from hoplon.cli.inputs import begin
    from hoplon.cli.plain import terminal_for
    from hoplon.cli.terminal import terminal_of

    terminal = terminal_of(game)
    if terminal is None or plain or not (sys.stdin.isatty() and sys.stdout.isatty()):
        terminal = terminal_for(game)
    known = {flag.name for flag in terminal.flags}
    flags = {"--opponent": challenge.bot, "--seat": str(challenge.seat + 1)}
    print(challenge.says)
    options = [f"{name}={text}" for name, text in challenge.options.items()]
    given = {name: text for name, text in flags.items() if text and name in known}
    return terminal.play(lambda: begin(game.name, seed, options), given, light)


def kept_secret(phrase: str) -> str:
    """Who one is: a secret that is kept for the arenas of this machine's user."""
    from hoplon.core.folders import OWN_FILE, make_private, state_folder
    from hoplon.core.recovery import secret_of

    path = state_folder() / "me"
    if phrase:
        make_private(state_folder())
        path.touch(OWN_FILE)
        path.write_text(f"{secret_of(phrase)}\n", encoding="utf-8")
    if not path.exists():
        make_private(state_folder())
        path.touch(OWN_FILE)
        path.write_text(f"{secrets.token_hex(16)}\n", encoding="utf-8")
    return read_secret(path)


def read_secret(path: Path) -> str:
    """The secret in a file."""
    from hoplon.core.proof import is_hex

    text = path.read_text(encoding="utf-8").strip()
    if not is_hex(text, 16, 16):
        raise HoplonError(f"{path} is not 32 hexadecimal digits; delete it, or give --phrase")
    return text


def compete(site: str, game: str, secret: str, name: str) -> None:
    """Play today's attempt in an arena."""
    from hoplon.protocols.arena_daily import be, begin, day_at, play
    from hoplon.protocols.remote import BotGivesUp

    me = be(site, secret, name)
    say(f"You are {me.get('name')} at {site}.")
    match = begin(site, game, secret)
    try:
        print(printable(play(site, match, secret, say), lines=False))
    except BotGivesUp:
        say("You have left it. This is your attempt of today: the same command goes on with it.")
        raise typer.Exit(LEFT) from None
    told = day_at(site, None, secret)
    print_table(next(one for one in told["games"] if one["game"] == game))
    print_streak(told)


def show(site: str, day: str | None, secret: str) -> None:
    """The challenges of a day in an arena, with their tables; of one gone by, whether its seed is honest."""
    from hoplon.protocols.arena_daily import check, day_at
    from hoplon.protocols.remote import Refusal

    try:
        told = day_at(site, day, secret)
    except Refusal as refusal:
        if "nobody here has this token" not in str(refusal):
            raise
        told = day_at(site, day, "")
    print(f"{told['day']}{'' if told['over'] else ', until midnight UTC'}")
    problems = []
    for one in told["games"]:
        print()
        print_table(one)
        if one["secret"] is None:
            print(f"  hash {one['commitment']}")
            continue
        try:
            print(f"  {check(one, told['day'])}")
        except HoplonError as error:
            problems.append(str(error))
    print_streak(told)
    if problems:
        raise HoplonError("; ".join(problems))


def print_table(challenge: Mapping[str, Any]) -> None:
    """How everybody did."""
    from hoplon.core.sentences import several

    print(printable(f"{challenge['title']}: {challenge['says']}", lines=False))
    rows = list(challenge["table"][:SHOWN])
    if challenge["you"] and not any(row["you"] for row in rows):
        rows.append(challenge["you"])
    for row in rows:
        place = f"{row['place']}." if row["state"] == "done" else "–"
        state = {"plays": ", plays", "left": ", not finished"}.get(
            row["state"], ", won" if row["won"] else ""
        )
        you = " (you)" if row["you"] else ""
        after = several(row["turns"], "turn")
        print(printable(f"  {place:>4} {row['name']}{you}: {row['score']} after {after}{state}"))
    if not rows:
        print("  nobody has tried it")
    elif challenge["tried"] > len(rows):
        print(f"  and {challenge['tried'] - len(rows)} more")


def print_streak(told: Mapping[str, Any]) -> None:
    """Days in a row."""
    from hoplon.core.sentences import several

    if (streak := told["streak"]) is not None:
        print(
            f"\nYour streak: {several(streak['now'], 'day')}; the longest: {several(streak['best'], 'day')}."
        )


def say(text: str) -> None:
    """Tell the person something besides the board."""
    print(printable(text), file=sys.stderr, flush=True)
