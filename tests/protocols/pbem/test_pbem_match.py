"""A match by letter between honest players: dice, absent answers, begun turns, what is kept and sent."""

from __future__ import annotations

import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pbem_players import Players, body, duel, own_secret, snapshot

from hoplon.cli.letters import table_for
from hoplon.core.dice import BEYOND, NAMED, words
from hoplon.core.errors import BadOption, HoplonError
from hoplon.core.kernel import rule
from hoplon.core.match import Match
from hoplon.core.talents import Correspondence
from hoplon.games import game as find_game
from hoplon.protocols.pbem import chain, keys, letter
from hoplon.protocols.pbem.judges import judge_for, usual_judge
from hoplon.protocols.pbem.kept import BadFolder
from hoplon.protocols.pbem.letter_game import FIRST, Judge, LetterGame, Stage
from hoplon.protocols.pbem.mark import rules_mark, sources_of
from hoplon.protocols.pbem.verify import side_of, verify
from tests.core import duel as rules
from tests.core.duel import GAME, DuelOptions
from tests.core.secret_duel import GAME as SECRET


def test_both_sides_come_to_the_same_position(tmp_path: Path) -> None:
    players = duel(tmp_path, 6)
    players.desks[0].open(players.turn(6))
    inviter, guest = players.seat(0), players.seat(1)
    assert inviter.course.match is not None
    assert guest.match is not None
    assert inviter.course.match.turns == guest.match.turns
    assert inviter.course.match.checks == guest.match.checks
    assert (inviter.waits_for, guest.waits_for) == (
        "turn 7 is yours",
        "turn 7 of the other side is awaited",
    )


def test_the_file_is_plain_text_and_reads_back(tmp_path: Path) -> None:
    text = duel(tmp_path, 3).turn(3)
    assert letter.read(text).text == text
    words = [line.split(" ")[0] for line in text.splitlines()]
    assert words == [
        *("hoplon", "game", "rules", "hoplon", "judge", "option"),
        *("invitation", "key", "anchor", "sign"),
        *("acceptance", "key", "anchor", "secret", "sign"),
        *("turn", "secret", "begin", "1", "2", "close", "sign"),
        *("turn", "secret", "3", "4", "close", "sign"),
        *("turn", "secret", "5", "6", "close", "sign"),
        "end",
    ]
    assert letter.decode(text.replace("\n", "\r\n").encode()) == text


def test_an_earlier_secret_is_the_hash_of_a_later_one() -> None:
    root = chain.new_root()
    assert all(chain.hash_of(chain.secret(root, k + 1)) == chain.secret(root, k) for k in range(5))
    assert chain.secret(root, chain.LENGTH) == root


def test_dice_need_both_secrets_the_handshake_and_the_turn() -> None:
    said = ("turn 3", b"a" * 32, b"b" * 32, b"c" * 32)
    seeds = {chain.dice(*said)}
    for k, other in enumerate(("turn 4", b"x" * 32, b"x" * 32, b"x" * 32)):
        seeds.add(chain.dice(*said[:k], other, *said[k + 1 :]))  # type: ignore[arg-type]
    assert len(seeds) == 5
    assert all(NAMED <= seed < BEYOND for seed in seeds)


def test_playing_a_turn_again_gives_the_same_dice(tmp_path: Path) -> None:
    """Whoever throws a begun turn away, or opens the file again, sees what he has seen before."""
    players = duel(tmp_path, 1)
    desk = players.desks[1]
    logs = set()
    for _ in range(4):
        seat = desk.open(players.turn(1))
        logs.add("\n".join(map(str, seat.play("strike"))))
        (seat.kept.path / "begun").unlink()
    assert len(logs) == 1


def test_every_turn_has_dice_of_its_own(tmp_path: Path) -> None:
    players = duel(tmp_path, 4)
    course = verify(letter.read(players.files[1]), players.table)
    seeds = []
    for number in range(1, 5):
        secret = letter.read(players.turn(number)).turns[-1].secret
        match = course.begin_turn(secret)
        seeds.append(match.other_dice[len(match.choices)])
        assert tuple(match.state.record["seed"]) == words(seeds[-1])
        course.add_turn(secret, match)
    assert len(set(seeds)) == 4
    assert match.seed not in seeds  # the setup has its own


