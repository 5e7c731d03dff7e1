"""Audits of result files: is each match one of the task, played by the rules, and do the figures follow?"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hoplon.core import replay
from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.learn.results import BadResult, Result, SectionResult, figures_of, match_name, read
from hoplon.learn.sections import Start, check_matches, sections_of, starts
from hoplon.learn.tasks import Task, task
from hoplon.learn.tasks.figures import Played
from hoplon.referee.stats import Interval

CLOSE = 2e-6  # figures are rounded, and machines may differ in the last digit


def audit(path: Path, report: Callable[[int], None] | None = None) -> Result:
    """Replay every match of a result file; BadResult says what is wrong. `report` hears how many are done."""
    result, texts = read(path)
    found = task(result.task)
    _check_frame(result, found)
    wanted = [match_name(i, n) for i, one in enumerate(result.sections) for n in range(one.matches)]
    for name in sorted(set(wanted) ^ texts.keys()):
        raise BadResult(f"{name} is {'missing' if name not in texts else 'no match of this result'}")
    done = 0
    for i, one in enumerate(result.sections):
        played = []
        for number, start in enumerate(starts(found, one.section, one.matches)):
            name = match_name(i, number)
            try:
                played.append(replayed(texts[name], found, start, one.faults.get(number, "")))
            except HoplonError as error:
                raise BadResult(f"{name}, a match of {one.player}: {error}") from None
            done += 1
            if report is not None:
                report(done)
        _check_figures(found, one, played)
    return result


def _check_frame(result: Result, found: Task) -> None:
    """What is said about the whole: the rules, and that no section was left out."""
    game = found.rules
    if result.game != found.game:
        raise BadResult(f"it says that {result.task} is a task of {result.game!r}, not of {found.game}")
    if result.rules != game.version:
        raise BadResult(f"it was played by {game.other_version(result.rules)}")
    sections = sections_of(found)
    expected = [
        (player, one) for player in dict.fromkeys(s.player for s in result.sections) for one in sections
    ]
    said = [(one.player, one.section) for one in result.sections]
    if not said or said != expected:
        parts = "; ".join(map(str, sections))
        raise BadResult(f"its sections are not those of {found.name} for each player: {parts}")
    for one in result.sections:
        check_matches(found, one.matches)
        if one.matches != result.sections[0].matches:
            raise BadResult(
                f"{one.player} played {one.matches} matches {one.section}; "
                f"expected {result.sections[0].matches}, as elsewhere"
            )


def replayed(text: str, found: Task, start: Start, fault: str) -> Played:
    """A match that begins as it should, replayed to where it ends."""
    file = replay.read(text)
    if file.game != found.game:
        raise BadResult(f"it is a match of {file.game}; expected {found.game}")
    if file.seed != start.seed:
        raise BadResult(f"it has the seed {file.seed}; the task has {start.seed} there")
    if file.options != start.options.as_text():
        raise BadResult(f"its options are {_words(file.options)}; expected {_words(start.options.as_text())}")
    if file.other_dice or file.left or file.proof:
        raise BadResult("its dice were changed or somebody left, which never happens in a test")
    verdict = replay.verify(file, found.rules)
    if not verdict.agrees:
        raise BadResult(str(verdict))
    _check_length(verdict.match, start.longest, fault)
    return played_in(verdict.match, start.seat, bool(fault))


def _check_length(match: Match, longest: int, fault: str) -> None:
    """A match goes on to its end or to the limit of the task, unless the player failed."""
    choices = len(match.choices)
    if choices > longest:
        raise BadResult(f"it has {choices} choices; a match of this task has at most {longest}")
    if not match.is_over and choices < longest and not fault:
        raise BadResult(f"it stops after {choices} choices, and nothing says why")


def played_in(match: Match, seat: int, failed: bool) -> Played:
    """A replayed match as figures take it; who failed has not won."""
    game, states, outcome = match.game, match.state.array, match.outcome
    winners = outcome.winners if outcome else ()
    return Played(
        seat,
        outcome.scores if outcome else game.scores(states, 0, game.seat_count(match.options)),
        tuple(winner for winner in winners if not failed or winner != seat),
        game.measure.of(states, 0) if game.measure else 0,
        len(match.choices),
        outcome is not None,
    )


def _check_figures(found: Task, said: SectionResult, played: list[Played]) -> None:
    """The figures must follow from the matches."""
    figures = figures_of(found, played)
    if said.figures.keys() != figures.keys():
        raise BadResult(f"it reports {', '.join(said.figures)}; {found.name} has {', '.join(figures)}")
    for name, follows in figures.items():
        if not _is_close(said.figures[name], follows):
            raise BadResult(
                f"the figure {name!r} of {said.player} {said.section} is {_ends(said.figures[name])}, "
                f"but the matches make it {_ends(follows)}"
            )


def _is_close(one: Interval, other: Interval) -> bool:
    pairs = [(one.value, other.value), (one.low, other.low), (one.high, other.high)]
    return all(
        (a is None and b is None)
        or (a is not None and b is not None and abs(a - b) <= CLOSE * max(1, abs(b)))
        for a, b in pairs
    )


def _ends(found: Interval) -> str:
    return f"{found.value:g}" if found.low is None else f"{found.value:g} ({found.low:g} to {found.high:g})"


def _words(options: dict[str, str]) -> str:
    return " ".join(f"{name}={value[:40]}" for name, value in options.items()) or "the usual ones"
