"""Matches between two bots for `hoplon match`: how often each wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from hoplon.core.errors import BadOption

if TYPE_CHECKING:
    from rich.table import Table

    from hoplon.referee.duels import Duel, DuelRow


def match_pairs(
    game: str,
    bots: Sequence[str],
    seeds: Sequence[int],
    options: tuple[tuple[str, str], ...],
    settings: dict[str, str],
    folder: Path,
    jobs: int,
    clock: float,
    longest: int,
    paired: bool,
) -> None:
    """Let every pair of bots play the same seeds, and print how often each won."""
    from rich.console import Console

    from hoplon.games import game as find_game
    from hoplon.referee.duels import duels_of, find_bot

    if len(bots) < 2:
        raise BadOption(f"{game} is for two; give two bots or more with --bot")
    find_game(game).options.from_text(dict(options))
    for name in bots:
        find_bot(name, game)
    pairs = list(combinations(bots, 2))
    work = duels_of(game, pairs, seeds, options, clock, longest, str(folder), paired)
    rows = play_with_progress(work, jobs, folder, settings)
    console = Console(markup=False)  # names of bots may contain brackets
    console.print(pairs_table(pairs, rows))
    for row in sorted(rows, key=lambda row: row.key):
        if row.fault:
            console.print(f"seed {row.seed}: {row.fault}", markup=False, highlight=False)
    console.print(f"{len(rows)} match files in {folder}", markup=False, highlight=False)


def play_with_progress(
    work: Sequence[Duel], jobs: int, folder: Path, settings: dict[str, str]
) -> list[DuelRow]:
    """Play the matches that are not done yet."""
    from hoplon.cli.progress import play_the_rest
    from hoplon.referee.duels import DuelRow, play_all

    wanted = {(*duel.bots, duel.seed): duel for duel in work}
    return play_the_rest(
        wanted, lambda left: play_all(left, jobs), lambda row: row.key, DuelRow, folder, settings, "matches"
    )


def pairs_table(pairs: Sequence[tuple[str, str]], rows: Sequence[DuelRow]) -> Table:
    """One line for each two bots; the share is that of the first, a draw counting nothing."""
    from rich.table import Table

    from hoplon.referee.stats import sign_test, wilson

    table = Table("bots", "matches", "won", "lost", "neither", "share, 95 %", "p", "time a choice", "ends")
    for first, second in pairs:
        theirs = [row for row in rows if {row.first, row.second} == {first, second}]
        won = sum(row.winner == first for row in theirs)
        lost = sum(row.winner == second for row in theirs)
        share = wilson(won, won + lost)
        spent = [seconds_a_choice(theirs, name) * 1000 for name in (first, second)]
        ends = Counter(row.verdict for row in theirs)
        table.add_row(
            f"{first} against {second}",
            str(len(theirs)),
            str(won),
            str(lost),
            str(len(theirs) - won - lost),
            f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})",
            f"{sign_test(won, lost):.2g}",
            " / ".join(f"{time:.2f} ms" for time in spent),
            ", ".join(f"{verdict} {n}" for verdict, n in ends.most_common()),
        )
    return table


def seconds_a_choice(rows: Sequence[DuelRow], name: str) -> float:
    """The time that a bot took for a choice, half of a match's choices being its own."""
    seconds = sum(row.seconds_first if row.first == name else row.seconds_second for row in rows)
    turns = sum(row.turns for row in rows) / 2
    return seconds / turns if turns else 0.0
