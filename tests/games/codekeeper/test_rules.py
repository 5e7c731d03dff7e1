"""The rulebook of CodeKeeper by worked examples: a picture, a command, the turn log."""

from __future__ import annotations

import pytest

from hoplon.core.errors import IllegalChoice
from tests.games.codekeeper.boards import match_of
from tests.games.rulebook import section

pytestmark = pytest.mark.representative

OPEN = "H"


def log(picture: str, command: str, **values: object) -> str:
    """The turn that a command gives."""
    return str(match_of(picture, **values).play(command))


@pytest.mark.parametrize(
    ("command", "turn"),
    [
        ("MOVE 6 6", "move 5,5 6,5 fine"),
        ("MOVE 4 4", "move 5,5 4,5 fine"),
        ("MOVE 4 6", "move 5,5 4,5 fine"),
        ("MOVE 15 5", "move 5,5 6,5 partial"),
        ("MOVE 9 9", "move 5,5 6,5 partial"),
        ("MOVE 9 5", "move 5,5 6,5 partial"),
        ("MOVE 5 5", "idle - 5,5 5,5 fine"),
    ],
)
@section("1.4", "6.1")
def test_steps_are_sought_left_right_up_down(command: str, turn: str) -> None:
    assert log(OPEN, command, x=5, y=5) == turn


@section("1.3")
def test_walls_block_neither_sight_nor_blows() -> None:
    turn = log("HX1", "ATTACK 3 7 5", x=5, y=5)
    assert turn == "attack bow 5,5 7,5 fine\n  hit S1 7,5 8\n    destroy S1 7,5 6"
    assert log("HX3", "MOVE 5 5", x=5, y=5).splitlines()[1:] == ["strike O1 7,5 5,5 2", "hurt 5,5 2"]


@section("2")
def test_a_position_is_the_hero_obstacles_items_and_monsters() -> None:
    match = match_of("Ht1", x=5, y=5)
    assert match.view().lines() == ["5 5 20 0 5 5 5", "2", "7 5 8 6", "6 5 2 100"]


@section("3")
def test_the_hero_begins_with_twenty_health_and_five_charges() -> None:
    view = match_of(OPEN).view()
    assert (view.health, view.score, view.hammer, view.scythe, view.bow) == (20, 0, 5, 5, 5)


@section("3")
def test_facing_is_sideways_when_the_difference_in_x_is_as_large() -> None:
    match = match_of(OPEN, x=5, y=5)
    for command, facing in (
        ("ATTACK 3 7 7", 3),
        ("ATTACK 3 4 7", 1),
        ("ATTACK 3 3 4", 0),
        ("ATTACK 3 5 2", 2),
    ):
        match.play(command)
        assert match.state.record.facing == facing


@section("4.1")
def test_turn_150_ends_the_game_without_an_answer() -> None:
    match = match_of("H4", x=5, y=5, turn=149)
    assert str(match.play("MOVE 5 5")) == "idle - 5,5 5,5 fine\nrun-out 5,5"
    assert str(match.outcome) == "limit, score 0"


@section("4.2")
def test_the_150th_action_can_still_leave() -> None:
    match = match_of("HE", x=5, y=5, turn=149)
    assert str(match.play("MOVE 6 5")) == "move 5,5 6,5 fine\n  take exit 6,5\n    leave 6,5"
    assert str(match.outcome) == "exit, score 10000"


@section("5.1")
def test_an_item_is_listed_before_the_monster_on_it() -> None:
    match = match_of("Ht.4", x=5, y=5)
    match.play("MOVE 5 5")
    match.play("ATTACK 3 6 6")
    assert match.view().lines()[2:] == ["6 5 2 100", "6 5 11 10"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("WAIT", "does not begin with MOVE or ATTACK"),
        (" MOVE 3 3", "does not begin with MOVE or ATTACK"),
        ("MOVE", "no blank after MOVE"),
        ("MOVE 3", "has no y"),
        ("MOVE 3  3", "has '' for y"),
        ("MOVE 16 0", "has 16 for x; expected 0 to 15"),
        ("MOVE 0 12", "has 12 for y; expected 0 to 11"),
        ("ATTACK 4 3 3", "has 4 for weapon; expected 0 to 3"),
        ("MOVE 3000000000 1", "too large"),
        ("MOVE 3; 1", "no whole number"),
    ],
)
@section("5.2")
def test_a_bad_line_is_refused_with_its_reason(line: str, reason: str) -> None:
    with pytest.raises(IllegalChoice, match=reason):
        match_of(OPEN).play(line)


@section("5.2")
def test_a_message_changes_nothing() -> None:
    match = match_of(OPEN, x=5, y=5)
    match.play("MOVE +6 005 ATTACK 0 1 1")
    assert match.choices == ["MOVE 6 5"]


