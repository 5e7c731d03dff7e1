"""What `hoplon match` prints: a table of players, who beat whom, and the same for programs."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from hoplon.core.printable import printable, printable_json
from hoplon.referee.folder import record_of
from hoplon.referee.standings import (
    Comparison,
    Meeting,
    Standing,
    comparisons,
    meetings,
    standings,
    where_ended,
)

if TYPE_CHECKING:
    from hoplon.core.game import Game
    from hoplon.referee.series import Row
    from hoplon.referee.stats import Interval, Paired

NONE = "–"


def print_json(game: Game, players: Sequence[str], rows: Sequence[Row], folder: Path) -> None:
    """Everything as one object."""
    alone = plays_alone(rows)
    content: dict[str, Any] = {
        "game": game.name,
        "version": game.version,
        "folder": str(folder),
        "standings": [asdict(line) for line in standings(rows, players)],
        "results": [result for row in rows for result in row.flat()],
    }
    if alone:
        content["comparisons"] = [asdict(one) for one in comparisons(rows, players, bool(game.measure))]
    else:
        content["meetings"] = [asdict(one) for one in meetings(rows, players)]
    print(printable_json(json.dumps(content, ensure_ascii=False)))


def print_csv(rows: Sequence[Row]) -> None:
    """One line for each seat of each match."""
    results = [result for row in rows for result in row.flat()]
    writer = csv.DictWriter(sys.stdout, list(results[0]) if results else [], lineterminator="\n")
    writer.writeheader()
    for result in results:
        writer.writerow({name: printable(x) if isinstance(x, str) else x for name, x in result.items()})


def plays_alone(rows: Sequence[Row]) -> bool:
    """Is it a game for one?"""
    return all(len(row.seats) == 1 for row in rows)


def print_report(game: Game, players: Sequence[str], rows: Sequence[Row], folder: Path) -> None:
    """Tables for people."""
    console = Console(markup=False, highlight=False)  # names of bots may contain brackets
    measure = game.measure.name if game.measure else ""
    short = short_names(players)
    lines = [replace(line, player=short[line.player]) for line in standings(rows, players)]
    if plays_alone(rows):
        console.print(table_alone(lines, measure))
        if measure:
            console.print(endings_table(rows, players, measure))
        for one in comparisons(rows, players, bool(measure)):
            console.print(compared(one, measure), soft_wrap=True)
    else:
        console.print(table_of(lines))
        if len(players) > 1:
            met = meetings(rows, players)
            met = [replace(one, first=short[one.first], second=short[one.second]) for one in met]
            console.print(meetings_table(met))
        console.print(times_table(lines))
    for row in rows:
        for text in dict.fromkeys(seat.fault for seat in row.seats if seat.fault):
            why = text.partition(" Legal now: ")[0]  # the record has it all
            console.print(printable(f"seed {row.seed}: {why}"), soft_wrap=True)
    console.print(f"{len(rows)} match files in {folder}", soft_wrap=True)


def short_names(players: Sequence[str]) -> dict[str, str]:
    """Commands by the name of their file or class, if that tells all players apart."""
    short = {player: printable(_short(player), lines=False) for player in players}
    return short if len(set(short.values())) == len(players) else {player: player for player in players}


def _short(player: str) -> str:
    if "/" not in player and " " not in player.partition(" #")[0]:
        return player
    command, sign, number = player.partition(" #")
    return command.split()[-1].rstrip("/").rpartition("/")[2] + sign + number


def table_alone(lines: Sequence[Standing], measure: str) -> Table:
    """One column for each player, one line for each figure."""
    table = Table("", *(line.player for line in lines))
    columns = [figures(line, measure) for line in lines]
    for name in columns[0]:
        table.add_row(name, *(column[name] for column in columns))
    return table


def figures(line: Standing, measure: str) -> dict[str, str]:
    """What the matches of one player say."""
    said = {
        "matches": str(line.matches),
        "won": percent(line.share),
        "won, 95 %": percents(line.share),
    }
    if measure:
        said |= {measure: number(line.measure), f"{measure}, 95 %": span(line.measure)}
    return said | {
        "score": number(line.score),
        "score, 95 %": span(line.score),
        "ends": ends(line),
        "faults": str(line.faults),
        "late under load": f"{line.excused} excused, {line.strikes} strikes",
        "choices a match": f"{line.choices / line.matches:.0f}" if line.matches else NONE,
        "time a choice": millis(line.wall, line.choices),
        "processor a choice": millis(line.cpu, line.choices),
        "slowest choice": f"{line.slowest:.3f} s",
    }


def table_of(lines: Sequence[Standing]) -> Table:
    """One line for each player, the best first."""
    table = players_table("standings", "matches", "points", "95 %", "won–drawn–lost", "score")
    for line in lines:
        won = f"{line.won}–{line.drawn}–{line.lost}"
        won += f", {line.undecided} open" if line.undecided else ""
        table.add_row(
            line.player, str(line.matches), percent(line.share), percents(line.share), won, number(line.score)
        )
    return table


def times_table(lines: Sequence[Standing]) -> Table:
    """How long each player thought, and what went wrong."""
    table = players_table("time a choice", "mean", "processor", "slowest", "excused", "strikes", "faults")
    for line in lines:
        times = millis(line.wall, line.choices), millis(line.cpu, line.choices), f"{line.slowest:.3f} s"
        counts = (str(n) for n in (line.excused, line.strikes, line.faults))
        table.add_row(line.player, *times, *counts)
    return table


def meetings_table(found: Sequence[Meeting]) -> Table:
    """One line for each two players; the share is that of the first, a draw counting half."""
    table = players_table("against each other", "won–drawn–lost", "points", "95 %")
    for one in found:
        won = f"{one.won}–{one.drawn}–{one.lost}"
        table.add_row(f"{one.first} – {one.second}", won, percent(one.share), percents(one.share))
    return table


def players_table(title: str, *names: str) -> Table:
    """A table with a column of players and columns of figures."""
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD)
    table.add_column("player", overflow="fold", min_width=12)
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def endings_table(rows: Sequence[Row], players: Sequence[str], measure: str) -> Table:
    """Where matches ended that were not won."""
    table = Table("bot", measure, "not won, by how", title="where matches ended")
    for player in players:
        for reached, reasons in where_ended(rows, player).items():
            text = ", ".join(f"{reason} {n}" for reason, n in reasons.most_common())
            table.add_row(player, str(reached), text)
    return table


def compared(one: Comparison, measure: str) -> str:
    """Two players on the same seeds: an estimate or one named test on each line."""
    lines = [f"{one.first} against {one.second} on the same {one.seeds} seeds:"]
    if one.wins is not None:
        difference = one.wins.difference
        test = f"McNemar's exact test p = {one.wins.p:.2g}"
        lines.append(f"  wins: {difference.value:+.1%}{bounds(difference, '+.1%')}, {test}")
    for name, paired in ((measure, one.measure), ("score", one.score)):
        if paired is not None:
            lines.append(
                f"  {name}: {paired.difference.value:+.2f} on average{bounds(paired.difference, '+.2f')}"
            )
            lines.append(f"  {name}, seed by seed: {signs(paired)}")
    return "\n".join(lines)


def signs(paired: Paired) -> str:
    """How often each was better."""
    return f"better on {paired.better}, worse on {paired.worse}, sign test p = {paired.p:.2g}"


def bounds(interval: Interval, form: str) -> str:
    """The interval in brackets, if there is one."""
    if interval.low is None or interval.high is None:
        return ""
    return f" (95 %: {interval.low:{form}} to {interval.high:{form}})"


def span(interval: Interval | None) -> str:
    """The bounds of an interval."""
    if interval is None or interval.low is None or interval.high is None:
        return NONE
    return f"{interval.low:.2f} to {interval.high:.2f}"


def percents(interval: Interval | None) -> str:
    """The bounds of an interval of shares."""
    if interval is None or interval.low is None or interval.high is None:
        return NONE
    return f"{interval.low:.1%} to {interval.high:.1%}"


def number(interval: Interval | None) -> str:
    """An estimate."""
    return NONE if interval is None else f"{interval.value:.2f}"


def percent(interval: Interval | None) -> str:
    """An estimate of a share."""
    return NONE if interval is None else f"{interval.value:.1%}"


def millis(seconds: float, choices: int) -> str:
    """The time of a choice."""
    return f"{seconds / choices * 1000:.2f} ms" if choices else NONE


def ends(line: Standing) -> str:
    """How matches ended, the most frequent first."""
    ranked = sorted(line.ends.items(), key=lambda item: -item[1])
    return ", ".join(f"{reason} {n}" for reason, n in ranked)


def print_records(rows: Sequence[Row], folder: Path) -> None:
    """What the programs said besides their choices."""
    console = Console(markup=False, highlight=False)
    for row in rows:
        path = record_of(folder / row.file)
        if not path.exists():
            continue
        for seat in json.loads(path.read_text(encoding="utf-8"))["seats"]:
            said = [(message["number"], f"says {message['text']!r}") for message in seat["messages"]]
            said += [(error["number"], f"stderr: {error['text'].rstrip()}") for error in seat["errors"]]
            if said or seat["stderr"]:
                player = printable(seat["player"], lines=False)
                console.rule(f"seed {row.seed}: {player}", characters="-", align="left")
            for turn, text in sorted(said):
                console.print(printable(f"choice {turn} {text}"), soft_wrap=True)
            if seat["stderr"]:
                console.print(f"stderr, {seat['stderr_bytes']} bytes:")
                console.print(printable(seat["stderr"]).rstrip("\n"), soft_wrap=True)
