"""`learned` plays by a network: legally, repeatably, by what its seat knows, alone or with a search."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import hoplon
from hoplon import bots
from hoplon.bots.dice import SeatDice
from hoplon.bots.generic.gains import measure_of
from hoplon.bots.generic.learned import Learned, learned_from
from hoplon.bots.generic.network import read_network
from hoplon.bots.generic.network_file import BadNetwork, write_network
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.game import Game
from hoplon.core.kernel import copied
from hoplon.core.match import Match
from hoplon.learn.tasks import tasks
from hoplon.protocols.in_process import InProcess
from hoplon.protocols.player import Place
from hoplon.protocols.players import is_program, make_player
from hoplon.protocols.program_names import bot_name
from hoplon.protocols.seated_bot import BotQuestion, SeatedBot, Seating
from hoplon.referee.versions import version_of
from hoplon.server.bots import check_bot, strengths
from tests.bots.generic.random_networks import random_layers, write_random
from tests.bots.generic.small_encodings import small_game

SMALL = ("four-in-a-row", "leduc-poker")
SEARCHED = {"gains": "outcome", "unit": 1.0, "gamma": 1.0}
small = pytest.mark.parametrize("name", SMALL)


def random_file(folder: Path, name: str, seed: int = 0, **more: Any) -> Path:
    """A network for a small game."""
    (encoding,) = small_game(name).encodings()
    return write_random(folder / f"{name}-{seed}.npz", name, encoding, seed, **(SEARCHED | more))


def blank_file(folder: Path, name: str, **changes: Any) -> Path:
    """A network that knows nothing: all weights are zero but for these."""
    (encoding,) = small_game(name).encodings()
    layers = {
        each: 0 * array for each, array in random_layers(encoding.width, encoding.actions, 4, 1).items()
    }
    about = {"game": name, "encoding": encoding.name, "encoding_version": 1, **SEARCHED}
    path = folder / f"{name}-blank.npz"
    write_network(path, about, layers | changes)
    return path


def chosen(bot: Any, match: Match, dice: int = 0) -> str:
    """What a bot chooses."""
    seat = match.to_move or 0
    return str(bot.choose(match.view(seat), match.legal(), SeatDice(dice, seat), 1.0))


def moments(game: Game, seed: int) -> list[Match]:
    """A match played at random, before each choice."""
    match, random, found = Match(game, seed), Random(seed), []
    while not match.is_over:
        found.append(match.copy())
        match.play(random.choice(match.legal()))
    return found


@pytest.mark.representative
@small
@pytest.mark.parametrize("nodes", ["", ":nodes=12"])
def test_it_plays_whole_matches_and_the_same_again(tmp_path: Path, name: str, nodes: str) -> None:
    players = [f"{random_file(tmp_path, name, seed)}{nodes}" for seed in (1, 2)]
    runs = [hoplon.run(small_game(name), *players, seed=5) for _ in range(2)]
    assert runs[0].match.is_over
    assert not runs[0].faults
    assert runs[0].match.choices == runs[1].match.choices


def test_it_makes_the_choice_that_the_network_likes_most(tmp_path: Path) -> None:
    game = small_game("four-in-a-row")
    file = random_file(tmp_path, game.name)
    network, bot = read_network(file, game), hoplon.bot(str(file), game)
    (encoding,) = game.encodings()
    found = set()
    for match in moments(game, 3):
        row, mask = np.zeros(encoding.width, np.uint8), np.zeros(encoding.actions, np.uint8)
        s = match.state.array[0]
        encoding.observe(s, match.to_move, np.zeros(0, np.uint8), row)
        encoding.mask(s, match.to_move, np.zeros(0, np.uint8), mask)
        logits, _ = network(row, mask)
        best = int(np.argmax(logits))
        assert chosen(bot, match) == game.write_choice(None, 0, best)
        found.add(best)
    assert len(found) > 1


def test_what_the_rules_forbid_is_not_chosen_even_if_the_mask_allows_it(tmp_path: Path) -> None:
    file = blank_file(tmp_path, "leduc-poker", **{"policy.bias": np.array([9.0, 1.0, 5.0])})
    match = Match(small_game("leduc-poker"), 0)
    bot = hoplon.bot(str(file), match.game)
    assert chosen(bot, match) == "raise"  # nobody has raised, so there is nothing to fold for
    match.play("raise")
    assert chosen(bot, match) == "fold"


@pytest.mark.parametrize("nodes", ["", ":nodes=25"])
def test_it_chooses_by_what_its_seat_knows_alone(tmp_path: Path, nodes: str) -> None:
    game = small_game("leduc-poker")
    file = random_file(tmp_path, game.name, 4)
    hands = set()
    for seed in range(4):
        for match in moments(game, seed):
            seat = match.to_move or 0
            expected = chosen(hoplon.bot(f"{file}{nodes}", game), match)
            for deal in range(3):
                other = copied(match.state.array)
                game.entries.redeal(other, 0, seat, deal)
                hands.add(bytes(other["hand"].tobytes()))
                bot = hoplon.bot(f"{file}{nodes}", game)
                view = game.view(other, 0, seat)
                assert bot.choose(view, match.legal(), SeatDice(0, seat), 1.0) == expected
    assert len(hands) > 6


class Asked(InProcess):
    """Tells what the bot remembers of each agent."""

    @property
    def memory(self) -> list[int]:
        return self.bot._memories[:, 0].tolist()  # type: ignore[attr-defined]


def test_it_remembers_for_the_length_of_a_match(tmp_path: Path) -> None:
    game = small_game("leduc-poker")
    player = Asked(hoplon.bot(str(random_file(tmp_path, game.name)), game))
    match = Match(game, 1)
    place = Place(game, 0, 2, game.usual)
    player.begin(place)
    chosen(player.bot, match)
    match.play("call")
    player.see(match.view(1))
    player.see(match.view(1))
    assert player.memory == [1, 2]
    player.begin(place)
    chosen(player.bot, match)
    assert player.memory == [0, 1]


def test_it_does_not_go_round_in_circles(tmp_path: Path) -> None:
    """What it saw before in a match is answered by the dice, as the network thinks."""
    game = small_game("four-in-a-row")
    likes = np.array([0, 0, 1, 0.5, -60, -60, -60], np.float32)
    bot, match = (
        hoplon.bot(str(blank_file(tmp_path, game.name, **{"policy.bias": likes})), game),
        Match(game, 0),
    )
    assert chosen(bot, match) == "drop c"
    again = [chosen(bot, match, dice) for dice in range(40)]
    assert set(again) == {"drop a", "drop b", "drop c", "drop d"}
    assert again == [chosen(bot, match, dice) for dice in range(40)]
    bot.forget()
    assert chosen(bot, match, 3) == "drop c"


def test_the_search_wins_and_prevents_losing_with_a_network_that_knows_nothing(tmp_path: Path) -> None:
    game = small_game("four-in-a-row")
    bot = hoplon.bot(f"{blank_file(tmp_path, game.name)}:nodes=300", game)
    match = Match(game, 0)
    for column in "dcdcd":
        match.play(f"drop {column}")
    assert chosen(bot, match) == "drop d"  # else red has four
    match.play("drop a")
    assert chosen(bot, match) == "drop d"


def test_bots_know_what_is_gained_in_the_tasks_of_their_games() -> None:
    for one in tasks().values():
        assert measure_of(one.rules, {"task": one.name}) is one.measure, one.name


def test_the_search_looks_where_the_network_points(tmp_path: Path) -> None:
    """Few simulations, no end in sight: the policy decides."""
    game = small_game("four-in-a-row")
    likes = np.array([0, 0, 0, 0, 0, 6, 0], np.float32)
    bot = hoplon.bot(f"{blank_file(tmp_path, game.name, **{'policy.bias': likes})}:nodes=20", game)
    assert chosen(bot, Match(game, 0)) == "drop f"


def test_a_search_needs_to_know_what_is_gained(tmp_path: Path) -> None:
    game = small_game("four-in-a-row")
    for more, expected in (
        (
            {"gains": "fame", "task": "mine-v1"},
            "trained on 'mine-v1' cannot search .* not known what is gained",
        ),
        ({"unit": "much"}, "unit is 'much'; expected a number"),
        ({"gamma": float("nan")}, "gamma is nan; expected a number"),
    ):
        file = random_file(tmp_path, game.name, **more)
        assert hoplon.bot(str(file), game)
        with pytest.raises(BadNetwork, match=expected):
            hoplon.bot(f"{file}:nodes=10", game)


def test_a_file_is_a_player_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = small_game("leduc-poker")
    monkeypatch.chdir(tmp_path)
    file = random_file(Path(), game.name)
    for text in (str(file), f"{file}:nodes=7", f"{tmp_path / file}"):
        player = make_player(text, game)
        assert isinstance(player, InProcess)
        assert isinstance(player.bot, Learned)
        assert not is_program(text)
        assert bot_name(text) == "leduc-poker-0"  # no path
    with pytest.raises(BadOption, match="has no setting 'depth'; its settings: nodes"):
        make_player(f"{file}:depth=7", game)
    with pytest.raises(BadNetwork, match=r"none\.npz' cannot be read: No such file"):
        make_player("none.npz", game)
    with pytest.raises(BadNetwork, match="plays leduc-poker, not hoplite"):
        make_player(str(file), hoplon.game("hoplite"))
    with pytest.raises(BadNetwork, match="has no network"):
        Learned().load()


def test_a_server_opens_no_file_for_strangers(tmp_path: Path) -> None:
    encoding = hoplon.game("hoplite").encodings()[0]
    file = write_random(
        tmp_path / "mine.npz", "hoplite", encoding, task="hoplite-depth16-v1", unit=1, gamma=1
    )
    for text in (str(file), "mine.npz", "mine.npz:nodes=5", f"{file}:nodes=5", " mine.npz "):
        with pytest.raises(BadOption, match="this server starts none"):
            check_bot(text, "hoplite")
    check_bot(f"{file}:nodes=500", "hoplite", programs=True)
    with pytest.raises(BadOption, match="expected at most 10000"):
        check_bot(f"{file}:nodes=50000", "hoplite", programs=True)
    with pytest.raises(HoplonError, match="cannot be read"):
        check_bot(str(tmp_path / "none.npz"), "hoplite", programs=True)


def test_a_network_has_a_seat_in_an_arena_that_starts_programs(tmp_path: Path) -> None:
    encoding = hoplon.game("hoplite").encodings()[0]
    file = write_random(tmp_path / "mine.npz", "hoplite", encoding)
    match = hoplon.new("hoplite", 1)
    seated = SeatedBot(Seating(str(file), "hoplite", 0, 1, (), 5))
    legal = tuple((str(choice), choice.code) for choice in match.legal())
    choice = seated.choose(BotQuestion(match.view(0), legal, 5, 0, past=(match.view(0),)))
    assert choice in match.legal()
    assert seated.said().answer == choice
    seated.leave()


def test_the_mark_of_a_network_changes_with_its_file(tmp_path: Path) -> None:
    game = small_game("leduc-poker")
    file = random_file(tmp_path, game.name, 0)
    before = version_of(str(file), game)
    assert before == version_of(f"{file}:nodes=9", game) != ""
    file.write_bytes(random_file(tmp_path, game.name, 1).read_bytes())
    assert version_of(str(file), game) != before


def test_a_game_has_the_bot_learned_where_a_network_comes_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hoplite").mkdir()
    encoding = hoplon.game("hoplite").encodings()[0]
    file = tmp_path / "hoplite" / "learned.npz"
    told = {"task": "hoplite-depth16-v1", "seconds": 300, "steps": 740_000_000, "command": "hoplon train it"}
    write_random(file, "hoplite", encoding, **told)
    try:
        monkeypatch.setattr(bots, "network_of", lambda game: tmp_path / game / "learned.npz")
        bots._own.cache_clear()
        bots._makers.cache_clear()
        assert "learned" in bots.bots_for("hoplite")
        assert "learned" not in bots.bots_for("codekeeper")
        assert list(bots.bot_class("learned", "hoplite").FILES) == [file]
        offered = {one["bot"]: one["origin"] for one in strengths("hoplite")}
        assert offered["learned"] == (
            "Trained on hoplite-depth16-v1 for 5 minutes with 740.0 million choices, "
            "by the command: hoplon train it"
        )
        assert offered["greedy"] == ""
        match = hoplon.new("hoplite", 3)
        assert chosen(hoplon.bot("learned", "hoplite"), match) in match.legal()
    finally:
        monkeypatch.undo()
        bots._own.cache_clear()
        bots._makers.cache_clear()


def test_a_file_tells_how_it_was_trained(tmp_path: Path) -> None:
    file = random_file(tmp_path, "leduc-poker", task="poker-v1")
    assert learned_from(file).summary == "plays by a network: trained on poker-v1"
    file = random_file(tmp_path, "leduc-poker", summary="imitates greedy")
    assert learned_from(file).summary == "plays by a network: imitates greedy"
