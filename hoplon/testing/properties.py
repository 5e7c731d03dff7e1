"""What holds for every match of every game."""

from __future__ import annotations

from itertools import pairwise

from hoplon.core import replay
from hoplon.core.defaults import no_dice
from hoplon.core.game import Game
from hoplon.core.json_line import write_line
from hoplon.core.kernel import is_compiled
from hoplon.core.match import Match
from hoplon.core.outcomes import outcomes
from hoplon.core.quick_dice import quick_below, quick_stream
from hoplon.testing.walks import ANOTHER_DEAL, Walk, must

OTHER_SEED = 987654321987654321
FEW_FALLS = 100
ENDS_LOOKED_AT = 2
MOST_CHOICES, FEW_CHOICES = 6000, 30  # of a match that may never end
FOR_ENDS = 0x454E4453  # what the dice are for


def listed_choices_can_be_played(walk: Walk) -> None:
    """All that is listed is legal and reads back, and so does the log; at the end, nothing is listed."""
    match = walk.begin()
    space = set(match.game.space)
    for _ in walk.steps(match):
        legal = match.legal()
        must(len(legal) > 0, f"nobody may do anything, but nobody has won: {match.state.notation}")
        must(match.outcome is None, f"the match is over, but goes on: {match.state.notation}")
        must(len(set(legal)) == len(legal), f"two choices are written the same: {legal}")
        must(len(legal) <= match.game.most_choices, f"{len(legal)} choices are more than most_choices")
        for choice in legal:
            must(choice.code in space, f"{choice} is legal, but its number {choice.code} is not in the space")
            must(match.read(choice).code == choice.code, f"{choice} is read as another choice")
    for turn in match.turns:
        must(
            match.game.phrases.read_turn(str(turn)).actions == turn.actions,
            f"the log reads otherwise:\n{turn}",
        )
    if match.is_over:
        must(len(match.legal()) == 0, "something is legal after the end")
        must(match.outcome is not None, f"it has ended without an outcome: {match.state.notation}")


def the_deeds_of_all_actors_are_the_turn(walk: Walk) -> None:
    """Each entry of a log is in one part of `by_actor`, in the order of play and under its cause."""
    for turn in walk.end().turns:
        parts = turn.by_actor()
        must(sum(len(part.turn) for part in parts) == len(turn), f"parts lack or repeat an entry:\n{turn}")
        text = "\n".join(str(part.turn) for part in parts)
        must(text == str(turn), f"the parts read otherwise than the turn:\n{text}\ninstead of\n{turn}")
        for part in parts:
            read = turn.phrases.read_turn(str(part.turn))
            must(read.actions == part.turn.actions, f"an entry is not under its cause:\n{part.turn}")
            must(part.actor != "", f"an actor has an empty name:\n{part.turn}")
        actors = [part.actor for part in parts]
        must(all(a != b for a, b in pairwise(actors)), f"deeds of one actor in a row are apart: {actors}")


def a_replay_is_the_same(walk: Walk) -> None:
    """A match file gives the same match."""
    match = walk.end()
    text = replay.write(match)
    again = replay.load(text, lambda _name: walk.game)
    must(again.checks == match.checks, "a replay has other check numbers")
    must(again.state == match.state, "a replay ends in another position")
    must(replay.write(again) == text, "a replay is written otherwise")


def undo_restores_every_byte(walk: Walk) -> None:
    """Back and forth again, to the byte."""
    match = walk.begin()
    past = [match.state for _ in walk.steps(match)]
    end, checks = match.state, list(match.checks)
    for before in reversed(past):
        match.undo()
        must(match.state == before, f"undo leads to another position than {before.notation}")
    for _ in past:
        match.redo()
    must((match.state, list(match.checks)) == (end, checks), "redo leads to another position")


def a_position_reads_back(walk: Walk) -> None:
    """Every position means the same when it is read from its notation, also after the end."""
    match = walk.begin()
    for _ in walk.steps(match):
        read_back(match)
    twin = read_back(match)
    if match.is_over:
        return
    text = match.state.notation
    choice = match.legal()[sum(walk.picks) % len(match.legal())]
    found = [outcomes(one, choice, limit=FEW_FALLS, samples=1) for one in (match, twin)]
    if all(one.exact for one in found):
        first, other = ({(r.state.notation, r.probability) for r in one.results} for one in found)
        must(first == other, f"{choice} leads elsewhere in {text} when it is read back")
    if match.game.rules.forget_dice is no_dice:
        for ahead in walk.picks:
            if match.is_over:
                break
            choice = match.legal()[ahead % len(match.legal())]
            match.play(choice)
            must(not twin.is_over, f"from {text}, read back, the match ends earlier")
            must(choice in twin.legal(), f"from {text}, read back, {choice} is not legal later")
            twin.play(choice)
        must(match.outcome == twin.outcome, f"from {text}, read back, the match ends otherwise")