@pytest.mark.parametrize(("word", "turn"), [("error", "fail 5,5"), ("timeout", "time-out 5,5")])
@section("5.3")
def test_a_failure_sets_the_score_and_leaves_the_world(word: str, turn: str) -> None:
    match = match_of("H4", x=5, y=5, score=77)
    before = match.state.record
    assert str(match.play(word)) == turn
    after = match.state.record
    assert (after.score, after.health, after.rng) == (-10000, before.health, before.rng)
    assert match.outcome is not None
    assert match.outcome.reason == word


@section("5.4")
def test_every_command_is_legal_until_the_end() -> None:
    match = match_of("HE", x=5, y=5)
    assert len(match.legal()) == 5 * 192
    assert "error" not in match.legal()
    match.play("MOVE 6 5")
    assert len(match.legal()) == 0
    with pytest.raises(IllegalChoice, match="comes after the end: exit, score 10000"):
        match.play("MOVE 5 5")


@pytest.mark.parametrize(
    ("picture", "command", "turn"),
    [
        ("HX", "MOVE 6 5", "move 5,5 5,5 partial"),
        ("HX", "MOVE 7 5", "move 5,5 5,4 fine"),
        ("H0", "MOVE 8 5", "attack sword 5,5 6,5 fine\n  hit B1 6,5 10\n    destroy B1 6,5 1"),
    ],
)
@section("6.1")
def test_walls_and_monsters_on_the_first_step(picture: str, command: str, turn: str) -> None:
    assert log(picture, command, x=5, y=5) == turn


@section("6.1")
def test_behind_a_wall_the_hero_goes_nearer_or_stays() -> None:
    wall = "\n".join("..X" if y != 5 else ".HX" for y in range(12))
    assert log(wall, "MOVE 7 5", x=4, y=0) == "idle - 5,5 5,5 blocked"
    assert log(wall, "MOVE 7 9", x=4, y=0) == "move 5,5 5,6 partial"


@section("6.2")
def test_the_charge_is_checked_before_the_reach() -> None:
    match = match_of(OPEN, x=5, y=5, charges=(0, 1, 1))
    assert str(match.play("ATTACK 1 15 11")) == "idle hammer 5,5 15,11 charges"
    assert str(match.play("ATTACK 2 6 7")) == "idle scythe 5,5 6,7 range"
    assert str(match.play("ATTACK 3 5 5")) == "idle bow 5,5 5,5 range"
    assert match.view().bow == 1


@section("6.2")
def test_a_blow_at_nothing_spends_the_charge() -> None:
    match = match_of(OPEN, x=5, y=5)
    match.play("ATTACK 3 8 8")
    assert match.view().bow == 4


@section("6.3")
def test_the_reward_is_the_health_a_monster_began_with() -> None:
    match = match_of("H2", x=5, y=5)
    match.play("ATTACK 0 6 5")
    assert match.view().entities[0].value == 4
    match.play("MOVE 6 5")
    assert match.view().score == 14 - 2


@section("7")
def test_the_combat_example() -> None:
    match = match_of(".2\nH4\n.1", x=5, y=4)
    turn = match.play("ATTACK 1 6 5").lines()
    assert turn[0] == "attack hammer 5,5 6,5 fine"
    assert turn[-1] == "hurt 5,5 5"
    view = match.view()
    assert (view.health, view.score, view.hammer) == (15, 1, 4)
    assert sorted((e.type, e.value) for e in view.entities) == [(9, 8), (11, 4)]


@pytest.mark.parametrize(
    ("command", "hit"),
    [
        ("ATTACK 1 6 5", ["6,4", "6,5", "6,6"]),
        ("ATTACK 1 6 4", ["6,4", "6,5", "5,4"]),
        ("ATTACK 1 5 6", ["4,6", "5,6", "6,6"]),
        ("ATTACK 2 6 6", ["6,6", "7,7"]),
        ("ATTACK 2 7 7", ["6,6", "7,7"]),
        ("ATTACK 2 5 3", ["5,4", "5,3"]),
        ("ATTACK 3 8 7", ["8,7"]),
        ("ATTACK 0 6 5", ["6,5"]),
        ("ATTACK 0 6 6", []),
        ("ATTACK 2 6 7", []),
        ("ATTACK 3 9 5", []),
    ],
)
@section("7")
def test_what_each_weapon_hits(command: str, hit: list[str]) -> None:
    rows = ["0000000"] * 3 + ["000H000"] + ["0000000"] * 3
    turn = match_of("\n".join(rows), x=2, y=2).play(command)
    assert [line.split()[2] for line in turn.lines() if line.startswith("hit")] == hit


