"""Matches by e-mail in the page: two browsers and the command line exchange files, and nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from browsing import SMALL, Tab
from playwright.sync_api import expect
from served import Server
from small_games import served_with_small_games

from tests.waiting import patience

Open = Callable[..., Tab]
DROP = """([name, text]) => {
    const files = new DataTransfer();
    files.items.add(new File([text], name));
    dispatchEvent(new DragEvent('dragover', {dataTransfer: files, cancelable: true}));
    dispatchEvent(new DragEvent('drop', {dataTransfer: files, cancelable: true}));
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where the example games are installed, too."""
    with served_with_small_games(tmp_path_factory.mktemp("letters")) as running:
        yield running


@dataclass
class Player:
    """Somebody who plays by e-mail in a browser of their own."""

    tab: Tab
    folder: Path

    def invite(self, game: str) -> Path:
        """Write an invitation, beginning at the home page."""
        page = self.tab.page
        page.goto("/")
        page.get_by_role("link", name="by letter").click()
        page.get_by_role("link", name=game, exact=True).click()
        page.get_by_role("button", name="Write the invitation").click()
        return self.send()

    def send(self) -> Path:
        """Take the letter along."""
        page = self.tab.page
        with page.expect_download() as sent:
            page.get_by_role("button", name="Download the letter").click()
        expect(page.get_by_text("send it to")).to_be_visible()
        path = self.folder / sent.value.suggested_filename
        sent.value.save_as(path)
        return path

    def open(self, letter: Path) -> None:
        """Choose a file that has come."""
        self.tab.page.locator("input[type=file]").set_input_files(letter)

    def says(self, text: str) -> None:
        """This is what comes next."""
        expect(self.tab.page.locator(".next")).to_have_text(text)

    def is_refused(self, *texts: str) -> None:
        """The page says why; the browser notes every answer that is a refusal, too."""
        for text in texts:
            expect(self.tab.page.get_by_role("alert")).to_contain_text(text)
        self.tab.problems.clear()

    def fight(self, number: int) -> Path:
        """Play a turn of a battle: a unit if there is one, and nothing more. It goes on after a reload."""
        page = self.tab.page
        self.says(f"Turn {number} is yours: choose on the board")
        page.get_by_label("Skip phases").uncheck()
        ends, yes = page.get_by_role("button", name="End phase"), page.get_by_role("button", name="Yes")
        expect(ends).to_be_visible()
        hand = page.locator(".spot.can[data-cell^='hand']")
        if hand.count():  # nobody chooses the cards either
            hand.first.click()
            page.locator(".spot.aim").first.click()
            self.tab.settle()
        units = page.locator("[data-cell^='A'] .unit, [data-cell^='B'] .unit")
        if number == 7:
            count = units.count()
            page.reload()
            expect(units).to_have_count(count)
        done = page.locator(".next", has_text=f"Turn {number} is complete: send the letter")
        while not done.count():
            ends.or_(done).first.wait_for()
            if not done.count():
                (yes if yes.count() else ends).first.click()  # also where a card could be drawn
                self.tab.settle()
        return self.send()


def sit_down(tabs: Open, folder: Path) -> list[Player]:
    """Two players, one of them with a phone at night."""
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    found = []
    for name, how in (("ada", {}), ("ben", phone | {"color_scheme": "dark"})):
        (folder / name).mkdir()
        found.append(Player(tabs(**how), folder / name))
    return found


def hoplon(*words: object) -> str:
    """A command of somebody who plays in a terminal; it must go well."""
    command = [sys.executable, "-m", "hoplon.cli", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=patience())
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_two_browsers_fight_ten_turns_by_files(tabs: Open, tmp_path: Path) -> None:
    ada, ben = players = sit_down(tabs, tmp_path)
    invitation = ada.invite("Hoplites: card battles")
    ada.says("The acceptance of the other side is awaited")
    ben.tab.page.goto("/letters")
    assert ben.tab.faults() == []
    ben.open(invitation)
    ben.says("Send the letter with the acceptance")
    letters = [invitation, ben.send()]
    for turn in range(1, 11):
        player, other = players[1 - turn % 2], players[turn % 2]
        page = player.tab.page
        if turn == 4:  # by somebody who wants another die
            refuse_tampered(player, letters[-1])
        if turn in (5, 6):  # whatever was begun or received is still there
            page.reload()
        player.open(letters[-1])
        letters.append(player.fight(turn))
        player.says(f"Turn {turn + 1} of the other side is awaited")
        assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]  # type: ignore[index]
        if turn > 8:
            assert player.tab.faults() == []
        if turn == 10:  # on a phone
            assert page.evaluate(SMALL) == []
        other.open(letters[2])  # which has been here before
        if turn > 2:
            other.is_refused("the file is an older one: it ends with turn 1")
    verify(ben, letters[-1])
    stored = json.loads(ada.tab.page.evaluate("JSON.stringify(localStorage)"))
    assert sum(name.startswith("hoplon.letters.match.") for name in stored) == 1


def refuse_tampered(player: Player, letter: Path) -> None:
    """One digit of a check number is another: the page says where, and goes on as before."""
    text = letter.read_text(encoding="utf-8")
    lines = text.splitlines()
    number = max(n for n, line in enumerate(lines) if line.split(" ")[1:2] in (["@0"], ["@1"]))
    lines[number] = lines[number][:-1] + ("0" if lines[number][-1] != "0" else "1")
    before = player.tab.page.evaluate("JSON.stringify(localStorage)")
    player.tab.page.evaluate(DROP, ["tampered.pbem", "\n".join(lines) + "\n"])
    player.is_refused(
        f"tampered.pbem: line {number + 1}, turn 3: after", "the choice or the dice were changed"
    )
    assert player.tab.page.evaluate("JSON.stringify(localStorage)") == before


def verify(player: Player, letter: Path) -> None:
    """Anybody verifies a letter."""
    page = player.tab.page
    page.goto("/letters")
    expect(page.get_by_role("heading", name="Waiting for the other side")).to_be_visible()
    page.get_by_label("Only verify it").check()
    page.get_by_label("Or paste its text").fill(letter.read_text(encoding="utf-8"))
    page.get_by_role("button", name="Verify", exact=True).click()
    expect(
        page.get_by_text("agrees with the rules, the dice and the signatures: 10 turns, open")
    ).to_be_visible()


def test_a_browser_and_a_terminal_play_four_in_a_row_to_its_end(tabs: Open, tmp_path: Path) -> None:
    keys, letter = tmp_path / "keys", tmp_path / "invitation.pbem"
    hoplon("pbem", "new", "four-in-a-row", "--name", letter, "--keys", keys)
    player = Player(tabs(), tmp_path)
    page = player.tab.page
    page.goto("/")
    player.open(letter)  # the home page takes letters, too
    player.says("Send the letter with the acceptance")
    letter = player.send()
    for turn, column in enumerate("aabbccd", 1):
        if turn % 2:
            hoplon("pbem", "move", letter, f"drop {column}", "--keys", keys)
            answer = tmp_path / f"turn{turn}.pbem"
            hoplon("pbem", "export", letter, "-o", answer, "--keys", keys)
            page.evaluate(DROP, [answer.name, answer.read_text(encoding="utf-8")])
        else:
            player.says(f"Turn {turn} is yours: choose on the board")
            expect(page.locator(".piece")).to_have_count(turn - 1)
            page.locator("[data-cell='a1']").focus()
            for _ in range("abc".index(column)):
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            player.says(f"Turn {turn} is complete: send the letter")
            letter = player.send()
    expect(page.locator(".next")).to_contain_text("The match is over")
    expect(page.locator(".verdict")).to_contain_text("won")
    assert player.tab.faults() == []
    page.get_by_role("link", name="Letters").click()
    expect(page.get_by_role("heading", name="Over")).to_be_visible()
    assert "agrees with the rules, the dice and the signatures: 7 turns" in hoplon("verify", answer)


def test_a_copy_of_everything_goes_on_in_another_browser(tabs: Open, tmp_path: Path) -> None:
    one, other = Player(tabs(), tmp_path), Player(tabs(), tmp_path)
    letter = one.invite("Four in a Row")
    page = one.tab.page
    page.get_by_role("link", name="Letters").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download a copy").click()
    saved.value.save_as(tmp_path / "copy.json")
    page.get_by_role("link", name="Four in a Row").first.click()
    page.get_by_text("About the letters").click()
    page.get_by_role("button", name="Remove this match").click()
    page.get_by_role("button", name="Remove it for good").click()
    expect(page.get_by_text("Matches that you begin or accept")).to_be_visible()
    other.tab.page.goto("/letters")
    other.open(tmp_path / "copy.json")
    expect(other.tab.page.get_by_text("1 match taken from copy.json")).to_be_visible()
    other.tab.page.get_by_role("link", name="Four in a Row").first.click()
    assert other.send().read_text(encoding="utf-8") == letter.read_text(encoding="utf-8")


def test_what_is_no_letter_is_refused_with_its_name_and_reason(tab: Tab, tmp_path: Path) -> None:
    page = tab.page
    letter = tmp_path / "letter.pbem"
    letter.write_text("hoplon pbem 1\ngame cardbattle 1\n")
    for place in ("/", "/letters"):
        page.goto(place)
        page.locator("input[type=file]").set_input_files(letter)
        expect(page.get_by_role("alert")).to_contain_text("letter.pbem: the file is cut off after line 2")
    page.get_by_label("Or paste its text").fill("Dear Ben, it is your turn.")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("this is no file of a match by e-mail")
    tab.problems.clear()  # the browser notes every answer that is a refusal
