"""What the page is told about a battle: no secrets, every legal choice, the numbers of attacks."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from hoplon.core.board import ALL, SPECTATOR
from hoplon.core.errors import BadOption, BadText
from hoplon.core.match import Match
from hoplon.games.cardbattle import GAME
from hoplon.games.cardbattle.board.labels import labels_of
from hoplon.games.cardbattle.debrief import debrief
from hoplon.games.cardbattle.fitting import names_for
from hoplon.games.cardbattle.options import CardBattleOptions
from hoplon.games.cardbattle.state import DECK, EMPTY, HAND, Mark, Place
from hoplon.games.cardbattle.tables import CRT
from hoplon.server.boards import board_of
from hoplon.server.seated_match import to_json

BOARD = board_of("cardbattle")
OPTIONS = CardBattleOptions(setup_turns=0, fog_of_war=True, cavalry_pursuit=True, terrain=("woods",))
EAGER = ("attack", "also", "join", "close", "fire", "play", "loose", "resolve", "react", "withdraw", "draw")


def eager(match: Match, dice: random.Random) -> str:
    """A choice that brings armies to blows."""
    legal = list(match.legal())
    found = [choice for choice in legal if choice.split()[0] in EAGER]
    return dice.choice(found or legal)


def moments(seed: int, count: int) -> Iterator[Match]:
    """A battle at one moment after the other."""
    match, dice = Match(GAME, seed, OPTIONS), random.Random(seed)
    for _ in range(count):
        if match.is_over:
            return
        yield match
        match.play(eager(match, dice))


def told(match: Match, viewer: int) -> Any:
    """Everything that a viewer is told at a moment."""
    number = len(match.choices)
    position = json.loads(to_json(BOARD.position(match, number, viewer)))
    log = json.loads(to_json(BOARD.log(match, number, viewer))) if number else []
    return position, log, BOARD.told(match, number, viewer) if number else None


def with_other_secrets(match: Match, seat: int) -> Match:
    """The same moment, but the hand of a seat and its deck are mixed up: nobody else can know."""
    twin, states = match.copy(), match.state.array
    s = states[0]
    hand, deck = int(s.hand_n[seat]), int(s.deck_n[seat])
    for k in range(min(hand, deck)):
        there, here = DECK * seat + k, HAND * seat + k
        mine, other = int(s.hand[here]), int(s.deck[there])
        s.hand[here], s.deck[there] = other, mine
        if other < 200:
            s.place[other] = Place.HAND
        if mine < 200:
            s.place[mine] = Place.DECK
    twin._place(states)
    return twin


def test_others_are_told_nothing_that_depends_on_a_hand_or_a_deck() -> None:
    for match in moments(3, 60):
        for seat in (0, 1):
            twin = with_other_secrets(match, seat)
            for viewer in (1 - seat, SPECTATOR):
                number = len(match.choices)
                mine = json.loads(to_json(BOARD.position(match, number, viewer)))
                assert mine == json.loads(to_json(BOARD.position(twin, number, viewer)))
                assert mine["armies"][seat]["hand"] is None


def test_hidden_units_are_on_nobody_elses_field_nor_in_his_log() -> None:
    hidden_ones = 0
    for match in moments(8, 60):
        s = match.states_at(len(match.choices))[0]
        for u, marks in enumerate(s.marks.tolist()):
            if s.at[u] == EMPTY or not marks & Mark.HIDDEN:
                continue
            hidden_ones += 1
            owner, column = u // 60, int(s.at[u])
            for viewer in (1 - owner, SPECTATOR):
                position, log, _ = told(match, viewer)
                assert position["fields"][owner][column]["unit"] is None
                assert not any(f"{'AB'[owner]}{column + 1}" in entry["cells"] for entry in log)
            assert told(match, owner)[0]["fields"][owner][column]["unit"] is not None
            assert told(match, ALL)[0]["fields"][owner][column]["unit"] is not None
    assert hidden_ones


def test_every_legal_choice_is_offered_with_its_places() -> None:
    for match in moments(5, 60):
        offers = BOARD.offers(match)
        assert [offer.text for offer in offers] == list(match.legal())
        tools = {tool.name for tool in BOARD.tools}
        seat = match.to_move
        assert seat is not None
        for offer in offers:
            assert offer.tool in tools
            assert offer.label
        places = {place for offer in offers for place in (offer.source, offer.cell)} - {None, "hand"}
        for place in sorted(map(str, places))[::5]:
            assert BOARD.explain(match, len(match.choices), seat, place)


def test_the_numbers_of_an_attack_are_told_before_it_is_designated() -> None:
    attacks = shots = 0
    for match in moments(7, 160):
        seat = match.to_move
        assert seat is not None
        for offer in BOARD.offers(match):
            word = offer.text.split()[0]
            if word not in ("attack", "fire") or (attacks > 3 and shots > 3):
                continue
            ahead = BOARD.preview(match, offer.text, seat)
            twin = match.copy()
            twin.play(offer.text)
            position = BOARD.position(twin, len(twin.choices), seat)
            if word == "attack" and position["attacks"] and ahead.numbers:
                attacks += 1
                found = position["attacks"][-1]
                assert ahead.numbers["attack"]["sum"] == found["sum"]
                assert ahead.numbers["attack"]["odds"] == found["odds"]
                total = sum(chance for _, chance in found["odds"]["hits"][0])
                assert total == pytest.approx(100, abs=1)
                steps = found["sum"]["base"] + sum(n for _, n in found["sum"]["shifts"])
                assert found["sum"]["column"] == min(13, max(1, steps))
            elif word == "fire" and position["shots"]:
                shots += 1
                assert ahead.numbers["volley"] == position["shots"][-1]["volley"]
    assert attacks
    assert shots


def test_looking_ahead_tells_nothing_of_dice_to_come() -> None:
    match = next(
        match for match in moments(4, 160) if any(o.text.startswith("attack") for o in BOARD.offers(match))
    )
    other = match.copy()
    other.use_dice(12345)
    for offer in BOARD.offers(match):
        seat = match.to_move
        assert seat is not None
        assert BOARD.preview(match, offer.text, seat) == BOARD.preview(other, offer.text, seat)


def test_charts_are_tables_of_what_the_rules_read_and_say_what_an_attack_reads() -> None:
    charts = {chart["name"]: chart["grids"][0] for chart in BOARD.ground(Match(GAME, 4))["charts"]}
    assert [len(row) for row in charts["crt"]["rows"]] == [14] * 10
    assert charts["crt"]["rows"][3][5] == f"{CRT[3, 5, 0]}/{CRT[3, 5, 1]}"
    attacks = [
        attack
        for match in moments(4, 160)
        for attack in BOARD.position(match, len(match.choices), SPECTATOR)["attacks"]
        if attack["sum"]
    ]
    assert attacks
    for attack in attacks:
        for name, (row, column) in attack["charts"].items():
            assert column in charts[name]["head"]
            assert row in ["", *(words[0] for words in charts[name]["rows"])]
        row, column = attack["charts"]["shock"]
        words = next(words for words in charts["shock"]["rows"] if words[0] == row)
        assert str(attack["sum"]["base"]) in words[charts["shock"]["head"].index(column)].split("/")


def test_whose_a_unit_is_is_said_only_where_both_armies_have_it() -> None:
    match = Match(GAME, 2, CardBattleOptions(army_a="carthage", army_b="carthage"))
    match.play(next(choice for choice in match.legal() if choice.startswith("play")))
    assert BOARD.log(match, 1, SPECTATOR)[0].says.startswith("A's ")
    assert [army["name"] for army in BOARD.position(match, 1, SPECTATOR)["armies"]] == [
        "Carthage A",
        "Carthage B",
    ]
    labels = labels_of(names_for(CardBattleOptions(army_a="oda", army_b="takeda")))
    said = [labels.unit(labels.names.read_unit(word)) for word in ("A.Horse-1", "B.Horse-1", "A.Gunners-3")]
    assert said == ["Horse 1 of Oda", "Horse 1 of Takeda", "Gunners 3"]


def test_help_says_what_can_be_done_now_or_why_not() -> None:
    match = Match(GAME, 7)
    seat = match.to_move or 0

    def notes(cell: str) -> list[str]:
        return [f"{note.title}: {note.text}" for note in BOARD.explain(match, len(match.choices), seat, cell)]

    own, enemy = "AB"[seat], "BA"[seat]
    slot = next(offer.source for offer in BOARD.offers(match) if offer.tool == "play")
    assert notes(str(slot))[0].startswith("Now: Play ")
    assert notes(f"{slot}>{enemy}5") == ["Not there: Units are played on the own field."]
    match.play(next(offer.text for offer in BOARD.offers(match) if offer.cell == f"{own}5"))
    assert "Not now: No more units may be played this turn." in notes("hand:1")
    match.play("end")
    assert notes(f"{own}5>{own}8") == ["Not there: A unit moves to a neighbouring column of the same zone."]
    assert BOARD.explain(match, len(match.choices), 1 - seat, f"{own}5>{own}8")[0].title == "Column 8"
    with pytest.raises(BadText, match="there is no place"):
        BOARD.explain(match, len(match.choices), seat, "hand:99>A1")


def test_a_place_that_does_not_exist_is_named() -> None:
    match = Match(GAME, 1)
    for place in ("", "C1", "A0", "A10", "hand:99", "rear:A.nobody", "rear", "away:x", "leader:Q", "A" * 90):
        with pytest.raises(BadText, match="there is no place"):
            BOARD.explain(match, 0, 0, place)
    assert "Rout level" in [note.title for note in BOARD.explain(match, 0, SPECTATOR, "leader:B")]


def test_only_what_rolled_no_die_and_told_nothing_is_taken_back() -> None:
    for match in moments(5, 80):
        if not match.choices:
            continue
        seat = match.seats[-1]
        before = match.states_at(len(match.choices) - 1)[0]
        now = match.states_at(len(match.choices))[0]
        assert BOARD.can_undo(match, seat, True)
        if before.draws != now.draws or match.choices[-1] == "draw":
            assert not BOARD.can_undo(match, seat, False)


def test_the_form_gives_the_options_of_a_battle() -> None:
    fields = BOARD.form()
    given = {field.name: field.default for field in fields if field.kind != "many"}
    assert CardBattleOptions.from_text(given) == CardBattleOptions()
    assert {field.group for field in fields} >= {"", "Victory", "Answers"}
    with pytest.raises(BadOption, match="leave out the option position"):
        BOARD.check({"position": "cardbattle A="})


def test_a_battle_that_is_over_is_told_with_its_debriefing() -> None:
    match, dice = Match(GAME, 6, CardBattleOptions(rout_a=1, rout_b=1, setup_turns=0)), random.Random(6)
    while not match.is_over:
        match.play(eager(match, dice))
    position = BOARD.position(match, len(match.choices), SPECTATOR)
    assert position["debriefing"]["rounds"] >= 1
    assert BOARD.scores(match, len(match.choices)) == match.outcome.scores  # type: ignore[union-attr]


def test_another_end_has_a_debriefing_of_its_own() -> None:
    match, dice = Match(GAME, 6, CardBattleOptions(rout_a=1, rout_b=1, setup_turns=0)), random.Random(6)
    while not match.is_over:
        match.play(eager(match, dice))
    first = BOARD.position(match, len(match.choices), SPECTATOR)["debriefing"]
    for _ in range(min(20, len(match.choices) - 1)):
        match.undo()
    while not match.is_over:
        match.play(eager(match, dice))
    second = BOARD.position(match, len(match.choices), SPECTATOR)["debriefing"]
    assert second != first
    assert {**debrief(match).as_json(), "ending": second["ending"]} == second