def test_a_begun_turn_goes_on_in_another_process(tmp_path: Path) -> None:
    """A game whose turn has two choices: the first is kept until the second is made."""
    pairs = Correspondence(active=lambda states, i: int(states["turn"][i]) // 2 % 2)
    players = Players(tmp_path, LetterGame(replace(twice(), correspondence=pairs), FIRST))
    players.shake_hands(DuelOptions(hearts=9))
    players.desks[0].open(players.files[1]).play("wait")
    seat = players.seat(0)
    assert (seat.stage, seat.kept.begun(1)) == (Stage.CHOOSING, ["wait"])
    with pytest.raises(HoplonError, match="turn 1 is not complete: you must still choose"):
        players.desks[0].export(seat)
    with pytest.raises(HoplonError, match="'dance' is no choice"):
        seat.play("dance")
    seat.play("domino")
    with pytest.raises(HoplonError, match="'wait' cannot be played: turn 1 is complete"):
        seat.play("wait")
    text = players.desks[0].export(players.seat(0))
    assert [said.text for said in letter.read(text).turns[0].choices] == ["wait", "domino"]
    assert players.desks[1].open(text).waits_for == "turn 2 is yours"


def twice() -> Any:
    """A duel in which each fencer acts twice before the other does."""

    def take_turn(s: Any, turn: Any, choice: int) -> None:
        rules.take_turn(s, turn, choice)
        s.mover = s.turn // 2 % 2

    return replace(GAME, rules=replace(GAME.rules, take_turn=rule(take_turn)))


def test_a_damaged_begun_turn_is_named(tmp_path: Path) -> None:
    players = duel(tmp_path, 1)
    seat = players.desks[1].open(players.turn(1))
    seat.kept.keep_begun(2, ["parry"])
    with pytest.raises(BadFolder, match=r"begun is damaged: 'parry' is not legal: nobody asked"):
        players.seat(1)
    seat.kept.keep_begun(9, ["parry"])
    assert players.seat(1).waits_for == "turn 2 is yours"


def test_a_choice_that_runs_away_leaves_the_turn_as_it_was(tmp_path: Path) -> None:
    players = duel(tmp_path, 1)
    seat = players.desks[1].open(players.turn(1))
    before = snapshot(tmp_path)
    with pytest.raises(HoplonError, match="did not come to an end"):
        seat.play("echo")
    assert snapshot(tmp_path) == before
    seat.play("strike")
    assert seat.is_complete


def test_who_is_away_answers_by_the_judge(tmp_path: Path) -> None:
    lenient = Judge("lenient", lambda match: match.read("take"))
    players = duel(tmp_path, 2, judge=lenient)
    assert [said.text for turn in letter.read(players.turn(2)).turns for said in turn.choices] == [
        *("strike", "take"),
        *("strike", "take"),
    ]


def test_a_bot_judges_the_same_for_both(tmp_path: Path) -> None:
    players = duel(tmp_path, 6, judge=judge_for(GAME, "random"))
    answers = {said.text for turn in letter.read(players.turn(6)).turns for said in turn.choices}
    assert answers <= {"strike", "parry", "take"}
    assert players.desks[0].open(players.turn(6)).waits_for == "turn 7 is yours"


def test_a_judge_must_not_look_at_the_clock() -> None:
    assert usual_judge(GAME) == "first"
    with pytest.raises(BadOption, match="the bot search thinks by the clock"):
        judge_for(find_game("hoplite"), "search")


def test_a_game_says_who_is_active() -> None:
    """Without a word of the game, a question is what waits on its stack."""
    match = Match(GAME, 1)
    said = Correspondence(active=lambda states, i: int(states["mover"][i]))
    for table in (LetterGame(GAME), LetterGame(replace(GAME, correspondence=said))):
        at_start = match.copy()
        assert (table.stage(at_start, 0), table.stage(at_start, 1)) == (Stage.CHOOSING, Stage.PASSED)
        at_start.play("strike")
        assert table.stage(at_start, 0) is Stage.ASKING
        table.answer_for_absent(at_start, 0)
        assert table.stage(at_start, 0) is Stage.PASSED
    over = Match(GAME, 1, DuelOptions(hearts=1))
    over.play("volley")
    assert LetterGame(GAME).stage(over, 0) is Stage.OVER


def test_a_game_hides_what_a_seat_may_not_see() -> None:
    said = Correspondence(
        active=lambda _states, _i: 0,
        draw=lambda view: f"{view.hearts} and no more",
        log=lambda turn, before, seat: (turn.lines(), int(before["turn"]), seat),  # type: ignore[arg-type]
    )
    table = table_for(replace(SECRET, correspondence=said), "first")
    match = Match(table.game, 1)
    match.play("wait")
    assert table.show(match, 1) == "(3, 3) and no more"
    assert table.stage(match, 0) is Stage.ASKING
    match.play("domino")
    assert [told[1:] for told in table.tell(match, 1, 0)] == [(0, 1), (1, 1)]
    assert table.tell(match, 0, 2) == []


def test_the_inviter_tells_his_secret_where_the_guest_is_to_move_first(tmp_path: Path) -> None:
    @rule
    def guest_begins(s, options, seed):
        rules.new(s, options, seed)
        s.mover = 1

    players = duel(tmp_path, 0, game=replace(GAME, rules=replace(GAME.rules, new=guest_begins)))
    text = players.play()
    assert letter.read(text).turns[0].choices == ()
    assert players.desks[1].open(text).waits_for == "turn 2 is yours"
    players.play("strike")
    assert players.desks[0].open(players.turn(2)).waits_for == "turn 3 is yours"


def test_a_match_ends_and_the_loser_can_see_it(tmp_path: Path) -> None:
    players = duel(tmp_path, 0, hearts=1)
    text = players.play("volley")
    assert players.seat(0).waits_for == "the match is over: touched, score 1 0"
    seat = players.desks[1].open(text)
    assert seat.waits_for == "the match is over: touched, score 1 0"
    with pytest.raises(HoplonError, match="there is nothing to send: the match is over"):
        players.desks[1].export(seat)


def test_no_secret_leaves_the_folder_early(tmp_path: Path) -> None:
    players = duel(tmp_path, 4)
    text = players.turn(4)
    for side, desk in enumerate(players.desks):
        assert desk.folder.key().hex() not in text
        for number in range(5, 12):
            if side_of(number) == side:
                assert own_secret(players, side, number).hex() not in text
        assert own_secret(players, side, side + 3).hex() in text


def test_only_the_owner_reads_the_folder(tmp_path: Path) -> None:
    players = duel(tmp_path, 2)
    for desk in players.desks:
        assert stat.S_IMODE(desk.folder.path.stat().st_mode) == 0o700
        for path in desk.folder.path.rglob("*"):
            assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path
            assert not path.name.endswith(".new")


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("key", "ab"),
        ("{match}/secret", "guest xy"),
        ("{match}/secret", "x"),
        ("{match}/last.pbem", "hoplon pbem 1\n"),
    ],
)
def test_a_damaged_folder_is_named(tmp_path: Path, file: str, content: str) -> None:
    players = duel(tmp_path, 1)
    path = tmp_path / "guest" / file.format(match=players.name)
    path.write_text(content)
    with pytest.raises(BadFolder, match=rf"{path.name} is damaged: (expected|the file is cut off)"):
        players.play("strike")