@section("7")
def test_cells_off_the_board_are_dropped() -> None:
    turn = match_of("H0\n00").play("ATTACK 1 1 0")
    assert [line.split()[2] for line in turn.lines() if line.startswith("hit")] == ["1,0", "1,1"]


@pytest.mark.parametrize(
    ("symbol", "item", "values"),
    [
        ("t", "treasure", (15, 100, 5, 5, 5)),
        ("p", "potion", (20, 0, 5, 5, 5)),
        ("a", "hammer-chest", (15, 0, 6, 5, 5)),
        ("b", "scythe-chest", (15, 0, 5, 6, 5)),
        ("c", "bow-chest", (15, 0, 5, 5, 6)),
    ],
)
@section("8")
def test_what_items_give(symbol: str, item: str, values: tuple[int, ...]) -> None:
    match = match_of("H" + symbol, x=5, y=5, health=15)
    assert str(match.play("MOVE 6 5")) == f"move 5,5 6,5 fine\n  take {item} 6,5"
    view = match.view()
    assert (view.health, view.score, view.hammer, view.scythe, view.bow) == values
    assert view.entities == ()


@section("9.1")
def test_damage_is_summed_and_taken_once_even_beyond_zero() -> None:
    match = match_of("444\n4H4\n...", x=4, y=4, health=5)
    assert match.play("MOVE 5 5").lines()[-2:] == ["hurt 5,5 15", "die 5,5"]
    assert (match.view().health, match.view().score) == (-10, -1015)


@section("9.1")
def test_boxes_do_nothing_and_sitters_never_move() -> None:
    match = match_of("H.0\n...\n3.1", x=5, y=5)
    assert match.play("MOVE 5 5").lines() == ["idle - 5,5 5,5 fine", "strike O3 5,7 5,5 2", "hurt 5,5 2"]


@pytest.mark.parametrize(
    ("picture", "corner", "step"),
    [
        ("H..4", (5, 5), "step V1 8,5 7,5"),
        ("H..\n...\n..2", (5, 5), "step G1 7,7 6,7"),
        ("H...\n..04", (5, 5), "step V2 8,6 8,5"),
        ("\n".join([".X."] * 3 + ["HX4"] + [".X."] * 3), (5, 2), "step V1 7,5 7,5"),
        ("\n".join([".X."] * 2 + ["HX4"] + [".X."] * 2), (5, 3), "step V1 7,5 7,4"),
        ("\n".join([".X."] * 2 + ["HX2"] + [".X."] * 2), (5, 3), "step G1 7,5 7,5"),
    ],
)
@section("9.2")
def test_monsters_seek_a_way_inside_their_own_view(picture: str, corner: tuple[int, int], step: str) -> None:
    turn = match_of(picture, x=corner[0], y=corner[1]).play("MOVE 5 5")
    assert turn.lines()[1:] == [step]


@section("9.3")
def test_the_log_lists_strikes_before_steps() -> None:
    lines = match_of("4..\n.H.\n...\n..4", x=4, y=4).play("MOVE 5 5").lines()
    assert [line.split()[0] for line in lines] == ["idle", "strike", "step", "hurt"]


@section("10")
def test_death_and_damage_are_subtracted() -> None:
    match = match_of("H4", x=5, y=5, health=3, score=50)
    match.play("MOVE 5 5")
    assert str(match.outcome) == "dead, score -953"


@section("11")
def test_a_phase_draws_whether_anybody_moves_or_not() -> None:
    match = match_of("H....00\n.....00", x=2, y=2)
    before = match.state.record.rng
    match.play("MOVE 2 2")
    drawn = match.state.record.rng
    assert drawn != before
    match = match_of("HX", x=2, y=2)
    before = match.state.record.rng
    match.play("MOVE 2 2")
    assert match.state.record.rng == before


@section("13.1")
def test_the_order_of_lines_remembers_the_widest_view() -> None:
    corner = match_of("H.X\n..X\nXXX")
    fresh = corner.view().lines()
    far = match_of("..X\n..X\nXXXH", sight=128)
    assert corner.state.record.sight_table == 32
    assert far.state.record.sight_table == 128
    assert fresh[2:] == ["0 2 1 -1", "1 2 1 -1", "2 0 1 -1", "2 1 1 -1", "2 2 1 -1"]


@section("13.2")
def test_a_step_on_the_spot_arrives_anew() -> None:
    picture = "\n".join(["X" * 16] * 4 + ["XXX4XXXXXXXXXXXX", "XXXXXHXXXXXXXXXX"] + ["X" * 16] * 6)
    match = match_of(picture)
    assert match.play("MOVE 5 5").lines()[1:] == ["step V1 3,4 3,4"]
