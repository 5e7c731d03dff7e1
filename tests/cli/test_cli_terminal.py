"""The terminal game of Hoplite, played by a pilot that presses keys and clicks."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

import hoplon
from hoplon.cli.autosave import Autosave, kept
from hoplon.cli.hoplite.app import HopliteApp
from hoplon.cli.hoplite.board import Board
from hoplon.cli.hoplite.hexes import LARGE, MEDIUM, SMALL
from hoplon.cli.hoplite.screens import Ahead, Altar, AskName, Confirm, Ending, Help
from hoplon.core.errors import HoplonError
from hoplon.games.hoplite.words import read_cell
from tests.waiting import patience, until_async

ROOM = (100, 40)
LAST = "hoplite depth=16 hero=4,4 fleece=4,5 portal=4,6 demons=F8,8 health=3/3"
DEADLY = "hoplite depth=3 hero=4,4 demons=A4,8;F3,5;F5,5 health=1/3"
ALTAR = "hoplite depth=5 hero=4,4 altar=4,5 offers=surge;patience demons=F8,8 health=1/3"
CROWD = "hoplite depth=8 hero=4,4 demons=F5,4;A8,3;F4,8;D8,8;W0,5 health=2/3"
ARMED = "hoplite depth=5 hero=4,4 demons=F8,8;F4,6"

Act = Callable[[HopliteApp, Pilot], Awaitable[None]]


def played(act: Act, position: str = "", size: tuple[int, int] = ROOM, seed: int = 7, **given) -> HopliteApp:
    """Run the game, do something in it, and hand it back."""
    options = {"position": position} if position else {}
    app = HopliteApp(lambda: hoplon.new("hoplite", seed=seed, **options), **given)

    async def go() -> None:
        async with app.run_test(size=size) as pilot:
            await ready(app, pilot)
            await act(app, pilot)

    asyncio.run(go())
    return app


async def ready(app: HopliteApp, pilot: Pilot) -> None:
    while not app.ready:
        await pilot.pause(0.02)
    await pilot.pause()


def text(app: HopliteApp, name: str) -> str:
    """What a part of the panel says."""
    return str(app.table.query_one(name, Static).content)


async def click(app: HopliteApp, pilot: Pilot, cell: str) -> None:
    await pilot.click(Board, offset=app.table.query_one(Board).hexes.middles[read_cell(cell)])


async def click_mode(pilot: Pilot, mode: str) -> None:
    at = 0
    for name in ("walk", "leap", "bash", "throw", "pray", "idle"):
        if name == mode:
            await pilot.click("#modes", offset=(at + 2, 0))
        at += len(name) + 2


def test_a_match_is_played_to_victory_by_keys() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("8", "8")
        await pilot.pause()
        assert isinstance(app.screen, Ending)
        shown = " ".join(str(label.content) for label in app.screen.query("Label").results(Static))
        assert "Victory" in shown
        assert f"score {app.scene.position.score}" in shown

    app = played(act, LAST)
    assert app.match.choices == ["walk n", "walk n"]
    assert app.match.outcome.reason == "won"


def test_a_match_is_played_to_victory_by_mouse() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await click(app, pilot, "4,5")
        await click(app, pilot, "4,6")
        await pilot.pause()
        assert isinstance(app.screen, Ending)
        await pilot.click("#again")
        await pilot.pause()
        assert not isinstance(app.screen, Ending)
        assert app.match.choices == []

    played(act, LAST)


def test_death_is_shown_with_its_cause_and_can_be_undone() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("2")
        await pilot.pause()
        shown = " ".join(str(label.content) for label in app.screen.query("Label").results(Static))
        assert "You died" in shown
        assert "You were killed by a demon archer on depth 3" in shown
        await pilot.press("u")
        await pilot.pause()
        assert app.scene.outcome is None

    app = played(act, DEADLY)
    assert app.match.choices == []


def test_modes_by_keys() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("b", "9")
        await pilot.press("l", "2", "2", "enter")
        await pilot.press("t", "8", "enter")

    assert played(act, ARMED).match.choices == ["bash ne", "leap 4,2", "throw 4,3"]


def test_modes_by_mouse() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await click_mode(pilot, "bash")
        assert app.mode == "bash"
        await click(app, pilot, "5,4")
        await click(app, pilot, "4,2")
        await click_mode(pilot, "throw")
        await click(app, pilot, "4,3")

    assert played(act, ARMED).match.choices == ["bash ne", "leap 4,2", "throw 4,3"]


def test_idling_by_key_and_by_a_click_on_oneself() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("i")
        await click(app, pilot, "4,4")

    assert played(act, ARMED + " prayers=patience").match.choices == ["idle", "idle"]


def test_a_spinning_bash_needs_no_direction() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("b", "8")

    position = ARMED + " prayers=sweeping-bash;spinning-bash"
    assert played(act, position).match.choices == ["bash"]


def test_the_altar_shows_its_offers_and_greys_out_what_costs_too_much() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await click(app, pilot, "4,5")
        await pilot.pause()
        assert isinstance(app.screen, Altar)
        shown = {option.id: option for option in app.screen.query_one("OptionList").options}
        assert shown["surge"].disabled
        assert "sacrifice 1" in str(shown["surge"].prompt)
        assert "you may let a turn pass" in str(shown["patience"].prompt)
        await pilot.press("escape", "p")
        await pilot.pause()
        await pilot.press("down", "down", "enter")

    assert played(act, ALTAR).match.choices == ["pray patience"]


def test_a_refused_choice_is_explained() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("p")
        assert "there is no altar" in text(app, "#tile")
        await pilot.press("i")
        assert "patience" in text(app, "#tile")
        await click(app, pilot, "0,9")
        assert "reaches 2 to 2" in text(app, "#tile")
        await pilot.press("b", "enter")
        assert "next to you" in text(app, "#tile")
        await pilot.press("u")
        assert "nothing to undo" in text(app, "#tile")

    assert played(act, ARMED).match.choices == []


def test_the_cursor_tells_what_is_there_and_previews_the_choice() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("up")
        assert "4,5" in text(app, "#tile")
        assert "walk n" in text(app, "#tile")
        assert "You lunge at footman F2" in text(app, "#tile")
        await pilot.press("up")
        assert "footman F2" in text(app, "#tile")
        await pilot.hover(Board, offset=app.table.query_one(Board).hexes.middles[read_cell("8,8")])
        await pilot.pause()
        assert "footman F1" in text(app, "#tile")
        await pilot.press("escape")
        assert app.cursor is None

    assert played(act, ARMED).match.choices == []


def test_what_does_not_fit_beside_the_board_is_shown_in_full_when_asked_for() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("v")
        assert "point at a tile" in text(app, "#tile")
        await pilot.press("up")
        assert "Wizard W5" not in text(app, "#tile")
        assert "more: press v" in text(app, "#tile")
        await pilot.press("v")
        await pilot.pause()
        assert isinstance(app.screen, Ahead)
        shown = str(app.screen.query_one(Static).content)
        assert "You stab footman F1 in passing" in shown
        assert "Demolitionist D4 walks to 7,7 (50\u00a0%) or 8,7 (50\u00a0%)" in shown
        assert "Wizard W5 walks to" in shown
        assert "dice" not in shown
        await pilot.press("escape")
        assert not isinstance(app.screen, Ahead)

    played(act, CROWD, size=(80, 24))


def test_the_turns_are_told_in_sentences() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("b", "8")
        told = text(app, "#turns")
        assert "You bash at 4,5" in told
        assert "Footman F1 is pushed north" in told
        assert "Footman F1 slides to 4,6" in told
        assert "recharge" not in told

    played(act, "hoplite depth=5 hero=4,4 demons=F4,5;D8,8:0")


def test_the_cursor_reaches_every_tile_by_arrow_keys() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press(*["left"] * 9)
        assert app.cursor == read_cell("0,4")
        await pilot.press(*["down"] * 5, *["right"] * 4)
        assert app.cursor == read_cell("4,3")
        await pilot.press(*["up"] * 20)
        assert app.cursor == read_cell("4,11")

    played(act, ARMED)


def test_threats_are_painted_and_named() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("up")
        before = app.table.query_one(Board).strips
        await pilot.press("x")
        assert app.table.query_one(Board).strips != before
        assert "! F2" in text(app, "#tile")
        await pilot.press("x")
        assert "! F2" not in text(app, "#tile")

    played(act, ARMED)


def test_undo_redo_new_and_again() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("8", "2", "u")
        assert app.match.choices == ["walk n"]
        await pilot.press("r")
        assert app.match.choices == ["walk n", "walk s"]
        assert "2 walk s" in text(app, "#turns")
        await pilot.press("N")
        assert (app.match.seed, app.match.choices) == (7, [])
        await pilot.press("n")
        assert app.match.seed != 7

    played(act)


def test_a_match_is_saved_under_a_name_and_loaded_again(tmp_path: Path) -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("8", "S")
        await pilot.pause()
        assert app.screen.query_one(Input).value == "hoplite-7.hoplon"
        await pilot.press("enter")
        await pilot.pause()
        assert "saved as hoplite-7.hoplon" in text(app, "#tile")
        await pilot.press("2", "S", "enter")
        await pilot.pause()
        assert isinstance(app.screen, Confirm), "an existing file is not overwritten silently"
        await pilot.press("n")
        assert hoplon.load("hoplite-7.hoplon").choices == ["walk n"]
        await pilot.press("n", "o")
        await pilot.pause()
        app.screen.query_one(Input).value = "hoplite-7.hoplon"
        await pilot.press("enter")
        await pilot.pause()
        assert (app.match.seed, app.match.choices) == (7, ["walk n"])
        await pilot.press("S", "enter", "y")
        assert "saved" in text(app, "#tile")

    played(act)


def test_what_cannot_be_saved_or_loaded_is_explained(tmp_path: Path) -> None:
    (tmp_path / "bad").write_text("no match")

    async def act(app: HopliteApp, pilot: Pilot) -> None:
        for key, name, words in (
            ("S", "none/a.hoplon", "cannot be written"),
            ("o", "none.hoplon", "cannot be read"),
            ("o", "bad", "no Hoplon match file"),
        ):
            await pilot.press(key)
            await pilot.pause()
            assert isinstance(app.screen, AskName)
            app.screen.query_one(Input).value = name
            await pilot.press("enter")
            await pilot.pause()
            assert words in text(app, "#tile")
        await pilot.press("S", "escape")

    played(act)


def test_every_turn_is_kept_by_itself() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("8")

    played(act)
    (path,) = kept("hoplite")
    assert hoplon.load(path).choices == ["walk n"]
    played(act)
    assert len(kept("hoplite")) == 2, "another match of the same seed does not replace the first"


def test_only_the_last_matches_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoplon.cli.autosave.KEPT", 2)
    match = hoplon.new("hoplite", seed=7)
    assert all(Autosave().keep(match) for _ in range(5))
    assert len(kept("hoplite")) == 2


def test_a_state_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("in the way")

    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("8")
        assert "not writable" in text(app, "#tile")

    assert played(act).match.choices == ["walk n"]


def test_a_tiny_window_does_no_harm() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("8", "question_mark", "escape")

    assert played(act, size=(30, 8)).match.choices == ["walk n"]


def test_quitting_asks_while_a_match_is_under_way() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("8", "Q")
        await pilot.pause()
        assert isinstance(app.screen, Confirm)
        await pilot.press("n", "Q")
        await pilot.pause()
        await pilot.click("#yes")

    assert played(act).return_value == 0


def test_quitting_before_the_first_turn_does_not_ask() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("Q")

    assert played(act).return_value == 0


def test_ctrl_c_leaves_with_130() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("ctrl+c")

    assert played(act).return_value == 130


@pytest.mark.parametrize(("size", "hexes"), [((80, 24), SMALL), ((120, 40), MEDIUM), ((120, 50), LARGE)])
def test_the_hexes_fit_the_window(size: tuple[int, int], hexes: object) -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        board = app.table.query_one(Board)
        assert board.hexes is hexes
        assert board.region.size == (board.hexes.columns, board.hexes.lines)
        assert board.region in app.screen.region
        await click(app, pilot, "4,3")
        assert app.match.choices == ["walk n"]
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert board.hexes is SMALL

    played(act, size=size)


def test_help_opens_over_the_board_and_fits_a_small_window() -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        await pilot.press("question_mark")
        await pilot.pause()
        assert isinstance(app.screen, Help)
        assert app.screen.query_one(".window").max_scroll_y == 0
        await pilot.resize_terminal(100, 40)
        await pilot.press("escape")
        assert not isinstance(app.screen, Help)

    played(act, size=(80, 24))


def test_colours_are_dark_light_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(app: HopliteApp, pilot: Pilot) -> None:
        before = app.palette
        await pilot.press("c")
        assert (app.palette is before) == app.no_color

    assert played(act).theme == "hoplon-light"
    assert played(act, light=True).theme == "hoplon-dark"
    monkeypatch.setenv("NO_COLOR", "1")
    assert played(act).theme == "hoplon-grey"


def test_the_screen_answers_while_the_rules_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoplon.cli.hoplite.app.PATIENCE", 0.1)
    compiled = threading.Event()

    def start() -> hoplon.Match:
        compiled.wait(patience())
        return hoplon.new("hoplite", seed=7)

    async def go() -> None:
        app = HopliteApp(start)
        async with app.run_test(size=ROOM) as pilot:
            await until_async(lambda: "compiling the rules, once" in text(app, "#what"), "it says so")
            await pilot.press("question_mark")
            await pilot.pause()
            assert isinstance(app.screen, Help)
            await pilot.press("escape", "8")
            compiled.set()
            await ready(app, pilot)
            assert app.match.choices == ["walk n"], "what was pressed meanwhile is done"
            assert not app.table.query_one("#loading").display

    asyncio.run(go())


def test_a_match_that_cannot_begin_ends_the_game_with_the_reason() -> None:
    def start() -> hoplon.Match:
        raise HoplonError("no")

    async def go() -> HopliteApp:
        app = HopliteApp(start)
        async with app.run_test(size=ROOM) as pilot:
            while app.failure is None:
                await pilot.pause(0.02)
        return app

    assert str(asyncio.run(go()).failure) == "no"
