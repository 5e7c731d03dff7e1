"""Texts of battles that the rules played: positions read back, refusals have reasons, no secret is told."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

import hoplon
from hoplon.core.errors import HoplonError
from hoplon.core.match import Match
from hoplon.games.cardbattle.debrief import debrief
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.picture import describe
from hoplon.games.cardbattle.seen import concealed, turn_for, turns_for
from hoplon.games.cardbattle.state import Do, Place, state_t
from tests.games.cardbattle.random_battles import shuffle_secrets
from tests.games.rulebook import section

BATTLES: list[dict[str, Any]] = [
    {},
    {"army_a": "oda", "army_b": "takeda", "variable_initiative": True},
    {"army_a": "frost_clans", "army_b": "serpent_empire", "dynamic_play_draw": True,
     "leader_removes_coh": True},
    {"army_a": "spartans_300", "army_b": "persians_300", "setup_turns": 0},
    {"army_a": "gauls", "army_b": "numidia", "terrain": ("woods", "stream"), "fog_of_war": True,
     "cavalry_pursuit": True, "setup_turns": 1},
]  # fmt: skip
battles = pytest.mark.parametrize("number", range(len(BATTLES)))


@cache
def played(number: int) -> tuple[Match, tuple[Any, ...]]:
    """A battle of some hundred random choices, and the position before each."""
    match = hoplon.new("cardbattle", seed=number + 1, **BATTLES[number])
    dice = Random(number)
    states = []
    for _ in range(240):
        if match.is_over:
            break
        states.append(match.state)
        legal = match.legal()
        acts = [choice for choice in legal if choice != "end"]
        match.play(dice.choice(acts) if acts and dice.random() < 0.8 else dice.choice(legal))
    return match, tuple(states)


@battles
@section("22.2")
def test_every_position_reads_back_to_the_byte(number):
    match, states = played(number)
    for state in states[::8]:
        other = np.zeros(1, state_t)
        match.game.read_notation(other, 0, state.notation, match.seed)
        other["draws"] = state.record.draws
        assert other.tobytes() == state.array.tobytes()


@battles
@section("22.2")
def test_a_battle_goes_on_from_its_line(number):
    _, states = played(number)
    for state in states[::60]:
        options = CardBattleOptions(position=state.notation)
        again = Match(hoplon.games.game("cardbattle"), 5, options)
        assert again.state.notation == state.notation
        assert str(again) == str(state)
        turn = again.play(again.legal()[-1])
        assert len(turn) > 0


@battles
@section("22.2")
def test_a_line_with_a_slip_is_refused_or_can_be_played(number):
    match, states = played(number)
    dice = Random(number)
    for state in states[::12]:
        words = state.notation.split(" ")
        at = dice.randrange(1, len(words))
        place = dice.randrange(len(words[at]))
        words[at] = words[at][:place] + dice.choice("0179-:,;*=DHFX") + words[at][place + dice.randrange(2) :]
        try:
            again = Match(match.game, 5, CardBattleOptions(position=" ".join(words)))
        except HoplonError:
            continue
        legal = again.legal()
        assert again.is_over or again.play(dice.choice(legal))


@battles
@section("22.3")
def test_every_refusal_has_a_reason_and_nothing_legal_has_one(number):
    match, states = played(number)
    dice = Random(number)
    game = match.game
    for state in states[::15]:
        for code in dice.sample(game.space, 15):
            legal = game.entries.allows(state.array, 0, code)
            why = game.why_illegal(state.array, 0, code)
            assert bool(why) != bool(legal), game.write_choice(state.array, 0, code)
            assert not why.startswith("the rules do not allow"), game.write_choice(state.array, 0, code)


@battles
@section("22.3")
def test_no_log_tells_a_secret(number):
    match, states = played(number)
    words = match.game.phrases.words["unit"]
    names = {u: words.write(hoplon.core.text.Action(0, what=u)) for u in range(120)}
    for state, turn in zip(states, match.turns, strict=True):
        s = state.record
        for seat in (0, 1, -1):
            seen = turn_for(turn, s, seat)
            told = set(str(seen).split())
            drawn = {
                names[a.what] for a in turn.actions if a.kind == Do.DEAL and a.who != seat and a.what < 120
            }
            assert not drawn & told
            opened = {a.what for a in turn.actions if a.kind in (Do.REVEAL, Do.LEAVE, Do.ROUT, Do.ELIMINATE)}
            assert not {names[u] for u in concealed(s, seat) - opened} & told
            assert match.game.phrases.read_turn(str(seen)).actions == seen.actions
            for action in seen.actions:
                assert action.cause < len(seen.actions)
    assert len(turns_for(match, 0)) == len(match.turns)


@battles
@section("22.3", "26.3")
def test_views_of_played_positions_hide_what_they_must(number):
    match, states = played(number)
    dice = Random(number)
    for state in states[::25]:
        if state.record.pending.n:
            continue
        for owner in (0, 1):
            other = state.array.copy()
            shuffle_secrets(other[0], owner, dice)
            seen, twin = (match.game.view(states, 0, 1 - owner) for states in (state.array, other))
            assert twin == seen
            assert twin.known.tobytes() == seen.known.tobytes()
            assert match.game.view(other, 0, -1) == match.game.view(state.array, 0, -1)


@section("22.3", "4.4")
def test_something_was_hidden_and_pursued_in_these_battles():
    match, _ = played(4)
    kinds = {action.kind for turn in match.turns for action in turn.actions}
    assert Do.HIDE in kinds
    assert Do.REVEAL in kinds


@battles
@section("22.3", "12.2", "12.3")
def test_points_of_the_debriefing_end_with_those_of_the_view(number):
    match, _ = played(number)
    story = debrief(match)
    for side, army in zip(story.sides, match.view(-1).armies, strict=True):
        assert side.points[-1] == army.points.total
        assert len(side.points) == story.rounds
    assert str(story).startswith(" ")


@battles
@section("22.3")
def test_pictures_show_every_unit_that_is_seen(number):
    match, states = played(number)
    for state in states[::50]:
        seen = match.game.view(state.array, 0, 0)
        text = describe(seen)
        for field in seen.fields:
            for area in field:
                assert area.unit is None or area.unit.id.partition(".")[2] in text
        on_field = sum(int(p) == Place.FIELD for p in state.record.place)
        assert (
            sum(area.unit is not None for f in match.game.view(state.array, 0, -2).fields for area in f)
            == on_field
        )