def test_secrets_come_to_an_end(tmp_path: Path) -> None:
    kept = duel(tmp_path, 0).seat(0).kept
    kept.secret(chain.LENGTH)
    with pytest.raises(HoplonError, match="used up its 4096 secrets"):
        kept.secret(chain.LENGTH + 1)


def test_a_game_for_one_cannot_be_played_by_letter() -> None:
    with pytest.raises(
        HoplonError, match="hoplite cannot be played by e-mail: that needs a game of two seats"
    ):
        LetterGame(find_game("hoplite"))


def test_the_mark_covers_sources_and_tables(tmp_path: Path) -> None:
    """Line ends do not count, since a checkout may change them."""
    assert [path.name for path in sources_of(GAME)] == ["duel.py"]
    names = {path.name for path in sources_of(find_game("hexabomb"))}
    assert "rules.py" in names
    assert any(name.endswith(".json") for name in names)
    assert not any(name.endswith((".md", ".pyc")) for name in names)
    judge = tmp_path / "judge.py"
    marks = set()
    for content in (b"a\nb\n", b"a\r\nb\r\n", b"a\nc\n"):
        judge.write_bytes(content)
        marks.add(rules_mark(GAME, [judge]))
    assert len(marks) == 2


def test_a_fingerprint_can_be_read_aloud() -> None:
    public = keys.public_of(keys.new_key())
    assert len(keys.fingerprint(public)) == 24
    assert keys.fingerprint(public) != keys.fingerprint(keys.public_of(keys.new_key()))


def test_a_file_that_was_opened_can_be_opened_again(tmp_path: Path) -> None:
    players = duel(tmp_path, 3)
    players.desks[1].open(players.turn(3)).play("wait")
    before = snapshot(tmp_path)
    seat = players.desks[1].open(players.turn(3))
    assert seat.is_complete
    assert snapshot(tmp_path) == before
    assert players.desks[1].export(seat) == players.desks[1].export(players.seat(1))
    assert body(players.turn(3)) == body(letter.read(players.turn(3)).text)


def test_a_kept_match_of_other_rules_is_named_as_such(tmp_path: Path) -> None:
    players = duel(tmp_path, 2)
    players.table = LetterGame(replace(GAME, version=2))
    with pytest.raises(BadFolder, match=r"last.pbem: line 2: the file was made by version 1 of the rules"):
        players.seat(1)


def test_a_battle_hides_the_hand_of_the_other_side(tmp_path: Path) -> None:
    game = find_game("cardbattle")
    players = Players(tmp_path, table_for(game, "first"))
    players.shake_hands(game.options(army_a="rome_republic", army_b="gauls", pbem=True))
    seat = players.desks[0].open(players.files[1])
    assert seat.match is not None
    while seat.stage is Stage.CHOOSING:
        seat.play(seat.match.legal()[-1])
    players.files.append(players.desks[0].export(seat))
    other = players.desks[1].open(players.files[2])
    shown = [players.table.show(place.match, place.side) for place in (seat, other) if place.match]
    assert [("Hand of A" in text, "Hand of B" in text) for text in shown] == [(True, False), (False, True)]
    assert other.match is not None
    own, others = ("\n".join(map(str, players.table.tell(other.match, side, 0))) for side in (0, 1))
    dealt = [line for line in own.splitlines() if line.split()[0] == "deal"]
    assert dealt
    assert not any(line in others for line in dealt)
