"""Puzzles in a match: where a glance, a look and a check agree that one choice is clearly best."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hoplon.analysis.evaluator import Evaluator
from hoplon.analysis.puzzles.choices import Position, different, evaluator_for, leads, position_of
from hoplon.analysis.puzzles.difficulty import difficulty_of
from hoplon.analysis.puzzles.sense import what_fails, what_hides, what_is_wrong
from hoplon.analysis.puzzles.settle import MINED, MOST, Settled, settle
from hoplon.bots import bot
from hoplon.bots.dice import SeatDice
from hoplon.bots.foresight import LEARNED, foresight_of
from hoplon.core.bot import Bot
from hoplon.core.choices import Choice
from hoplon.core.errors import HoplonError
from hoplon.core.game import Game
from hoplon.core.match import Match
from hoplon.core.puzzles import SEED, Puzzle, puzzle_id
from hoplon.core.themes import Shown, names_that_hold, themes_of

GLANCE = 2  # playouts of each choice at a glance
LOOK = 4  # and of the best ones at a first look
KEPT = 6  # of the choices that seemed best at a glance
FEWEST_CHOICES = 2
APART = 6  # choices between two puzzles of a match
RIVALS = 4  # whose values are written down
LONGEST_LINE = 40
CLOCK = 1e6


def puzzles_in(
    match: Match, source: str, seed: int = 0, seat: int | None = None, is_over: Callable[[], bool] = bool
) -> Iterator[Puzzle]:
    """The puzzles in a match, of one seat or of all, until `is_over()` says that time is."""
    evaluator, riddles = evaluator_for(match), match.game.riddles()
    last = -APART
    for number in range(len(match.choices)):
        if is_over():
            return
        if number - last < APART or seat not in (None, match.seats[number]):
            continue
        here = Match(match.game, match.seed, match.options)
        here._place(match.states_at(number).copy())
        if riddles.idle(here) or not seems_clear(here, evaluator, themes_of(match.game).margin, seed):
            continue
        puzzle = puzzle_at(here, f"{source} turn={number + 1}", seed)
        if puzzle is not None:
            last = number
            yield puzzle


def seems_clear(match: Match, evaluator: Evaluator, margin: float, seed: int) -> bool:
    """Does a glance, and then a look at the best choices, find one of them ahead?"""
    if len(match.legal()) < FEWEST_CHOICES:
        return False
    position = position_of(match, evaluator)
    choices = evaluator.told_apart(match._states, list(match.legal()), position.memory)
    choices = glance(position, choices, seed)
    if len(choices) < FEWEST_CHOICES:
        return False
    best, ahead = leads(position.worth(choices, LOOK, seed, GLANCE, _early(match.game)))
    return all(k == best or gap >= margin for k, (gap, _) in enumerate(ahead))


def glance(position: Position, choices: list[Choice], seed: int) -> list[Choice]:
    """The choices that seem best."""
    if len(choices) <= KEPT:
        return choices
    evaluator = position.evaluator
    horizon = 0 if evaluator.foresight.player == LEARNED else _early(evaluator.game)
    means = position.worth(choices, GLANCE, seed, horizon=horizon).mean(axis=1)
    ranked = sorted(range(len(choices)), key=lambda k: -means[k])
    return [choices[k] for k in ranked[:KEPT]]


def _early(game: Game) -> int | None:
    """How far the first looks go: as far as the lead has to show, where the game says so."""
    return themes_of(game).within or None


def puzzle_at(match: Match, source: str, seed: int) -> Puzzle | None:
    """The puzzle in the position of a match, if it is one when a match begins there."""
    game = match.game
    assert game.position_option is not None
    text = game.notation(match._states, 0)
    try:
        options = game.options.from_text({game.position_option: text})
        start = Match(game, SEED, options)
    except HoplonError:
        return None  # a moment that the notation does not write down
    if start.is_over or start.to_move != match.to_move or start.game.notation(start._states, 0) != text:
        return None
    evaluator = evaluator_for(start)
    position, margin = position_of(start, evaluator), themes_of(game).margin
    choices = different(start, evaluator)
    if len(choices) < FEWEST_CHOICES:
        return None
    likely = glance(position, choices, seed)
    best, ahead = leads(position.worth(likely, MINED, seed, horizon=_early(game)))
    if any(k != best and gap < margin for k, (gap, _) in enumerate(ahead)):
        return None
    best = choices.index(likely[best])
    if what_hides(position, choices, best, seed):
        return None
    found = settle(position, choices, margin, best, seed, MOST)
    if not found.holds:
        return None
    puzzle = _described(start, position, found, text, source)
    return None if what_is_wrong(start, puzzle) or what_fails(start, puzzle, seed) else puzzle


def _described(start: Match, position: Position, found: Settled, text: str, source: str) -> Puzzle:
    themes, seat, solution = themes_of(start.game), start.to_move, found.choices[0]
    assert seat is not None
    after = _after(start, solution)
    later = _played_on(after, seat, themes.ahead)
    others = [_after(start, choice) for choice in found.choices[1:]]
    asks = any(theme.others_later for theme in themes.themes)
    others_later = [_played_on(other, seat, themes.ahead) for other in others] if asks else []
    values = zip(found.choices[: RIVALS + 1], found.values, strict=False)
    return Puzzle(
        puzzle_id(text, seat),
        seat,
        difficulty_of(position, start, solution),
        found.lead,
        found.error,
        names_that_hold(themes, seat, Shown(start, after, later, others, others_later)),
        tuple((str(choice), position.evaluator.sign * value) for choice, value in values),
        tuple(str(choice) for choice in later.choices[1:]),
        source,
        text,
    )


def _after(match: Match, choice: Choice) -> Match:
    twin = match.copy()
    twin.play(choice)
    return twin


def _played_on(match: Match, seat: int, ahead: int) -> Match:
    twin = match.copy()
    play_on(twin, seat, ahead)
    return twin


def play_on(match: Match, seat: int, ahead: int) -> None:
    """Let the bot that plays on in an analysis choose for all, until the seat has been asked so often."""
    players = _players(match.game, match.game.seat_count(match.options))
    dice = [SeatDice(SEED, place) for place in range(len(players))]
    asked, begun = 0, len(match.choices)
    while (mover := match.to_move) is not None and len(match.choices) - begun < LONGEST_LINE:
        if mover == seat:
            asked += 1
            if asked > ahead:
                return
        match.play(players[mover].choose(match.view(mover), match.legal(), dice[mover], CLOCK))


def _players(game: Game, seats: int) -> list[Bot]:
    made = []
    for _ in range(seats):
        one = bot(foresight_of(game).player, game)
        one.forget()
        made.append(one)
    return made
