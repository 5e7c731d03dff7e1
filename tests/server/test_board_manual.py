"""What the page tells of clans, rounds, collapses, preferences and the form, as the manual has them."""

from __future__ import annotations

import random

import pytest

from hoplon.core.match import Match
from hoplon.games.cardbattle import GAME
from hoplon.games.cardbattle.answering import answered_by
from hoplon.games.cardbattle.attacks import withdraws_always
from hoplon.games.cardbattle.missile import reacts_always
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.picture import state_lines
from hoplon.games.cardbattle.state import SIDE
from hoplon.games.cardbattle.tables import Answer
from hoplon.server.boards import board_of
from tests.server.test_board_cardbattle import eager, moments

BOARD = board_of("cardbattle")
SAMURAI = CardBattleOptions(army_a="oda", army_b="takeda", pbem=True)
GATES = CardBattleOptions(army_a="persians_300", army_b="spartans_300", pbem=True)


def notes(match: Match, cell: str) -> str:
    """Everything that seat 0 reads about a place."""
    found = BOARD.explain(match, len(match.choices), 0, cell)
    return " ".join(f"{note.title}: {note.text}" for note in found)


def with_clans(match: Match, clans: int) -> Match:
    """The same battle, in which these clans have acted, a bit each."""
    states = match.state.array
    states[0].clans_active = clans
    match._place(states)
    return match


def test_clans_are_told_of_the_leader_of_a_card_and_of_who_is_barred() -> None:
    match = Match(GAME, 3, SAMURAI)
    clans, limit = match.view(0).allowances.clans, match.view(0).armies[0].clans
    assert clans == ()
    assert limit > 1
    assert f"clans {limit}" in notes(match, "leader:A")
    assert f"Clans 0 of {limit}: None this turn" in notes(match, "leader:A")
    hand = match.view(0).armies[0].hand
    assert hand is not None
    slot, unit = next((k, card.unit) for k, card in enumerate(hand, 1) if card.unit)
    assert f"Clan {unit.clan}" in notes(match, f"hand:{slot}")
    names = BOARD.ground(match)["clans"][0]
    others = [k for k, name in enumerate(names) if name != unit.clan][:limit]
    with_clans(match, sum(1 << k for k in others))
    acted = " and ".join(filter(None, (", ".join(names[k] for k in others[:-1]), names[others[-1]])))
    barred = (
        f"Not now: Clan {unit.clan} cannot act: the leader commands {limit} clans a turn, and {acted} have"
    )
    assert barred in notes(match, f"hand:{slot}")
    assert f"clans {limit} of {limit}: {', '.join(names[k] for k in others)}" in "\n".join(
        state_lines(match.view(0))
    )


def test_rounds_are_counted_against_their_limit() -> None:
    gates, other = Match(GAME, 3, GATES), Match(GAME, 3)
    assert state_lines(gates.view(0))[0].startswith("Round 1 of 50, turn of A")
    assert state_lines(other.view(0))[0].startswith("Round 1, turn of")
    assert [BOARD.position(match, 0, 0)["last_round"] for match in (gates, other)] == [50, 0]


def test_a_collapse_is_told_with_its_cause() -> None:
    said = [
        entry.says
        for seed in range(4)
        for match in moments(seed, 300)
        if match.choices
        for entry in BOARD.log(match, len(match.choices), 0)
        if entry.kind == "collapse"
    ]
    assert said
    assert all("engaged and one hit from rout, rolls" in text for text in said)


@pytest.mark.parametrize("army", ["carthage", "britons", "undead_horde", "oda"])
def test_the_screen_answers_as_the_rules_would(army: str) -> None:
    """Each preference, for every unit of an army that is asked anything."""
    ids = [name for name, _ in BOARD.form()[0].among]
    army = army if army in ids else ids[-1]
    dice = random.Random(2)
    asked = 0
    for seed in range(3):
        match = Match(GAME, seed, CardBattleOptions(army_a=army, army_b=army, setup_turns=0))
        for _ in range(150):
            if match.is_over:
                break
            question = match.view(-1).question
            if question and question.unit:
                seat = match.to_move
                assert seat is not None
                s = match.state.array[0]
                unit = int(s.pending.actions[int(s.pending.n) - 1].what)
                assert unit // SIDE == seat
                asked += 1
                rule = withdraws_always if question.asks == "withdraw" else reacts_always
                held = answered_by(match.view(seat))
                for answer in Answer:
                    s.answers[seat] = 1 << answer
                    assert bool(rule(s, unit)) == (answer in held), (question, answer)
                told = BOARD.position(match, len(match.choices), seat)["question"]["answered_by"]
                assert told == [answer.name.lower() for answer in held]
            match.play(eager(match, dice))
    assert asked


def test_the_form_describes_armies_draws_lots_and_ticks_zones() -> None:
    fields = {field.name: field for field in BOARD.form()}
    first, second, ticks = fields["army_a"], fields["army_b"], fields["restrictions"]
    assert all(len(field.about) == len(field.among) and field.lot for field in (first, second))
    assert "Hannibal" in dict(zip((name for name, _ in first.among), first.about, strict=True))["carthage"]
    assert second.lot_takes == ("rout_b", "rout_a")
    rows = dict(zip((name for name, _ in ticks.among), ticks.ticked, strict=True))
    assert (ticks.kind, ticks.needs) == ("ticks", "use_restrictions")
    assert (rows["PH"], rows["HC"], rows["LI"]) == ("centre", "wings", "both")
    assert "TP" not in rows
    for name, where in rows.items():  # each default is what the rules do without the option
        options = CardBattleOptions(use_restrictions=True, restrictions=(f"{name}:{where}",))
        assert options.zones() == CardBattleOptions(use_restrictions=True).zones()