def the_end_reads_back(game: Game) -> None:
    """A match that is played to its end has the same end when its last position is read back."""
    for seed in range(ENDS_LOOKED_AT):
        match = Match(game, seed)
        dice = quick_stream(seed, FOR_ENDS, 0)
        while not match.is_over and len(match.choices) < (MOST_CHOICES if is_compiled() else FEW_CHOICES):
            match.play(match.legal()[int(quick_below(dice, len(match.choices), len(match.legal())))])
        read_back(match)


def read_back(match: Match) -> Match:
    """The match with the position that its notation says: what can follow is the same, whatever the dice."""
    text = match.state.notation
    states = match.game.new_states(1)
    match.game.read_notation(states, 0, text, 0)
    must(match.game.notation(states, 0) == text, f"{text} reads back as {match.game.notation(states, 0)}")
    twin = _twin(match, states)
    seats = match.game.seat_count(match.options)
    must(twin.to_move == match.to_move, f"somebody else moves in {text} when it is read back")
    must(list(twin.legal()) == list(match.legal()), f"other choices are legal in {text} when it is read back")
    must(twin.outcome == match.outcome, f"{text}, read back, ends with {twin.outcome}, not {match.outcome}")
    scores, again = (match.game.scores(one.state.array, 0, seats) for one in (match, twin))
    must(scores == again, f"{text}, read back, has the scores {again}, not {scores}")
    return twin


def only_choices_are_legal(walk: Walk) -> None:
    """Batches ask about any number: those that are no choice are not legal, and nothing breaks."""
    match = walk.begin()
    strange = [
        n for n in (-1, -2, -(2**31), 2**31 - 1, max(match.game.space) + 1) if n not in match.game.space
    ]
    for _ in walk.steps(match):
        states = match.state.array
        for number in strange:
            try:
                answer = str(bool(match.game.entries.allows(states, 0, number)))
            except (IndexError, OverflowError) as error:
                answer = repr(error)
            must(answer == "False", f"is_legal of {number}, which is no choice, says {answer}")


def a_view_tells_nothing_of_dice(walk: Walk) -> None:
    """With other dice everybody sees the same, and views can be sent to programs."""
    match = walk.end()
    states = match.state.array
    match.game.entries.forget_dice(states, 0, OTHER_SEED)
    other = _twin(match, states)
    for seat in range(match.game.seat_count(match.options)):
        must(other.view(seat) == match.view(seat), f"the view of seat {seat} depends on the dice to come")
        text = write_line(match.view(seat))
        must(text == write_line(other.view(seat)), f"the view of seat {seat}, as programs read it, does")
        must(str(OTHER_SEED) not in text, f"the view of seat {seat} tells the seed")
    must(list(other.legal()) == list(match.legal()), "what is legal depends on the dice to come")


def another_deal_looks_the_same(walk: Walk) -> None:
    """`redeal` changes nothing that the seat may know, and can be played; `conceal` leaves only that."""
    match = walk.end()
    game: Game = match.game
    for seat in range(game.seat_count(match.options)):
        dealt = match.state.array
        game.entries.redeal(dealt, 0, seat, ANOTHER_DEAL ^ walk.seed)
        must(game.view(dealt, 0, seat) == match.view(seat), f"seat {seat} sees another deal")
        known = game.concealed(match.state.array, 0, seat)
        must(
            known.tobytes() == game.concealed(dealt, 0, seat).tobytes(), f"conceal leaves seat {seat} secrets"
        )
        must(
            known.tobytes() == game.concealed(known, 0, seat).tobytes(), "to conceal twice changes something"
        )
        if match.to_move == seat:
            twin = _twin(match, dealt)
            must(list(twin.legal()) == list(match.legal()), "in another deal other choices are legal")
            for _ in walk.steps(twin):
                must(len(twin.legal()) > 0, "another deal cannot be played to its end")


def _twin(match: Match, states: object) -> Match:
    """The same match with another position."""
    twin = match.copy()
    twin._place(states)
    return twin
